//! The type that stands for a called function without `#[device]` in an expansion, so that the error names
//! the attribute. See `emit/expansion/function_aliases.rs` of amp-lower.

use amp_shader::Item;

use super::link::DeviceCall;
use super::recursion::CallStack;
use crate::types::Value;

/// Stands for a called function without `#[device]`.
#[derive(Debug)]
pub struct FunctionWithoutDevice;

impl FunctionWithoutDevice {
    /// Ends the recursion check, because the call is an error anyway.
    pub const fn amp_calls(_: &mut CallStack) {}
}

/// A bound that no argument type of a call meets. It makes rustc report a call of a function without
/// `#[device]`. A call of a device function does not need the bound, because the function's own struct
/// represents it.
#[diagnostic::on_unimplemented(
    message = "this function has no `#[device]`, so kernels and device functions cannot call it",
    label = "not a device function",
    note = "write `#[device]` above the function; if you cannot change it, compute the value on the host and capture it"
)]
pub trait HasDeviceAttribute {
    /// The type of the result. rustc cannot find this type, so it reports no other error about the result.
    type Output: Value;
}

impl<A> DeviceCall<A> for FunctionWithoutDevice
where
    (A,): HasDeviceAttribute,
{
    type Output = <(A,) as HasDeviceAttribute>::Output;
    const ITEM: &'static Item =
        &Item { name: "", body: &[], entries: &[], mutates_receiver: false, required_uniform: 0 };
}

/// Two types that implement [`HasDeviceAttribute`]. With fewer impls, rustc would report an unknown function
/// twice: it would find the bound unmet even if the argument types are unknown because of an earlier error.
macro_rules! other_types {
    ($($name:ident)*) => {$(
        #[derive(Debug)]
        pub struct $name;

        #[diagnostic::do_not_recommend]
        impl HasDeviceAttribute for ($name,) {
            type Output = u32;
        }
    )*};
}

other_types! { First Second }
