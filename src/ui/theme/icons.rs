//! The icons in use, named by what they stand for here.

use egui::{FontId, RichText};
pub use egui_material_icons::MaterialIcon as Icon;
use egui_material_icons::icons;

pub const DATA: Icon = icons::ICON_TABLE;
pub const HIERARCHIES: Icon = icons::ICON_ACCOUNT_TREE;
pub const REQUIREMENT: Icon = icons::ICON_TUNE;
pub const EXPLORE: Icon = icons::ICON_HUB;
pub const COMPARE: Icon = icons::ICON_INSIGHTS;
pub const RELEASE: Icon = icons::ICON_VERIFIED;

pub const SATISFIED: Icon = icons::ICON_CHECK_CIRCLE;
pub const VIOLATED: Icon = icons::ICON_WARNING;
pub const UNKNOWN: Icon = icons::ICON_HELP;
pub const RUNNING: Icon = icons::ICON_HOURGLASS_TOP;
pub const INFO: Icon = icons::ICON_INFO;
pub const ERROR: Icon = icons::ICON_ERROR;

pub const SEARCH: Icon = icons::ICON_SEARCH;
pub const UNDO: Icon = icons::ICON_UNDO;
pub const REDO: Icon = icons::ICON_REDO;
pub const TO_DARK: Icon = icons::ICON_DARK_MODE;
pub const TO_LIGHT: Icon = icons::ICON_LIGHT_MODE;
pub const OPEN: Icon = icons::ICON_FOLDER_OPEN;
pub const SAVE: Icon = icons::ICON_SAVE;
pub const FILE: Icon = icons::ICON_DESCRIPTION;
pub const SAMPLE: Icon = icons::ICON_SCIENCE;
pub const RECENT: Icon = icons::ICON_HISTORY;
pub const DROP: Icon = icons::ICON_UPLOAD_FILE;
pub const SETTINGS: Icon = icons::ICON_SETTINGS;
pub const COMMAND: Icon = icons::ICON_TERMINAL;
pub const BESIDE: Icon = icons::ICON_SPLITSCREEN_RIGHT;
pub const CLOSE: Icon = icons::ICON_CLOSE;
pub const RUN: Icon = icons::ICON_PLAY_ARROW;
pub const ADD: Icon = icons::ICON_ADD;
pub const FILTER: Icon = icons::ICON_FILTER_ALT;
pub const SORT_UP: Icon = icons::ICON_ARROW_UPWARD;
pub const SORT_DOWN: Icon = icons::ICON_ARROW_DOWNWARD;
pub const EXPAND: Icon = icons::ICON_KEYBOARD_ARROW_DOWN;
pub const LEFT: Icon = icons::ICON_CHEVRON_LEFT;
pub const RIGHT: Icon = icons::ICON_CHEVRON_RIGHT;
pub const ZOOM_IN: Icon = icons::ICON_ZOOM_IN;
pub const ZOOM_OUT: Icon = icons::ICON_ZOOM_OUT;
pub const FIT: Icon = icons::ICON_FIT_SCREEN;
pub const SENSITIVITY: Icon = icons::ICON_CATEGORY;
pub const NEXT: Icon = icons::ICON_CHEVRON_RIGHT;
pub const COLUMN: Icon = icons::ICON_VIEW_COLUMN;
pub const HISTOGRAM: Icon = icons::ICON_BAR_CHART;
pub const LOCK: Icon = icons::ICON_LOCK;
pub const CHECKED: Icon = icons::ICON_CHECK;
pub const DELETE: Icon = icons::ICON_DELETE;
pub const DRAG: Icon = icons::ICON_DRAG_INDICATOR;
pub const EDIT: Icon = icons::ICON_EDIT;
pub const PERSON: Icon = icons::ICON_PERSON_ADD;
pub const GROUPS: Icon = icons::ICON_BUBBLE_CHART;
pub const PURPOSE: Icon = icons::ICON_FLAG;
pub const SUPPRESSED: Icon = icons::ICON_VISIBILITY_OFF;
pub const COPY: Icon = icons::ICON_CONTENT_COPY;
pub const NOTE: Icon = icons::ICON_STICKY_NOTE_2;
pub const RUN_AGAIN: Icon = icons::ICON_REPLAY;
pub const SWAP: Icon = icons::ICON_SWAP_HORIZ;
pub const SUGGESTION: Icon = icons::ICON_LIGHTBULB;
pub const EXPORT: Icon = icons::ICON_DOWNLOAD;

/// An icon as text, for labels and egui's own buttons.
pub fn text(icon: Icon, size: f32) -> RichText {
    icon.rich_text().size(size)
}

/// The font that paints an icon at that size.
pub fn font(icon: Icon, size: f32) -> FontId {
    FontId::new(size, icon.font_family())
}
