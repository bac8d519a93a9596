//! The stand-in for a called function that has no `#[device]`, so that rustc's error names the attribute. See
//! `emit/expansion/function_aliases.rs` of amp-lower.

use amp_shader::Item;

use super::link::DeviceCall;
use super::recursion::CallStack;
use crate::types::Value;

/// Stands for a called function without `#[device]`.
#[derive(Debug)]
pub struct FunctionWithoutDevice;

impl FunctionWithoutDevice {
    /// Lists no calls, so the recursion check ends here. A call of such a function is an error anyway.
    pub const fn amp_calls(_: &mut CallStack) {}
}

/// A bound that no call in a user's code meets. Only [`FunctionWithoutDevice`] requires this bound, so rustc
/// reports the message below for each call of a function without `#[device]`.
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

/// Two types that exist only to implement [`HasDeviceAttribute`]. If an earlier error leaves an argument type
/// unknown, both impls may apply, so rustc cannot choose one and reports nothing. With fewer impls, rustc
/// would report the bound as unmet, a second error for the same mistake.
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
