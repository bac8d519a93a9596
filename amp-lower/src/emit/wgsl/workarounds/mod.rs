//! Workarounds for bugs and limits of naga and of drivers. Each module names its bug.
//!
//! | module | of | the bug |
//! |---|---|---|
//! | `constant` | naga | operators on constants are folded, and rejected, in code that never runs |
//! | `dynamic_index` | naga | a constant array is copied at each use with a dynamic index |
//! | `trailing_return` | naga | the end of a function after an infinite loop counts as reachable |
//! | `wide_conversion` | naga | conversions of 64-bit constants are rejected |
//! | `nan_comparison` | naga | `!=` is false for NaN |
//! | `else_chain` | llvmpipe | wrong branches are taken in deeply nested `else` blocks |
//! | `opaque_exit` | Mesa | an exit condition is tested with the counter's initial value |
//!
//! A test of each workaround for naga fails as soon as naga no longer has the bug. Delete the module then. For the
//! workarounds for drivers, the tests in `tests/it/control_flow/driver_bugs.rs` report a driver without the bug; the
//! module stays as long as a driver with the bug is in use.

mod constant;
mod dynamic_index;
mod else_chain;
mod nan_comparison;
mod opaque_exit;
mod trailing_return;
mod wide_conversion;

pub(super) use dynamic_index::dynamically_indexed;
pub(super) use nan_comparison::is_wrong_for_nan;
pub(super) use opaque_exit::OpaqueExits;
pub(super) use wide_conversion::is_wide;

/// Whether naga accepts a shader.
#[cfg(all(test, feature = "naga"))]
fn is_accepted(wgsl: &str) -> bool {
    let Ok(module) = naga::front::wgsl::parse_str(wgsl) else { return false };
    let flags = naga::valid::ValidationFlags::all();
    naga::valid::Validator::new(flags, naga::valid::Capabilities::all()).validate(&module).is_ok()
}

/// The number of variables that naga's SPIR-V for a shader declares in functions.
#[cfg(all(test, feature = "naga"))]
fn count_of_variables(wgsl: &str) -> usize {
    const OP_VARIABLE: u32 = 59;
    const FUNCTION_STORAGE: u32 = 7;
    let words = spirv(wgsl);
    let mut at = 5;
    let mut count = 0;
    while let Some(word) = words.get(at) {
        let (length, operation) = ((word >> 16) as usize, word & 0xffff);
        count += usize::from(operation == OP_VARIABLE && words.get(at + 3) == Some(&FUNCTION_STORAGE));
        at += length.max(1);
    }
    count
}

/// naga's SPIR-V for a shader.
#[cfg(all(test, feature = "naga"))]
fn spirv(wgsl: &str) -> Vec<u32> {
    let module = naga::front::wgsl::parse_str(wgsl).expect("the shader parses");
    let flags = naga::valid::ValidationFlags::all();
    let info = naga::valid::Validator::new(flags, naga::valid::Capabilities::all())
        .validate(&module)
        .expect("the shader is valid");
    naga::back::spv::write_vec(&module, &info, &naga::back::spv::Options::default(), None)
        .expect("naga prints the shader")
}
