//! The type that stands for a called function without `#[device]` in an expansion, so that the error names the
//! attribute. `emit/expansion/function_aliases.rs` of amp-lower describes how an expansion reaches it.

use amp_shader::Item;

use super::link::DeviceCall;
use super::recursion::CallStack;
use crate::types::Value;

/// Stands for a called function without `#[device]`.
#[derive(Debug)]
pub struct FunctionWithoutDevice;

impl FunctionWithoutDevice {
    /// Ends the search for recursion, because the call is an error anyway.
    pub const fn amp_calls(_: &mut CallStack) {}
}

/// A function with `#[device]`. No type implements this trait: an expansion refers to a device function by its own
/// struct.
#[diagnostic::on_unimplemented(
    message = "this function has no `#[device]`, so kernels and device functions cannot call it",
    label = "not a device function",
    note = "write `#[device]` above the function; if you cannot change it, compute the value on the host and capture it"
)]
pub trait HasDeviceAttribute {
    /// The type of the result. rustc cannot find it, so it reports no other error about the result.
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

/// Two types that implement [`HasDeviceAttribute`]. With a single impl or none, rustc would report an unknown function
/// once more: it would find the bound unmet even if it does not know the argument types because of an earlier error.
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
