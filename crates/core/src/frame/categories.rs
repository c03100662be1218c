//! A column as polars has categories.

use crate::column::Column;
use polars::prelude::{
    ArrowDataType, Categorical32Type, CategoricalChunked, CategoricalMapping, CategoricalPhysical,
    Categories, DataType, IntoSeries, PolarsResult, Series, UInt32Chunked,
};
use polars_arrow::array::PrimitiveArray;
use polars_arrow::bitmap::Bitmap;

/// The column with its own codes, which are not copied. A null keeps the code of the missing value in its slot, where any
/// code may stand: so the codes are those of the column also where values are missing.
pub fn categorical(column: &Column) -> PolarsResult<Series> {
    // Of its own: nobody else adds values to it, so that its codes are ours.
    let categories = Categories::random("".into(), CategoricalPhysical::U32);
    let mapping = categories.mapping();
    let known = enter(column, &mapping)?;
    let codes = match known {
        None => column.shared_codes(),
        // Several codes of one text are one category.
        Some(known) => {
            let codes = column.codes().iter();
            codes
                .map(|&code| known[code as usize])
                .collect::<Vec<u32>>()
                .into()
        }
    };
    let validity = column.null().map(|null| {
        let values = column.codes().iter().map(|&code| code != null);
        Bitmap::from_trusted_len_iter(values)
    });
    let codes = PrimitiveArray::new(ArrowDataType::UInt32, codes, validity);
    let codes = UInt32Chunked::with_chunk(column.name().into(), codes);
    let of = DataType::from_categories(categories);
    Ok(CategoricalChunked::<Categorical32Type>::from_cats_and_dtype(codes, of).into_series())
}

/// Enters the values in the order of their codes, and gives their codes if they are others.
fn enter(column: &Column, mapping: &CategoricalMapping) -> PolarsResult<Option<Vec<u32>>> {
    let mut other = None;
    for (code, text) in (0u32..).zip(column.dictionary().iter()) {
        let entered = mapping.insert_cat(text)?;
        if entered != code && other.is_none() {
            other = Some((0..code).collect::<Vec<u32>>());
        }
        if let Some(other) = &mut other {
            other.push(entered);
        }
    }
    Ok(other)
}
