//! Parameter masks: a bit for each parameter of a collective function. A mask holds the parameters that must
//! be uniform, or the arguments that vary.

/// The bit for values that vary whatever the arguments are.
pub const ALWAYS_VARYING: u32 = 1 << 31;

/// The bit of a parameter. Parameters beyond the mask count as always varying.
#[must_use]
pub const fn bit(position: usize) -> u32 {
    if position < 31 { 1 << position } else { ALWAYS_VARYING }
}
