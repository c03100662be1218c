//! What stands against a label that is to be shown wherever something lies under it: the rare pairs and threes that it
//! makes with what is shown, all of them counted at once.

use super::bench::Bar;
use super::draft::Draft;

/// Counts of pairs go no higher.
const MOST: u32 = u8::MAX as u32;

/// Room to work in, kept between questions. Counts are 0 and ranks `NONE` between two of them.
#[derive(Clone, Debug, Default)]
pub struct Clash {
    count: Vec<u32>,
    rank: Vec<u32>,
    pairs: Vec<u8>,
    known: Vec<u32>,
    /// What was looked at so far, in steps that take about equally long.
    pub work: u64,
}

const NONE: u32 = u32::MAX;

/// What is asked of sets of at most three labels.
#[derive(Clone, Copy, Debug)]
pub struct Threes {
    pub k: u32,
    /// Whether sets of two, and of three, are looked at.
    pub m: u32,
}

impl Threes {
    /// Pairs are counted in bytes, and nothing is known of private items.
    pub fn can(bar: Bar) -> bool {
        bar.k <= MOST && bar.coherence.is_none()
    }
}

impl Clash {
    /// Labels that are shown and make a rare pair or three with this one; none if nothing does, `[]` if it is rare alone.
    pub fn first(&mut self, draft: &Draft<'_>, node: u32, asked: Threes) -> Option<Vec<u32>> {
        let worth = |label: u32| draft.ground.worth(label);
        let Some(beside) = self.beside(draft, node, asked) else {
            return Some(Vec::new());
        };
        let cheapest = beside
            .rare
            .into_iter()
            .min_by_key(|&label| (worth(label), label));
        if let Some(label) = cheapest {
            return Some(vec![label]);
        }
        let edges = self.rare_pairs(draft, node, &beside.frequent, asked);
        let dearer = |pair: &[u32; 2]| pair.map(worth).into_iter().min();
        let pair = edges.into_iter().max_by_key(|pair| (dearer(pair), *pair));
        pair.map(|pair| pair.to_vec())
    }

    /// Labels that are shown and must go for this one to be shown, as few and as cheap as a greedy choice finds; `None` if
    /// it is rare alone or they are worth more than `limit`.
    pub fn all(
        &mut self,
        draft: &Draft<'_>,
        node: u32,
        asked: Threes,
        limit: u64,
    ) -> Option<Vec<u32>> {
        let worth = |label: u32| draft.ground.worth(label);
        let beside = self.beside(draft, node, asked)?;
        let mut gone = beside.rare;
        let mut price: u64 = gone.iter().map(|&label| worth(label)).sum();
        if price > limit {
            return None;
        }
        let mut edges = self.rare_pairs(draft, node, &beside.frequent, asked);
        if edges.is_empty() {
            return Some(gone);
        }
        edges.sort_unstable();
        let cover = cover(&edges, worth);
        price += cover.iter().map(|&label| worth(label)).sum::<u64>();
        gone.extend(cover);
        (price <= limit).then_some(gone)
    }

    /// What is shown beside a node, above and under it aside; `None` if it is rare itself.
    fn beside(&mut self, draft: &Draft<'_>, node: u32, asked: Threes) -> Option<Beside> {
        let ground = draft.ground;
        let holders = ground.holders(node);
        let weights = holders.iter().map(|&basket| ground.weight[basket as usize]);
        let total: u32 = weights.sum();
        if total < asked.k {
            return None;
        }
        self.count.resize(ground.node.len(), 0);
        let under = node..ground.end[node as usize];
        let is_own = |label: u32| {
            under.contains(&label) || (label..ground.end[label as usize]).contains(&node)
        };
        self.known.clear();
        if asked.m >= 2 {
            for &basket in holders {
                let labels = draft.labels(basket);
                self.work += 1 + labels.len() as u64;
                for &label in labels {
                    let count = &mut self.count[label as usize];
                    if *count == 0 {
                        if is_own(label) {
                            continue;
                        }
                        self.known.push(label);
                    }
                    *count += ground.weight[basket as usize];
                }
            }
        }
        let mut beside = Beside::default();
        for &label in &self.known {
            let count = std::mem::take(&mut self.count[label as usize]);
            if count < asked.k {
                beside.rare.push(label);
            } else if count < total {
                // What stands beside it everywhere makes nothing rarer.
                beside.frequent.push(label);
            }
        }
        Some(beside)
    }

    /// Pairs of labels that stand beside a node together, and too seldom.
    fn rare_pairs(
        &mut self,
        draft: &Draft<'_>,
        node: u32,
        labels: &[u32],
        asked: Threes,
    ) -> Vec<[u32; 2]> {
        let width = labels.len();
        if asked.m < 3 || width < 2 {
            return Vec::new();
        }
        let ground = draft.ground;
        self.rank.resize(ground.node.len(), NONE);
        for (rank, &label) in labels.iter().enumerate() {
            self.rank[label as usize] = rank as u32;
        }
        if self.pairs.len() < width * width {
            self.pairs.resize(width * width, 0);
        }
        let mut met: Vec<u32> = Vec::new();
        let mut ranks: Vec<usize> = Vec::new();
        for &basket in ground.holders(node) {
            let weight = ground.weight[basket as usize];
            ranks.clear();
            let all = draft.labels(basket).iter();
            let all = all.map(|&label| self.rank[label as usize]);
            ranks.extend(all.filter(|&rank| rank != NONE).map(|rank| rank as usize));
            self.work += (ranks.len() * ranks.len() / 2) as u64;
            for (at, &one) in ranks.iter().enumerate() {
                for &other in &ranks[..at] {
                    let place = one.max(other) * width + one.min(other);
                    let count = &mut self.pairs[place];
                    if *count == 0 {
                        met.push(place as u32);
                    }
                    *count = (u32::from(*count) + weight).min(MOST) as u8;
                }
            }
        }
        let mut rare = Vec::new();
        for place in met {
            let count = std::mem::take(&mut self.pairs[place as usize]);
            if u32::from(count) < asked.k {
                let place = place as usize;
                rare.push([labels[place / width], labels[place % width]]);
            }
        }
        for &label in labels {
            self.rank[label as usize] = NONE;
        }
        rare
    }
}

#[derive(Debug, Default)]
struct Beside {
    /// Rare together with the node.
    rare: Vec<u32>,
    /// The others.
    frequent: Vec<u32>,
}

/// Labels of which each pair has at least one: again and again the one that is cheapest for each pair that it settles,
/// then without those that are not needed. `edges` are sorted.
fn cover(edges: &[[u32; 2]], worth: impl Fn(u32) -> u64) -> Vec<u32> {
    let mut labels: Vec<u32> = edges.iter().flatten().copied().collect();
    labels.sort_unstable();
    labels.dedup();
    let place = |label: u32| labels.partition_point(|&other| other < label);
    let mut of_label: Vec<Vec<u32>> = vec![Vec::new(); labels.len()];
    let ends: Vec<[usize; 2]> = edges.iter().map(|edge| edge.map(place)).collect();
    for (at, pair) in ends.iter().enumerate() {
        for &end in pair {
            of_label[end].push(at as u32);
        }
    }
    let mut open: Vec<u32> = of_label.iter().map(|edges| edges.len() as u32).collect();
    let mut is_settled = vec![false; edges.len()];
    let mut is_in = vec![false; labels.len()];
    let mut chosen = Vec::new();
    let mut left = edges.len();
    while left > 0 {
        // a / b < c / d without dividing.
        let mut best: Option<(u64, u32, usize)> = None;
        for (at, &open) in open.iter().enumerate() {
            let price = worth(labels[at]);
            let is_better = |(least, of, _): (u64, u32, usize)| {
                u128::from(price) * u128::from(of) < u128::from(least) * u128::from(open)
            };
            if open > 0 && best.is_none_or(is_better) {
                best = Some((price, open, at));
            }
        }
        let Some((_, _, at)) = best else { break };
        is_in[at] = true;
        chosen.push(at);
        for &edge in &of_label[at] {
            if !std::mem::replace(&mut is_settled[edge as usize], true) {
                left -= 1;
                for end in ends[edge as usize] {
                    open[end] -= 1;
                }
            }
        }
    }
    chosen.sort_by_key(|&at| (std::cmp::Reverse(worth(labels[at])), at));
    for &at in &chosen {
        let is_needed = of_label[at].iter().any(|&edge| {
            let [one, other] = ends[edge as usize];
            !is_in[if one == at { other } else { one }]
        });
        is_in[at] = is_needed;
    }
    chosen.retain(|&at| is_in[at]);
    chosen.into_iter().map(|at| labels[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A star is settled by its middle, unless that is dearer than all its ends.
    #[test]
    fn a_cover_is_cheap_and_without_what_is_not_needed() {
        let star = [[1, 5], [2, 5], [3, 5]];
        assert_eq!(cover(&star, |label| if label == 5 { 2 } else { 1 }), [5]);
        let mut ends = cover(&star, |label| if label == 5 { 9 } else { 1 });
        ends.sort_unstable();
        assert_eq!(ends, [1, 2, 3]);
        // The first choice, 2, is not needed once 1 and 3 are there.
        let path = [[0, 1], [1, 2], [2, 3], [3, 4]];
        let chosen = cover(&path, |_| 1);
        assert_eq!(chosen.len(), 2);
        for [a, b] in path {
            assert!(chosen.contains(&a) || chosen.contains(&b));
        }
    }
}
