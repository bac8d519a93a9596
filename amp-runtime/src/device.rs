//! What kernels link to: device functions, and constants.

use amp_shader::{Item, TypeInfo};

use crate::element::Value;

/// A device function, by the types of its arguments.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not take these arguments: `{Arguments}`",
    note = "the types of the arguments are those of the parameters"
)]
pub trait DeviceCall<Arguments> {
    /// What it returns.
    type Output: Value;
    /// Its shader text.
    const ITEM: &'static Item;
}

/// The type of a device function's parameter, where the types of the other arguments are known: what a number without a
/// suffix becomes there.
pub trait DeviceParameter<const POSITION: usize, Arguments> {
    /// The parameter's type.
    type Type: Value;
}

/// A method or associated function of a type, by the hash of its name and the types of its arguments, the receiver first.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments: `{Arguments}`",
    note = "mark its `impl` block with `#[device]`"
)]
pub trait DeviceMethod<const NAME: u64, Arguments> {
    /// What it returns.
    type Output: Value;
    /// Its shader text.
    const ITEM: &'static Item;
}

/// The type of such a function's parameter.
pub trait DeviceMethodParameter<const NAME: u64, const POSITION: usize, Arguments> {
    /// The parameter's type.
    type Type: Value;
}

/// A guard of which nothing is known, so that rustc does not count its arm when it asks whether a `match` covers all.
#[inline(always)]
pub fn perhaps() -> bool {
    true
}

/// The type of a constant.
pub const fn const_info<T: Value>(_: &T) -> &'static TypeInfo {
    T::INFO
}
