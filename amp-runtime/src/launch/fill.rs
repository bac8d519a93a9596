//! `fill` for views and arrays: a launch that writes one value to all elements.

use crate::data::array::Array;
use crate::data::view::ArrayViewMut;
use crate::device::queue::AcceleratorView;
use crate::launch::kernel::parallel_for_each;
use crate::support::error::{Error, Result};
use crate::types::GpuType;
use crate::types::extent::index_at;

impl<T: GpuType, const N: usize> ArrayViewMut<'_, T, N> {
    /// Sets each element to `value`, by a launch on the queue that
    /// [`parallel_for_each`](crate::parallel_for_each) would choose.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut data = [0.0f32; 6];
    /// let mut view = ArrayViewMut::with_extent([2, 3], &mut data)?;
    /// view.project_mut(1)?.fill(1.5)?;
    /// view.finish()?;
    /// assert_eq!(data, [0.0, 0.0, 0.0, 1.5, 1.5, 1.5]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the device.
    pub fn fill(&mut self, value: T) -> Result<()> {
        self.filled(None, value)
    }

    fn filled(&mut self, on: Option<&AcceleratorView>, value: T) -> Result<()> {
        let size = self.extent().size();
        if size == 0 {
            return Ok(());
        }
        // A section whose elements are not contiguous cannot be viewed as one dimension, and some devices do
        // not support types such as `f64`. Such a view is filled on the host.
        let Ok(mut all) = self.view_as_mut([size]) else { return self.filled_on_host(value) };
        all.discard_data();
        let kernel = amp::amp!(|i: amp::Index<1>| all[i] = value);
        let launched = match on {
            Some(queue) => queue.parallel_for_each(size, kernel),
            None => parallel_for_each(size, kernel),
        };
        drop(all);
        match launched {
            Err(Error::UnsupportedFeature { .. }) => self.filled_on_host(value),
            other => other,
        }
    }

    fn filled_on_host(&mut self, value: T) -> Result<()> {
        let extent = self.extent();
        let mut elements = self.write()?;
        for position in 0..extent.size() {
            elements[index_at(position, extent.0)] = value;
        }
        Ok(())
    }
}

impl<T: GpuType, const N: usize> Array<T, N> {
    /// Sets each element to `value`, on the array's queue.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut array = Array::zeros([2, 3])?;
    /// array.fill(1.5)?;
    /// assert_eq!(array.to_vec()?, [1.5; 6]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the device.
    pub fn fill(&mut self, value: T) -> Result<()> {
        let queue = self.accelerator_view().clone();
        self.as_view_mut().filled(Some(&queue), value)
    }
}
