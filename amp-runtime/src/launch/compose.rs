//! Composition of ops: `compose2(f, g, h)` is the op `x -> f(g(x), h(x))`.
//!
//! The composition adds the captures, types and functions of `f`, `g` and `h` to the kernel. The shader
//! linker then declares a WGSL function that calls the WGSL functions of `f`, `g` and `h`.
//!
//! For example, a library has a kernel that takes its input as an op `|k| ..`. It composes its caller's op
//! with `|k| x[k]`, so that the same kernel maps the elements of `x`. [`queue_of`] returns the queue on which
//! a kernel with such an op would run.

use amp_shader::{Entry, PassedFunction, PassedOp};

use crate::abi::checked::Checker;
use crate::abi::cpu::Locate;
use crate::device::queue::AcceleratorView;
use crate::launch::bound_captures::{BoundCaptures, DynCaptures, WithOps};
use crate::launch::dispatch::choose_queue_of;
use crate::launch::op::{AnyBoundOp, Consecutive, Op, OpCode, OpMacroInput, OpSignature, bind_op};
use crate::support::error::Result;
use crate::types::Value;

/// Returns the queue on which [`parallel_for_each`](crate::parallel_for_each) would run a kernel that takes
/// this op. Runs nothing and moves no data. A function that makes several launches, or allocates memory for
/// them, should name this queue in each launch, so that all of them use the same queue.
///
/// ```
/// use amp::prelude::*;
/// use amp::{op, queue_of};
///
/// let cpu = Accelerator::cpu().create_view(QueuingMode::Automatic)?;
/// let x = Array::from_slice_on(&cpu, [2], &[1.0, 2.0])?;
/// assert_eq!(queue_of::<fn(usize) -> f32>(op!(|k| x[k]))?, cpu);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::AcceleratorMismatch`](crate::Error::AcceleratorMismatch) if captured arrays live on different queues.
pub fn queue_of<S: OpSignature>(op: impl Op<S>) -> Result<AcceleratorView> {
    let (captures, _) = bind_op::<S, _>(op);
    let arguments: &dyn DynCaptures = &captures;
    let names = |capture| {
        let (mut found, mut at) = (None, 0);
        arguments.for_each(&mut |name, _| {
            found = if at == capture { name } else { found };
            at += 1;
        });
        found.unwrap_or("?")
    };
    choose_queue_of("op", &names, arguments, None)
}

/// A composition with its captures.
pub(super) struct BoundComposition<A, C> {
    pub(super) captures: A,
    pub(super) code: C,
}

impl<S, A, C> AnyBoundOp<S> for BoundComposition<A, C>
where
    S: OpSignature,
    A: BoundCaptures,
    C: OpCode<S, A::CpuArgs>,
{
    type Captures = A;
    type Code = C;

    fn into_parts(self) -> (A, C) {
        (self.captures, self.code)
    }
}

macro_rules! compositions {
    ($($(#[$doc:meta])* $name:ident $code:ident: $($op:ident $value:ident $part:ident $given:ident $inner:ident),+;)*) => {$(
        /// The code of a composition: the outer op and the inner ops.
        struct $code<S, C, $($part),+> {
            types: std::marker::PhantomData<S>,
            outer: C,
            $($op: $part,)+
        }

        impl<S, C: Copy, $($part: Copy),+> Clone for $code<S, C, $($part),+> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<S, C: Copy, $($part: Copy),+> Copy for $code<S, C, $($part),+> {}

        impl<T, R, B, C, $($value, $part, $given),+> OpCode<fn(T) -> R, compositions!(@args B $($given)+)>
            for $code<fn($($value),+) -> R, C, $($part),+>
        where
            T: Value,
            R: Value,
            C: OpCode<fn($($value),+) -> R, B>,
            $($value: Value, $part: OpCode<fn(T) -> $value, $given>,)+
        {
            #[inline(always)]
            fn call(self, captures: &compositions!(@args B $($given)+), row: &dyn Locate, lane: usize, inputs: (T,)) -> R {
                let compositions!(@args outer $($inner)+) = captures;
                let values = ($(self.$op.call($inner, row, lane, inputs),)+);
                self.outer.call(outer, row, lane, values)
            }

            #[inline(always)]
            fn call_row<const L: usize>(
                self,
                captures: &compositions!(@args B $($given)+),
                row: &dyn Locate,
                lane: usize,
                first: (T,),
            ) -> [R; L]
            where
                (T,): Consecutive,
            {
                let compositions!(@args outer $($inner)+) = captures;
                $(let $op: [$value; L] = self.$op.call_row($inner, row, lane, first);)+
                std::array::from_fn(|k| self.outer.call(outer, row, lane, ($($op[k],)+)))
            }

            fn call_checked(self, captures: &compositions!(@args B $($given)+), checker: &Checker, inputs: (T,)) -> R {
                let compositions!(@args outer $($inner)+) = captures;
                let values = ($(self.$op.call_checked($inner, checker, inputs),)+);
                self.outer.call_checked(outer, checker, values)
            }

            fn add_to(self, entries: &mut Vec<Entry>) -> PassedOp {
                let parts = [self.outer.add_to(entries), $(self.$op.add_to(entries)),+];
                let first_entry = entries.len();
                entries.extend([Entry::Type(T::INFO), Entry::Type(R::INFO), $(Entry::Type($value::INFO)),+]);
                entries.extend(parts.map(Entry::Part));
                PassedOp {
                    function: PassedFunction::Composition,
                    first_entry,
                    entries: entries.len() - first_entry,
                    captures: parts.iter().map(|part| part.captures).sum(),
                }
            }
        }

        $(#[$doc])*
        pub fn $name<T, R, $($value),+>(
            outer: impl Op<fn($($value),+) -> R> + Copy,
            $($op: impl Op<fn(T) -> $value> + Copy,)+
        ) -> impl Op<fn(T) -> R> + Copy
        where
            T: Value,
            R: Value,
            $($value: Value,)+
        {
            move |_: OpMacroInput<fn(T) -> R>| {
                let (captures, outer) = bind_op::<fn($($value),+) -> R, _>(outer);
                $(let ($inner, $op) = bind_op::<fn(T) -> $value, _>($op);)+
                BoundComposition {
                    captures: compositions!(@captures captures $($inner)+),
                    code: $code::<fn($($value),+) -> R, _, $(compositions!(@open $value)),+> {
                        types: std::marker::PhantomData,
                        outer,
                        $($op,)+
                    },
                }
            }
        }
    )*};
    (@open $value:ident) => { _ };
    (@args $first:ident $second:ident) => { ($first, $second) };
    (@args $first:ident $second:ident $($rest:ident)+) => { ($first, compositions!(@args $second $($rest)+)) };
    (@captures $first:ident $second:ident) => { WithOps($first, $second) };
    (@captures $first:ident $second:ident $($rest:ident)+) => {
        WithOps($first, compositions!(@captures $second $($rest)+))
    };
}

compositions! {
    /// The op `x -> outer(first(x))`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp::{Op, compose, op};
    ///
    /// #[kernel]
    /// fn generate(i: Index<1>, f: impl Fn(usize) -> f32, y: &mut ArrayViewMut<f32>) {
    ///     y[i] = f(i[0]);
    /// }
    ///
    /// /// Writes `f` of each element of `x`.
    /// fn map(x: &ArrayView<f32>, f: impl Op<fn(f32) -> f32> + Copy, y: &mut ArrayViewMut<f32>) -> amp::Result<()> {
    ///     let element = op!(|k: usize| x[k]);
    ///     parallel_for_each(y.extent(), generate(compose(f, element), y))
    /// }
    ///
    /// let (x, scale) = (ArrayView::new(&[1.0, 2.0]), 3.0);
    /// let mut y = ArrayViewMut::without_source(2)?;
    /// map(&x, op!(|v| v * scale), &mut y)?;
    /// assert_eq!(y.to_vec()?, [3.0, 6.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    compose Composed: first V P A inner;
    /// The op `x -> outer(first(x), second(x))`. See [`compose`].
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp::{compose2, op};
    ///
    /// #[kernel]
    /// fn generate(i: Index<1>, f: impl Fn(usize) -> f32, y: &mut ArrayViewMut<f32>) {
    ///     y[i] = f(i[0]);
    /// }
    ///
    /// let (a, b) = (ArrayView::new(&[1.0, 2.0]), ArrayView::new(&[3.0, 4.0]));
    /// let product = compose2(op!(|v: f32, w: f32| v * w), op!(|k: usize| a[k]), op!(|k: usize| b[k]));
    /// let mut y = ArrayViewMut::without_source(2)?;
    /// parallel_for_each(2, generate(product, &mut y))?;
    /// assert_eq!(y.to_vec()?, [3.0, 8.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    compose2 Composed2: first V P A inner, second W Q D inner2;
    /// The op `x -> outer(first(x), second(x), third(x))`. See [`compose`].
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp::{compose3, op};
    ///
    /// #[kernel]
    /// fn generate(i: Index<1>, f: impl Fn(usize) -> f32, y: &mut ArrayViewMut<f32>) {
    ///     y[i] = f(i[0]);
    /// }
    ///
    /// let (a, b) = (ArrayView::new(&[1.0, 2.0]), ArrayView::new(&[3.0, 4.0]));
    /// let (element_a, element_b) = (op!(|k: usize| a[k]), op!(|k: usize| b[k]));
    /// let third = op!(|k: usize| k as f32);
    /// let all = compose3(op!(|v: f32, w: f32, k: f32| v * w + k), element_a, element_b, third);
    /// let mut y = ArrayViewMut::without_source(2)?;
    /// parallel_for_each(2, generate(all, &mut y))?;
    /// assert_eq!(y.to_vec()?, [3.0, 9.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    compose3 Composed3: first V P A inner, second W Q D inner2, third X M E inner3;
}
