//! Joined rows: consecutive work-items in row-major order, across the ends of rows.
//!
//! The executor joins rows if the last dimension of the domain is short. An ordinary row would then not fill a vector.

use std::marker::PhantomData;

use super::relaxed_copy::Vectors;
use super::row::{LANES, LaunchId, Locate, PanicIndex, WorkItems, index_to_vec};

/// Up to [`LANES`] consecutive work-items of a domain, in row-major order. Like a [`Row`](super::row::Row), it is the
/// permission to access the elements of its work-items.
pub struct JoinedRow<const N: usize> {
    /// For each dimension, the component of each work-item's index.
    components: [[usize; LANES]; N],
    len: usize,
    launch: LaunchId,
    vectors: Vectors,
    /// Makes the type neither `Send` nor `Sync`, like a row.
    thread: PhantomData<*const ()>,
}

impl<const N: usize> JoinedRow<N> {
    /// The `len` work-items of the domain from `next` on. Sets `next` to the work-item after them.
    #[inline(always)]
    pub(super) fn new(
        launch: LaunchId,
        next: &mut [usize; N],
        len: usize,
        domain: &[usize; N],
        vectors: Vectors,
    ) -> Self {
        let mut components = [[0; LANES]; N];
        for lane in 0..len {
            let mut carry = true;
            let parts = components.iter_mut().zip(next.iter_mut()).zip(domain);
            for ((component, next), &size) in parts.rev() {
                component[lane] = *next;
                // This code has no branch: at each end of a row, the processor would mispredict the branch.
                let grown = *next + usize::from(carry);
                carry = grown == size;
                *next = if carry { 0 } else { grown };
            }
        }
        JoinedRow { components, len, launch, vectors, thread: PhantomData }
    }

    /// The index of the first work-item.
    #[inline(always)]
    pub fn base(&self) -> [usize; N] {
        self.index(0)
    }

    /// The number of work-items, at least one.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // a row is never empty
    pub fn len(&self) -> usize {
        self.len
    }

    /// A component of the index of the work-item `lane`.
    #[inline(always)]
    pub fn component(&self, lane: usize, dimension: usize) -> usize {
        self.components[dimension][lane]
    }

    /// Marks a work-item as running, until a call of [`PanicIndex::done`].
    #[inline(always)]
    pub fn panic_index(&self, lane: usize) -> PanicIndex<N> {
        PanicIndex { base: self.index(lane), lane: 0 }
    }
}

impl<const N: usize> WorkItems<N> for JoinedRow<N> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn launch(&self) -> LaunchId {
        self.launch
    }

    #[inline(always)]
    fn index(&self, lane: usize) -> [usize; N] {
        std::array::from_fn(|d| self.components[d][lane])
    }
}

impl<const N: usize> Locate for JoinedRow<N> {
    #[inline(always)]
    fn work_item(&self, lane: usize) -> Vec<usize> {
        index_to_vec(self.index(lane))
    }

    #[inline(always)]
    fn vectors(&self) -> Vectors {
        self.vectors
    }
}
