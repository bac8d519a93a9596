//! Autoref specialisation: rustc selects code by the types of a call. Only rustc knows these types, and stable
//! Rust has no specialisation.
//!
//! A probe is a value whose type contains the types of the call. Simplified from `checked::dispatch`, which
//! selects the checked version of `f` if it has one for the argument types:
//!
//! ```text
//! impl<F: CheckedCall<A>, A> Probe for &CallProbe<F, A> { type Selected = CheckedVersion<F, A>; .. }
//! impl<F, A> Probe for CallProbe<F, A> { type Selected = PlainVersion; .. }
//! (&<f as AnyType>::amp_checked_probe(&given)).amp_select().call_checked(given, |given| f(given))
//! ```
//!
//! Method resolution tries the receiver type `&CallProbe` before `CallProbe`, and skips an impl whose bounds
//! do not hold. A probe with three levels begins as `(&&probe)`. The selected value has a method that runs the
//! code. If no code fits the types, rustc reports the mistake elsewhere. So the last level often selects a
//! placeholder, which compiles with all types.
//!
//! In generic code, rustc resolves the call once, by the bounds. So the expansion of a device trait adds the
//! traits of the selected code as supertraits.

/// Selects code by the types of a probe. `I` is a type that the bounds of an impl determine, for example the
/// type that stands for the `impl` block of a method.
pub trait Probe<I = ()>: Sized {
    /// The selected code, or a type that rustc infers from the selection.
    type Selected;

    /// Returns the selected code. The method must be called on a reference to the probe, with one `&` less
    /// than the probe has levels.
    fn amp_select(self) -> Self::Selected;
}
