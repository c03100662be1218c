//! How large what an expression gives can be, from how large its columns are. Every kind of expression that is not known here is refused where it
//! could give texts or lists, and of others it is assumed that they give any number of their type.

use super::size::{ELEMENT, NUMBER, Size, around, limits, scale, unit};
use super::{Columns, Refusal, Sizes, unknown};
use crate::prepare::statement::nesting::MOST_BYTES;
use polars::chunked_array::cast::CastOptions;
use polars::prelude::{DataType, Schema};
use polars_plan::dsl::Operator;
use polars_plan::plans::expr_ir::ExprIR;
use polars_plan::plans::{
    AExpr, DynLiteralValue, IRAggExpr, IRFunctionExpr, IRListFunction, IRPowFunction,
    IRStringFunction, IRTemporalFunction, LiteralValue, ToFieldContext, is_scalar_ae,
};
use polars_plan::prelude::Node;

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub schema: &'a Schema,
    pub columns: &'a Columns,
    pub rows: u128,
    /// What stands for a value of a list, within one.
    pub element: Option<Size>,
}

/// Letters in the case of others take up to so many times their bytes, and taken apart so many.
const CASE: u128 = 3;
const NORMAL: u128 = 12;

/// What a part of a date is at most as a text, for each letter of a format.
const PART_OF_DATE: u128 = 64;

impl Sizes<'_> {
    /// Whether it gives one value, whatever the rows.
    pub fn is_one(&self, node: Node) -> bool {
        is_scalar_ae(node, self.expressions)
    }

    fn dtype(&self, node: Node, scope: &Scope<'_>) -> DataType {
        let context = ToFieldContext::new(self.expressions, scope.schema);
        let dtype = self.expressions.get(node).to_dtype(&context);
        dtype.unwrap_or(DataType::Null)
    }

    /// What an expression gives in each row.
    pub fn of(&mut self, node: Node, scope: &Scope<'_>) -> Result<Size, Refusal> {
        let dtype = || self.dtype(node, scope);
        let expressions = self.expressions;
        match expressions.get(node) {
            AExpr::Column(name) => {
                let known = scope.columns.get(name).copied().or(scope.element);
                // The second of two columns of one name stands under the name of its table.
                let other = || {
                    let (name, _) = name.rsplit_once(':')?;
                    scope.columns.get(name).copied()
                };
                known.or_else(other).ok_or_else(unknown)
            }
            AExpr::Element => scope.element.ok_or_else(unknown),
            AExpr::Literal(literal) => literal_size(literal, scope.rows),
            AExpr::Len => Ok(Size::whole(0, scope.rows as i128, scope.rows)),
            AExpr::BinaryExpr { left, op, right } => {
                let (op, left, right, dtype) = (*op, *left, *right, dtype());
                self.operation(op, left, right, &dtype, scope)
            }
            AExpr::Cast {
                expr,
                dtype: into,
                options,
            } => {
                let from = self.dtype(*expr, scope);
                let (into, options) = (into.clone(), *options);
                let size = self.of(*expr, scope)?;
                self.cast(size, &from, &into, options, scope)
            }
            AExpr::Sort { expr, .. } => self.of(*expr, scope),
            AExpr::Gather { expr, idx, .. } => {
                let (expr, idx) = (*expr, *idx);
                self.of(idx, scope)?;
                Ok(self.of(expr, scope)?.repeated(scope.rows))
            }
            AExpr::SortBy { expr, by, .. } => {
                let (expr, by) = (*expr, by.clone());
                for node in by {
                    self.of(node, scope)?;
                }
                self.of(expr, scope)
            }
            AExpr::Filter { input, by } => {
                let (input, by) = (*input, *by);
                self.of(by, scope)?;
                self.of(input, scope)
            }
            AExpr::Slice {
                input,
                offset,
                length,
            } => {
                let (input, offset, length) = (*input, *offset, *length);
                self.of(offset, scope)?;
                self.of(length, scope)?;
                self.of(input, scope)
            }
            AExpr::Ternary {
                predicate,
                truthy,
                falsy,
            } => {
                let (predicate, truthy, falsy) = (*predicate, *truthy, *falsy);
                self.of(predicate, scope)?;
                let sizes = self.beside(&[truthy, falsy], scope)?;
                Ok(sizes.into_iter().fold(Size::NONE, Size::or))
            }
            AExpr::Agg(aggregate) => {
                let (aggregate, dtype) = (aggregate.clone(), dtype());
                self.aggregate(&aggregate, &dtype, scope)
            }
            AExpr::Over {
                function,
                partition_by,
                order_by,
                ..
            } => {
                let function = *function;
                let mut others = partition_by.clone();
                others.extend(order_by.iter().map(|(by, _)| *by));
                for node in others {
                    self.of(node, scope)?;
                }
                Ok(self.of(function, scope)?.repeated(scope.rows))
            }
            AExpr::Eval {
                expr, evaluation, ..
            } => {
                let (expr, evaluation) = (*expr, *evaluation);
                let element = self.of(expr, scope)?;
                let within = Scope {
                    element: Some(element),
                    ..*scope
                };
                let given = self.of(evaluation, &within)?;
                // What a list became is no longer than it was, unless its values grew.
                let longest = given.longest.saturating_mul(1 + element.longest / ELEMENT);
                match given.longest > element.longest {
                    true => self.make(Size { longest, ..given }.repeated(scope.rows)),
                    false => Ok(given),
                }
            }
            AExpr::Function {
                input, function, ..
            } => {
                let (input, function, dtype) = (input.clone(), function.clone(), dtype());
                self.function(&input, &function, &dtype, scope)
            }
            _ => Err(unknown()),
        }
    }

    /// Several expressions that stand side by side: what one of them gives once is there in every row.
    fn beside(&mut self, nodes: &[Node], scope: &Scope<'_>) -> Result<Vec<Size>, Refusal> {
        let mut sizes = Vec::with_capacity(nodes.len());
        for &node in nodes {
            let size = self.of(node, scope)?;
            sizes.push(match self.is_one(node) {
                true => size.repeated(scope.rows),
                false => size,
            });
        }
        Ok(sizes)
    }

    fn operation(
        &mut self,
        op: Operator,
        left: Node,
        right: Node,
        dtype: &DataType,
        scope: &Scope<'_>,
    ) -> Result<Size, Refusal> {
        let dtypes = [self.dtype(left, scope), self.dtype(right, scope)];
        let sizes = self.beside(&[left, right], scope)?;
        let &[a, b] = sizes.as_slice() else {
            return Err(unknown());
        };
        if *dtype == DataType::Boolean {
            return Ok(Size::whole(0, 1, scope.rows));
        }
        if *dtype == DataType::String {
            return match op {
                Operator::Plus => self.joined(&[left, right], a.and(b)),
                _ => Err(unknown()),
            };
        }
        if limits(dtype).is_none() && !dtype.is_float() {
            return match dtype.is_null() {
                true => Ok(Size::NONE),
                false => Err(unknown()),
            };
        }
        // A duration times a fraction, for one.
        if !dtype.is_float() && dtypes.iter().any(DataType::is_float) {
            return Ok(Size::any(dtype, scope.rows));
        }
        let [a, b] = in_one_unit([a, b], &dtypes, dtype, op);
        let rows = scope.rows;
        let size = match op {
            Operator::Plus => a.and(b),
            // How polars counts different values: a missing one is not counted.
            Operator::Minus
                if matches!(
                    self.expressions.get(left),
                    AExpr::Agg(IRAggExpr::NUnique(_))
                ) =>
            {
                a
            }
            Operator::Minus => {
                let turned = Size {
                    low: b.high.saturating_neg(),
                    high: b.low.saturating_neg(),
                    ..b
                };
                a.and(turned)
            }
            Operator::Multiply => {
                let corners = [
                    a.low.saturating_mul(b.low),
                    a.low.saturating_mul(b.high),
                    a.high.saturating_mul(b.low),
                    a.high.saturating_mul(b.high),
                ];
                let low = corners.into_iter().min().unwrap_or(0);
                let high = corners.into_iter().max().unwrap_or(0);
                let product = Size::whole(low, high, rows);
                // Each with the largest of the other.
                let sum = a.sum.saturating_mul(b.largest());
                let sum = sum.min(b.sum.saturating_mul(a.largest()));
                let product = Size {
                    sum: product.sum.min(sum),
                    ..product
                };
                let places = dtypes.iter().map(scale).sum::<u32>();
                product.in_units(
                    1,
                    10i128.saturating_pow(places.saturating_sub(scale(dtype))),
                )
            }
            // What is divided by a fraction is larger.
            Operator::FloorDivide | Operator::RustDivide | Operator::TrueDivide
                if dtypes.iter().all(|of| scale(of) == 0)
                    && (!dtypes[1].is_float() || b.low >= 1 || b.high <= -1) =>
            {
                // Rounded down, a quotient may lie one further.
                let largest = i128::try_from(a.largest()).unwrap_or(i128::MAX);
                let low = match a.low < 0 || b.low < 0 {
                    true => largest.saturating_neg(),
                    false => 0,
                };
                Size::whole(low, largest, rows)
            }
            Operator::Modulus => {
                let largest = i128::try_from(b.largest()).unwrap_or(i128::MAX);
                let low = match a.low < 0 || b.low < 0 {
                    true => largest.saturating_neg(),
                    false => 0,
                };
                return Ok(Size::whole(low, largest, rows).within(dtype));
            }
            _ => return Ok(Size::any(dtype, rows)),
        };
        refuse_beyond(size, dtype)
    }

    /// Texts one behind the other. What || joins was made a text before; whoever adds may mean numbers.
    fn joined(&mut self, nodes: &[Node], size: Size) -> Result<Size, Refusal> {
        let is_text = |&node: &Node| match self.expressions.get(node) {
            AExpr::Cast { dtype, .. } => *dtype == DataType::String,
            AExpr::Literal(_) => true,
            AExpr::Function { function, .. } => matches!(
                function,
                IRFunctionExpr::StringExpr(IRStringFunction::ConcatHorizontal {
                    ignore_nulls: false,
                    ..
                })
            ),
            _ => false,
        };
        match nodes.iter().all(is_text) {
            true => self.make(size),
            false => Err(
                "+ adds numbers, and one of these is a text; expected || between texts, or CAST(… AS …)".to_owned(),
            ),
        }
    }

    fn cast(
        &mut self,
        size: Size,
        from: &DataType,
        into: &DataType,
        options: CastOptions,
        scope: &Scope<'_>,
    ) -> Result<Size, Refusal> {
        if from == into {
            return Ok(size);
        }
        if *into == DataType::String {
            return match from {
                DataType::List(_) | DataType::Struct(_) => {
                    let each = NUMBER / ELEMENT + 4;
                    let longest = (size.longest + NUMBER).saturating_mul(each);
                    let bytes = size.bytes.saturating_add(NUMBER.saturating_mul(scope.rows));
                    self.make(Size {
                        longest,
                        bytes: bytes.saturating_mul(each),
                        ..Size::NONE
                    })
                }
                _ => self.make(Size::text(NUMBER, scope.rows)),
            };
        }
        if from.is_null() {
            return Ok(Size::NONE);
        }
        if limits(into).is_none() && !into.is_float() {
            return match into {
                DataType::Null => Ok(Size::NONE),
                DataType::List(_) => Ok(size),
                _ => Err(unknown()),
            };
        }
        if limits(from).is_none() && !from.is_float() {
            return Ok(Size::any(into, scope.rows));
        }
        let size = match (unit(from), unit(into)) {
            (Some(from), Some(into)) => size.in_units(from, into),
            _ => {
                let (from, into) = (scale(from), scale(into));
                let power = |places: u32| 10i128.saturating_pow(places);
                size.in_units(
                    power(into.saturating_sub(from)),
                    power(from.saturating_sub(into)),
                )
            }
        };
        match options {
            CastOptions::Overflowing if !size.fits(into) => Ok(Size::any(into, scope.rows)),
            _ => Ok(size.within(into)),
        }
    }

    fn aggregate(
        &mut self,
        aggregate: &IRAggExpr,
        dtype: &DataType,
        scope: &Scope<'_>,
    ) -> Result<Size, Refusal> {
        match aggregate {
            IRAggExpr::Min { input, .. }
            | IRAggExpr::Max { input, .. }
            | IRAggExpr::Item { input, .. }
            | IRAggExpr::First(input)
            | IRAggExpr::FirstNonNull(input)
            | IRAggExpr::Last(input)
            | IRAggExpr::LastNonNull(input) => self.of(*input, scope),
            IRAggExpr::Median(input) | IRAggExpr::Mean(input) => {
                let size = self.of(*input, scope)?;
                Ok(size)
            }
            IRAggExpr::Std(input, _) | IRAggExpr::Var(input, _) => {
                self.of(*input, scope)?;
                Ok(Size::any(dtype, scope.rows))
            }
            IRAggExpr::NUnique(input) | IRAggExpr::Count { input, .. } => {
                self.of(*input, scope)?;
                Ok(Size::whole(0, scope.rows as i128, scope.rows))
            }
            IRAggExpr::Implode { input, .. } => {
                if let AExpr::Literal(LiteralValue::Series(series)) = self.expressions.get(*input) {
                    let size = Size::of(series);
                    let values = ELEMENT.saturating_mul(series.len() as u128);
                    let longest = size.bytes.saturating_add(values);
                    return Ok(Size { longest, ..size }.repeated(scope.rows));
                }
                let size = self.of(*input, scope)?;
                let size = match self.is_one(*input) {
                    true => size.repeated(scope.rows),
                    false => size,
                };
                let bytes = size
                    .bytes
                    .saturating_add(ELEMENT.saturating_mul(scope.rows));
                // What conditions compare with is a list too, and no cell.
                self.made = self.made.saturating_add(bytes);
                Ok(Size {
                    longest: bytes,
                    bytes,
                    ..size
                })
            }
            IRAggExpr::Sum(input) => {
                let of = self.dtype(*input, scope);
                let size = self.of(*input, scope)?;
                let size = match self.is_one(*input) {
                    true => size.repeated(scope.rows),
                    false => size,
                };
                if limits(dtype).is_none() || limits(&of).is_none() {
                    return Ok(Size::any(dtype, scope.rows));
                }
                refuse_beyond(summed(size), dtype)
            }
            IRAggExpr::AggGroups(_) => Err(unknown()),
        }
    }

    fn function(
        &mut self,
        input: &[ExprIR],
        function: &IRFunctionExpr,
        dtype: &DataType,
        scope: &Scope<'_>,
    ) -> Result<Size, Refusal> {
        use IRFunctionExpr as F;
        let nodes: Vec<Node> = input.iter().map(ExprIR::node).collect();
        let dtypes: Vec<DataType> = nodes.iter().map(|&node| self.dtype(node, scope)).collect();
        let sizes = self.beside(&nodes, scope)?;
        let rows = scope.rows;
        let first = sizes.first().copied().unwrap_or(Size::NONE);
        let all = || sizes.iter().copied().fold(Size::NONE, Size::or);
        match function {
            // So polars plans both || and the + of texts.
            F::StringExpr(IRStringFunction::ConcatHorizontal {
                ignore_nulls: false,
                ..
            }) => self.joined(&nodes, sizes.iter().copied().fold(Size::NONE, Size::and)),
            F::StringExpr(function) => self.of_texts(function, &sizes, dtype, scope),
            F::ListExpr(function) => self.of_lists(function, &sizes, dtype, scope),
            F::TemporalExpr(IRTemporalFunction::ToString(format)) => {
                let letters = format.len() as u128;
                self.make(Size::text(letters.saturating_mul(PART_OF_DATE), rows))
            }
            F::Abs | F::Negate => {
                let largest = i128::try_from(first.largest()).unwrap_or(i128::MAX);
                let (low, high) = match function {
                    F::Abs => (0, largest),
                    _ => (first.high.saturating_neg(), first.low.saturating_neg()),
                };
                let size = Size { low, high, ..first };
                refuse_beyond(size, dtype)
            }
            F::Pow(IRPowFunction::Generic) if dtypes.iter().all(|of| limits(of).is_some()) => {
                let largest = i128::try_from(first.largest()).unwrap_or(i128::MAX);
                let times = sizes.get(1).map_or(0, |size| size.high).clamp(0, 128) as u32;
                let most = largest.saturating_pow(times).max(1);
                let low = if first.low < 0 {
                    most.saturating_neg()
                } else {
                    0
                };
                refuse_beyond(Size::whole(low, most, rows), dtype)
            }
            F::CumSum { .. } => {
                if limits(dtype).is_none() || dtypes.iter().any(|of| limits(of).is_none()) {
                    return Ok(Size::any(dtype, rows));
                }
                refuse_beyond(summed(first).repeated(rows), dtype)
            }
            F::CumCount { .. } | F::NullCount | F::Range(_) => {
                Ok(Size::whole(0, rows as i128, rows))
            }
            F::Sign => Ok(Size::whole(-1, 1, rows).within(dtype)),
            F::Coalesce
            | F::FillNull
            | F::MaxHorizontal
            | F::MinHorizontal
            | F::Clip { .. }
            | F::Shift
            | F::ShiftAndFill
            | F::AsStruct => Ok(all()),
            F::Round { .. }
            | F::Truncate { .. }
            | F::Floor
            | F::Ceil
            | F::Reverse
            | F::Unique(_)
            | F::DropNulls
            | F::DropNans
            | F::Rechunk
            | F::SetSortedFlag(_)
            | F::CumMin { .. }
            | F::CumMax { .. } => Ok(first),
            F::Quantile { .. } => Ok(first),
            F::Product | F::CumProd { .. } | F::SumHorizontal { .. } if !dtype.is_float() => {
                Err(unknown())
            }
            _ if limits(dtype).is_some() || dtype.is_float() || dtype.is_null() => {
                Ok(Size::any(dtype, rows))
            }
            _ => Err(unknown()),
        }
    }

    fn of_texts(
        &mut self,
        function: &IRStringFunction,
        sizes: &[Size],
        dtype: &DataType,
        scope: &Scope<'_>,
    ) -> Result<Size, Refusal> {
        use IRStringFunction as S;
        let at = |place: usize| sizes.get(place).copied().unwrap_or(Size::NONE);
        let (text, rows) = (at(0), scope.rows);
        let times = |size: Size, times: u128| Size {
            longest: size.longest.saturating_mul(times),
            bytes: size.bytes.saturating_mul(times),
            ..Size::NONE
        };
        let only_text = Size {
            longest: text.longest,
            bytes: text.bytes,
            ..Size::NONE
        };
        match function {
            S::ConcatHorizontal { delimiter, .. } => {
                let between = delimiter.len() as u128 * sizes.len().saturating_sub(1) as u128;
                let between = Size::text(between, rows);
                self.make(sizes.iter().copied().fold(between, Size::and))
            }
            S::ConcatVertical { delimiter, .. } => {
                let between = (delimiter.len() as u128).saturating_mul(rows);
                let bytes = text.bytes.saturating_add(between);
                self.make(Size {
                    longest: bytes,
                    bytes,
                    ..Size::NONE
                })
            }
            S::Replace { .. } => {
                let with = at(2).longest;
                // Before each letter and behind the last, where what is replaced is empty.
                let grown = |bytes: u128, places: u128| {
                    bytes.saturating_add(bytes.saturating_add(places).saturating_mul(with))
                };
                self.make(Size {
                    longest: grown(text.longest, 1),
                    bytes: grown(text.bytes, rows),
                    ..Size::NONE
                })
            }
            S::PadStart { fill_char } | S::PadEnd { fill_char } => {
                let letters = u128::try_from(at(1).high).unwrap_or(0);
                let filled = letters.saturating_mul(fill_char.len_utf8() as u128);
                self.make(only_text.and(Size::text(filled, rows)))
            }
            S::Slice
            | S::Head
            | S::Tail
            | S::StripChars
            | S::StripCharsStart
            | S::StripCharsEnd
            | S::StripPrefix
            | S::StripSuffix
            | S::Extract(_) => Ok(only_text),
            S::Reverse => self.make(only_text),
            S::Uppercase | S::Lowercase => self.make(times(text, CASE)),
            S::Normalize { .. } => self.make(times(text, NORMAL)),
            S::Split(_) => {
                let list = |bytes: u128, places: u128| {
                    let values = bytes.saturating_add(places).saturating_mul(ELEMENT);
                    bytes.saturating_add(values)
                };
                self.make(Size {
                    longest: list(text.longest, 1),
                    bytes: list(text.bytes, rows),
                    ..Size::NONE
                })
            }
            S::LenBytes | S::LenChars | S::CountMatches(_) | S::Find { .. } => {
                let longest = i128::try_from(text.longest).unwrap_or(i128::MAX);
                let size = Size::whole(0, longest, rows);
                Ok(Size {
                    sum: size.sum.min(text.bytes),
                    ..size
                })
            }
            _ if limits(dtype).is_some() => Ok(Size::any(dtype, rows)),
            _ => Err(unknown()),
        }
    }

    fn of_lists(
        &mut self,
        function: &IRListFunction,
        sizes: &[Size],
        dtype: &DataType,
        scope: &Scope<'_>,
    ) -> Result<Size, Refusal> {
        use IRListFunction as L;
        let at = |place: usize| sizes.get(place).copied().unwrap_or(Size::NONE);
        let (list, rows) = (at(0), scope.rows);
        let values = list.longest / ELEMENT;
        match function {
            L::Get(_) | L::Min | L::Max | L::Slice | L::Shift | L::Sort(_) => Ok(list),
            L::Length => {
                let most = i128::try_from(values).unwrap_or(i128::MAX);
                Ok(Size::whole(0, most, rows))
            }
            L::Sum if limits(dtype).is_some() => {
                let most = list.largest().saturating_mul(values);
                let size = Size {
                    sum: most.min(list.sum),
                    ..list
                };
                refuse_beyond(summed(size).repeated(rows), dtype)
            }
            L::Join(_) => {
                let between = at(1).longest;
                let joined =
                    |bytes: u128| bytes.saturating_add((bytes / ELEMENT).saturating_mul(between));
                self.make(Size {
                    longest: joined(list.longest),
                    bytes: joined(list.bytes),
                    ..Size::NONE
                })
            }
            _ if limits(dtype).is_some() || dtype.is_float() => Ok(Size::any(dtype, rows)),
            _ => Err(unknown()),
        }
    }
}

/// What some of these numbers come to together.
fn summed(size: Size) -> Size {
    let most = i128::try_from(size.sum).unwrap_or(i128::MAX);
    Size {
        longest: 0,
        bytes: 0,
        low: if size.low < 0 {
            most.saturating_neg()
        } else {
            0
        },
        high: if size.high > 0 { most } else { 0 },
        sum: size.sum,
    }
}

/// Dates and times that are added, and decimals, counted as the result counts.
fn in_one_unit(
    sizes: [Size; 2],
    dtypes: &[DataType; 2],
    into: &DataType,
    op: Operator,
) -> [Size; 2] {
    let is_added = matches!(op, Operator::Plus | Operator::Minus);
    if !is_added && !into.is_float() {
        return sizes;
    }
    let mut at = 0;
    sizes.map(|size| {
        let from = &dtypes[at];
        at += 1;
        match (unit(from), unit(into)) {
            (Some(from), Some(into)) => size.in_units(from, into),
            _ => size.in_units(
                10i128.saturating_pow(scale(into).saturating_sub(scale(from))),
                10i128.saturating_pow(scale(from).saturating_sub(scale(into))),
            ),
        }
    })
}

/// polars goes on with another number where one does not fit.
fn refuse_beyond(size: Size, dtype: &DataType) -> Result<Size, Refusal> {
    // Of single decimals polars sees for itself that they do not fit.
    if size.fits(dtype) {
        return Ok(size);
    }
    Err(match dtype {
        DataType::Int64 | DataType::UInt64 | DataType::Unknown(_) => {
            "a sum, difference or product of whole numbers could come to more than 64 bits hold, and would become \
             another number in silence; expected smaller numbers, or CAST(… AS DOUBLE) of those that are computed with, \
             which rounds"
        }
        DataType::Decimal(..) => {
            "a sum, difference or product of decimals could come to more than 38 digits; expected smaller numbers, or \
             CAST(… AS DOUBLE) of those that are computed with, which rounds"
        }
        DataType::Date | DataType::Datetime(..) | DataType::Duration(_) | DataType::Time => {
            "a sum or difference of dates or times could leave all calendars; expected fewer or smaller ones"
        }
        _ => {
            "a sum, difference or product could leave the narrow type of its whole numbers, and would become another \
             number in silence; expected CAST(… AS BIGINT) of those that are computed with"
        }
    }
    .to_owned())
}

fn literal_size(literal: &LiteralValue, rows: u128) -> Result<Size, Refusal> {
    if let Some(text) = literal.extract_str() {
        return Ok(Size::text(text.len() as u128, rows));
    }
    Ok(match literal {
        LiteralValue::Dyn(DynLiteralValue::Int(number)) => Size::whole(*number, *number, rows),
        // As long as the statement that it stands in, and with any numbers.
        LiteralValue::Dyn(DynLiteralValue::List(_)) => Size {
            longest: MOST_BYTES,
            bytes: MOST_BYTES.saturating_mul(rows),
            ..Size::any(&DataType::Int64, rows)
        },
        LiteralValue::Dyn(DynLiteralValue::Float(number)) => match around(*number) {
            Some((low, high)) => Size::whole(low, high, rows),
            None => Size::any(&DataType::Float64, rows),
        },
        LiteralValue::Dyn(_) => Size::NONE,
        LiteralValue::Scalar(scalar) => {
            let series = scalar.clone().into_series("".into());
            Size::of(&series).repeated(rows)
        }
        LiteralValue::Series(series) => Size::of(series).repeated(rows),
        LiteralValue::Range(range) => Size::whole(range.low, range.high, rows),
    })
}
