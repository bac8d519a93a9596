//! What a method that no number has is called here, and names that are nearly the one that nobody knows.

use amp_shader::Scalar;
use amp_shader::TypeInfo;
use amp_shader::methods::{Class, Method};

/// Advice for a method that a number of this type lacks, as others call it, or as numbers of another kind have it.
pub(crate) fn method(name: &str, scalar: Scalar) -> Option<&'static str> {
    let has = |scalar: Scalar| {
        Class::of(&TypeInfo::Scalar(scalar)).and_then(|class| Method::find(name)?.meaning(class)).is_some()
    };
    Some(match (name, scalar.is_float()) {
        ("pow", true) => "a float has `x.powi(2)`, with a whole number, and `x.powf(0.5)`",
        ("powi" | "powf", false) => "a whole number has `n.pow(2)`, whose exponent is a `u32`",
        ("sqrt", false) => {
            "a whole number has `n.isqrt()`, which rounds down; or convert first: `(n as f32).sqrt()`"
        }
        ("log" | "ln", false) => {
            "a whole number has `n.ilog2()`, `n.ilog10()` and `n.ilog(base)`; or convert first: `(n as f32).ln()`"
        }
        ("abs" | "signum", false) if !has(scalar) => {
            "an unsigned number is never negative: leave it out, or convert first: `(n as i32).abs()`"
        }
        ("ilog2" | "ilog10" | "isqrt", true) => {
            "that is of whole numbers: a float has `x.log2()`, `x.log10()` and `x.sqrt()`"
        }
        ("fabs", _) => "it is `x.abs()`",
        ("fmin" | "minimum", _) => "it is `x.min(y)`",
        ("fmax" | "maximum", _) => "it is `x.max(y)`",
        ("fma" | "mad", true) => "it is `x.mul_add(a, b)`",
        ("fmod" | "modulo" | "modf", true) => {
            "the remainder is `x % y`, the part behind the point `x.fract()`, the one before it `x.trunc()`"
        }
        ("fmod" | "modulo" | "rem", _) => {
            "the remainder is `n % d`, with the sign of `n`, and `n.rem_euclid(d)`, which is never negative"
        }
        ("rsqrt" | "inversesqrt" | "inverse_sqrt", true) => {
            "it is `1.0 / x.sqrt()`, or `amp::fast_math::rsqrt(x)`"
        }
        ("saturate", true) => "it is `x.clamp(0.0, 1.0)`",
        ("mix" | "lerp", true) => "it is `a + (b - a) * t`; vectors have `lerp`",
        ("square" | "squared", _) => "it is `x * x`",
        ("log", true) => "the natural logarithm is `x.ln()`; `x.log(base)` takes the base",
        ("exp10", true) => "it is `10f32.powf(x)`, or `amp::precise_math::exp10(x)`",
        ("rint" | "nearbyint" | "roundeven", true) => "it is `x.round_ties_even()`",
        ("sign", true) => "it is `x.signum()`, which is 1 of 0.0; or ask: `if x > 0.0 { 1.0 } else { .. }`",
        ("signbit", true) => "it is `x.is_sign_negative()`",
        ("popcount" | "popcnt" | "count_bits", false) => "it is `n.count_ones()`",
        ("clz", false) => "it is `n.leading_zeros()`",
        ("ctz", false) => "it is `n.trailing_zeros()`",
        ("isnan", true) => "it is `x.is_nan()`",
        ("isinf", true) => "it is `x.is_infinite()`",
        (_, false) if has(Scalar::F32) => "a float has it: convert first, as in `(n as f32).sin()`",
        (_, true) if has(Scalar::U32) || has(Scalar::I32) => {
            "a whole number has it: convert first, as in `(x as i32).count_ones()`"
        }
        _ => return None,
    })
}

/// The name that is nearest to one, if it can be meant.
pub(crate) fn name<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = wanted.chars().count() / 3;
    // Names are short; tokens need not be.
    let alike = names.filter(|name| name.len().max(wanted.len()) <= 64);
    let near = alike.map(|name| (distance(wanted, name), name)).filter(|(far, _)| (1..=most).contains(far));
    near.min().map(|(_, name)| name)
}

/// How many letters have to be put in, left out, changed, or exchanged with their neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<_>, Vec<_>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (rows[i][j] + usize::from(x != y)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_near() {
        let names = ["total", "count", "i", "me"];
        for (wanted, found) in
            [("totla", Some("total")), ("Count", Some("count")), ("total", None), ("j", None), ("sum", None)]
        {
            assert_eq!(name(wanted, names.into_iter()), found, "{wanted}");
        }
        assert_eq!((distance("", "abc"), distance("ab", "ba"), distance("kitten", "sitting")), (3, 1, 3));
    }

    #[test]
    fn what_is_advised_is_there() {
        let methods = |text: &'static str| {
            text.split('.').skip(1).filter_map(|rest| rest.split_once('(').map(|it| it.0))
        };
        let names = [
            "pow", "powi", "sqrt", "ln", "fabs", "fmin", "fma", "fmod", "rint", "sign", "signbit", "clz",
            "isnan",
        ];
        for name in names {
            for scalar in [Scalar::F32, Scalar::I32, Scalar::U32] {
                for advised in method(name, scalar).into_iter().flat_map(methods) {
                    let is_word =
                        advised.chars().all(|c| c.is_alphanumeric() || c == '_') && !advised.is_empty();
                    assert!(
                        !is_word || Method::find(advised).is_some(),
                        "{name} of {}: {advised}",
                        scalar.rust()
                    );
                }
            }
        }
    }

    #[test]
    fn what_a_number_has_in_a_float_is_said() {
        assert!(method("sin", Scalar::U32).is_some());
        assert!(method("sin", Scalar::F32).is_none());
        assert!(method("flub", Scalar::F32).is_none());
    }
}
