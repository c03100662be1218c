//! How values lie along a slider's track: evenly, or small ones with as much room as large ones.

#[derive(Clone, Copy, Debug)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    pub step: f64,
    pub logarithmic: bool,
}

impl Scale {
    /// How many settings there are.
    pub fn steps(&self) -> usize {
        self.step_of(self.high) + 1
    }

    /// The place of a value among the settings, from 0.
    pub fn step_of(&self, value: f64) -> usize {
        // Casting saturates, and what is not a number becomes 0.
        ((value - self.low) / self.step).round() as usize
    }

    /// The nearest setting.
    pub fn rounded(&self, value: f64) -> f64 {
        if self.step <= 0.0 || value.is_nan() {
            return self.low;
        }
        let value = value.clamp(self.low, self.high);
        let steps = ((value - self.low) / self.step).round();
        // Steps such as 0.1 add up to 0.30000000000000004 otherwise.
        let value = ((self.low + steps * self.step) * 1e9).round() / 1e9;
        value.clamp(self.low, self.high)
    }

    /// From 0 at the left end of the track to 1 at its right end.
    pub fn place_of(&self, value: f64) -> f32 {
        let span = self.high - self.low;
        if span <= 0.0 || value.is_nan() {
            return 0.0;
        }
        let along = (value.clamp(self.low, self.high) - self.low) / span;
        let place = if self.logarithmic {
            let steps = span / self.step;
            (along * steps).ln_1p() / steps.ln_1p()
        } else {
            along
        };
        place as f32
    }

    /// The setting at that place of the track.
    pub fn value_at(&self, place: f32) -> f64 {
        let span = self.high - self.low;
        let place = f64::from(place.clamp(0.0, 1.0));
        let along = if self.logarithmic && span > 0.0 {
            let steps = span / self.step;
            (place * steps.ln_1p()).exp_m1() / steps
        } else {
            place
        };
        self.rounded(self.low + along * span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Scale = Scale {
        low: 2.0,
        high: 1000.0,
        step: 1.0,
        logarithmic: false,
    };

    #[test]
    fn every_setting_is_found_where_it_is_shown() {
        for logarithmic in [false, true] {
            let scale = Scale {
                logarithmic,
                ..WHOLE
            };
            for value in 2..=1000 {
                let value = f64::from(value);
                assert_eq!(scale.value_at(scale.place_of(value)), value);
            }
            assert_eq!(scale.place_of(2.0), 0.0);
            assert_eq!(scale.place_of(5000.0), 1.0);
        }
    }

    #[test]
    fn settings_are_round_numbers_within_the_range() {
        let scale = Scale {
            low: 0.0,
            high: 1.0,
            step: 0.1,
            logarithmic: false,
        };
        assert_eq!(scale.steps(), 11);
        assert_eq!(scale.rounded(0.1 + 0.2), 0.3);
        assert_eq!(scale.rounded(7.0), 1.0);
        assert_eq!(scale.rounded(f64::NEG_INFINITY), 0.0);
        assert_eq!(scale.rounded(f64::NAN), 0.0);
        assert_eq!(scale.step_of(0.7), 7);
        assert_eq!(scale.step_of(-3.0), 0);
    }

    #[test]
    fn a_range_of_one_value_is_all_left_end() {
        let scale = Scale {
            high: 2.0,
            logarithmic: true,
            ..WHOLE
        };
        assert_eq!(scale.steps(), 1);
        assert_eq!(scale.place_of(2.0), 0.0);
        assert_eq!(scale.value_at(0.7), 2.0);
    }
}
