//! The rows of the table of formats.

use super::adapters::{all_names, only_read, read_parquet, read_text, rows_of, write_lines};
use super::{Holds, InBatches, Released, Row};
use crate::io::arx;
use crate::io::csv;
use crate::io::csv::write::WriteOptions;
use crate::io::feather;
use crate::io::ndjson;
use crate::io::parquet;
use crate::io::sheets;
use crate::io::statistics::{r, spss, stata, transport};
use cloakroom_verify::declaration;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Of formats that are only read: nothing is declared of them, since nothing is written in them.
const UNDECLARED: declaration::Format = declaration::Format::Csv;

/// Makes the formats out of their rows, so that there is nothing else to keep in step with them.
macro_rules! formats {
    ($($(#[$attribute:meta])* $format:ident { $($row:tt)* })*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Format {
            $($(#[$attribute])* $format),*
        }

        pub(super) const ROWS: &[Row] = &[$(Row { $($row)* }),*];

        impl Format {
            pub const ALL: [Self; ROWS.len()] = [$(Self::$format),*];
        }
    };
}

formats! {
    #[default]
    Csv {
        name: "csv",
        title: "CSV",
        extensions: &["csv", "tsv", "txt"],
        begins: |_| false,
        is_whole: |_| false,
        holds: Holds::Lines,
        read: read_text,
        in_batches: Some(InBatches::Lines),
        leaves_in_batches: true,
        needs: |_| None,
        write: |file, columns, _, progress| {
            let options = WriteOptions::default();
            Ok(csv::write::write_table(file, columns, rows_of(columns), &options, progress)?)
        },
        released: Released::IfChosen,
        cannot: "",
        refuse_names: all_names,
        labels: None,
        declared: declaration::Format::Csv,
    }

    Parquet {
        name: "parquet",
        title: "Parquet",
        extensions: &["parquet"],
        begins: |bytes| bytes.starts_with(b"PAR1"),
        is_whole: parquet::is_parquet,
        holds: Holds::Columns,
        read: read_parquet,
        in_batches: Some(InBatches::Groups),
        leaves_in_batches: true,
        needs: parquet::batches::needs,
        write: |file, columns, _, progress| parquet::write_parquet(file, columns, rows_of(columns), progress),
        released: Released::IfChosen,
        cannot: "",
        refuse_names: all_names,
        labels: None,
        declared: declaration::Format::Parquet,
    }

    /// Arrow's own files.
    Feather {
        name: "feather",
        title: "Arrow",
        extensions: &["feather", "arrow", "ipc"],
        begins: feather::begins,
        is_whole: feather::is_feather,
        holds: Holds::Columns,
        read: feather::read_feather,
        in_batches: None,
        leaves_in_batches: false,
        needs: |path| unpacked(path, OF_ARROW),
        write: only_read,
        released: Released::Never,
        cannot: "Of Arrow files, columns of lists and of records within records are not read.",
        refuse_names: all_names,
        labels: None,
        declared: UNDECLARED,
    }

    /// JSON lines.
    Json {
        name: "json",
        title: "JSON lines",
        extensions: &["ndjson", "jsonl", "json"],
        begins: ndjson::begins,
        is_whole: ndjson::begins,
        holds: Holds::Columns,
        read: ndjson::read_lines,
        in_batches: None,
        leaves_in_batches: false,
        needs: |path| unpacked(path, OF_JSON),
        write: |file, columns, _, progress| ndjson::write::write_records(file, columns, progress),
        released: Released::IfChosen,
        cannot: "",
        refuse_names: all_names,
        labels: None,
        declared: declaration::Format::Json,
    }

    /// Projects of ARX: the table in them.
    Deid {
        name: "deid",
        title: "ARX",
        extensions: &["deid"],
        begins: arx::begins,
        is_whole: arx::begins,
        holds: Holds::Columns,
        read: arx::read_deid,
        in_batches: None,
        leaves_in_batches: false,
        needs: |path| unpacked(path, OF_WORKBOOK),
        write: only_read,
        released: Released::Never,
        cannot: "Of projects of ARX, results and settings of views are not read.",
        refuse_names: all_names,
        labels: None,
        declared: UNDECLARED,
    }

    /// And its relatives, which are only read.
    Xlsx {
        name: "xlsx",
        title: "Excel",
        extensions: &["xlsx", "xlsm", "xls", "ods"],
        begins: sheets::begins,
        is_whole: sheets::begins,
        holds: Holds::Columns,
        read: sheets::read_workbook,
        in_batches: None,
        leaves_in_batches: false,
        needs: |path| unpacked(path, OF_WORKBOOK),
        write: |file, columns, _, progress| sheets::write_workbook(file, columns, progress),
        released: Released::IfChosen,
        cannot: "A sheet of Excel holds at most 1,048,575 records and 16,384 columns, and no cell of more than 32,767 letters.",
        refuse_names: sheets::write::refuse_names,
        labels: None,
        declared: declaration::Format::Xlsx,
    }

    /// Plain and packed.
    Spss {
        name: "spss",
        title: "SPSS",
        extensions: &["sav", "zsav"],
        begins: spss::begins,
        is_whole: spss::begins,
        holds: Holds::Columns,
        read: spss::read_spss,
        in_batches: None,
        leaves_in_batches: false,
        needs: |path| unpacked(path, OF_STATISTICS),
        write: only_read,
        released: Released::Never,
        cannot: "Of SPSS files, weights, sets of variables and documents are not read.",
        refuse_names: all_names,
        labels: None,
        declared: UNDECLARED,
    }

    /// Of Stata 13 and later; released for Stata 14 and later.
    Stata {
        name: "stata",
        title: "Stata",
        extensions: &["dta"],
        begins: stata::begins,
        is_whole: stata::begins,
        holds: Holds::Columns,
        read: stata::read_stata,
        in_batches: None,
        leaves_in_batches: false,
        needs: |path| unpacked(path, OF_STATISTICS),
        write: |file, columns, codes, progress| stata::write::write_stata(file, columns, codes, progress),
        released: Released::IfChosen,
        cannot: "A Stata file holds at most 32,767 columns, whose names are at most 32 letters, digits and underscores, and texts of at \
                 most 2,045 bytes where they do not come again and again.",
        refuse_names: stata::write::refuse_names,
        labels: Some(stata::write::LABELS),
        declared: declaration::Format::Stata,
    }

    /// Of SAS.
    Transport {
        name: "transport",
        title: "SAS transport",
        extensions: &["xpt", "xport"],
        begins: transport::begins,
        is_whole: transport::begins,
        holds: Holds::Columns,
        read: transport::read_transport,
        in_batches: None,
        leaves_in_batches: false,
        needs: |path| unpacked(path, OF_STATISTICS),
        write: only_read,
        released: Released::Never,
        cannot: "A SAS transport file has no labels of values, and only its first table is read.",
        refuse_names: all_names,
        labels: None,
        declared: UNDECLARED,
    }

    /// Of R: a table of its own, or the only one of a workspace.
    Rds {
        name: "rds",
        title: "R",
        extensions: &["rds", "rdata", "rda"],
        begins: r::begins,
        is_whole: r::begins,
        holds: Holds::Columns,
        read: r::read_r,
        in_batches: None,
        leaves_in_batches: false,
        // It is mostly packed.
        needs: |path| unpacked(path, OF_ARROW),
        write: only_read,
        released: Released::Never,
        cannot: "Of R, one data.frame is read, without the names of its rows and without columns of lists.",
        refuse_names: all_names,
        labels: None,
        declared: UNDECLARED,
    }

    Dat {
        name: "dat",
        title: "Lines",
        extensions: &["dat", "data", "basket"],
        begins: |_| false,
        is_whole: |_| false,
        holds: Holds::PlainLines,
        read: read_text,
        in_batches: Some(InBatches::Lines),
        leaves_in_batches: false,
        needs: |_| None,
        write: write_lines,
        released: Released::AsItCame,
        cannot: "Lines hold one basket each and no names of columns.",
        refuse_names: all_names,
        labels: None,
        declared: declaration::Format::Dat,
    }
}

/// What the cells of a workbook take while it is read, as a multiple of the file's size: the sheets are packed.
const OF_WORKBOOK: u64 = 16;
/// The same of a text that names its columns in every record.
const OF_JSON: u64 = 3;
/// The same of records that may be packed.
const OF_STATISTICS: u64 = 6;
/// The same of typed columns, which may be packed.
const OF_ARROW: u64 = 8;

fn unpacked(path: &Path, times: u64) -> Option<u64> {
    let metadata = std::fs::metadata(path).ok()?;
    Some(metadata.len().saturating_mul(times))
}
