//! Whether a result is what the serial reference says.

use std::fmt::Debug;

/// What comes of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They agree.
    Right,
    /// They do not, and this is where.
    Wrong(String),
    /// There is nothing to compare, and this is why.
    Skipped(String),
}

impl Verdict {
    /// Both, or the first that is not right.
    #[must_use]
    pub fn and(self, other: Verdict) -> Verdict {
        match self {
            Verdict::Right => other,
            Verdict::Wrong(_) | Verdict::Skipped(_) => self,
        }
    }
}

/// How far two numbers may lie apart, relative to the larger one: an accelerator may add in another order, and round
/// once where the host rounds twice.
const TOLERANCE: f32 = 1e-4;

/// Compares numbers, but for rounding.
#[must_use]
pub fn close(actual: &[f32], expected: &[f32]) -> Verdict {
    within(TOLERANCE, 0.0, actual, expected)
}

/// Compares numbers that may lie apart by a part of the larger one, and by so much in any case.
#[must_use]
pub fn within(part: f32, always: f32, actual: &[f32], expected: &[f32]) -> Verdict {
    // Written so that a NaN is never close; and what is infinite lies within a part of itself of everything.
    let near = |a: &f32, e: &f32| (a - e).abs() <= always + part * a.abs().max(e.abs());
    judge(actual, expected, |a, e| a == e || (a.is_finite() && e.is_finite() && near(a, e)))
}

/// Compares values that have to be the same.
#[must_use]
pub fn same<T: PartialEq + Debug>(actual: &[T], expected: &[T]) -> Verdict {
    judge(actual, expected, |a, e| a == e)
}

fn judge<T: Debug>(actual: &[T], expected: &[T], agree: impl Fn(&T, &T) -> bool) -> Verdict {
    if actual.len() != expected.len() {
        return Verdict::Wrong(format!("{} elements instead of {}", actual.len(), expected.len()));
    }
    let mut apart = actual.iter().zip(expected).enumerate().filter(|(_, (a, e))| !agree(a, e));
    match apart.next() {
        None => Verdict::Right,
        Some((n, (a, e))) => {
            let more = apart.count();
            let more = if more == 0 { String::new() } else { format!(", and {more} more") };
            Verdict::Wrong(format!("element {n} is {a:?} instead of {e:?}{more}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_no_mistake() {
        assert_eq!(close(&[1.0, 0.0, 1e6], &[1.000_01, 0.0, 1_000_001.0]), Verdict::Right);
    }

    #[test]
    fn mistakes_are_found_and_counted() {
        let verdict = close(&[1.0, f32::NAN, 3.0], &[1.0, 2.0, 4.0]);
        assert_eq!(verdict, Verdict::Wrong("element 1 is NaN instead of 2.0, and 1 more".to_owned()));
        assert_eq!(close(&[1.0], &[]), Verdict::Wrong("1 elements instead of 0".to_owned()));
    }

    #[test]
    fn what_is_infinite_is_close_to_nothing_else() {
        for (a, e) in [(f32::INFINITY, 1.0), (1.0, f32::NEG_INFINITY), (f32::INFINITY, f32::NEG_INFINITY)] {
            assert!(matches!(close(&[a], &[e]), Verdict::Wrong(_)), "{a} and {e}");
            assert!(matches!(within(1e-3, 1.0, &[a], &[e]), Verdict::Wrong(_)), "{a} and {e}");
        }
        assert_eq!(close(&[f32::INFINITY], &[f32::INFINITY]), Verdict::Right);
    }

    #[test]
    fn one_mistake_is_enough() {
        let wrong = Verdict::Wrong("no".to_owned());
        assert_eq!(Verdict::Right.and(wrong.clone()), wrong);
        assert_eq!(wrong.clone().and(Verdict::Right), wrong);
    }
}
