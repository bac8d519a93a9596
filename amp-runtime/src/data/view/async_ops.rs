//! Asynchronous versions of the operations of views: each begins at once and returns a future. If a poll of
//! the future writes downloaded data to the view's memory, the future borrows the view.

use super::{ArrayView, ArrayViewMut, AtomicView, ReadGuard, WriteGuard};
use crate::device::accelerator::Accelerator;
use crate::device::completion::CompletionFuture;
use crate::device::queue::AcceleratorView;
use crate::support::error::Result;
use crate::types::{Atomic, Element, GpuType};

impl<T: Element, const N: usize> ArrayView<'_, T, N> {
    /// Begins to download the data for reading. See [`read`](Self::read).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let array = Array::from_slice([3], &[1u32, 2, 3])?;
    /// let view = array.as_view();
    /// let read = view.read_async().wait()?; // or `.await?`
    /// assert_eq!(read[1], 2);
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn read_async(&self) -> CompletionFuture<'_, ReadGuard<'_, T, N>> {
        let cpu = Accelerator::cpu().default_view();
        self.storage
            .make_resident_async(&cpu, self.bytes())
            .and_then(move |result| ready(result.and_then(|()| self.read())))
    }

    /// Begins to copy the data, as it is now, to a vector. See [`to_vec`](Self::to_vec).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut array = Array::from_slice([3], &[1u32, 2, 3])?;
    /// let later = array.as_view().to_vec_async();
    /// parallel_for_each(3, amp!(|i: Index<1>| array[i] = 0))?;
    /// assert_eq!(later.wait()?, [1, 2, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn to_vec_async(&self) -> CompletionFuture<'static, Vec<T>> {
        self.storage.copy_to_vec_async(self.bytes())
    }

    /// Begins to make the data of this view resident on an accelerator, so that later launches there need not transfer
    /// it.
    pub fn synchronize_to_async(&self, view: &AcceleratorView) -> CompletionFuture<'_> {
        self.storage.make_resident_async(view, self.bytes())
    }
}

impl<'a, T: GpuType, const N: usize> ArrayViewMut<'a, T, N> {
    /// Begins to download the data for reading. See [`read`](Self::read).
    pub fn read_async(&self) -> CompletionFuture<'_, ReadGuard<'_, T, N>> {
        let cpu = Accelerator::cpu().default_view();
        self.storage
            .make_resident_async(&cpu, self.bytes())
            .and_then(move |result| ready(result.and_then(|()| self.read())))
    }

    /// Begins to download the data for writing. See [`write`](Self::write).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [1u32, 2, 3];
    /// let mut view = ArrayViewMut::new(&mut values);
    /// view.write_async().wait()?[1] = 7; // or `.await?`
    /// assert_eq!(view[1], 7);
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn write_async(&mut self) -> CompletionFuture<'_, WriteGuard<'_, T, N>> {
        let (cpu, storage, bytes) = (Accelerator::cpu().default_view(), self.storage.clone(), self.bytes());
        storage
            .make_resident_async(&cpu, bytes)
            .and_then(move |result| ready(result.and_then(|()| self.write())))
    }

    /// Begins to copy the data, as it is now, to a vector. See [`ArrayView::to_vec_async`].
    pub fn to_vec_async(&self) -> CompletionFuture<'static, Vec<T>> {
        self.storage.copy_to_vec_async(self.bytes())
    }

    /// Begins to make the data of this view resident on an accelerator, so that later launches there need not transfer
    /// it.
    pub fn synchronize_to_async(&self, view: &AcceleratorView) -> CompletionFuture<'_> {
        self.storage.make_resident_async(view, self.bytes())
    }

    /// Begins to bring the source of this view up to date. The thread that polls the future copies the data to the source
    /// when it has arrived.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [0u32; 4];
    /// let mut view = ArrayViewMut::new(&mut values);
    /// parallel_for_each(4, amp!(|i: Index<1>| view[i] = i[0] as u32))?;
    /// view.synchronize_async().wait()?;
    /// drop(view);
    /// assert_eq!(values, [0, 1, 2, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// The future borrows the view, so that the source cannot be dropped before the future:
    /// ```compile_fail,E0505
    /// use amp::prelude::*;
    ///
    /// let mut values = [0u32; 4];
    /// let view = ArrayViewMut::new(&mut values);
    /// let later = view.synchronize_async();
    /// drop(view);
    /// later.wait()?;
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn synchronize_async(&self) -> CompletionFuture<'_> {
        if !self.storage.is_borrowed() {
            return CompletionFuture::ready(Ok(()));
        }
        self.storage.make_resident_async(&Accelerator::cpu().default_view(), self.bytes())
    }

    /// Begins to bring the source up to date, and ends the view when the source is up to date. If you drop
    /// the future earlier, the drop waits and brings the source up to date, as a drop of the view does. See
    /// [`finish`](Self::finish).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [0u32; 4];
    /// let mut view = ArrayViewMut::new(&mut values);
    /// parallel_for_each(4, amp!(|i: Index<1>| view[i] = 1))?;
    /// view.finish_async().wait()?; // or `.await?`
    /// assert_eq!(values, [1; 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn finish_async(self) -> CompletionFuture<'a> {
        if !self.updates_source {
            return CompletionFuture::ready(Ok(()));
        }
        let (cpu, storage, bytes) = (Accelerator::cpu().default_view(), self.storage.clone(), self.bytes());
        storage.make_resident_async(&cpu, bytes).and_then(move |result| {
            let mut view = self;
            view.updates_source = false;
            ready(result)
        })
    }
}

impl<T: GpuType, const N: usize> ArrayViewMut<'static, T, N> {
    /// Begins to download the elements, and ends the view when they have arrived. See
    /// [`into_vec`](Self::into_vec).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut view = ArrayViewMut::from_vec([4], vec![1u32; 4])?;
    /// parallel_for_each(4, amp!(|i: Index<1>| view[i] += i[0] as u32))?;
    /// assert_eq!(view.into_vec_async().wait()?, [1, 2, 3, 4]); // or `.await?`
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn into_vec_async(self) -> CompletionFuture<'static, Vec<T>> {
        match self.bytes() {
            Ok(bytes) if bytes == self.storage.all() => {
                let later = self.storage.make_resident_async(&Accelerator::cpu().default_view(), Ok(bytes));
                // The data is already on the host, so `into_vec` does not wait.
                later.and_then(move |result| ready(result.and_then(|()| self.into_vec())))
            }
            _ => self.to_vec_async(),
        }
    }
}

impl<'a, T: Atomic, const N: usize> AtomicView<'a, T, N> {
    /// Begins to make the data of this view resident on an accelerator. Data on another device is first
    /// downloaded to the host. If other threads modify the data meanwhile, the download is repeated a few
    /// times. After the last repetition, the poll of the future waits for the device.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut counts = [0u32; 4];
    /// let mut view = ArrayViewMut::new(&mut counts);
    /// view.as_atomic().synchronize_to_async(&Accelerator::default().default_view()).wait()?; // or `.await?`
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn synchronize_to_async(&self, view: &AcceleratorView) -> CompletionFuture<'a> {
        self.storage.make_resident_async(view, self.bytes())
    }

    /// Begins to copy the data, as it is now, to a vector. See [`to_vec`](Self::to_vec).
    pub fn to_vec_async(&self) -> CompletionFuture<'static, Vec<T>> {
        self.storage.copy_to_vec_async(self.bytes())
    }
}

/// A future that is already finished.
fn ready<'a, T: 'a>(result: Result<T>) -> CompletionFuture<'a, T> {
    CompletionFuture::ready(result)
}
