//! Ops: closures that are passed to kernels.
//!
//! `op!(|v| v > limit)` expands to a Rust closure that creates the op: it takes an [`OpMacroInput`] and
//! returns a [`BoundOp`]. A function with a parameter `impl Op<fn(f32) -> bool>` calls this closure. So rustc
//! infers the parameter types of the user's closure from that signature, as for a closure argument of any
//! function.
//!
//! A bound op consists of its captures, its CPU code and its WGSL template. The kernel appends the op's
//! captures to its own captures ([`WithOps`](crate::launch::bound_captures::WithOps)). It appends the op to
//! its own entries, the types and functions that rustc resolved for the shader linker.

use std::marker::PhantomData;

use amp_shader::{Closure, Entry, PassedFunction, PassedOp};

#[cfg(feature = "checked")]
use crate::abi::checked::CheckedFunction;
use crate::abi::checked::Checker;
use crate::abi::cpu::Locate;
use crate::abi::link::DeviceCall;
use crate::launch::bound_captures::{BoundCaptures, OpCaptures};

/// The parameter and result types of an op, written as a function pointer: `fn(f32, f32) -> f32`.
///
/// ```
/// fn inputs<S: amp::OpSignature<Inputs = (f32, u32)>>() {}
/// inputs::<fn(f32, u32) -> bool>();
/// ```
pub trait OpSignature: 'static + sealed::Sealed {
    /// The types of the parameters, as a tuple.
    type Inputs;
    /// The type of the result.
    type Output;
}

mod sealed {
    /// Seals `OpSignature`, so that users cannot implement it.
    pub trait Sealed {}
}

macro_rules! signatures {
    ($($($input:ident $name:ident)*;)*) => {$(
        impl<$($input: 'static,)* R: 'static> sealed::Sealed for fn($($input),*) -> R {}
        impl<$($input: 'static,)* R: 'static> OpSignature for fn($($input),*) -> R {
            type Inputs = ($($input,)*);
            type Output = R;
        }

        impl<F: Fn($($input),*) -> R + Copy + Send + Sync, $($input,)* R> CallWith<($($input,)*), R> for F {
            #[inline(always)]
            fn call_with(self, ($($name,)*): ($($input,)*)) -> R {
                self($($name),*)
            }
        }
    )*};
}

signatures! {
    ;
    A a;
    A a B b;
    A a B b C c;
    A a B b C c D d;
    A a B b C c D d E e;
    A a B b C c D d E e G g;
}

/// An op with this signature: the result of [`op!`](crate::op).
///
/// A kernel function declares an op as `impl Fn(f32) -> f32`. A function that passes ops on to kernels declares
/// `impl Op<fn(f32) -> f32>`:
///
/// ```
/// use amp::prelude::*;
/// use amp::{Op, op};
///
/// #[kernel]
/// fn map_each<T: amp::GpuType>(i: Index<1>, f: impl Fn(T) -> T, x: &mut ArrayViewMut<T>) {
///     x[i] = f(x[i]);
/// }
///
/// fn map_in_place(x: &mut [f32], f: impl Op<fn(f32) -> f32>) -> amp::Result<()> {
///     let mut view = ArrayViewMut::new(x);
///     parallel_for_each(view.extent(), map_each(f, &mut view))?;
///     view.finish()
/// }
///
/// let (mut x, scale) = ([1.0, 2.0, 3.0], 10.0);
/// map_in_place(&mut x, op!(|v| v * scale + 1.0))?;
/// assert_eq!(x, [11.0, 21.0, 31.0]);
/// # Ok::<(), amp::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an op with the signature `{S}`",
    label = "not an op",
    note = "write a closure inside `op!`: `op!(|v| 2.0 * v)`"
)]
pub trait Op<S: OpSignature>: FnOnce(OpMacroInput<S>) -> Self::Bound {
    /// The type of the op with its captures.
    #[doc(hidden)]
    type Bound: AnyBoundOp<S>;
}

impl<S: OpSignature, F, B> Op<S> for F
where
    F: FnOnce(OpMacroInput<S>) -> B,
    B: AnyBoundOp<S>,
{
    type Bound = B;
}

/// The argument of the closure that `op!` expands to. From `S`, rustc infers the parameter types of the
/// user's closure. If the user forgets `op!`, rustc's message says that the user's closure must take an
/// `OpMacroInput`. So this name is a hint.
pub struct OpMacroInput<S>(PhantomData<fn() -> S>);

impl<S> Clone for OpMacroInput<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for OpMacroInput<S> {}

/// Creates the op that a kernel takes as a parameter, and separates its captures from its code.
pub fn bind_op<S: OpSignature, O: Op<S>>(
    op: O,
) -> (<O::Bound as AnyBoundOp<S>>::Captures, <O::Bound as AnyBoundOp<S>>::Code) {
    op(OpMacroInput(PhantomData)).into_parts()
}

/// An op with its captures: a [`BoundOp`], a [`FunctionOp`], a composition or a [`RejectedOp`].
pub trait AnyBoundOp<S: OpSignature> {
    /// The heterogeneous list of the op's captures.
    type Captures: BoundCaptures;
    /// The type of the op's code.
    type Code: OpCode<S, <Self::Captures as BoundCaptures>::CpuArgs>;

    /// Separates the captures from the code.
    fn into_parts(self) -> (Self::Captures, Self::Code);
}

/// The inputs of an op that takes an index.
pub trait Consecutive: Copy {
    /// The inputs after `k` steps.
    fn nth(self, k: usize) -> Self;
}

impl Consecutive for (usize,) {
    #[inline(always)]
    fn nth(self, k: usize) -> Self {
        (self.0 + k,)
    }
}

/// The code of an op: its CPU code, its version for the checked accelerator, and its WGSL template.
pub trait OpCode<S: OpSignature, A>: Copy + Send + Sync {
    /// Runs the CPU code for one work-item: a lane of a row.
    fn call(self, captures: &A, row: &dyn Locate, lane: usize, inputs: S::Inputs) -> S::Output;

    /// Runs the CPU code for `L` consecutive inputs, for one work-item. The results are those of `L` calls. An
    /// op that reads elements of a view checks the bounds once for all of them, so that LLVM can vectorise the
    /// loads.
    #[inline(always)]
    fn call_row<const L: usize>(
        self,
        captures: &A,
        row: &dyn Locate,
        lane: usize,
        first: S::Inputs,
    ) -> [S::Output; L]
    where
        S::Inputs: Consecutive,
    {
        std::array::from_fn(|k| self.call(captures, row, lane, first.nth(k)))
    }

    /// Runs the checked version for one work-item.
    fn call_checked(self, captures: &A, checker: &Checker, inputs: S::Inputs) -> S::Output;

    /// Appends the types and functions that the op's WGSL template uses to the entries of a kernel. Returns a
    /// description of the op for the shader linker.
    fn add_to(self, entries: &mut Vec<Entry>) -> PassedOp;
}

/// The code that `op!` generates for the user's closure.
#[derive(Clone, Copy)]
pub struct PrintedOp<F, C, E> {
    closure: &'static Closure,
    captures: usize,
    run: F,
    checked: C,
    entries: E,
}

/// An op from the user's closure `|v| ..` in `op!(|v| ..)`.
pub struct BoundOp<S, A, F, C, E> {
    captures: OpCaptures<A>,
    code: PrintedOp<F, C, E>,
    types: PhantomData<fn() -> S>,
}

/// Creates an op from its captures and its code.
pub fn bound_op<S, A, F, C, E>(
    _: OpMacroInput<S>,
    closure: &'static Closure,
    names: &'static [&'static str],
    captures: A,
    run: F,
    checked: C,
    entries: E,
) -> BoundOp<S, A, F, C, E>
where
    S: OpSignature,
    A: BoundCaptures,
    F: Fn(&A::CpuArgs, &dyn Locate, usize, S::Inputs) -> S::Output,
    C: CheckedOp<A::CpuArgs, S>,
    E: Fn() -> Vec<Entry>,
{
    BoundOp {
        captures: OpCaptures { captures, names },
        code: PrintedOp { closure, captures: A::LEN, run, checked, entries },
        types: PhantomData,
    }
}

/// Returns the CPU code of an op. The bound on `F` lets rustc infer the types of the closure's parameters.
pub fn cpu_op<S: OpSignature, A: BoundCaptures, F>(_: &OpMacroInput<S>, _: &A, code: F) -> F
where
    F: Fn(&A::CpuArgs, &dyn Locate, usize, S::Inputs) -> S::Output,
{
    code
}

/// Returns the checked version of an op. The bound on `F` lets rustc infer the types of the closure's
/// parameters.
pub fn checked_op<S: OpSignature, A: BoundCaptures, F>(_: &OpMacroInput<S>, _: &A, code: F) -> F
where
    F: Fn(&A::CpuArgs, &Checker, S::Inputs) -> S::Output,
{
    code
}

/// A function that runs an op on the checked accelerator. Without the cargo feature `checked`, no such
/// function exists, and `()` takes its place.
pub trait CheckedOp<A, S: OpSignature> {
    /// Runs the checked version.
    fn run(&self, captures: &A, checker: &Checker, inputs: S::Inputs) -> S::Output;
}

impl<A, S: OpSignature> CheckedOp<A, S> for () {
    fn run(&self, _: &A, _: &Checker, _: S::Inputs) -> S::Output {
        unreachable!("a kernel without checked code calls no checked op")
    }
}

impl<A, S: OpSignature, F: Fn(&A, &Checker, S::Inputs) -> S::Output> CheckedOp<A, S> for F {
    fn run(&self, captures: &A, checker: &Checker, inputs: S::Inputs) -> S::Output {
        self(captures, checker, inputs)
    }
}

impl<S, A, F, C, E> AnyBoundOp<S> for BoundOp<S, A, F, C, E>
where
    S: OpSignature,
    A: BoundCaptures,
    F: Fn(&A::CpuArgs, &dyn Locate, usize, S::Inputs) -> S::Output + Copy + Send + Sync,
    C: CheckedOp<A::CpuArgs, S> + Copy + Send + Sync,
    E: Fn() -> Vec<Entry> + Copy + Send + Sync,
{
    type Captures = OpCaptures<A>;
    type Code = PrintedOp<F, C, E>;

    fn into_parts(self) -> (OpCaptures<A>, PrintedOp<F, C, E>) {
        (self.captures, self.code)
    }
}

impl<S, A, F, C, E> OpCode<S, A> for PrintedOp<F, C, E>
where
    S: OpSignature,
    F: Fn(&A, &dyn Locate, usize, S::Inputs) -> S::Output + Copy + Send + Sync,
    C: CheckedOp<A, S> + Copy + Send + Sync,
    E: Fn() -> Vec<Entry> + Copy + Send + Sync,
{
    #[inline(always)]
    fn call(self, captures: &A, row: &dyn Locate, lane: usize, inputs: S::Inputs) -> S::Output {
        (self.run)(captures, row, lane, inputs)
    }

    fn call_checked(self, captures: &A, checker: &Checker, inputs: S::Inputs) -> S::Output {
        self.checked.run(captures, checker, inputs)
    }

    fn add_to(self, entries: &mut Vec<Entry>) -> PassedOp {
        let first_entry = entries.len();
        entries.extend((self.entries)());
        PassedOp {
            function: PassedFunction::Closure(self.closure),
            first_entry,
            entries: entries.len() - first_entry,
            captures: self.captures,
        }
    }
}

/// An op that is a device function. `D` is the struct with the function's name that `#[device]` declares, and
/// `F` is the type of the user's Rust function.
pub struct FunctionOp<D, F> {
    function: F,
    item: PhantomData<fn() -> D>,
}

impl<D, F: Copy> Clone for FunctionOp<D, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, F: Copy> Copy for FunctionOp<D, F> {}

/// Creates an op from a device function.
pub fn op_of_function<S, D, F>(
    _: OpMacroInput<S>,
    item: PhantomData<fn() -> D>,
    function: F,
) -> FunctionOp<D, F>
where
    S: OpSignature,
    F: CallWith<S::Inputs, S::Output>,
{
    FunctionOp { function, item }
}

/// A function that takes the tuple `A` as its arguments and returns `R`.
pub trait CallWith<A, R>: Copy + Send + Sync {
    /// Calls the function.
    fn call_with(self, arguments: A) -> R;
}

impl<S, D, F> AnyBoundOp<S> for FunctionOp<D, F>
where
    S: OpSignature,
    FunctionOp<D, F>: OpCode<S, ()>,
{
    type Captures = ();
    type Code = Self;

    fn into_parts(self) -> ((), Self) {
        ((), self)
    }
}

impl<S, D, F> OpCode<S, ()> for FunctionOp<D, F>
where
    S: OpSignature,
    D: CheckedDeviceCall<S::Inputs, Output = S::Output>,
    F: CallWith<S::Inputs, S::Output>,
{
    #[inline(always)]
    fn call(self, _: &(), _: &dyn Locate, _: usize, inputs: S::Inputs) -> S::Output {
        self.function.call_with(inputs)
    }

    fn call_checked(self, _: &(), checker: &Checker, inputs: S::Inputs) -> S::Output {
        D::call_checked(checker, inputs)
    }

    fn add_to(self, _: &mut Vec<Entry>) -> PassedOp {
        PassedOp { function: PassedFunction::Item(D::ITEM), first_entry: 0, entries: 0, captures: 0 }
    }
}

/// A device function with a version for the checked accelerator. Without the cargo feature `checked`, no
/// function has such a version. Then every device function implements this trait, and `call_checked` is never
/// called.
pub trait CheckedDeviceCall<A>: DeviceCall<A> {
    /// Calls the checked version.
    fn call_checked(checker: &Checker, arguments: A) -> Self::Output;
}

#[cfg(feature = "checked")]
impl<A, D: DeviceCall<A> + CheckedFunction<0, A, Output = <D as DeviceCall<A>>::Output>> CheckedDeviceCall<A>
    for D
{
    fn call_checked(checker: &Checker, arguments: A) -> <D as DeviceCall<A>>::Output {
        D::call(checker, arguments)
    }
}

#[cfg(not(feature = "checked"))]
impl<A, D: DeviceCall<A>> CheckedDeviceCall<A> for D {
    fn call_checked(_: &Checker, _: A) -> Self::Output {
        unreachable!("a kernel without checked code calls no checked op")
    }
}

/// The op of an `op!` whose closure was rejected. It never runs, because the program does not compile.
#[derive(Clone, Copy)]
pub struct RejectedOp;

impl<S: OpSignature> AnyBoundOp<S> for RejectedOp {
    type Captures = ();
    type Code = RejectedOp;

    fn into_parts(self) -> ((), RejectedOp) {
        ((), self)
    }
}

impl<S: OpSignature, A> OpCode<S, A> for RejectedOp {
    fn call(self, _: &A, _: &dyn Locate, _: usize, _: S::Inputs) -> S::Output {
        unreachable!("a rejected op never runs")
    }

    fn call_checked(self, _: &A, _: &Checker, _: S::Inputs) -> S::Output {
        unreachable!("a rejected op never runs")
    }

    fn add_to(self, _: &mut Vec<Entry>) -> PassedOp {
        unreachable!("a rejected op never runs")
    }
}

/// A function that calls [`OpCode::add_to`] of one op.
type AddOp<'o> = &'o dyn Fn(&mut Vec<Entry>) -> PassedOp;

/// Returns the entries of a kernel that takes ops: the kernel's own entries, the entries that the ops use,
/// and one [`Entry::Op`] for each op.
pub fn entries_with_ops<const N: usize>(entries: [Entry; N], ops: &[AddOp<'_>]) -> Vec<Entry> {
    let mut entries = Vec::from(entries);
    let passed: Vec<_> = ops.iter().map(|add| Entry::Op(add(&mut entries))).collect();
    entries.extend(passed);
    entries
}
