//! A look at the pages of a Parquet file before they are decoded: a damaged header can claim so many values that
//! the decoder asks for more memory than there is, which no program survives.

use polars_buffer::Buffer;
use polars_parquet::parquet::page::CompressedPage;
use polars_parquet::parquet::read::{PageReader, read_metadata};
use polars_parquet::read::ColumnChunkMetadata;
use std::io::Cursor;

/// Pages larger than this are not believed.
const LARGEST_PAGE: usize = 1 << 31;

/// Whether every page says no more than its part of the table can hold. To be asked within a guard.
pub fn are_plausible(bytes: &[u8]) -> bool {
    let Ok(metadata) = read_metadata(&mut Cursor::new(bytes)) else {
        return false;
    };
    metadata.row_groups.iter().all(|group| {
        group.parquet_columns().iter().all(|column| {
            let range = column.byte_range();
            let chunk = usize::try_from(range.start)
                .ok()
                .zip(usize::try_from(range.end).ok())
                .and_then(|(start, end)| bytes.get(start..end));
            let Some(chunk) = chunk else {
                return false;
            };
            is_plausible(Buffer::from(chunk.to_vec()), column, group.num_rows())
        })
    })
}

/// The same of one column of one group of rows.
pub fn is_plausible(chunk: Buffer<u8>, column: &ColumnChunkMetadata, rows: usize) -> bool {
    // Lists hold several values a row; they are refused later, by their type.
    let is_list = column.descriptor().descriptor.max_rep_level > 0;
    let mut pages = PageReader::new(Cursor::new(chunk), column, Vec::new(), LARGEST_PAGE);
    pages.all(|page| match page {
        Ok(CompressedPage::Data(page)) => is_list || page.num_values() <= rows,
        Ok(CompressedPage::Dict(_)) => true,
        Err(_) => false,
    })
}
