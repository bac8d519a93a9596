//! The rank check of captured views: if a closure indexes a view with the wrong number of subscripts, rustc
//! reports one error with a fix. Without the check, rustc would report several errors about the generated
//! code.

use super::{ReadCapture, WriteCapture};
use crate::types::index::Index;
use crate::types::{Element, GpuType};

/// A captured view with a known rank.
pub trait Ranked: Sized {
    /// `Index<N>`, where `N` is the rank of the view.
    type Index;

    /// Returns the captured view. Compiles only if the view has the rank `N`, with which the kernel indexes
    /// it.
    fn of_rank<const N: usize>(self) -> <Self::Index as HasRank<Index<N>>>::Captured<Self>
    where
        Self::Index: HasRank<Index<N>>,
    {
        Self::Index::captured(self)
    }
}

impl<T: Element, const N: usize> Ranked for ReadCapture<'_, T, N> {
    type Index = Index<N>;
}

impl<T: GpuType, const N: usize> Ranked for WriteCapture<'_, T, N> {
    type Index = Index<N>;
}

/// States that two index types have the same rank: `Index<N>` implements `HasRank<Index<M>>` only if `N` equals `M`.
#[diagnostic::on_unimplemented(
    message = "the elements of this view have an `{Self}`, not an `{Given}`",
    label = "indexed by an `{Given}`, or by the same number of subscripts",
    note = "write one subscript for each dimension: `v[[row, col]]` for rank 2; `view_as`, `section` and `project` return views of another rank"
)]
pub trait HasRank<Given> {
    /// The type `A` of the captured view. If the ranks differ, this projection does not exist, so rustc
    /// reports no further errors.
    type Captured<A>;

    /// Returns the captured view.
    fn captured<A>(captured: A) -> Self::Captured<A>;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> HasRank<Index<N>> for Index<N> {
    type Captured<A> = A;

    fn captured<A>(captured: A) -> A {
        captured
    }
}
