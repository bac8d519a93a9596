//! Memory for intermediate results.
//!
//! It is a view without a source, whose contents are discarded. So the host allocates nothing for a GPU, the queue takes
//! the memory from its pool without clearing it, and the checked accelerator reports reads of elements that no kernel
//! wrote.

use amp::prelude::*;
use amp::{Op, Result};

use crate::elementwise::write_items;
use crate::length::Length;

/// A view of `n` undefined elements.
pub(crate) fn undefined<T: GpuType>(n: usize) -> Result<ArrayViewMut<'static, T>> {
    let mut y = ArrayViewMut::without_source(n)?;
    y.discard_data();
    Ok(y)
}

/// The results of an op for `n` indices, of which there may be at least one.
pub(crate) fn computed<T: GpuType>(
    queue: &AcceleratorView,
    n: impl Length,
    f: impl Op<fn(usize) -> T> + Copy,
) -> Result<ArrayViewMut<'static, T>> {
    let mut y = undefined(n.most())?;
    write_items(queue, n, f, &mut y)?;
    Ok(y)
}
