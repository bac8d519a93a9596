//! Lengths of inputs: numbers that the host knows, and counts that only the device knows.
//!
//! A kernel for both kinds takes the greatest possible number of items, `most`, and an op `count`. The number of items is
//! `most.min(count(most))`. For a length that the host knows, `count` returns its argument. For a count on the device,
//! `count` reads it.
//!
//! The domain of a launch covers `most` items. For many items, [`launch`] is an indirect dispatch, which starts only the
//! needed tiles. Before it, the queue computes the number of tiles. For fewer items, it is faster to start all tiles:
//! those without items read the count and leave.

use std::sync::Arc;

use amp::prelude::*;
use amp::{DeviceCount, IntoDomain, Kernel, Op, Result, compose, compose2, op};

use crate::counted_array::CountedArray;
use crate::elementwise::write_each;
use crate::error;
use crate::plan::{self, Kernels};

/// The number of items of an [`Input`](crate::Input): a `usize`, or a count on the device.
///
/// The length of a [`CountedArray`] is on the device. So is the length of a tuple that contains one.
pub trait Length: Copy + sealed::Sealed {
    /// The array for one result of each item: `Array<T>`, or `CountedArray<T>` if the length is on the device.
    type Results<T: GpuType>;
    /// The length of a tuple of inputs with this and another length.
    #[doc(hidden)]
    type Joined<L: Length>: Length;
    /// The length of a tuple of inputs with this length and a length that the host knows.
    #[doc(hidden)]
    type WithKnown: Length;
    /// Whether only the device knows the length.
    #[doc(hidden)]
    const ON_DEVICE: bool;

    /// The greatest possible number of items. A length that the host knows is this number.
    #[doc(hidden)]
    fn most(self) -> usize;

    /// The op that returns the number of items. Its argument is [`most`](Self::most).
    #[doc(hidden)]
    fn count(self) -> impl Op<fn(usize) -> usize> + Copy;

    /// A number on the device that is not less than the number of items. `None` if the host knows the length.
    #[doc(hidden)]
    fn device_count<'c>(self) -> Option<DeviceCount<'c>>
    where
        Self: 'c;

    /// The number of blocks of `size` items.
    #[doc(hidden)]
    fn blocks(self, size: usize) -> Self;

    /// The number of items. A count on the device is downloaded.
    #[doc(hidden)]
    fn known(self) -> Result<usize>;

    /// An array with one result for each item, from elements that may be more.
    #[doc(hidden)]
    fn results<T: GpuType>(self, queue: &AcceleratorView, elements: Array<T>) -> Result<Self::Results<T>>;

    /// The common length of two inputs. The lengths must be equal if the host knows both. Otherwise the lesser one counts.
    #[doc(hidden)]
    fn join<L: Length>(self, what: &str, other: L) -> Result<Self::Joined<L>>;

    /// The common length of an input with this length and one with `other` items.
    #[doc(hidden)]
    fn join_known(self, what: &str, other: usize) -> Result<Self::WithKnown>;
}

mod sealed {
    /// Seals `Length`.
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for super::DeviceLength<'_> {}
    impl<A, B> Sealed for super::Least<A, B> {}
}

impl Length for usize {
    type Results<T: GpuType> = Array<T>;
    type Joined<L: Length> = L::WithKnown;
    type WithKnown = usize;
    const ON_DEVICE: bool = false;

    fn most(self) -> usize {
        self
    }

    fn count(self) -> impl Op<fn(usize) -> usize> + Copy {
        op!(|most: usize| most)
    }

    fn device_count<'c>(self) -> Option<DeviceCount<'c>> {
        None
    }

    fn blocks(self, size: usize) -> Self {
        self.div_ceil(size)
    }

    fn known(self) -> Result<usize> {
        Ok(self)
    }

    fn results<T: GpuType>(self, _: &AcceleratorView, elements: Array<T>) -> Result<Array<T>> {
        Ok(elements)
    }

    fn join<L: Length>(self, what: &str, other: L) -> Result<L::WithKnown> {
        other.join_known(what, self)
    }

    fn join_known(self, what: &str, other: usize) -> Result<usize> {
        error::common_length(what, [other, self])
    }
}

/// A number of items, or of blocks of `size` items, that a view on the device contains.
#[derive(Clone, Copy)]
pub struct DeviceLength<'a> {
    /// The number of items in its only element.
    count: &'a Arc<Array<u32>>,
    most: usize,
    size: usize,
}

impl<'a> DeviceLength<'a> {
    /// The number in `count`, which is at most `most`.
    pub(crate) fn new(count: &'a Arc<Array<u32>>, most: usize) -> Self {
        DeviceLength { count, most, size: 1 }
    }
}

impl<'a> Length for DeviceLength<'a> {
    type Results<T: GpuType> = CountedArray<T>;
    type Joined<L: Length> = Least<Self, L>;
    type WithKnown = Least<Self, usize>;
    const ON_DEVICE: bool = true;

    fn most(self) -> usize {
        self.most
    }

    fn count(self) -> impl Op<fn(usize) -> usize> + Copy {
        let (count, size): (&Array<u32>, usize) = (self.count, self.size);
        move |types| op!(|most: usize| (count[0] as usize).div_ceil(size).min(most))(types)
    }

    fn device_count<'c>(self) -> Option<DeviceCount<'c>>
    where
        'a: 'c,
    {
        Some(DeviceCount::new(self.count).divided_by(self.size))
    }

    fn blocks(self, size: usize) -> Self {
        DeviceLength { most: self.most.div_ceil(size), size: self.size * size, ..self }
    }

    fn known(self) -> Result<usize> {
        Ok((self.count.to_vec()?[0] as usize).div_ceil(self.size).min(self.most))
    }

    fn results<T: GpuType>(self, _: &AcceleratorView, elements: Array<T>) -> Result<CountedArray<T>> {
        Ok(CountedArray::new(elements, self.count.clone()))
    }

    fn join<L: Length>(self, _: &str, other: L) -> Result<Least<Self, L>> {
        Ok(Least { first: self, second: other })
    }

    fn join_known(self, _: &str, other: usize) -> Result<Least<Self, usize>> {
        Ok(Least { first: self, second: other })
    }
}

/// The lesser of two lengths.
#[derive(Clone, Copy)]
pub struct Least<A, B> {
    first: A,
    second: B,
}

impl<A: Length, B: Length> Length for Least<A, B> {
    type Results<T: GpuType> = CountedArray<T>;
    type Joined<L: Length> = Least<Self, L>;
    type WithKnown = Least<Self, usize>;
    const ON_DEVICE: bool = true;

    fn most(self) -> usize {
        self.first.most().min(self.second.most())
    }

    fn count(self) -> impl Op<fn(usize) -> usize> + Copy {
        compose2(op!(|a: usize, b: usize| a.min(b)), self.first.count(), self.second.count())
    }

    fn device_count<'c>(self) -> Option<DeviceCount<'c>>
    where
        Self: 'c,
    {
        self.first.device_count().or_else(|| self.second.device_count())
    }

    fn blocks(self, size: usize) -> Self {
        Least { first: self.first.blocks(size), second: self.second.blocks(size) }
    }

    fn known(self) -> Result<usize> {
        Ok(self.first.known()?.min(self.second.known()?))
    }

    fn results<T: GpuType>(self, queue: &AcceleratorView, elements: Array<T>) -> Result<CountedArray<T>> {
        let mut count = Array::new_on(queue, 1)?;
        write_length(queue, self, &mut count.as_view_mut())?;
        Ok(CountedArray::new(elements, count))
    }

    fn join<L: Length>(self, _: &str, other: L) -> Result<Least<Self, L>> {
        Ok(Least { first: self, second: other })
    }

    fn join_known(self, _: &str, other: usize) -> Result<Least<Self, usize>> {
        Ok(Least { first: self, second: other })
    }
}

/// Writes the number of items to a view with one element.
fn write_length(queue: &AcceleratorView, n: impl Length, count: &mut ArrayViewMut<'_, u32>) -> Result<()> {
    count.discard_data();
    let most = n.most();
    write_each(queue, compose(op!(|n: usize| n as u32), compose(n.count(), op!(|_k: usize| most))), count)
}

/// Launches a kernel of which each work-item handles `each` items. If the length is on the device and there may be many
/// items, the launch is an indirect dispatch, and work-items without items may not run.
pub(crate) fn launch<D: IntoDomain>(
    queue: &AcceleratorView,
    n: impl Length,
    each: usize,
    domain: D,
    kernel: impl Kernel<D::Domain>,
) -> Result<()> {
    match n.device_count() {
        Some(count) if n.most() / each >= plan::least_for_indirect() => {
            queue.parallel_for_each_indirect(domain, count.divided_by(each), kernel)
        }
        _ => queue.parallel_for_each(domain, kernel),
    }
}

/// Whether the kernels for this queue read a count on the device. Otherwise they take a number, because the host reads
/// memory of the CPU without a download.
pub(crate) fn stays_on_device(queue: &AcceleratorView) -> bool {
    plan::kernels(queue) == Kernels::Tiles
}

/// The op that returns whether an item has this index.
pub(crate) fn is_item(n: impl Length) -> impl Op<fn(usize) -> bool> + Copy {
    let most = n.most();
    let most = move |types| op!(|_k: usize| most)(types);
    compose2(op!(|k: usize, n: usize| k < n), op!(|k: usize| k), compose(n.count(), most))
}

/// Discards the elements of an output, unless it may have more than there are items.
pub(crate) fn discard<T: GpuType>(n: impl Length, out: &mut ArrayViewMut<'_, T>) {
    if !on_device(n) {
        out.discard_data();
    }
}

/// Whether only the device knows a length.
pub(crate) fn on_device<L: Length>(_: L) -> bool {
    L::ON_DEVICE
}
