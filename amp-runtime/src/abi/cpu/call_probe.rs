//! Probes that select the CPU code of a device function that takes references or views.
//!
//! A kernel cannot call the user's own Rust function with a view: for the kernel, the view is a `ReadAccess` or
//! `SharedAccess`, not an `ArrayView`. So it calls the generated CPU code, if the argument types fit. Otherwise,
//! the probe selects a placeholder, so that rustc reports the call once.

use std::marker::PhantomData;

use super::row::Locate;
use super::view_args::CpuFunction;
use crate::abi::probe::Probe;

/// A probe for a call of the device function `F`.
pub struct CpuProbe<F, Arguments>(PhantomData<(F, Arguments)>);

crate::support::always_copy! { [F, A] CpuProbe<F, A> }

impl<F, Arguments> CpuProbe<F, Arguments> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        CpuProbe(PhantomData)
    }
}

impl<F: CpuFunction<0, A>, A> Probe for &&CpuProbe<F, A> {
    type Selected = CpuVersion<F, A>;

    #[inline(always)]
    fn amp_select(self) -> CpuVersion<F, A> {
        CpuVersion(PhantomData)
    }
}

impl<F: AnyArguments, A> Probe for &CpuProbe<F, A> {
    type Selected = Mismatch<F, A>;

    fn amp_select(self) -> Mismatch<F, A> {
        Mismatch(PhantomData)
    }
}

impl<F, A> Probe for CpuProbe<F, A> {
    type Selected = NoCpuVersion;

    fn amp_select(self) -> NoCpuVersion {
        NoCpuVersion
    }
}

/// The CPU code of `F`.
pub struct CpuVersion<F, A>(PhantomData<(F, A)>);

impl<F: CpuFunction<0, A>, A> CpuVersion<F, A> {
    /// Runs the function for one work-item.
    #[inline(always)]
    pub fn call_cpu(self, locator: &impl Locate, lane: usize, arguments: A) -> F::Output {
        F::run(locator, lane, arguments)
    }
}

/// A device function whose `DeviceCall` impl accepts all argument types. So rustc reports mismatched
/// arguments only where the CPU code calls the user's Rust function.
pub trait AnyArguments {}

/// Reports the one mismatch in a call of an [`AnyArguments`] function that rustc does not report elsewhere:
/// the call passes a view or reference where the function expects a value.
pub struct Mismatch<F, A>(PhantomData<(F, A)>);

impl<F, A> Mismatch<F, A> {
    /// A call of this method never compiles, because no type implements `Accepts`.
    pub fn call_cpu<R>(self, _: &impl Locate, _: usize, _: A) -> R
    where
        F: Accepts<A>,
    {
        unreachable!("internal error: a function with CPU code was dispatched to the mismatch report")
    }
}

/// No type implements this trait. The unmet bound `F: Accepts<A>` produces the error message.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not accept this view or reference",
    note = "pass an element of the view, `x[i]`; pass a view only if the parameter is `&ArrayView<T>` or `&mut ArrayViewMut<T>`",
    note = "pass a captured value without `&` if the parameter is not a reference"
)]
pub trait Accepts<Arguments> {}

/// Accepts a call of a function without CPU code. Such a function has no template either, so rustc already
/// reports the call.
pub struct NoCpuVersion;

impl NoCpuVersion {
    /// Never called.
    pub fn call_cpu<A, R>(self, _: &impl Locate, _: usize, _: A) -> R {
        unreachable!("internal error: a kernel without an item was compiled")
    }
}
