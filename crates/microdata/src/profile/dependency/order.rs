//! From what somebody finds most and least useful to a priority of every column.

use super::{DependencyProfile, TIED};

impl DependencyProfile {
    /// All columns, the most useful first and the least useful last. Those between them are ordered by the priority that
    /// each would have if it stood alone between the two (definition 4.3 for three columns): the less they differ
    /// from the most useful column, compared with the least useful one, the nearer to it they stand. Tied ones by
    /// place.
    pub fn suggested_order(&self, most: usize, least: usize) -> Vec<usize> {
        let mut between: Vec<(f64, usize)> = (0..self.names().len())
            .filter(|&at| at != most && at != least)
            .map(|at| (self.between(most, at, least), at))
            .collect();
        between.sort_by(|a, b| b.0.total_cmp(&a.0));
        for tied in between.chunk_by_mut(|a, b| a.0 - b.0 <= TIED) {
            tied.sort_by_key(|&(_, at)| at);
        }
        let mut order = vec![most];
        order.extend(between.into_iter().map(|(_, at)| at));
        if least != most {
            order.push(least);
        }
        order
    }

    /// The priority of a column that stands alone between two.
    fn between(&self, most: usize, at: usize, least: usize) -> f64 {
        let (above, below) = (self.independence(most, at), self.independence(at, least));
        if above + below > 0.0 {
            below / (above + below)
        } else {
            0.5
        }
    }

    /// The priority of every column, by column, for columns in an order of use, the most useful first: the first has
    /// 1, the last 0, and on the way from one to the other it falls with what a column differs from the one before
    /// it. Where no column differs from the next it falls evenly.
    ///
    /// This is the solution of the equations of definition 4.3, which the thesis takes for a recursion.
    pub fn priorities(&self, order: &[usize]) -> Vec<f64> {
        let steps: Vec<f64> = order
            .windows(2)
            .map(|pair| self.independence(pair[0], pair[1]))
            .collect();
        let total: f64 = steps.iter().sum();
        let mut priorities = vec![0.0; self.names().len()];
        let mut below = 0.0;
        for (place, &at) in order.iter().enumerate().rev() {
            priorities[at] = if place == 0 {
                1.0
            } else if total > 0.0 {
                below / total
            } else {
                (order.len() - 1 - place) as f64 / (order.len() - 1) as f64
            };
            if place > 0 {
                below += steps[place - 1];
            }
        }
        priorities
    }
}
