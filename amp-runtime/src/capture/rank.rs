//! The rank with which a closure uses what it captures: where that is another one, rustc says so, and says no more of it.

use super::{ReadArg, WriteArg};
use crate::element::{Element, GpuType};
use crate::index::Index;

/// What is captured and has a rank.
pub trait Ranked: Sized {
    /// The index of its elements.
    type Index;
}

impl<T: Element, const N: usize> Ranked for ReadArg<'_, T, N> {
    type Index = Index<N>;
}

impl<T: GpuType, const N: usize> Ranked for WriteArg<'_, T, N> {
    type Index = Index<N>;
}

/// The index of a view's elements, by which a kernel has to index it.
#[diagnostic::on_unimplemented(
    message = "the elements of this view have an `{Self}`, and not an `{Given}`",
    label = "indexed by an `{Given}`, or by as many numbers",
    note = "a view of rank 2 has elements `v[[row, col]]`; `view_as`, `section` and `project` give views of another shape"
)]
pub trait IndexedBy<Given, A> {
    /// What is captured, which is nothing where the ranks differ.
    type Argument;

    /// The same.
    fn argument(captured: A) -> Self::Argument;
}

#[diagnostic::do_not_recommend]
impl<const N: usize, A> IndexedBy<Index<N>, A> for Index<N> {
    type Argument = A;

    fn argument(captured: A) -> A {
        captured
    }
}

/// What is captured, of the rank with which it is used.
pub fn of_rank<const N: usize, A: Ranked>(captured: A) -> <A::Index as IndexedBy<Index<N>, A>>::Argument
where
    A::Index: IndexedBy<Index<N>, A>,
{
    A::Index::argument(captured)
}
