//! Comparison of a result with that of the serial reference.

use std::fmt::Debug;

/// The outcome of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The results agree.
    Correct,
    /// The results differ: where, and by how much.
    Wrong(String),
    /// There is no result, for this reason.
    Skipped(String),
}

impl Verdict {
    /// The first verdict of two that is not [`Verdict::Correct`].
    #[must_use]
    pub fn and(self, other: Verdict) -> Verdict {
        match self {
            Verdict::Correct => other,
            Verdict::Wrong(_) | Verdict::Skipped(_) => self,
        }
    }
}

/// The largest relative difference that counts as rounding. An accelerator may add in another order, and may fuse a product and a
/// sum that the host rounds separately.
const TOLERANCE: f32 = 1e-4;

/// Compares floats up to rounding.
#[must_use]
pub fn close(actual: &[f32], expected: &[f32]) -> Verdict {
    within(TOLERANCE, 0.0, actual, expected)
}

/// Compares floats up to an absolute difference plus a relative one. The relative one is a fraction of the
/// larger absolute value of the two floats.
#[must_use]
pub fn within(relative: f32, absolute: f32, actual: &[f32], expected: &[f32]) -> Verdict {
    // The comparison is false for NaN. Infinities are excluded, because a fraction of infinity would permit
    // every difference.
    let near = |a: &f32, e: &f32| (a - e).abs() <= absolute + relative * a.abs().max(e.abs());
    compare(actual, expected, |a, e| a == e || (a.is_finite() && e.is_finite() && near(a, e)))
}

/// Compares values for equality.
#[must_use]
pub fn same<T: PartialEq + Debug>(actual: &[T], expected: &[T]) -> Verdict {
    compare(actual, expected, |a, e| a == e)
}

fn compare<T: Debug>(actual: &[T], expected: &[T], agree: impl Fn(&T, &T) -> bool) -> Verdict {
    if actual.len() != expected.len() {
        return Verdict::Wrong(format!("{} elements instead of {}", actual.len(), expected.len()));
    }
    let mut differences = actual.iter().zip(expected).enumerate().filter(|(_, (a, e))| !agree(a, e));
    match differences.next() {
        None => Verdict::Correct,
        Some((n, (a, e))) => {
            let more = differences.count();
            let more = if more == 0 { String::new() } else { format!(", and {more} more") };
            Verdict::Wrong(format!("element {n} is {a:?} instead of {e:?}{more}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_accepted() {
        assert_eq!(close(&[1.0, 0.0, 1e6], &[1.000_01, 0.0, 1_000_001.0]), Verdict::Correct);
    }

    #[test]
    fn differences_are_counted() {
        let verdict = close(&[1.0, f32::NAN, 3.0], &[1.0, 2.0, 4.0]);
        assert_eq!(verdict, Verdict::Wrong("element 1 is NaN instead of 2.0, and 1 more".to_owned()));
        assert_eq!(close(&[1.0], &[]), Verdict::Wrong("1 elements instead of 0".to_owned()));
    }

    #[test]
    fn infinity_is_close_to_itself_only() {
        for (a, e) in [(f32::INFINITY, 1.0), (1.0, f32::NEG_INFINITY), (f32::INFINITY, f32::NEG_INFINITY)] {
            assert!(matches!(close(&[a], &[e]), Verdict::Wrong(_)), "{a} and {e}");
            assert!(matches!(within(1e-3, 1.0, &[a], &[e]), Verdict::Wrong(_)), "{a} and {e}");
        }
        assert_eq!(close(&[f32::INFINITY], &[f32::INFINITY]), Verdict::Correct);
    }

    #[test]
    fn one_wrong_verdict_decides() {
        let wrong = Verdict::Wrong("no".to_owned());
        assert_eq!(Verdict::Correct.and(wrong.clone()), wrong);
        assert_eq!(wrong.clone().and(Verdict::Correct), wrong);
    }
}
