//! Parameter masks: a bit for each parameter of a collective function. One mask marks the parameters that
//! must be uniform, another one the arguments that vary.

/// The bit for values that vary even if all arguments are uniform.
pub const ALWAYS_VARYING: u32 = 1 << 31;

/// The bit of the parameter at this index. Parameters from index 31 on count as always varying.
#[must_use]
pub const fn bit(position: usize) -> u32 {
    if position < 31 { 1 << position } else { ALWAYS_VARYING }
}
