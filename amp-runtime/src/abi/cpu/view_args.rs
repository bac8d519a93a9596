//! View arguments: captured views that a kernel's CPU code passes to device functions, and the traits that
//! these device functions implement.
//!
//! The user's device function takes `&ArrayView`, but the CPU code of a kernel has a `ReadAccess` or
//! `SharedAccess` instead. So `#[device]` generates a second function for the CPU, which is generic over the
//! types of its views. The second function also takes the row or tile and the lane, so that a fault can name
//! the work-item. A passed view is never an `ExclusiveAccess`, because the device function may access the
//! view at any index.

use std::borrow::Cow;
use std::marker::PhantomData;

use super::collective::UniformArg;
use super::dyn_view::ErasedReads;
use super::hoisted_view::HoistedView;
use super::row::{Locate, Tile};
use super::slice_guard::SliceGuard;
use super::{ElementGuard, ReadAccess, SharedAccess};
use crate::abi::checked::Checker;
use crate::abi::link::Inherent;
use crate::types::extent::Extent;
use crate::types::index::Index;
use crate::types::{Element, GpuType, Value, words_of};

/// A view that a device function may read: a captured view or a subview.
pub trait Reads<T, const N: usize> {
    /// The type of a subview, which may have another rank.
    type Shaped<const M: usize>: Reads<T, M>;

    /// Returns the section of size `extent` that starts at `origin`.
    fn section(
        &self,
        at: &impl Locate,
        lane: usize,
        origin: [usize; N],
        extent: [usize; N],
    ) -> Self::Shaped<N>;

    /// Returns the projection at one index of dimension 0.
    fn project<const M: usize>(&self, at: &impl Locate, lane: usize, index: usize) -> Self::Shaped<M>;

    /// Whether the view's elements are contiguous.
    fn is_contiguous(&self) -> bool;

    /// Returns the first elements of the view as a view with this extent.
    fn view_as<const M: usize>(&self, at: &impl Locate, lane: usize, extent: [usize; M]) -> Self::Shaped<M>;

    /// The view's extent.
    fn extent(&self) -> Extent<N>;

    /// The element at an index. A fault reports the work-item `lane` of `at`.
    #[track_caller]
    fn get(&self, at: &impl Locate, lane: usize, index: [usize; N]) -> T;

    /// Returns `len` elements along the last dimension, from the position `start` on. The caller has checked
    /// that they are in bounds. Borrows the view's memory, or copies the elements if they are not contiguous
    /// or if other work-items may write them.
    fn slice(&self, at: &impl Locate, lane: usize, start: usize, len: usize) -> Cow<'_, [T]>
    where
        T: Clone;

    /// Like [`slice`](Reads::slice). If other work-items may write the elements, also reports the reads to
    /// the checker. Otherwise the reads cannot race.
    fn checked_slice(&self, checker: &Checker, lane: usize, start: usize, len: usize) -> Cow<'_, [T]>
    where
        T: Clone;

    /// Reads the element at an index, and reports the read to the checker.
    fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T;

    /// Reads one component of the element at an index, and reports the read to the checker. `part` selects
    /// the component.
    fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P;

    /// Returns the view as a trait object, which does not show whether it is a `ReadAccess` or a
    /// `SharedAccess`.
    fn erased(&self) -> &(dyn ErasedReads<T, N> + '_)
    where
        T: GpuType;
}

macro_rules! impl_reads {
    ($($access:ident $of:ident;)*) => {$(
        impl<T: $of, const N: usize> Reads<T, N> for $access<T, N> {
            type Shaped<const M: usize> = $access<T, M>;

            #[inline(always)]
            fn section(&self, at: &impl Locate, lane: usize, origin: [usize; N], extent: [usize; N]) -> Self {
                $access::section(self, at, lane, origin, extent)
            }

            #[inline(always)]
            fn project<const M: usize>(&self, at: &impl Locate, lane: usize, index: usize) -> $access<T, M> {
                $access::project(self, at, lane, index)
            }

            #[inline(always)]
            fn is_contiguous(&self) -> bool {
                $access::is_contiguous(self)
            }

            #[inline(always)]
            fn view_as<const M: usize>(&self, at: &impl Locate, lane: usize, extent: [usize; M]) -> $access<T, M> {
                $access::view_as(self, at, lane, extent)
            }

            #[inline(always)]
            fn extent(&self) -> Extent<N> {
                $access::extent(self)
            }

            #[inline(always)]
            #[track_caller]
            fn get(&self, at: &impl Locate, lane: usize, index: [usize; N]) -> T {
                $access::get(self, at, lane, index)
            }

            #[inline(always)]
            fn slice(&self, at: &impl Locate, lane: usize, start: usize, len: usize) -> Cow<'_, [T]> {
                $access::slice(self, at, lane, start, len)
            }

            #[track_caller]
            fn checked_slice(&self, checker: &Checker, lane: usize, start: usize, len: usize) -> Cow<'_, [T]> {
                $access::checked_slice(self, checker, lane, start, len)
            }

            #[track_caller]
            fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
                $access::checked_get(self, checker, index)
            }

            #[track_caller]
            fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
                $access::checked_part(self, checker, index, part)
            }

            fn erased(&self) -> &(dyn ErasedReads<T, N> + '_)
            where
                T: GpuType,
            {
                self
            }
        }
    )*};
}

impl_reads! {
    ReadAccess Element;
    SharedAccess GpuType;
}

/// A view argument of a device function that reads the view. `V` is the type of the view in the caller's CPU
/// code, such as `ReadAccess`.
pub struct ViewArg<'v, T, const N: usize, V: ?Sized>(&'v V, PhantomData<T>);

crate::support::always_copy! { [T, const N: usize, V: ?Sized] ViewArg<'_, T, N, V> }

impl<'v, T, const N: usize, V: ?Sized + Reads<T, N>> ViewArg<'v, T, N, V> {
    #[inline(always)]
    pub(super) fn of(view: &'v V) -> Self {
        ViewArg(view, PhantomData)
    }

    #[inline(always)]
    pub(super) fn access(&self) -> &'v V {
        self.0
    }

    /// Returns the view as an argument of another device function.
    #[inline(always)]
    pub fn as_arg(&self) -> Self {
        *self
    }

    /// Returns the view as an argument of a function of a trait, in generic code with a bound such as `T:
    /// Shape`. See `dyn_view`.
    pub fn erased(self) -> ViewArg<'v, T, N, dyn ErasedReads<T, N> + 'v>
    where
        T: GpuType,
    {
        ViewArg(self.0.erased(), PhantomData)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// The element at an index. A fault reports the work-item `lane` of `at`.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, at: &impl Locate, lane: usize, index: [usize; N]) -> T {
        self.0.get(at, lane, index)
    }

    /// See [`Reads::slice`].
    #[inline(always)]
    pub fn slice(&self, at: &impl Locate, lane: usize, start: usize, len: usize) -> Cow<'v, [T]>
    where
        T: Clone,
    {
        self.0.slice(at, lane, start, len)
    }

    /// See [`Reads::checked_slice`].
    #[track_caller]
    pub fn checked_slice(&self, checker: &Checker, lane: usize, start: usize, len: usize) -> Cow<'v, [T]>
    where
        T: Clone,
    {
        self.0.checked_slice(checker, lane, start, len)
    }

    /// Reads the element at an index, and reports the read to the checker.
    #[track_caller]
    pub fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
        self.0.checked_get(checker, index)
    }

    /// Reads one component of the element at an index, and reports the read to the checker. `part` selects
    /// the component.
    #[track_caller]
    pub fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
        self.0.checked_part(checker, index, part)
    }
}

/// Returns the index whose last component is `position`. The other components are 0.
fn at_position<const N: usize>(position: usize) -> [usize; N] {
    let mut index = [0; N];
    index[N - 1] = position;
    index
}

impl<T: Element, const N: usize> ReadAccess<T, N> {
    #[inline(always)]
    fn slice(&self, at: &impl Locate, lane: usize, start: usize, len: usize) -> Cow<'_, [T]> {
        match self.has_rows() && len > 0 {
            true => Cow::Borrowed(self.run(at, len, at_position(start))),
            false => (start..start + len).map(|position| self.get(at, lane, at_position(position))).collect(),
        }
    }

    fn checked_slice(&self, checker: &Checker, lane: usize, start: usize, len: usize) -> Cow<'_, [T]> {
        self.slice(checker, lane, start, len)
    }

    /// The view as an argument of a device function that reads it.
    #[inline(always)]
    pub fn as_arg(&self) -> ViewArg<'_, T, N, Self> {
        ViewArg(self, PhantomData)
    }
}

impl<T: GpuType, const N: usize> SharedAccess<T, N> {
    /// Returns a copy, because other work-items may write the elements.
    #[inline(always)]
    fn slice(&self, at: &impl Locate, lane: usize, start: usize, len: usize) -> Cow<'_, [T]> {
        (start..start + len).map(|position| self.get(at, lane, at_position(position))).collect()
    }

    #[track_caller]
    fn checked_slice(&self, checker: &Checker, _: usize, start: usize, len: usize) -> Cow<'_, [T]> {
        let mut elements = Vec::with_capacity(len);
        for position in start..start + len {
            elements.push(self.checked_get(checker, at_position(position)));
        }
        elements.into()
    }

    /// Returns `len` elements, from the position `start` on, as an argument of a device function that writes
    /// them.
    #[inline(always)]
    pub fn slice_mut<'v, L: Locate>(
        &'v self,
        at: &'v L,
        lane: usize,
        start: usize,
        len: usize,
    ) -> SliceGuard<T, impl FnMut(usize, T, T) + use<'v, T, L, N>> {
        let elements = self.slice(at, lane, start, len).into_owned();
        let store = move |position, before, after| {
            self.set_part(at, lane, at_position(position), before, after);
        };
        SliceGuard::new(start, elements, store)
    }

    /// Like [`slice_mut`](Self::slice_mut). Also reports to the checker each element that the function
    /// changes.
    #[track_caller]
    pub fn checked_slice_mut<'v>(
        &'v self,
        checker: &'v Checker,
        lane: usize,
        start: usize,
        len: usize,
    ) -> SliceGuard<T, impl FnMut(usize, T, T) + use<'v, T, N>> {
        checker.set_location();
        let elements = self.slice(checker, lane, start, len).into_owned();
        let store = move |position, before: T, after: T| {
            if words_of(&before) != words_of(&after) {
                self.checked_set(checker, at_position(position), after);
            }
        };
        SliceGuard::new(start, elements, store)
    }

    /// The view as an argument of a device function that reads it.
    #[inline(always)]
    pub fn as_arg(&self) -> ViewArg<'_, T, N, Self> {
        ViewArg(self, PhantomData)
    }

    /// Returns the view as an argument of a device function that writes it.
    #[inline(always)]
    pub fn as_arg_mut(&self) -> &Self {
        self
    }
}

/// A capture that the kernel only passes to a device function. The macro does not know whether the capture is
/// a view or a value, so rustc selects the impl.
pub trait Captured<'a> {
    /// The type of the local variable that holds the capture in the CPU code.
    type Local;

    /// Returns the value of the capture's local variable.
    fn into_local(self) -> Self::Local;
}

impl<'a, T: Value> Captured<'a> for &'a T {
    type Local = T;

    #[inline(always)]
    fn into_local(self) -> T {
        *self
    }
}

impl<'a, T: Element, const N: usize> Captured<'a> for &'a ReadAccess<T, N> {
    type Local = HoistedView<'a, ReadAccess<T, N>>;

    #[inline(always)]
    fn into_local(self) -> Self::Local {
        self.at_hand()
    }
}

/// A value or view that the kernel passes to a device function by `&`.
pub trait PassView<'l> {
    /// The type of the argument of a device function: a reference to a value, or a view argument.
    type Arg;

    /// The type of the argument of a collective function: a uniform value, or a view argument.
    type CollectiveArg;

    /// Returns the argument of a device function.
    fn pass(&'l self) -> Self::Arg;

    /// Returns the argument of a collective function.
    fn pass_to_collective(&'l self) -> Self::CollectiveArg;
}

impl<'l, T: Value> PassView<'l> for T {
    type Arg = &'l T;
    type CollectiveArg = UniformArg<T>;

    #[inline(always)]
    fn pass(&'l self) -> &'l T {
        self
    }

    #[inline(always)]
    fn pass_to_collective(&'l self) -> UniformArg<T> {
        UniformArg(*self)
    }
}

impl<'l, T: Element, const N: usize> PassView<'l> for HoistedView<'_, ReadAccess<T, N>> {
    type Arg = ViewArg<'l, T, N, ReadAccess<T, N>>;
    type CollectiveArg = Self::Arg;

    #[inline(always)]
    fn pass(&'l self) -> Self::Arg {
        self.as_arg()
    }

    #[inline(always)]
    fn pass_to_collective(&'l self) -> Self::Arg {
        self.as_arg()
    }
}

/// A free device function that takes references or views, or an associated function, with CPU code for one
/// work-item. `NAME` is the hash of an associated function's name, or 0 for a free function, whose struct is
/// `Self`. `Impl` stands for the `impl` block, as in [`DeviceMethod`](crate::abi::link::DeviceMethod).
#[diagnostic::on_unimplemented(
    message = "this device function of `{Self}` does not accept these argument types",
    note = "mark the function or its `impl` block with `#[device]`; pass a view as `&view` or `&mut view`"
)]
pub trait CpuFunction<const NAME: u64, Arguments, Impl = Inherent> {
    /// The return type.
    type Output;

    /// Runs the function for a work-item.
    fn run<A: Locate>(at: &A, lane: usize, arguments: Arguments) -> Self::Output;
}

/// A method with CPU code for one work-item. `NAME` is the hash of the method's name. `Impl` stands for its
/// `impl` block, as in [`DeviceMethod`](crate::abi::link::DeviceMethod).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name with these argument types",
    note = "mark its `impl` block with `#[device]`; pass a view as `&view` or `&mut view`"
)]
pub trait CpuMethod<const NAME: u64, Arguments, Impl = Inherent> {
    /// The return type.
    type Output;

    /// Whether the method takes `&mut self`.
    const MUTATES_RECEIVER: bool;

    /// Runs the method for a work-item.
    fn run<A: Locate>(&mut self, at: &A, lane: usize, arguments: Arguments) -> Self::Output;

    /// Runs the method on a copy of a view's element. If the method takes `&mut self`, marks the copy as
    /// modified. After the call, the expansion stores a modified copy in the view.
    #[inline(always)]
    fn run_on_copy<A: Locate>(
        copy: &mut ElementGuard<Self>,
        at: &A,
        lane: usize,
        arguments: Arguments,
    ) -> Self::Output
    where
        Self: Sized,
    {
        copy.borrow(Self::MUTATES_RECEIVER).run(at, lane, arguments)
    }
}

/// An index, or an integer that stands for an index of rank 1.
pub trait Components {
    /// The type of the components: an array.
    type List;

    /// The components of the index.
    fn components(self) -> Self::List;
}

impl<const N: usize> Components for Index<N> {
    type List = [usize; N];

    #[inline(always)]
    fn components(self) -> [usize; N] {
        self.0
    }
}

impl Components for usize {
    type List = [usize; 1];

    #[inline(always)]
    fn components(self) -> [usize; 1] {
        [self]
    }
}

/// The components of an index.
#[inline(always)]
pub fn components<I: Components>(index: I) -> I::List {
    index.components()
}

/// Converts `lane`, a work-item's linear index in the tile, to the global index. Collective functions pass
/// such indices.
impl<const N: usize> Locate for Tile<N> {
    fn work_item(&self, lane: usize) -> Vec<usize> {
        let (origin, size) = (self.origin(), self.size());
        let mut rest = lane;
        let mut index = origin.to_vec();
        for d in (0..N).rev() {
            index[d] += rest % size[d].max(1);
            rest /= size[d].max(1);
        }
        index
    }
}
