//! Lane ranges: the lanes of a row that satisfy a comparison. Also the run-time tests of two optimisations of
//! `amp-lower`: modulo specialisation (`i[0] % n` becomes a subtraction) and strip mining.
//!
//! The left side of the comparison grows by one from lane to lane, like the index of a work-item. So the
//! lanes that satisfy the comparison form a range. For example, let `i` be the index of the first lane. Then
//! lane `k` satisfies `i[0] + 1 < n` if `k < n - 1 - i[0]`.
//!
//! A range starts with all lanes of a row, and each comparison removes lanes. The parameter `first` is the
//! value of the left side in the first remaining lane. The value in a removed lane is not used, because its
//! computation might panic. The values may wrap from `usize::MAX` to 0.

use std::any::Any;

/// A range of the lanes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneRange {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl LaneRange {
    /// Returns the range of all lanes of a row with `len` lanes.
    #[inline(always)]
    pub(super) fn all(len: usize) -> Self {
        LaneRange { from: 0, to: len }
    }

    /// The first lane of the range.
    #[inline(always)]
    pub fn first(&self) -> usize {
        self.from
    }

    /// The number of lanes.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.to - self.from
    }

    /// Whether the range is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.from == self.to
    }

    /// Keeps all lanes if `all` is true, and otherwise no lane.
    #[inline(always)]
    pub fn keep_if(&mut self, all: bool) {
        if !all {
            self.to = self.from;
        }
    }

    /// Keeps the lanes whose value is below `bound`. The remaining lanes have the values `first`,
    /// `first + 1`, ..
    #[inline(always)]
    pub fn keep_below(&mut self, first: usize, bound: usize) {
        if first < bound {
            self.keep(0, bound - first);
        } else {
            // Only lanes after the wrap to zero have values below the bound.
            let wraps = first.wrapping_neg();
            self.keep(wraps, wraps.saturating_add(bound));
        }
    }

    /// Keeps the lanes whose value is at most `bound`. Values are as in [`keep_below`](Self::keep_below).
    #[inline(always)]
    pub fn keep_at_most(&mut self, first: usize, bound: usize) {
        if let Some(bound) = bound.checked_add(1) {
            self.keep_below(first, bound);
        }
    }

    /// Keeps the lanes whose value is at least `bound`. Values are as in [`keep_below`](Self::keep_below).
    #[inline(always)]
    pub fn keep_at_least(&mut self, first: usize, bound: usize) {
        let wraps = if first == 0 { usize::MAX } else { first.wrapping_neg() };
        self.keep(bound.saturating_sub(first), wraps);
    }

    /// Keeps the lanes whose value is above `bound`. Values are as in [`keep_below`](Self::keep_below).
    #[inline(always)]
    pub fn keep_above(&mut self, first: usize, bound: usize) {
        match bound.checked_add(1) {
            Some(bound) => self.keep_at_least(first, bound),
            None => self.keep_if(false),
        }
    }

    /// Keeps lanes whose value differs from `number`. If a lane has the value `number`, keeps the lanes
    /// before it or the lanes after it, whichever are more.
    #[inline(always)]
    pub fn keep_not_equal(&mut self, first: usize, number: usize) {
        let at = number.wrapping_sub(first);
        if at < self.len() {
            if at < self.len() - at {
                self.from += at + 1;
            } else {
                self.to = self.from + at;
            }
        }
    }

    /// Keeps the lanes `from..to`, where 0 is the first remaining lane.
    #[inline(always)]
    fn keep(&mut self, from: usize, to: usize) {
        let count = self.len();
        self.to = self.from + to.min(count);
        self.from = self.from.saturating_add(from).min(self.to);
    }
}

/// Converts the right side of a comparison with an index to an integer. Kernels only compare an index with a
/// `usize`. The parameter has any type, so that rustc reports mismatched types once, at the comparison itself.
#[inline(always)]
pub fn bound_of<T: 'static>(bound: T) -> usize {
    let bound: &dyn Any = &bound;
    match bound.downcast_ref::<usize>() {
        Some(bound) => *bound,
        None => unreachable!("internal error: an index compared with another type than `usize`"),
    }
}

/// Whether the values of `count` lanes, from `first` on, are all below `bound` and do not wrap.
#[inline(always)]
pub fn all_below(first: usize, count: usize, bound: usize) -> bool {
    count <= bound && first <= bound - count
}

/// Whether the values of `count` lanes, from `first` on, are all at most `bound` and do not wrap.
#[inline(always)]
pub fn all_at_most(first: usize, count: usize, bound: usize) -> bool {
    last(first, count).is_some_and(|last| last <= bound)
}

/// Whether the values of `count` lanes, from `first` on, are all at least `bound` and do not wrap.
#[inline(always)]
pub fn all_at_least(first: usize, count: usize, bound: usize) -> bool {
    first >= bound && last(first, count).is_some()
}

/// Whether the values of `count` lanes, from `first` on, are all above `bound` and do not wrap.
#[inline(always)]
pub fn all_above(first: usize, count: usize, bound: usize) -> bool {
    first > bound && last(first, count).is_some()
}

/// Whether the values of `count` lanes, from `first` on, all differ from `number`. The values may wrap.
#[inline(always)]
pub fn all_not_equal(first: usize, count: usize, number: usize) -> bool {
    number.wrapping_sub(first) >= count
}

/// Whether all values `first..=last` of the lanes have the same quotient by `period`, so that
/// `value % period` grows by one from lane to lane. False if an operand is `None`, which stands for an
/// overflow in its computation.
#[inline(always)]
pub fn in_one_period(first: Option<usize>, last: Option<usize>, period: Option<usize>) -> bool {
    let (Some(first), Some(last), Some(period)) = (first, last, period) else { return false };
    first <= last && first.checked_rem(period).is_some_and(|at| last - first < period - at)
}

/// Whether the results of `value & mask` for the lanes' values `first..=last` are consecutive. False if an
/// operand is `None`, which stands for an overflow in its computation.
#[inline(always)]
pub fn in_one_mask(first: Option<usize>, last: Option<usize>, mask: Option<usize>) -> bool {
    let (Some(first), Some(last), Some(mask)) = (first, last, mask) else { return false };
    first <= last && mask & mask.wrapping_add(1) == 0 && last - first <= mask - (first & mask)
}

/// Returns `mask` if strip mining may use it, otherwise `None`. For a mask `2^k - 1`, the values of
/// `lane & mask` count from 0 to `mask`, then start again at 0. Strip mining makes each of these counts a
/// separate loop, so the mask must not be small.
#[inline(always)]
pub fn strip_mask(mask: Option<usize>) -> Option<usize> {
    /// The smallest number of lanes in a strip.
    const MIN_STRIP: usize = 8;
    mask.filter(|mask| (MIN_STRIP - 1..usize::MAX / 2).contains(mask) && mask & (mask + 1) == 0)
}

/// Whether the results of `value % period` can be consecutive in `count` lanes. False if `period` is `None`.
#[inline(always)]
pub fn is_long_period(period: Option<usize>, count: usize) -> bool {
    period.is_some_and(|period| period >= count)
}

/// Whether the results of `value & mask` can be consecutive in `count` lanes. False if `mask` is `None`.
#[inline(always)]
pub fn is_long_mask(mask: Option<usize>, count: usize) -> bool {
    mask.is_some_and(|mask| mask & mask.wrapping_add(1) == 0 && mask >= count - 1)
}

/// The sum, or `None` if it overflows or an operand is `None`.
#[inline(always)]
pub fn exact_add(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a?.checked_add(b?)
}

/// The difference, or `None` if it overflows or an operand is `None`.
#[inline(always)]
pub fn exact_sub(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a?.checked_sub(b?)
}

/// The product, or `None` if it overflows or an operand is `None`.
#[inline(always)]
pub fn exact_mul(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a?.checked_mul(b?)
}

/// The value in the last of `count` lanes, if the first lane has the value `first`. `None` if the values
/// wrap.
#[inline(always)]
fn last(first: usize, count: usize) -> Option<usize> {
    first.checked_add(count.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: [usize; 12] =
        [0, 1, 2, 3, 5, 8, 9, 1 << 20, usize::MAX - 5, usize::MAX - 2, usize::MAX - 1, usize::MAX];

    /// Compares the functions with a test of each lane: every kept lane satisfies the comparison, and `all`
    /// returns true only if every lane satisfies it.
    fn check(
        keep: impl Fn(&mut LaneRange, usize, usize),
        all: impl Fn(usize, usize, usize) -> bool,
        passes: impl Fn(usize, usize) -> bool,
    ) {
        for first in NEAR {
            for bound in NEAR {
                for count in [1usize, 4, 9] {
                    let mut span = LaneRange::all(count);
                    keep(&mut span, first, bound);
                    let pass: Vec<_> =
                        (0..count).map(|lane| passes(first.wrapping_add(lane), bound)).collect();
                    assert!(span.from <= span.to && span.to <= count);
                    assert!(
                        pass[span.from..span.to].iter().all(|pass| *pass),
                        "{first} {bound} {count} {span:?}"
                    );
                    let wraps = first.checked_add(count - 1).is_none();
                    if !wraps {
                        assert_eq!(span.len(), pass.iter().filter(|pass| **pass).count());
                        assert_eq!(all(first, count, bound), pass.iter().all(|pass| *pass));
                    }
                    assert!(!all(first, count, bound) || pass.iter().all(|pass| *pass));
                }
            }
        }
    }

    #[test]
    fn kept_lanes_pass_the_comparison() {
        check(|span, a, b| span.keep_below(a, b), all_below, |a, b| a < b);
        check(|span, a, b| span.keep_at_most(a, b), all_at_most, |a, b| a <= b);
        check(|span, a, b| span.keep_at_least(a, b), all_at_least, |a, b| a >= b);
        check(|span, a, b| span.keep_above(a, b), all_above, |a, b| a > b);
    }

    #[test]
    fn period_checks_agree_with_each_lane() {
        for first in NEAR {
            for by in NEAR {
                for count in [1usize, 4, 9] {
                    let last = first.checked_add(count - 1);
                    let lanes = || (first..=last.unwrap()).map(|at| (at.checked_div(by), at & by));
                    let same = |part: fn(&(Option<usize>, usize)) -> Option<usize>| {
                        last.is_some() && lanes().all(|lane| part(&lane) == part(&lanes().next().unwrap()))
                    };
                    let one = in_one_period(Some(first), last, Some(by));
                    assert_eq!(one, by != 0 && same(|lane| lane.0), "{first} {count} / {by}");
                    assert!(!one || is_long_period(Some(by), count));
                    let grows =
                        || lanes().enumerate().all(|(at, lane)| lane.1 == (first & by).wrapping_add(at));
                    let one = in_one_mask(Some(first), last, Some(by));
                    let is_mask = by == usize::MAX || (by + 1).is_power_of_two();
                    assert_eq!(one, is_mask && last.is_some() && grows(), "{first} {count} & {by}");
                    assert!(!one || is_long_mask(Some(by), count));
                }
            }
        }
        assert!(!in_one_period(None, Some(3), Some(8)) && !in_one_mask(Some(0), Some(3), None));
        assert!(exact_add(Some(usize::MAX), Some(1)).is_none() && exact_mul(Some(3), None).is_none());
        assert_eq!((exact_sub(Some(1), Some(2)), exact_sub(Some(3), Some(2))), (None, Some(1)));
    }

    #[test]
    fn keep_not_equal_drops_one_side() {
        let kept = |first, number| {
            let mut span = LaneRange { from: 1, to: 8 };
            // Lane 1 is the first remaining lane, and its value is `first + 1`.
            span.keep_not_equal(usize::wrapping_add(first, 1), number);
            (span.from, span.to)
        };
        assert_eq!(
            (kept(10, 17), kept(10, 11), kept(10, 13), kept(10, 16)),
            ((1, 7), (2, 8), (4, 8), (1, 6))
        );
        assert_eq!(
            (kept(10, 18), kept(10, 10), kept(10, 9), kept(usize::MAX, 1)),
            ((1, 8), (1, 8), (1, 8), (3, 8))
        );
        assert!(all_not_equal(10, 7, 17) && all_not_equal(10, 7, 9));
        assert!(!all_not_equal(10, 8, 17) && !all_not_equal(usize::MAX, 2, 0));
    }

    #[test]
    fn lanes_behind_a_wrap_are_kept() {
        let mut span = LaneRange::all(8);
        span.keep_below(usize::MAX, 4);
        assert_eq!(span, LaneRange { from: 1, to: 5 });
        span.keep_at_least(1, 3);
        assert_eq!(span, LaneRange { from: 3, to: 5 });
        span.keep_if(false);
        assert!(span.is_empty());
    }
}
