//! Controls of our own. Each finds its size, allocates, interacts, describes itself, and paints.

mod banner;
mod buttons;
mod check_box;
mod chip;
mod choice;
mod copy_button;
mod empty_state;
mod floating_card;
mod fold;
mod free_room;
pub mod grid;
mod histogram;
mod job_strip;
mod logo;
pub mod marks;
mod metric_row;
pub mod number;
pub(in crate::ui) mod parts;
mod picker;
mod search_box;
mod section;
mod segments;
mod slider_scale;
mod stage_button;
mod tabs;
mod threshold_slider;
mod top_values;
mod value_field;
mod verdict;

#[cfg(test)]
mod widget_tests;

pub use banner::{Banner, BannerKind};
pub use buttons::{icon_button, icon_in, link, primary_button, quiet_button};
pub use check_box::check_box;
pub use chip::{Chip, ChipKind};
pub use choice::choice;
pub use copy_button::copy_button;
pub use empty_state::EmptyState;
pub use floating_card::floating_card;
pub use fold::fold;
pub use free_room::{FreeRoom, around};
pub use histogram::{Histogram, HistogramResponse};
pub use job_strip::JobStrip;
pub use logo::{icon, logo};
pub use metric_row::{MetricRow, metric_row};
pub use picker::{menu_entry, menu_heading, picker};
pub use search_box::SearchBox;
pub use section::{capitalize, section, section_with, sentence, title};
pub use segments::segments;
pub use stage_button::StageButton;
pub use tabs::{head, stage_tabs, tabs};
pub use threshold_slider::ThresholdSlider;
pub use top_values::TopValues;
pub use verdict::{VerdictCard, VerdictClick, VerdictState};
