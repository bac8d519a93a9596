//! The order in which work-items and tiles run: by index, or a pseudo-random permutation that depends on a
//! seed.

use crate::device::accelerator::Seed;

impl Seed {
    /// The order in which `count` work-items or tiles run. `what` is 0 for a whole launch. Otherwise it
    /// identifies a tile and the current phase, the code between two barriers. Each value of `what` gives an
    /// independent permutation.
    pub(crate) fn order(self, count: u64, what: u64) -> Order {
        let key = match self {
            Seed(0) => None,
            Seed(seed) => Some(mixed(seed ^ mixed(what.wrapping_add(1)))),
        };
        // The number of bits in each half of the Feistel network. Two halves together can represent all
        // integers below `count`.
        let half = (u64::BITS - count.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
        Order { key, count, half }
    }

    /// The number of lanes in a subgroup. Any six consecutive seeds have all six sizes, so that a few runs
    /// with different seeds cover every size.
    pub(super) fn subgroup(self) -> usize {
        const SIZES: [usize; 6] = [32, 4, 128, 8, 64, 16];
        SIZES[(self.0 % 6) as usize]
    }
}

/// A permutation of the integers below `count`: a Feistel network, which needs no table.
pub(crate) struct Order {
    key: Option<u64>,
    count: u64,
    half: u32,
}

impl Order {
    /// The linear index of the work-item or tile that runs in step `n`. The first step is 0.
    pub(crate) fn at(&self, n: u64) -> u64 {
        let Some(key) = self.key else { return n };
        let mask = (1u64 << self.half) - 1;
        let mut number = n;
        // Cycle walking: the network permutes all integers of `2 * half` bits, so it is applied again until
        // the result is below `count`.
        loop {
            let (mut left, mut right) = (number >> self.half, number & mask);
            for round in 0..4 {
                (left, right) = (right, left ^ (mixed(right ^ key.rotate_left(round * 16)) & mask));
            }
            number = left << self.half | right;
            if number < self.count {
                return number;
            }
        }
    }
}

/// Mixes all bits: the finaliser of SplitMix64.
pub(super) fn mixed(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_permutations() {
        let counts: &[u64] = if cfg!(miri) { &[1, 7, 64] } else { &[1, 2, 3, 7, 64, 100, 1000, 4097] };
        for &count in counts {
            for seed in 0..if cfg!(miri) { 3 } else { 20 } {
                let order = Seed(seed).order(count, 5);
                let mut all: Vec<_> = (0..count).map(|n| order.at(n)).collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..count), "{count} by {seed}");
            }
        }
    }

    #[test]
    fn six_seeds_in_a_row_have_all_subgroup_sizes() {
        for first in [0, 1, 17, u64::MAX - 5] {
            let mut sizes: Vec<_> = (0..6).map(|n| Seed(first + n).subgroup()).collect();
            sizes.sort_unstable();
            assert_eq!(sizes, [4, 8, 16, 32, 64, 128], "from seed {first}");
        }
        assert_eq!(Seed(0).subgroup(), 32);
    }

    #[test]
    fn seeds_and_purposes_make_different_orders() {
        let list = |seed, what| (0..50).map(|n| Seed(seed).order(50, what).at(n)).collect::<Vec<_>>();
        assert!(list(0, 3).into_iter().eq(0..50));
        assert_ne!(list(1, 3), list(0, 3));
        assert_ne!(list(1, 3), list(2, 3));
        assert_ne!(list(1, 3), list(1, 4));
        assert_eq!(list(1, 3), list(1, 3));
    }
}
