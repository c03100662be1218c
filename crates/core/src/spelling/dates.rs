//! Dates as year, month and day; what is said of the time of a day stays.

use crate::Dictionary;
use crate::value_type::{date_text, parse_date};
use serde::{Deserialize, Serialize};

/// Which number of `03/04/2024` is the day: said of a column by somebody who knows the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// What a column of dates such as `03/04/2024` tells of their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderFound {
    /// Read in the other way, some would be no days.
    One(DateOrder),
    /// Each is a day in both.
    Either,
}

/// The order of the dates among values all of which are dates, if only an order were known; `None` where no order
/// makes dates of them, or none is needed.
pub fn order_of<'t>(values: impl Iterator<Item = &'t str>) -> Option<OrderFound> {
    let (mut day_first, mut month_first, mut needed) = (true, true, false);
    for text in values.filter(|text| !text.is_empty()) {
        if parse_date(text).is_some() {
            continue;
        }
        needed = true;
        day_first = day_first && day_in(text, DateOrder::DayFirst).is_some();
        month_first = month_first && day_in(text, DateOrder::MonthFirst).is_some();
        if !day_first && !month_first {
            return None;
        }
    }
    match (needed, day_first, month_first) {
        (false, _, _) | (_, false, false) => None,
        (true, true, true) => Some(OrderFound::Either),
        (true, true, false) => Some(OrderFound::One(DateOrder::DayFirst)),
        (true, false, true) => Some(OrderFound::One(DateOrder::MonthFirst)),
    }
}

/// The same of a dictionary, without those that nobody writes dates in.
pub fn order_in(values: &Dictionary) -> Option<OrderFound> {
    order_of(values.iter())
}

/// Days since 1970 of `3/4/2024`, perhaps with a time behind it, if the order makes a day of it.
fn day_in(text: &str, order: DateOrder) -> Option<i64> {
    let (date, time) = parts(text);
    let slashed = Slashed::read(date)?;
    let (day, month) = match order {
        DateOrder::DayFirst => (slashed.first, slashed.second),
        DateOrder::MonthFirst => (slashed.second, slashed.first),
    };
    let time = time.map_or_else(String::new, |time| format!(" {time}"));
    parse_date(&format!("{}-{month:02}-{day:02}{time}", slashed.year))
}

/// `None` if the text is no date, or spelled so already.
pub fn spelled(text: &str, order: Option<DateOrder>) -> Option<String> {
    let (date, time) = parts(text);
    let said = || order.and_then(|order| day_in(text, order));
    let day = match parse_date(text).or_else(said) {
        Some(days) => date_text(days),
        // Nobody can tell its day from its month; but both have two digits.
        None => Slashed::read(date).filter(|_| time.is_none())?.padded(),
    };
    let written = match time.map(time_of_day) {
        None | Some(Time::Midnight) => day,
        Some(Time::Clock(time)) => format!("{day} {time}"),
    };
    (written != text).then_some(written)
}

/// The day of `31/01/2024`, whose first number can be no month.
pub fn perhaps(text: &str) -> Option<String> {
    let slashed = Slashed::read(text)?;
    let (day, month) = match slashed.first > 12 {
        true => (slashed.first, slashed.second),
        false if slashed.second > 12 => (slashed.second, slashed.first),
        false if slashed.first == slashed.second => (slashed.first, slashed.second),
        false => return None,
    };
    parse_date(&format!("{}-{month:02}-{day:02}", slashed.year)).map(date_text)
}

fn parts(text: &str) -> (&str, Option<&str>) {
    match text.find(['T', ' ']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// Day and month in one order or the other, then the year: `3/4/2024` or `3-4-2024`.
struct Slashed<'t> {
    mark: char,
    first: u8,
    second: u8,
    year: &'t str,
}

impl<'t> Slashed<'t> {
    fn read(date: &'t str) -> Option<Self> {
        if date.len() > 10 {
            return None;
        }
        let mark = date.chars().find(|letter| !letter.is_ascii_digit())?;
        let mut parts = date.split(mark);
        let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
        let short = |text: &str| -> Option<u8> {
            let is_short = matches!(text.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9']);
            let number = is_short.then(|| text.parse().ok()).flatten();
            number.filter(|number| (1..=31).contains(number))
        };
        let is_date = parts.next().is_none()
            && (mark == '/' || mark == '-')
            && year.len() == 4
            && year.bytes().all(|byte| byte.is_ascii_digit());
        let (first, second) = (short(first)?, short(second)?);
        (is_date && (first <= 12 || second <= 12)).then_some(Self {
            mark,
            first,
            second,
            year,
        })
    }

    fn padded(&self) -> String {
        let Self {
            mark,
            first,
            second,
            year,
        } = self;
        format!("{first:02}{mark}{second:02}{mark}{year}")
    }
}

enum Time {
    /// Nothing but the day is said.
    Midnight,
    Clock(String),
}

/// Hours, minutes and seconds, with as much of a fraction as there is, and the zone. A time with a zone is another
/// than one without.
fn time_of_day(text: &str) -> Time {
    let (clock, zone) = match text.find(['Z', '+', '-']) {
        Some(at) => (&text[..at], Some(&text[at..])),
        None => (text, None),
    };
    let zone = match zone.map(spelled_zone) {
        None => String::new(),
        Some(Some(zone)) => zone,
        Some(None) => return Time::Clock(text.to_owned()),
    };
    match spelled_clock(clock) {
        None => Time::Clock(text.to_owned()),
        Some(clock) if clock == "00:00:00" && zone.is_empty() => Time::Midnight,
        Some(clock) => Time::Clock(clock + &zone),
    }
}

fn spelled_clock(text: &str) -> Option<String> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let mut numbers = [0u32; 3];
    let mut fields = 0;
    for field in whole.split(':') {
        *numbers.get_mut(fields)? = two_digits(field)?;
        fields += 1;
    }
    let [hours, minutes, seconds] = numbers;
    let is_clock = fields >= 2 && hours < 24 && minutes < 60 && seconds < 60;
    let is_part = part.is_empty() || fields == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_clock || !is_part || text.ends_with('.') {
        return None;
    }
    let part = part.trim_end_matches('0');
    let point = if part.is_empty() { "" } else { "." };
    Some(format!("{hours:02}:{minutes:02}:{seconds:02}{point}{part}"))
}

fn two_digits(text: &str) -> Option<u32> {
    let is_one = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_one.then(|| text.parse().ok()).flatten()
}

/// `Z`, `+01`, `+0100` and `+01:00`, the last for all but the first; no difference to Greenwich is `Z`.
fn spelled_zone(text: &str) -> Option<String> {
    if text == "Z" {
        return Some("Z".to_owned());
    }
    let (sign, rest) = text.split_at(1);
    let (hours, minutes) = match rest.split_once(':') {
        Some(both) => both,
        None if rest.len() == 4 && rest.is_ascii() => rest.split_at(2),
        None => (rest, "00"),
    };
    let (hours, minutes) = (two_digits(hours)?, two_digits(minutes)?);
    if hours >= 24 || minutes >= 60 {
        return None;
    }
    Some(match (hours, minutes) {
        (0, 0) => "Z".to_owned(),
        _ => format!("{sign}{hours:02}:{minutes:02}"),
    })
}
