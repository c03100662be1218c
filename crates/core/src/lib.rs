#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(
        clippy::exit,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

pub mod batch;
pub mod code_table;
pub mod column;
pub mod dataset;
pub mod dictionary;
pub mod earlier;
pub mod guard;
pub mod hierarchy;
pub mod io;
pub mod kept;
pub mod kind;
pub mod let_go;
pub mod load_options;
pub mod method;
pub mod method_setting;
pub mod metrics;
pub mod microaggregation;
pub mod prepared_table;
pub mod problem;
pub mod progress;
pub mod promise;
pub mod purpose;
pub mod random;
pub mod range_label;
pub mod ratings;
pub mod recipe;
pub mod report_context;
pub mod requirement;
pub mod roles;
pub mod rows;
pub mod settings;
pub mod shapes;
pub mod spelling;
pub mod stack;
pub mod stream;
pub mod suggest;
pub mod summary;
pub mod table;
pub mod taxonomy;
pub mod taxonomy_generate;
pub mod text_key;
pub mod transactions;
pub mod trees;
pub mod value_type;
pub mod verdict;
pub mod words;

// The words that every room speaks of, at the front door.
pub use column::Column;
pub use dataset::Dataset;
pub use dictionary::{Dictionary, DictionaryBuilder, DictionaryFull};
pub use hierarchy::Hierarchy;
pub use io::loaded::Loaded;
pub use kind::Kind;
pub use load_options::{Layout, LoadOptions};
pub use method::MethodName;
pub use method_setting::MethodSettings;
pub use metrics::{Measures, Metric};
pub use prepared_table::{PreparedTable, Quasi, Sensitive};
pub use problem::{Failure, Problem};
pub use progress::{Progress, Stopped};
pub use promise::PrivacyModel;
pub use random::Random;
pub use ratings::{Ratings, Scale};
pub use recipe::Recipe;
pub use requirement::{NullReading, Open, Requirement, SetSize};
pub use roles::{Role, Roles};
pub use settings::{NeighbourEngine, Settings};
pub use stream::Stream;
pub use table::Table;
pub use taxonomy::Taxonomy;
pub use transactions::Transactions;
pub use trees::Trees;
pub use value_type::ValueType;
pub use verdict::{Amount, CheckAnswer};
