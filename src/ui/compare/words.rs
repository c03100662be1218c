//! Parameters and figures as people read them.

use crate::ui::help::metrics;
use crate::ui::kinds;
use crate::ui::panel::symbol as model_symbol;
use crate::ui::widgets::number;
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::{Metric, Written};
use cloakroom_core::promise::Needs;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::sweep::Parameter;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::PrivacyModel;

/// The sign of a parameter.
pub fn symbol(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Model(PrivacyModel::Suppression) => "left out",
        Parameter::Model(model) => model_symbol(model),
        Parameter::Epsilon => "\u{3b5}",
        Parameter::Deviation => "l",
        Parameter::SetSize => "m",
        Parameter::PrivateShare => "h",
        Parameter::Trust => "trust",
        Parameter::Degree => "degree",
    }
}

/// What the parameter counts, for menus and axes.
pub fn title(parameter: Parameter, kind: Kind) -> &'static str {
    let own = (kinds::of(kind).compare.axis)(parameter);
    own.unwrap_or(match parameter {
        Parameter::Model(model) => model.promise().axis,
        Parameter::Epsilon => "apart at most, \u{3b5}",
        Parameter::Deviation => "spread of sensitive issues, l",
        Parameter::SetSize => "items known of a basket, m",
        Parameter::PrivateShare => "share with a private item, h",
        Parameter::Trust => "trust in the recipient",
        Parameter::Degree => "degree of anonymisation",
    })
}

/// Where a value lies on the axis.
pub fn place(parameter: Parameter, value: u64) -> f64 {
    match parameter {
        Parameter::Model(PrivacyModel::Suppression) => value as f64 / 1e4,
        _ if parameter.is_count() => value as f64,
        _ => value as f64 / 1e6,
    }
}

/// The other way round, from what people type: percents where shares are meant.
pub fn value(parameter: Parameter, typed: f64) -> u64 {
    let typed = typed.clamp(0.0, 1e9);
    let value = match parameter {
        Parameter::Model(PrivacyModel::Suppression) => typed * 1e4,
        _ if parameter.is_count() => typed,
        _ => typed * 1e6,
    };
    value.round() as u64
}

/// A value by itself: `7`, `0.25`, `2 %`.
pub fn amount(parameter: Parameter, value: u64) -> String {
    let place = place(parameter, value);
    // Six decimals at most, and no more than there are.
    let plain = (place * 1e6).round() / 1e6;
    match parameter {
        Parameter::Model(PrivacyModel::Suppression) => format!("{plain}\u{a0}%"),
        _ => plain.to_string(),
    }
}

/// `k = 7`, `2 % left out`.
pub fn setting(parameter: Parameter, value: u64) -> String {
    let amount = amount(parameter, value);
    match parameter {
        Parameter::Model(PrivacyModel::Suppression) => format!("{amount} may be left out"),
        _ => format!("{} = {amount}", symbol(parameter)),
    }
}

/// Why a parameter cannot vary, if it cannot.
pub fn why_not(parameter: Parameter, workspace: &Workspace) -> Option<&'static str> {
    (kinds::about(workspace).compare.why_not)(parameter, workspace.settings())
}

/// The same where columns have roles: what is promised about values needs some that are sensitive.
pub fn why_not_of_columns(parameter: Parameter, settings: &Settings) -> Option<&'static str> {
    let mut roles = settings.roles.columns.values();
    let is_sensitive = roles.any(|role| *role == Role::Sensitive);
    match parameter {
        Parameter::Epsilon | Parameter::Trust | Parameter::Degree => None,
        Parameter::Model(model) if !model.looks_at_values() => None,
        Parameter::Model(model) if model.has_rank() => {
            Some("Has two numbers; it does not vary here.")
        }
        _ if !is_sensitive => Some("Needs a column that is marked as sensitive."),
        Parameter::Model(model)
            if model.promise().needs == Needs::Categories && settings.categories.is_empty() =>
        {
            Some("Needs the sensitive values sorted into categories.")
        }
        _ => None,
    }
}

/// A figure as the window calls it.
pub fn figure_title(figure: Figure, kind: Kind) -> &'static str {
    match figure {
        Figure::Metric(metric) => metrics::of(metric).word,
        other => other.title(kind),
    }
}

/// A metric's value as it is written everywhere.
pub fn metric_value(metric: Metric, value: f64) -> String {
    figure(Figure::Metric(metric), value)
}

/// A figure's value with its unit.
pub fn figure(figure: Figure, value: f64) -> String {
    match figure {
        Figure::Metric(metric) => match metric.written() {
            Written::YesNo => if value > 0.0 { "yes" } else { "no" }.to_owned(),
            Written::Share => number::percent(value),
            Written::Number => number::decimal(value),
        },
        Figure::LeftOut => number::count(value.max(0.0) as u64),
        Figure::LargestRisk => number::percent(value),
    }
}

/// A mark of an axis. Shares are percents there too, with as many decimals as the distance of the marks asks for.
pub fn mark(figure: Figure, value: f64, step: f64) -> String {
    let share = matches!(figure, Figure::LargestRisk)
        || matches!(figure, Figure::Metric(metric) if metric.is_share());
    if share {
        let decimals = decimals(step * 100.0);
        return format!("{:.decimals$}\u{a0}%", value * 100.0);
    }
    if value.abs() >= 1_000.0 && value.fract() == 0.0 {
        return number::count(value.max(0.0) as u64);
    }
    format!("{value:.*}", decimals(step))
}

/// How many decimals tell numbers apart that are so far from each other.
fn decimals(step: f64) -> usize {
    if !(step.is_finite() && step > 0.0) {
        return 0;
    }
    (-step.log10().floor()).clamp(0.0, 6.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::metrics::Metric;

    #[test]
    fn values_are_read_as_they_are_written() {
        let k = Parameter::Model(PrivacyModel::KAnonymity);
        let left_out = Parameter::Model(PrivacyModel::Suppression);
        assert_eq!(setting(k, 7), "k = 7");
        assert_eq!(setting(left_out, 20_000), "2\u{a0}% may be left out");
        assert_eq!(setting(Parameter::Epsilon, 500_000), "\u{3b5} = 0.5");
        for (parameter, whole) in [(k, 7), (left_out, 25_000), (Parameter::Epsilon, 1_500_000)] {
            assert_eq!(value(parameter, place(parameter, whole)), whole);
        }
        assert_eq!(value(k, -3.0), 0);
    }

    #[test]
    fn marks_have_the_decimals_they_need() {
        let loss = Figure::Metric(Metric::Loss);
        assert_eq!(mark(loss, 0.1, 0.05), "10\u{a0}%");
        assert_eq!(mark(loss, 0.012, 0.002), "1.2\u{a0}%");
        assert_eq!(
            mark(Figure::Metric(Metric::Dm), 20_000.0, 5_000.0),
            "20,000"
        );
        assert_eq!(mark(Figure::Metric(Metric::Cavg), 1.5, 0.5), "1.5");
        assert_eq!(figure(Figure::LeftOut, 1_204.0), "1,204");
        assert_eq!(figure(Figure::Metric(Metric::Exclusive), 1.0), "yes");
    }
}
