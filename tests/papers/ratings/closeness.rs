//! Who is close to whom, Hamming groups, and what sensitive ratings of those who are close reach.

use super::*;
use crate::worked;

/// How many issues only one of two people rated.
fn hamming(survey: &PreparedRatings, a: usize, b: usize) -> usize {
    let flags = flags(survey);
    (0..3).filter(|&at| flags[a][at] != flags[b][at]).count()
}

fn changed(before: &[u16], after: &[u16]) -> u64 {
    let rows = [points(before)];
    distortion(
        &PreparedRatings::from_rows(scale(7), &rows, Vec::new()),
        &points(after),
    )
}

const FLAGS: [[u8; 3]; 6] = [
    [1, 1, 0],
    [1, 1, 0],
    [1, 1, 0],
    [1, 1, 0],
    [1, 0, 1],
    [1, 0, 1],
];

worked! {
    e000_prox_t5t6 = "000-prox-t5t6" {
        assert!(neighbours(&table_i(), 4, 1).contains(&5));
    }
    e000_t1_unique = "000-t1-unique" {
        assert_eq!(violating(&table_i(), 2, 1, 0.0), [0]);
    }
    e000_flag = "000-flag" {
        assert_eq!(flags(&table_i()), FLAGS);
    }
    e000_hamming = "000-hamming" {
        assert_eq!(hamming(&table_i(), 0, 4), 2);
    }
    e000_groups = "000-groups" {
        assert_eq!(hamming_groups(&table_i()), [vec![0, 1, 2, 3], vec![4, 5]]);
    }
    e000_dist1 = "000-dist1" {
        assert_eq!(changed(&[5, 6, 0], &[5, 5, 0]), 1);
    }
    e000_dist4 = "000-dist4" {
        let rows = [[5, 6, 0], [2, 5, 0], [4, 7, 0], [5, 6, 0]].map(|row| points(&row));
        let table = PreparedRatings::from_rows(scale(7), &rows, Vec::new());
        let after = [5, 5, 0, 3, 5, 0, 3, 7, 0, 5, 7, 0];
        assert_eq!(distortion(&table, &points(&after)), 4);
    }
    e000_hg2_ok = "000-HG2-ok" {
        assert!(holds(&table_i().picked(&[4, 5]), 2, 1, 0.0));
    }
    e000_hg1_bad = "000-HG1-bad" {
        assert_eq!(violating(&table_i().picked(&[0, 1, 2, 3]), 2, 1, 0.0), [0]);
    }
    e001_t23_group = "001-t23-group" {
        assert_eq!(neighbours(&table_6_1(), 1, 1), [1, 2]);
        assert!(holds(&table_6_1().picked(&[1, 2]), 2, 1, 0.0));
    }
    e001_t45_prox = "001-t45-prox" {
        assert_eq!(neighbours(&table_6_1(), 3, 1), [3, 4]);
    }
    e001_t1_unique = "001-t1-unique" {
        assert_eq!(violating(&table_6_1(), 2, 1, 0.0), [0]);
    }
    e001_t23_same_sens = "001-t23-same-sens" {
        assert_eq!(deviation(&table_6_1(), &[1, 2]), 0.0);
    }
    e002_t23_group = "002-t23-group" {
        assert_eq!(neighbours(&table_6_1(), 2, 1), [1, 2]);
        assert!(holds(&table_6_1().picked(&[1, 2]), 2, 1, 0.0));
    }
    e002_t45_prox = "002-t45-prox" {
        assert_eq!(neighbours(&table_6_1(), 4, 1), [3, 4]);
    }
    e002_t1_unique = "002-t1-unique" {
        assert_eq!(neighbours(&table_6_1(), 0, 1), [0]);
        assert_eq!(violating(&table_6_1(), 2, 1, 0.0), [0]);
    }
    e002_t23_same_sens = "002-t23-same-sens" {
        assert_eq!(deviation(&table_6_1(), &[1, 2]), 0.0);
    }
    e002_5prox = "002-5prox" {
        for person in 0..3 {
            assert_eq!(neighbours(&table_6_1(), person, 5), [0, 1, 2]);
        }
    }
    e002_25groups = "002-25groups" {
        assert_eq!(cliques(&table_6_1(), 5), [vec![0, 1, 2], vec![3, 4]]);
    }
    e002_mean = "002-mean" {
        let spread = spread(&table_6_1(), &[0, 1, 2, 3, 4]);
        // Points are counted from 0.
        let mean = spread.sum as f64 / f64::from(spread.rated) + 1.0;
        assert!((mean - 2.8).abs() < 1e-9);
    }
    e002_sd = "002-sd" {
        assert_eq!(deviation(&table_6_1(), &[0, 1, 2, 3, 4]), 2.227_105);
    }
    e002_sd45 = "002-sd45" {
        assert_eq!(deviation(&table_6_1(), &[3, 4]), 2.0);
    }
    e002_212_group = "002-212-group" {
        assert!(holds(&table_6_1().picked(&[3, 4]), 2, 1, 2.0));
    }
    e002_212_whole = "002-212-whole" {
        // t1 stands alone, t2 and t3 rated alike.
        assert_eq!(violating(&table_6_1(), 2, 1, 2.0), [0, 1, 2]);
    }
    e002_nbr_t1 = "002-nbr-t1" {
        assert_eq!(neighbours(&table_6_1(), 0, 1).len(), 1);
    }
    e002_nbr_t2 = "002-nbr-t2" {
        assert_eq!(neighbours(&table_6_1(), 1, 1).len(), 2);
    }
    e002_sd_s1 = "002-sd-S1" {
        assert_eq!(deviation(&table_6_1(), &[0, 1, 2]), 2.357_022);
    }
    e002_sd_s2 = "002-sd-S2" {
        assert_eq!(deviation(&table_6_1(), &[3, 4]), 2.0);
    }
    e002_lemma72 = "002-lemma72" {
        let table = table_6_1();
        let parts = [&[0, 1, 2][..], &[3, 4]].map(|part| deviation(&table, part));
        assert!(deviation(&table, &everybody(&table)) >= parts[0].min(parts[1]));
    }
    e003_flag = "003-flag" {
        assert_eq!(flags(&table_2()), FLAGS);
    }
    e003_groups = "003-groups" {
        assert_eq!(hamming_groups(&table_2()), [vec![0, 1, 2, 3], vec![4, 5]]);
    }
    e003_22anon = "003-22anon" {
        assert!(holds(&table_2(), 2, 2, 0.0));
    }
    e003_t3_groups = "003-T3-groups" {
        assert_eq!(hamming_groups(&table_3()).len(), 2);
    }
    e003_t3_g1_fails = "003-T3-G1-fails" {
        // It holds by definition; the paper means that it is not 3-decomposable.
        assert!(holds(&table_3().picked(&[0, 1, 2, 3]), 3, 2, 0.0));
    }
}
