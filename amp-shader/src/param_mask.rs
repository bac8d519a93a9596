//! Parameter masks: a bit for each parameter of a collective function, which contains a barrier or a subgroup
//! operation.
//!
//! One mask marks the parameters that must be uniform, which means equal for the complete tile. Another mask
//! marks the arguments of a call that vary. The call is rejected if the masks share a bit.

/// The bit for values that vary even if all arguments are uniform.
pub const ALWAYS_VARYING: u32 = 1 << 31;

/// The bit of the parameter at this index. Parameters from index 31 on share the bit [`ALWAYS_VARYING`], which
/// is set in the mask of every call. So no call of a function is accepted if one of these parameters must be
/// uniform.
#[must_use]
pub const fn bit(position: usize) -> u32 {
    if position < 31 { 1 << position } else { ALWAYS_VARYING }
}
