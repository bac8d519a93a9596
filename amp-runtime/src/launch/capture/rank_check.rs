//! The rank check of captured views: if a closure indexes a view with the wrong number of subscripts, rustc
//! reports one error with a fix. Without it, rustc reports several errors about the generated code.

use super::{ReadCapture, WriteCapture};
use crate::types::index::Index;
use crate::types::{Element, GpuType};

/// A capture that has a rank.
pub trait Ranked: Sized {
    /// The index type of its elements.
    type Index;
}

impl<T: Element, const N: usize> Ranked for ReadCapture<'_, T, N> {
    type Index = Index<N>;
}

impl<T: GpuType, const N: usize> Ranked for WriteCapture<'_, T, N> {
    type Index = Index<N>;
}

/// States that two index types have the same rank: `Index<N>` implements `HasRank<Index<M>, A>` only if `N`
/// equals `M`.
#[diagnostic::on_unimplemented(
    message = "the elements of this view have an `{Self}`, not an `{Given}`",
    label = "indexed by an `{Given}`, or by the same number of subscripts",
    note = "write one subscript for each dimension: `v[[row, col]]` for rank 2; `view_as`, `section` and `project` return views of another rank"
)]
pub trait HasRank<Given, A> {
    /// The type `A` of the capture. If the ranks differ, the projection does not exist, so rustc reports no
    /// further errors.
    type Argument;

    /// Returns the capture.
    fn argument(captured: A) -> Self::Argument;
}

#[diagnostic::do_not_recommend]
impl<const N: usize, A> HasRank<Index<N>, A> for Index<N> {
    type Argument = A;

    fn argument(captured: A) -> A {
        captured
    }
}

/// Returns the captured view. Compiles only if the view has the rank `N` with which the kernel indexes it.
pub fn check_rank<const N: usize, A: Ranked>(captured: A) -> <A::Index as HasRank<Index<N>, A>>::Argument
where
    A::Index: HasRank<Index<N>, A>,
{
    A::Index::argument(captured)
}
