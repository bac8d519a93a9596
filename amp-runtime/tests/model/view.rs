//! The operations of a program on a view, for each rank.

use amp::prelude::*;

/// Success with a result, or the reason of a failure.
pub(crate) type Done<R = ()> = Result<R, String>;
/// An operation on a subview.
pub(crate) type Then<'t> = &'t mut dyn FnMut(&mut dyn View) -> Done;

pub(crate) fn text(error: amp::Error) -> String {
    error.to_string()
}

/// A view of any rank. `later` selects the asynchronous version of an operation.
pub(crate) trait View {
    fn section(&mut self, origin: &[usize], extent: &[usize], then: Then<'_>) -> Done;
    fn slice(&mut self, index: usize, then: Then<'_>) -> Done;
    fn flat(&mut self, count: usize, then: Then<'_>) -> Done;
    /// Calls `then` on the same elements, reinterpreted as another type and back. If `pairs` is true, the
    /// other type has twice the size.
    fn twice(&mut self, pairs: bool, then: Then<'_>) -> Done;
    fn to_vec(&self, later: bool) -> amp::Result<Vec<u32>>;
    fn read(&self, later: bool, look: &mut dyn FnMut(&[u32])) -> amp::Result<()>;
    fn write(&mut self, later: bool, change: &mut dyn FnMut(&mut [u32])) -> amp::Result<()>;
    fn first(&self) -> u32;
    fn set_last(&mut self, value: u32);
    fn width(&self) -> usize;
    fn launch_read(&self, on: &AcceleratorView) -> amp::Result<Vec<u32>>;
    fn launch_write(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()>;
    fn launch_add(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()>;
    fn launch_negate(&mut self, on: &AcceleratorView) -> amp::Result<()>;
    fn copy_from(&mut self, on: &AcceleratorView, values: &[u32], later: bool) -> amp::Result<()>;
    fn copy_to(&self, on: &AcceleratorView, later: bool) -> amp::Result<Vec<u32>>;
    fn synchronize_to(&self, on: &AcceleratorView, later: bool) -> amp::Result<()>;
    fn synchronize(&self, later: bool) -> amp::Result<()>;
    fn discard(&mut self);
}

/// Kernels over several views of the same rank.
pub(crate) trait Kernels<const N: usize> {
    /// Launches a kernel that computes three times the first view plus the second view.
    fn launch_two(
        on: &AcceleratorView,
        a: &ArrayView<'_, u32, N>,
        b: &ArrayView<'_, u32, N>,
    ) -> amp::Result<Vec<u32>>;
    fn launch_count(on: &AcceleratorView, counts: AtomicView<'_, u32, N>, amount: u32) -> amp::Result<()>;
}

/// Stands for all ranks: implements `Kernels` for each of them.
pub(crate) struct Rank;

fn array<const N: usize>(numbers: &[usize]) -> [usize; N] {
    std::array::from_fn(|d| numbers[d])
}

fn elements<const N: usize>(extent: Extent<N>) -> usize {
    extent.size()
}

macro_rules! views {
    ($($n:literal: |$view:ident, $index:ident, $then:ident| $slice:expr;)*) => {$(
        impl View for ArrayViewMut<'_, u32, $n> {
            fn section(&mut self, origin: &[usize], extent: &[usize], then: Then<'_>) -> Done {
                then(&mut self.section_mut(array::<$n>(origin), array::<$n>(extent)).map_err(text)?)
            }

            fn slice(&mut self, $index: usize, $then: Then<'_>) -> Done {
                let $view = self;
                $slice
            }

            fn flat(&mut self, count: usize, then: Then<'_>) -> Done {
                then(&mut self.view_as_mut([count]).map_err(text)?)
            }

            fn twice(&mut self, pairs: bool, then: Then<'_>) -> Done {
                if pairs {
                    let mut pairs = self.reinterpret_as_mut::<UVec2>().map_err(text)?;
                    then(&mut pairs.reinterpret_as_mut().map_err(text)?)
                } else {
                    let mut floats = self.reinterpret_as_mut::<f32>().map_err(text)?;
                    then(&mut floats.reinterpret_as_mut().map_err(text)?)
                }
            }

            fn to_vec(&self, later: bool) -> amp::Result<Vec<u32>> {
                if later { self.to_vec_async().wait() } else { self.to_vec() }
            }

            fn read(&self, later: bool, look: &mut dyn FnMut(&[u32])) -> amp::Result<()> {
                let guard = if later { self.read_async().wait() } else { self.read() };
                guard.map(|guard| look(&guard))
            }

            fn write(&mut self, later: bool, change: &mut dyn FnMut(&mut [u32])) -> amp::Result<()> {
                let guard = if later { self.write_async().wait() } else { self.write() };
                guard.map(|mut guard| change(&mut guard))
            }

            fn first(&self) -> u32 {
                self[[0; $n]]
            }

            fn set_last(&mut self, value: u32) {
                let extent = self.extent();
                self[std::array::from_fn::<usize, $n, _>(|d| extent[d] - 1)] = value;
            }

            fn width(&self) -> usize {
                self.extent()[$n - 1]
            }

            fn launch_read(&self, on: &AcceleratorView) -> amp::Result<Vec<u32>> {
                let view = self;
                let mut out = ArrayViewMut::<u32, $n>::without_source(view.extent())?;
                on.parallel_for_each(view.extent(), amp!(|i: Index<$n>| out[i] = view[i]))?;
                out.to_vec()
            }

            fn launch_write(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()> {
                let view = self;
                on.parallel_for_each(view.extent(), amp!(|i: Index<$n>| view[i] = value + i[$n - 1] as u32))
            }

            fn launch_add(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()> {
                let (extent, view) = (self.extent(), self);
                let kernel = amp!(|i: Index<$n>| if i[$n - 1] % 2 == 0 {
                    view[i] = view[i].wrapping_add(value);
                });
                on.parallel_for_each(extent, kernel)
            }

            fn launch_negate(&mut self, on: &AcceleratorView) -> amp::Result<()> {
                let count = elements(self.extent());
                let mut signed = self.reinterpret_as_mut::<i32>()?;
                on.parallel_for_each([count], amp!(|i: Index<1>| signed[i] = signed[i].wrapping_neg()))
            }

            fn copy_from(&mut self, on: &AcceleratorView, values: &[u32], later: bool) -> amp::Result<()> {
                if later {
                    let array = Array::from_slice_on_async(on, self.extent(), values).wait()?;
                    copy_async(&array, self).wait()
                } else {
                    copy(&Array::from_slice_on(on, self.extent(), values)?, self)
                }
            }

            fn copy_to(&self, on: &AcceleratorView, later: bool) -> amp::Result<Vec<u32>> {
                let mut array = Array::<u32, $n>::new_on(on, self.extent())?;
                if later { copy_async(self, &mut array).wait()? } else { copy(self, &mut array)? }
                array.to_vec()
            }

            fn synchronize_to(&self, on: &AcceleratorView, later: bool) -> amp::Result<()> {
                if later { self.synchronize_to_async(on).wait() } else { self.synchronize_to(on) }
            }

            fn synchronize(&self, later: bool) -> amp::Result<()> {
                if later { self.synchronize_async().wait() } else { self.synchronize() }
            }

            fn discard(&mut self) {
                self.discard_data();
            }
        }

        impl Kernels<$n> for Rank {
            fn launch_two(
                on: &AcceleratorView,
                a: &ArrayView<'_, u32, $n>,
                b: &ArrayView<'_, u32, $n>,
            ) -> amp::Result<Vec<u32>> {
                let mut out = ArrayViewMut::<u32, $n>::without_source(a.extent())?;
                let kernel = amp!(|i: Index<$n>| out[i] = a[i].wrapping_mul(3).wrapping_add(b[i]));
                on.parallel_for_each(a.extent(), kernel)?;
                out.to_vec()
            }

            fn launch_count(
                on: &AcceleratorView,
                counts: AtomicView<'_, u32, $n>,
                amount: u32,
            ) -> amp::Result<()> {
                on.parallel_for_each(
                    counts.extent(),
                    amp!(|i: Index<$n>| atomic_fetch_add(&mut counts[i], amount)),
                )
            }
        }
    )*};
}

views! {
    1: |view, index, then| then(&mut view.section_mut([index], [1]).map_err(text)?);
    2: |view, index, then| then(&mut view.project_mut(index).map_err(text)?);
    3: |view, index, then| then(&mut view.project_mut(index).map_err(text)?);
    4: |view, index, then| then(&mut view.project_mut(index).map_err(text)?);
}
