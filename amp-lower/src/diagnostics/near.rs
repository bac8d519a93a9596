//! Suggestions for misspelt names: Rust's name of a method that other languages name otherwise, or the known
//! name with the smallest edit distance.

use amp_shader::Scalar;
use amp_shader::TypeInfo;
use amp_shader::methods::{Class, Method};

/// The help for a method that a scalar of this type lacks. For a name of another language, such as `fmin`, the
/// help names Rust's method. For a method of another scalar type, it names the conversion. Otherwise `None`.
pub(crate) fn method(name: &str, scalar: Scalar) -> Option<&'static str> {
    let has = |scalar: Scalar| {
        Class::of(&TypeInfo::Scalar(scalar)).and_then(|class| Method::find(name)?.meaning(class)).is_some()
    };
    Some(match (name, scalar.is_float()) {
        ("pow", true) => "a float has `x.powi(2)`, with an integer exponent, and `x.powf(0.5)`",
        ("powi" | "powf", false) => "an integer has `n.pow(2)`, whose exponent is a `u32`",
        ("sqrt", false) => {
            "an integer has `n.isqrt()`, which rounds down; or convert first: `(n as f32).sqrt()`"
        }
        ("log" | "ln", false) => {
            "an integer has `n.ilog2()`, `n.ilog10()` and `n.ilog(base)`; or convert first: `(n as f32).ln()`"
        }
        ("abs" | "signum", false) if !has(scalar) => {
            "an unsigned integer is never negative: remove the call, or convert first: `(n as i32).abs()`"
        }
        ("ilog2" | "ilog10" | "isqrt", true) => {
            "only integers have it; a float has `x.log2()`, `x.log10()` and `x.sqrt()`"
        }
        ("fabs", _) => "write `x.abs()`",
        ("fmin" | "minimum", _) => "write `x.min(y)`",
        ("fmax" | "maximum", _) => "write `x.max(y)`",
        ("fma" | "mad", true) => "write `x.mul_add(a, b)`",
        ("fmod" | "modulo" | "modf", true) => {
            "the remainder is `x % y`, the fractional part `x.fract()`, the integer part `x.trunc()`"
        }
        ("fmod" | "modulo" | "rem", _) => {
            "the remainder is `n % d`, with the sign of `n`, or `n.rem_euclid(d)`, which is never negative"
        }
        ("rsqrt" | "inversesqrt" | "inverse_sqrt", true) => {
            "write `1.0 / x.sqrt()`, or `amp::fast_math::rsqrt(x)`"
        }
        ("saturate", true) => "write `x.clamp(0.0, 1.0)`",
        ("mix" | "lerp", true) => "write `a + (b - a) * t`; vectors have `lerp`",
        ("square" | "squared", _) => "write `x * x`",
        ("log", true) => "the natural logarithm is `x.ln()`; `x.log(base)` takes the base",
        ("exp10", true) => "write `10f32.powf(x)`, or `amp::precise_math::exp10(x)`",
        ("rint" | "nearbyint" | "roundeven", true) => "write `x.round_ties_even()`",
        ("sign", true) => {
            "write `x.signum()`, which is 1 for 0.0; or test the value: `if x > 0.0 { 1.0 } else { .. }`"
        }
        ("signbit", true) => "write `x.is_sign_negative()`",
        ("popcount" | "popcnt" | "count_bits", false) => "write `n.count_ones()`",
        ("clz", false) => "write `n.leading_zeros()`",
        ("ctz", false) => "write `n.trailing_zeros()`",
        ("isnan", true) => "write `x.is_nan()`",
        ("isinf", true) => "write `x.is_infinite()`",
        (_, false) if has(Scalar::F32) => "a float has it: convert first, as in `(n as f32).sin()`",
        (_, true) if has(Scalar::U32) || has(Scalar::I32) => {
            "an integer has it: convert first, as in `(x as i32).count_ones()`"
        }
        _ => return None,
    })
}

/// The candidate with the smallest edit distance to `wanted`, if that distance is at most a third of the
/// name's length.
pub(crate) fn name<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = wanted.chars().count() / 3;
    // Users hardly misspell names longer than 64 bytes, and computing the distance takes quadratic time.
    let alike = names.filter(|name| name.len().max(wanted.len()) <= 64);
    let near = alike.map(|name| (distance(wanted, name), name)).filter(|(far, _)| (1..=most).contains(far));
    near.min().map(|(_, name)| name)
}

/// The Damerau-Levenshtein distance: the number of insertions, deletions, substitutions and swaps of
/// neighbouring letters.
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
    fn misspelt_names_find_the_nearest() {
        let names = ["total", "count", "i", "me"];
        for (wanted, found) in
            [("totla", Some("total")), ("Count", Some("count")), ("total", None), ("j", None), ("sum", None)]
        {
            assert_eq!(name(wanted, names.into_iter()), found, "{wanted}");
        }
        assert_eq!((distance("", "abc"), distance("ab", "ba"), distance("kitten", "sitting")), (3, 1, 3));
    }

    #[test]
    fn suggested_methods_exist() {
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
    fn float_only_methods_suggest_a_conversion() {
        assert!(method("sin", Scalar::U32).is_some());
        assert!(method("sin", Scalar::F32).is_none());
        assert!(method("flub", Scalar::F32).is_none());
    }
}
