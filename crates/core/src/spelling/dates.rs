//! Dates as year, month and day; what is said of the time of a day stays.

use crate::value_type::{date_text, parse_date};

/// `None` if the text is no date, or spelled so already.
pub fn spelled(text: &str) -> Option<String> {
    let day = date_text(parse_date(text)?);
    let time = text.find(['T', ' ']).map(|at| &text[at + 1..]);
    let written = match time.map(time_of_day) {
        None => day,
        Some(Time::Midnight) => day,
        Some(Time::Clock(time)) => format!("{day} {time}"),
    };
    (written != text).then_some(written)
}

enum Time {
    /// Nothing but the day is said.
    Midnight,
    Clock(String),
}

/// Hours, minutes and seconds, with as much of a fraction as there is. A time with a zone is another than one
/// without, and stays as it is written.
fn time_of_day(text: &str) -> Time {
    let as_it_is = || Time::Clock(text.to_owned());
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let mut numbers = [0u32; 3];
    let mut fields = 0;
    for field in whole.split(':') {
        let is_two_digits = field.len() == 2 && field.bytes().all(|byte| byte.is_ascii_digit());
        match (numbers.get_mut(fields), field.parse()) {
            (Some(number), Ok(parsed)) if is_two_digits => *number = parsed,
            _ => return as_it_is(),
        }
        fields += 1;
    }
    let [hours, minutes, seconds] = numbers;
    let is_clock = fields >= 2 && hours < 24 && minutes < 60 && seconds < 60;
    let is_part = part.is_empty() || fields == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_clock || !is_part || text.ends_with('.') {
        return as_it_is();
    }
    let part = part.trim_end_matches('0');
    if numbers == [0; 3] && part.is_empty() {
        return Time::Midnight;
    }
    let point = if part.is_empty() { "" } else { "." };
    Time::Clock(format!("{hours:02}:{minutes:02}:{seconds:02}{point}{part}"))
}
