//! Ops that read consecutive elements: `elements` of a view, and `rows` of any op that takes an index.
//!
//! A kernel that loops over consecutive indices would call an op once for each of them, and each call checks the
//! bounds of the views. LLVM does not vectorise such a loop. `rows` makes an op that returns the results for
//! several indices as an array. If all inner ops are compositions and `elements`, one check per view is enough.

use amp_shader::{Entry, PassedFunction, PassedOp};

use crate::abi::checked::Checker;
use crate::abi::cpu::{Locate, ReadAccess};
use crate::data::array::Array;
use crate::data::view::{ArrayView, ArrayViewMut};
use crate::launch::compose::BoundComposition;
use crate::launch::op::{AnyBoundOp, Op, OpCode, OpMacroInput, bind_op};
use crate::types::{GpuType, ShaderType, Value};

/// A view or array of one dimension whose elements [`elements`] reads.
pub trait ElementsOf<T: GpuType>: Copy + sealed::Sealed {
    /// The op that returns element `k`.
    #[doc(hidden)]
    fn element_op(self) -> impl Op<fn(usize) -> T> + Copy;
}

mod sealed {
    /// Seals `ElementsOf`.
    pub trait Sealed {}
}

/// The code of an op that returns element `k` of its only capture.
#[derive(Clone, Copy)]
struct ElementCode<C>(C);

impl<T: GpuType, C: OpCode<fn(usize) -> T, (ReadAccess<T, 1>, ())>>
    OpCode<fn(usize) -> T, (ReadAccess<T, 1>, ())> for ElementCode<C>
{
    #[inline(always)]
    fn call(self, captures: &(ReadAccess<T, 1>, ()), row: &dyn Locate, lane: usize, inputs: (usize,)) -> T {
        self.0.call(captures, row, lane, inputs)
    }

    #[inline(always)]
    fn call_row<const L: usize>(
        self,
        captures: &(ReadAccess<T, 1>, ()),
        row: &dyn Locate,
        lane: usize,
        first: (usize,),
    ) -> [T; L] {
        match captures.0.row_in_bounds([first.0]) {
            Some(elements) => *elements,
            // Elements that are not contiguous, or an index that is out of bounds.
            None => std::array::from_fn(|k| self.0.call(captures, row, lane, (first.0 + k,))),
        }
    }

    fn call_checked(self, captures: &(ReadAccess<T, 1>, ()), checker: &Checker, inputs: (usize,)) -> T {
        self.0.call_checked(captures, checker, inputs)
    }

    fn add_to(self, entries: &mut Vec<Entry>) -> PassedOp {
        self.0.add_to(entries)
    }
}

macro_rules! element_ops {
    ($($view:ty)*) => {$(
        impl<T: GpuType> sealed::Sealed for $view {}

        impl<T: GpuType> ElementsOf<T> for $view {
            fn element_op(self) -> impl Op<fn(usize) -> T> + Copy {
                let x = self;
                move |types: OpMacroInput<fn(usize) -> T>| {
                    let (captures, code) = amp::op!(|k: usize| x[k])(types).into_parts();
                    BoundComposition { captures, code: ElementCode(code) }
                }
            }
        }
    )*};
}

element_ops! { &ArrayView<'_, T> &ArrayViewMut<'_, T> &Array<T> }

/// The op that returns element `k` of a view or array.
///
/// It is the same as `op!(|k| x[k])`, and [`rows`] of it loads several elements at once.
///
/// ```
/// use amp::prelude::*;
/// use amp::{compose, elements, op};
///
/// #[kernel]
/// fn generate(i: Index<1>, f: impl Fn(usize) -> f32, y: &mut ArrayViewMut<f32>) {
///     y[i] = f(i[0]);
/// }
///
/// let x = ArrayView::new(&[1.0, 2.0]);
/// let mut y = ArrayViewMut::without_source(2)?;
/// parallel_for_each(2, generate(compose(op!(|v: f32| v + 0.5), elements(&x)), &mut y))?;
/// assert_eq!(y.to_vec()?, [1.5, 2.5]);
/// # Ok::<(), amp::Error>(())
/// ```
pub fn elements<T: GpuType>(view: impl ElementsOf<T>) -> impl Op<fn(usize) -> T> + Copy {
    view.element_op()
}

/// The code of [`rows`].
#[derive(Clone, Copy)]
struct RowCode<C, const L: usize>(C);

impl<T: Value, A, C: OpCode<fn(usize) -> T, A>, const L: usize> OpCode<fn(usize) -> [T; L], A>
    for RowCode<C, L>
{
    #[inline(always)]
    fn call(self, captures: &A, row: &dyn Locate, lane: usize, inputs: (usize,)) -> [T; L] {
        self.0.call_row(captures, row, lane, inputs)
    }

    fn call_checked(self, captures: &A, checker: &Checker, inputs: (usize,)) -> [T; L] {
        std::array::from_fn(|k| self.0.call_checked(captures, checker, (inputs.0 + k,)))
    }

    fn add_to(self, entries: &mut Vec<Entry>) -> PassedOp {
        let part = self.0.add_to(entries);
        let first_entry = entries.len();
        entries.extend([usize::INFO, <[T; L]>::INFO, T::INFO].map(Entry::Type));
        entries.push(Entry::Part(part));
        PassedOp {
            function: PassedFunction::Row(L),
            first_entry,
            entries: entries.len() - first_entry,
            captures: part.captures,
        }
    }
}

/// The op that returns the results of `op` for `L` consecutive indices: `k -> [op(k), op(k + 1), ..]`.
///
/// On a CPU, a loop over the array is fast: each view that [`elements`] reads is checked once for all indices,
/// and LLVM vectorises the loads.
///
/// ```
/// use amp::prelude::*;
/// use amp::{elements, rows};
///
/// #[kernel]
/// fn sums(i: Index<1>, load: impl Fn(usize) -> [f32; 4], y: &mut ArrayViewMut<f32>) {
///     let items = load(4 * i[0]);
///     y[i] = items[0] + items[1] + items[2] + items[3];
/// }
///
/// let x = ArrayView::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
/// let mut y = ArrayViewMut::without_source(2)?;
/// parallel_for_each(2, sums(rows(elements(&x)), &mut y))?;
/// assert_eq!(y.to_vec()?, [10.0, 26.0]);
/// # Ok::<(), amp::Error>(())
/// ```
pub fn rows<T: Value, const L: usize>(
    op: impl Op<fn(usize) -> T> + Copy,
) -> impl Op<fn(usize) -> [T; L]> + Copy {
    move |_: OpMacroInput<fn(usize) -> [T; L]>| {
        let (captures, code) = bind_op::<fn(usize) -> T, _>(op);
        BoundComposition { captures, code: RowCode::<_, L>(code) }
    }
}
