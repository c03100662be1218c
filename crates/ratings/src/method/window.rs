//! The window that ratings of an issue are narrowed to at the least cost (000, algorithm 1).

/// Points from `start` to `start + width`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    pub start: u16,
    pub width: u16,
}

impl Window {
    pub fn clamp(self, point: u16) -> u16 {
        point.clamp(self.start, self.start + self.width)
    }

    pub fn cost(self, point: u16) -> u64 {
        u64::from(point.abs_diff(self.clamp(point)))
    }
}

/// The cheapest window of this width for `ratings`, and what it costs; the lowest of equally cheap ones. It
/// begins nowhere but between the least rating and the largest less the width, so nothing leaves the scale.
pub fn cheapest(ratings: &[u16], width: u16) -> (Window, u64) {
    let mut sorted = ratings.to_vec();
    sorted.sort_unstable();
    cheapest_of_sorted(&sorted, width)
}

/// The same for ratings in ascending order.
pub fn cheapest_of_sorted(sorted: &[u16], width: u16) -> (Window, u64) {
    let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else {
        return Default::default();
    };
    let (mut start, mut last) = (low, low.max(high.saturating_sub(width)));
    // One step up costs one for every rating up to the start and saves one for every rating above the end:
    // the cost falls and then rises, and the first start that would not fall further is the lowest of the
    // cheapest.
    while start < last {
        let middle = start + (last - start) / 2;
        let end = middle.saturating_add(width);
        let costs = sorted.partition_point(|&point| point <= middle);
        let saves = sorted.len() - sorted.partition_point(|&point| point <= end);
        if costs >= saves {
            last = middle;
        } else {
            start = middle + 1;
        }
    }
    let window = Window { start, width };
    let cost = sorted.iter().map(|&point| window.cost(point)).sum();
    (window, cost)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratings from 1 as the paper prints them.
    fn choice(ratings: &[u16], width: u16) -> (u16, u64, Vec<u16>) {
        let (window, cost) = cheapest(ratings, width);
        let narrowed = ratings.iter().map(|&point| window.clamp(point)).collect();
        (window.start, cost, narrowed)
    }

    #[test]
    fn table_ii_and_iii_of_the_paper() {
        let ratings = [3, 4, 5, 6, 7, 7, 8, 8];
        let costs: Vec<u64> = (3..=6)
            .map(|start| {
                let window = Window { start, width: 2 };
                ratings.iter().map(|&point| window.cost(point)).sum()
            })
            .collect();
        assert_eq!(costs, [11, 7, 5, 6]);
        assert_eq!(choice(&ratings, 2), (5, 5, vec![5, 5, 5, 6, 7, 7, 7, 7]));
        assert_eq!(choice(&[6, 3, 4, 2], 1), (3, 3, vec![4, 3, 4, 3]));
        // (4, 5) and (5, 6) cost the same.
        assert_eq!(choice(&[1, 6, 5, 5], 1), (4, 4, vec![4, 5, 5, 5]));
    }

    #[test]
    fn ratings_that_fit_stay_as_they_are() {
        assert_eq!(choice(&[4, 5, 4], 1), (4, 0, vec![4, 5, 4]));
        assert_eq!(choice(&[2, 3], 5), (2, 0, vec![2, 3]));
    }

    #[test]
    fn nothing_cheaper_exists() {
        // All columns of four ratings from 0 to 4, and all widths.
        for column in 0..5u32.pow(4) {
            let ratings = [0, 1, 2, 3].map(|at| (column / 5u32.pow(at) % 5) as u16);
            for width in 0..5 {
                let (window, cost) = cheapest(&ratings, width);
                let costs = (0..5).map(|start| {
                    let window = Window { start, width };
                    let cost: u64 = ratings.iter().map(|&point| window.cost(point)).sum();
                    (cost, start)
                });
                let low = ratings.iter().copied().min().unwrap();
                let best = costs.filter(|&(_, start)| start >= low).min();
                assert_eq!(Some((cost, window.start)), best, "{ratings:?} {width}");
            }
        }
    }
}
