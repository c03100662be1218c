//! Entropy from counts.

/// The entropy in bits of a value that has these counts. It depends on the counts alone and not on their order, so that
/// columns that hold the same under other names have exactly the same entropy.
pub(in crate::profile) fn bits(mut counts: Vec<u32>) -> f64 {
    counts.retain(|&count| count > 0);
    counts.sort_unstable();
    let records: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if records == 0 {
        return 0.0;
    }
    let whole = (records as f64).log2();
    let sum: f64 = counts
        .chunk_by(|a, b| a == b)
        .map(|alike| {
            let count = f64::from(alike[0]);
            alike.len() as f64 * count * (whole - count.log2())
        })
        .sum();
    sum / records as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_is_in_bits() {
        assert_eq!(bits(vec![3, 3]), 1.0);
        assert_eq!(bits(vec![2, 0, 2, 2, 2]), 2.0);
        assert_eq!(bits(vec![7]), 0.0);
        assert_eq!(bits(Vec::new()), 0.0);
        assert!((bits(vec![1, 2]) - 0.918_295_834_054_489_6).abs() < 1e-12);
    }
}
