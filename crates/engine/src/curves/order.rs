//! In which order points are computed: the ends, the middle, the quarters, and so on, so that the picture is there
//! from the start and becomes finer.

/// The places `0..count`, each once.
pub fn coarse_first(count: usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(count);
    let mut taken = vec![false; count];
    let mut take = |place: usize| {
        if let Some(taken) = taken.get_mut(place)
            && !std::mem::replace(taken, true)
        {
            order.push(place);
        }
    };
    let last = count.saturating_sub(1);
    take(0);
    take(last);
    let mut parts = 2;
    // Every place is a part of the whole at the latest when there are as many parts as places.
    while parts / 2 < last {
        for part in (1..parts).step_by(2) {
            take(last * part / parts);
        }
        parts *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_then_the_middle_then_the_quarters() {
        assert_eq!(coarse_first(9), [0, 8, 4, 2, 6, 1, 3, 5, 7]);
        assert_eq!(coarse_first(1), [0]);
        assert_eq!(coarse_first(2), [0, 1]);
        assert!(coarse_first(0).is_empty());
    }

    #[test]
    fn every_place_comes_once() {
        for count in 0..200 {
            let mut order = coarse_first(count);
            order.sort_unstable();
            assert_eq!(order, (0..count).collect::<Vec<_>>());
        }
    }
}
