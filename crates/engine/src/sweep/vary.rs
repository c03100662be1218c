//! A parameter and the values it takes: `k=2..20`, `t=0.1..0.5:0.1`, `suppression=0,0.02`, `m=1..3,inf`.

use super::parameter::{Parameter, UNBOUNDED};
use cloakroom_core::Problem;
use cloakroom_core::promise::Unit;
use cloakroom_core::requirement::NO_SHARE;

const MILLION: u64 = 1_000_000;
/// Whole numbers up to here, so that a million times one fits.
const LARGEST: u64 = u32::MAX as u64;
/// More values than this are a mistake in a range.
const MOST_VALUES: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Varied {
    pub parameter: Parameter,
    /// In the whole numbers that it is counted in.
    pub values: Vec<u64>,
}

impl Varied {
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let fault = |what: &str| Problem::new(format!("--vary {text}: {what}"));
        let (name, values) = text
            .split_once('=')
            .ok_or_else(|| fault("expected a parameter and its values, as in k=2..20"))?;
        let parameter = Parameter::all()
            .find(|parameter| parameter.name() == name.trim())
            .ok_or_else(|| {
                let names: Vec<&str> = Parameter::all().map(Parameter::name).collect();
                fault(&format!(
                    "there is no parameter of that name; expected one of {}",
                    names.join(", ")
                ))
            })?;
        let mut fitted = Vec::new();
        for part in values.split(',').map(str::trim) {
            if part == "inf" && parameter == Parameter::SetSize {
                fitted.push(UNBOUNDED);
                continue;
            }
            let mut millionths = Vec::new();
            read_part(part, &mut millionths).map_err(|what| fault(&what))?;
            for value in millionths {
                fitted.push(fitting(parameter, value).map_err(|what| fault(&what))?);
            }
        }
        Ok(Self {
            parameter,
            values: fitted,
        })
    }
}

/// A number, or a range with or without a step.
fn read_part(part: &str, values: &mut Vec<u64>) -> Result<(), String> {
    let Some((low, rest)) = part.split_once("..") else {
        values.push(read_number(part)?);
        return Ok(());
    };
    let (high, step) = match rest.split_once(':') {
        Some((high, step)) => (high, read_number(step)?),
        None => (rest, MILLION),
    };
    let (low, high) = (read_number(low)?, read_number(high)?);
    if step == 0 {
        return Err("the step must be above 0".to_owned());
    }
    if low > high {
        return Err("the range ends before it begins".to_owned());
    }
    if high > low && step > high - low {
        return Err("the step is longer than the range; name one, as in t=0.1..0.5:0.1".to_owned());
    }
    if (high - low) / step >= MOST_VALUES as u64 {
        return Err(format!("that is more than {MOST_VALUES} values"));
    }
    values.extend((low..=high).step_by(step as usize));
    Ok(())
}

/// A decimal in millionths, read digit by digit: nothing is rounded.
fn read_number(text: &str) -> Result<u64, String> {
    let text = text.trim();
    if text == "inf" {
        return Err("only m may be inf, and not as the end of a range: m=1..3,inf".to_owned());
    }
    let fault = || {
        "expected numbers of at most six decimals, as in 2..20, 0.1..0.5:0.1 or 2,5,10".to_owned()
    };
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(decimals) || decimals.len() > 6 {
        return Err(fault());
    }
    let whole: u64 = whole.parse().map_err(|_| fault())?;
    if whole > LARGEST {
        return Err("the number is too large".to_owned());
    }
    let decimals: u64 = format!("{decimals:0<6}").parse().map_err(|_| fault())?;
    Ok(whole * MILLION + decimals)
}

/// The value in the numbers that the model counts in.
fn fitting(parameter: Parameter, millionths: u64) -> Result<u64, String> {
    let whole = || {
        if !millionths.is_multiple_of(MILLION) || millionths == 0 {
            return Err("expected whole numbers from 1".to_owned());
        }
        Ok(millionths / MILLION)
    };
    let beyond_one = || Err("expected numbers between 0 and 1".to_owned());
    let model = match parameter {
        Parameter::Model(model) => model,
        Parameter::SetSize => return whole(),
        Parameter::PrivateShare | Parameter::Trust | Parameter::Degree if millionths > MILLION => {
            return beyond_one();
        }
        Parameter::PrivateShare if millionths == 0 => return Err(NO_SHARE.to_owned()),
        _ => return Ok(millionths),
    };
    let promise = model.promise();
    let (least, most) = (
        promise.counted(promise.least),
        promise.counted(promise.most),
    );
    match promise.unit {
        Unit::Count => whole(),
        _ if millionths < least => Err(format!("expected numbers from {}", promise.least)),
        _ if millionths > most => Err(format!(
            "expected numbers between {} and {}",
            promise.least, promise.most
        )),
        _ => Ok(millionths),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_microdata::privacy::PrivacyModel;

    fn values(text: &str) -> Vec<u64> {
        Varied::parse(text).unwrap().values
    }

    fn fault(text: &str) -> String {
        Varied::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn ranges_steps_and_lists() {
        assert_eq!(values("k=2..5"), [2, 3, 4, 5]);
        assert_eq!(values("k=2..9:3"), [2, 5, 8]);
        assert_eq!(values("k=7"), [7]);
        assert_eq!(values("p=2, 5,10..12"), [2, 5, 10, 11, 12]);
        // 0.1 + 0.1 + 0.1 is 0.3 here.
        assert_eq!(values("t=0.1..0.3:0.1"), [100_000, 200_000, 300_000]);
        assert_eq!(values("suppression=0,0.02"), [0, 20_000]);
        assert_eq!(values("m=1..3,inf"), [1, 2, 3, UNBOUNDED]);
        assert_eq!(values("m=inf"), [UNBOUNDED]);
        assert_eq!(values("trust=0..1:0.5"), [0, 500_000, 1_000_000]);
        assert_eq!(values("epsilon=0..1:0.5"), [0, 500_000, 1_000_000]);
        assert_eq!(
            values("l.entropy=1.5..3.5"),
            [1_500_000, 2_500_000, 3_500_000]
        );
        assert_eq!(
            Varied::parse("p_plus=2").unwrap().parameter,
            Parameter::Model(PrivacyModel::PPlus)
        );
    }

    #[test]
    fn bad_ranges_are_told_in_a_sentence() {
        for (text, said) in [
            ("k", "expected a parameter and its values"),
            ("speed=1..2", "expected one of k, l.distinct"),
            ("k=", "expected numbers"),
            ("k=a..b", "expected numbers"),
            ("k=2..", "expected numbers"),
            ("k=-1", "expected numbers"),
            ("k=1e3", "expected numbers"),
            ("k=9..2", "ends before it begins"),
            ("k=2..9:0", "above 0"),
            ("k=2.5", "whole numbers from 1"),
            ("k=0..3", "whole numbers from 1"),
            ("k=1..999999", "more than 10000 values"),
            ("t=0.1..0.5", "the step is longer than the range"),
            ("t=2", "between 0 and 1"),
            ("suppression=1.5", "between 0 and 1"),
            ("trust=0..2", "between 0 and 1"),
            ("l.entropy=0.5", "from 1"),
            ("k=inf", "only m may be inf"),
            ("m=1..inf", "not as the end of a range"),
            ("m=0", "whole numbers from 1"),
            ("k=99999999999999999999", "expected numbers"),
            ("k=9999999999", "too large"),
        ] {
            assert!(fault(text).contains(said), "{text}: {}", fault(text));
        }
    }
}
