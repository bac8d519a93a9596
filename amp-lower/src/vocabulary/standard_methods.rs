//! Methods of the standard library, by receiver type. In Rust, an inherent method takes precedence over a
//! method of a user's trait, so a call with a name in this table is never a user's method. If kernels have no
//! such method, amp reports the call. Any other unknown method may belong to a user's trait, and rustc
//! resolves it.

use crate::ir::Ty;
use amp_shader::Scalar;

/// Whether a scalar type has a method of this name.
pub(crate) fn is_name(name: &str) -> bool {
    let lists = [BOOL, FLOAT, INTEGER, SIGNED, UNSIGNED];
    lists.iter().any(|list| list.contains(&name))
        || INTEGER_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether the standard library gives this type a method of this name: an inherent method, or one of a trait
/// in the prelude.
pub(crate) fn has(ty: &Ty, name: &str) -> bool {
    let is_of_type = match ty {
        Ty::Scalar(Scalar::Bool) => BOOL.contains(&name),
        Ty::Scalar(scalar) if scalar.is_float() => FLOAT.contains(&name),
        Ty::Scalar(scalar) => {
            let is_signed =
                matches!(scalar, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize);
            INTEGER.contains(&name)
                || INTEGER_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
                || if is_signed { SIGNED.contains(&name) } else { UNSIGNED.contains(&name) }
        }
        Ty::Array(..) | Ty::Slice(_) => ARRAY.contains(&name),
        _ => false,
    };
    is_of_type || ANY.contains(&name)
}

/// Whether a type of the standard library may have an inherent method of this name, which takes precedence over that
/// of a user's trait.
pub(crate) fn is_inherent(name: &str) -> bool {
    is_name(name) || super::optional::has(name) || [ANY, ARRAY, OTHER].iter().any(|list| list.contains(&name))
}

const ANY: &[&str] =
    &["clone", "eq", "ge", "gt", "into", "le", "lt", "ne", "to_owned", "to_string", "try_into"];

/// Methods of `Option`, `Result`, `Ordering` and `char`, and of the traits of the prelude.
const OTHER: &[&str] = &[
    "and",
    "and_then",
    "as_mut",
    "as_ref",
    "cloned",
    "cmp",
    "copied",
    "err",
    "expect",
    "expect_err",
    "filter",
    "flatten",
    "get_or_insert",
    "get_or_insert_with",
    "insert",
    "inspect",
    "inspect_err",
    "is_digit",
    "is_eq",
    "is_err",
    "is_err_and",
    "is_ge",
    "is_gt",
    "is_le",
    "is_lt",
    "is_ne",
    "is_none",
    "is_none_or",
    "is_ok",
    "is_ok_and",
    "is_some",
    "is_some_and",
    "len_utf8",
    "map_err",
    "map_or",
    "map_or_else",
    "max",
    "min",
    "ok",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
    "partial_cmp",
    "replace",
    "take",
    "take_if",
    "then_with",
    "to_digit",
    "total_cmp",
    "transpose",
    "unwrap",
    "unwrap_err",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "unzip",
    "xor",
    "zip",
];

const BOOL: &[&str] = &["then", "then_some"];

const FLOAT: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "clamp",
    "classify",
    "copysign",
    "cos",
    "cosh",
    "div_euclid",
    "exp",
    "exp2",
    "exp_m1",
    "floor",
    "fract",
    "hypot",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_normal",
    "is_sign_negative",
    "is_sign_positive",
    "is_subnormal",
    "ln",
    "ln_1p",
    "log",
    "log10",
    "log2",
    "max",
    "midpoint",
    "min",
    "mul_add",
    "next_down",
    "next_up",
    "powf",
    "powi",
    "recip",
    "rem_euclid",
    "round",
    "round_ties_even",
    "signum",
    "sin",
    "sin_cos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "to_be_bytes",
    "to_bits",
    "to_degrees",
    "to_int_unchecked",
    "to_le_bytes",
    "to_ne_bytes",
    "to_radians",
    "trunc",
];

const INTEGER: &[&str] = &[
    "abs_diff",
    "clamp",
    "count_ones",
    "count_zeros",
    "div_euclid",
    "ilog",
    "ilog10",
    "ilog2",
    "isqrt",
    "leading_ones",
    "leading_zeros",
    "max",
    "midpoint",
    "min",
    "pow",
    "rem_euclid",
    "reverse_bits",
    "rotate_left",
    "rotate_right",
    "swap_bytes",
    "to_be",
    "to_be_bytes",
    "to_le",
    "to_le_bytes",
    "to_ne_bytes",
    "trailing_ones",
    "trailing_zeros",
];

const INTEGER_PREFIXES: &[&str] =
    &["checked_", "overflowing_", "saturating_", "unbounded_", "unchecked_", "wrapping_"];

const SIGNED: &[&str] = &["abs", "cast_unsigned", "is_negative", "is_positive", "signum", "unsigned_abs"];

const UNSIGNED: &[&str] = &[
    "cast_signed",
    "div_ceil",
    "is_multiple_of",
    "is_power_of_two",
    "next_multiple_of",
    "next_power_of_two",
];

const ARRAY: &[&str] = &[
    "array_windows",
    "as_array",
    "as_chunks",
    "as_chunks_mut",
    "as_flattened",
    "as_flattened_mut",
    "as_mut_slice",
    "as_rchunks",
    "as_slice",
    "binary_search",
    "binary_search_by",
    "binary_search_by_key",
    "chunk_by",
    "chunk_by_mut",
    "chunks",
    "chunks_exact",
    "chunks_exact_mut",
    "chunks_mut",
    "concat",
    "contains",
    "copy_from_slice",
    "copy_within",
    "each_mut",
    "each_ref",
    "ends_with",
    "eq_ignore_ascii_case",
    "escape_ascii",
    "fill",
    "fill_with",
    "first",
    "first_chunk",
    "first_chunk_mut",
    "first_mut",
    "get",
    "get_disjoint_mut",
    "get_mut",
    "into_iter",
    "is_empty",
    "is_sorted",
    "iter",
    "iter_mut",
    "join",
    "last",
    "last_chunk",
    "last_chunk_mut",
    "last_mut",
    "len",
    "map",
    "partition_point",
    "rchunks",
    "rchunks_exact",
    "rchunks_mut",
    "repeat",
    "reverse",
    "rotate_left",
    "rotate_right",
    "rsplit",
    "rsplitn",
    "select_nth_unstable",
    "select_nth_unstable_by",
    "select_nth_unstable_by_key",
    "sort",
    "sort_by",
    "sort_by_cached_key",
    "sort_by_key",
    "sort_unstable",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "split_at",
    "split_at_checked",
    "split_at_mut",
    "split_at_mut_checked",
    "split_first",
    "split_first_chunk",
    "split_first_mut",
    "split_inclusive",
    "split_last",
    "split_last_chunk",
    "split_last_mut",
    "splitn",
    "starts_with",
    "swap",
    "swap_with_slice",
    "to_vec",
    "windows",
];
