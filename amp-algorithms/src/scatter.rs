//! `scatter`: writes to given indices.

use amp::Result;
use amp::prelude::*;

use crate::error;
use crate::input::Input;
use crate::output::{self, Output};

/// Writes each item to its index.
#[kernel]
fn scatter_each<T: GpuType>(
    i: Index<1>,
    load: impl Fn(usize) -> T,
    at: impl Fn(usize) -> u32,
    out: &mut ArrayViewMut<T>,
) {
    out[at(i[0]) as usize] = load(i[0]);
}

/// Writes each item to the element of `out` at its index: `out[indices[k]] = items[k]`. Other elements are unchanged.
///
/// The indices must differ from one another; otherwise one of the items is written, and the checked accelerator reports
/// a race. An index that is out of range is an error on the CPU. On a GPU, it changes no element or an unspecified one.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (items, indices) = (ArrayView::new(&[7, 8]), ArrayView::new(&[2, 0]));
/// let mut out = Array::zeros(4)?;
/// alg::scatter(&items, &indices, &mut out)?;
/// assert_eq!(out.to_vec()?, [8, 0, 7, 0]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if there are more or fewer indices than items; errors of the
/// launch.
pub fn scatter<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    items: I,
    indices: J,
    out: &mut impl Output<T>,
) -> Result<()> {
    scatter_on(&output::queue_for(out, items.load())?, items, indices, out)
}

/// [`scatter`] on the given queue.
///
/// # Errors
/// The errors of [`scatter`].
pub fn scatter_on<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    queue: &AcceleratorView,
    items: I,
    indices: J,
    out: &mut impl Output<T>,
) -> Result<()> {
    let n = error::common_length("the items and the indices", [items.count()?, indices.count()?])?;
    if n == 0 {
        return Ok(());
    }
    queue.parallel_for_each(n, scatter_each(items.load(), indices.load(), &mut out.elements()))
}
