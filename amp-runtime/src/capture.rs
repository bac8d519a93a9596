//! What a kernel captures, from the user's variable to what the device or the twin gets.

mod key;
mod lent;
mod of;
mod ordinary;
mod rank;
mod written;

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use crate::accelerator_view::AcceleratorView;
use crate::array::Array;
use crate::checked::Lent;
use crate::coherence::Place;
use crate::element::{Element, GpuType, Value, words_of};
use crate::error::Result;
use crate::gpu::{Binding, GpuBuffer};
use crate::ranges::Ranges;
use crate::shape::Shape;
use crate::storage::{Part, Shared, Storage, Whereabouts};
use crate::twin::{Flat, Launch, Memory, OwnTwin, ReadTwin, SharedTwin};
use crate::view::{ArrayView, ArrayViewMut};
pub use key::{Key, ReadKey, ValueKey, WriteKey};
pub use lent::{CaptureLent, capture_lent};
pub use of::{element_of, type_of};
pub use ordinary::{Ordinary, TileMemory, ordinary, unknown};
pub use rank::{IndexedBy, Ranked, of_rank};
pub use written::{
    CaptureAtomic, CaptureAtomicMut, CaptureChanged, CaptureMethods, CaptureMut, ChangedByShared,
    changed_by_shared_reference,
};

/// What a device gets of a captured thing, which need not be there any more when that is made: on any thread, and without its
/// data.
pub(crate) type Prepared = Box<dyn FnOnce(&AcceleratorView) -> Result<Binding> + Send>;

/// A captured thing, ready for a launch.
pub trait Argument {
    /// What sort of thing it is.
    type Key: Key;
    /// What the native twin gets.
    type Twin: Sync;

    /// Where it has to be used, if it cannot move.
    fn home(&self) -> Option<&AcceleratorView>;

    /// Adds where its data is, if that can move.
    fn whereabouts(&self, into: &mut Whereabouts);

    /// What the native twin gets: data is brought to the host.
    ///
    /// # Safety
    /// The twin is used only while this argument exists, by the rows of this launch.
    unsafe fn twin(&self, slot: usize, launch: Launch) -> Result<Self::Twin>;

    /// Whether it has this extent, and nothing lies between its elements.
    fn is_flat(twin: &Self::Twin, extent: &[usize]) -> bool;

    /// Makes one row of it.
    fn flatten(twin: &mut Self::Twin);

    /// What a device gets: data is brought to the view.
    fn bind(&self, view: &AcceleratorView) -> Result<Binding>;

    /// What a device gets of it before a launch: memory, but no data.
    fn prepare(&self) -> Prepared;

    /// Says that a launch has written to it, if it is written at all.
    fn written(&self, place: Place);

    /// Adds its storage, if other threads may use it meanwhile.
    fn shared(&self, into: &mut Shared);

    /// Adds the data that it lends.
    fn lent(&self, into: &mut Lent);
}

/// A captured value.
#[derive(Debug)]
pub struct ValueArg<T>(T);

impl<T> From<T> for ValueArg<T> {
    fn from(value: T) -> Self {
        ValueArg(value)
    }
}

impl<T: Value> Argument for ValueArg<T> {
    type Key = ValueKey<T>;
    type Twin = T;

    fn home(&self) -> Option<&AcceleratorView> {
        None
    }

    fn whereabouts(&self, _: &mut Whereabouts) {}

    unsafe fn twin(&self, _: usize, _: Launch) -> Result<T> {
        Ok(self.0)
    }

    fn is_flat(_: &T, _: &[usize]) -> bool {
        false
    }

    fn flatten(_: &mut T) {}

    fn bind(&self, _: &AcceleratorView) -> Result<Binding> {
        Ok(Binding::Value(words_of(&self.0)))
    }

    fn prepare(&self) -> Prepared {
        let words = words_of(&self.0);
        Box::new(move |_| Ok(Binding::Value(words)))
    }

    fn written(&self, _: Place) {}

    fn shared(&self, _: &mut Shared) {}

    fn lent(&self, _: &mut Lent) {}
}

/// A view or an array, however it is captured.
struct Data<const N: usize> {
    storage: Arc<Storage>,
    shape: Shape<N>,
    home: Option<AcceleratorView>,
    /// The bytes of the elements, once they were asked for.
    bytes: OnceLock<Ranges>,
}

impl<const N: usize> Data<N> {
    fn new(storage: &Arc<Storage>, shape: Shape<N>, home: Option<AcceleratorView>) -> Self {
        Data { storage: storage.clone(), shape, home, bytes: OnceLock::new() }
    }

    /// The bytes of the elements, which have a size.
    fn bytes(&self, size: usize) -> Result<&Ranges> {
        match self.bytes.get() {
            Some(bytes) => Ok(bytes),
            None => {
                let bytes = self.shape.bytes(size)?;
                Ok(self.bytes.get_or_init(|| bytes))
            }
        }
    }

    /// What the storage is asked for.
    fn part<R>(&self, size: usize, written: bool, ask: impl FnOnce(&Storage, &Part<'_>) -> R) -> R {
        let (span, key) = (self.shape.span(size), self.shape.key(size));
        ask(&self.storage, &Part { span, key, bytes: &|| self.bytes(size), written })
    }

    /// # Safety
    /// The storage holds elements of type `T`, and the result is used only while it is borrowed for this launch.
    unsafe fn memory<T: Element>(&self, slot: usize, launch: Launch, written: bool) -> Result<Memory<T, N>> {
        let first = self.part(size_of::<T>(), written, Storage::part_on_host)?.cast();
        // SAFETY: the caller's promise; a view's shape lies in its storage.
        Ok(unsafe { Memory::new(first, &self.shape, slot, launch) })
    }
}

fn bound<const N: usize>(shape: &Shape<N>, buffer: Arc<GpuBuffer>, written: bool) -> Binding {
    Binding::View {
        buffer,
        offset: shape.offset,
        extent: shape.extent.to_vec(),
        stride: shape.stride.to_vec(),
        contiguous: shape.offset == 0 && shape.is_contiguous(),
        written,
    }
}

/// The three ways to capture a view.
macro_rules! view_arguments {
    ($($(#[$doc:meta])* $name:ident $lent:ty, $of:ident $key:ident $twin:ident $written:literal;)*) => {$(
        $(#[$doc])*
        pub struct $name<'b, T, const N: usize>(Data<N>, PhantomData<$lent>);

        impl<T: $of, const N: usize> Argument for $name<'_, T, N> {
            type Key = $key<T, N>;
            type Twin = $twin<T, N>;

            fn home(&self) -> Option<&AcceleratorView> {
                self.0.home.as_ref()
            }

            fn whereabouts(&self, into: &mut Whereabouts) {
                self.0.part(size_of::<T>(), $written, |storage, part| into.add(storage, part));
            }

            unsafe fn twin(&self, slot: usize, launch: Launch) -> Result<$twin<T, N>> {
                // SAFETY: an argument is made of a view of elements of type `T`, which it borrows: mutably if it is
                // written, so that nobody else uses the memory, else so that nobody writes to it. The caller promises
                // the rest.
                unsafe { Ok($twin::new(self.0.memory(slot, launch, $written)?)) }
            }

            fn is_flat(twin: &Self::Twin, extent: &[usize]) -> bool {
                twin.is_flat(extent)
            }

            fn flatten(twin: &mut Self::Twin) {
                twin.flatten();
            }

            fn bind(&self, view: &AcceleratorView) -> Result<Binding> {
                let ask = |storage: &Storage, part: &Part<'_>| storage.part_on_view(view, part);
                Ok(bound(&self.0.shape, self.0.part(size_of::<T>(), $written, ask)?, $written))
            }

            fn prepare(&self) -> Prepared {
                let (storage, shape) = (self.0.storage.clone(), self.0.shape);
                Box::new(move |view| Ok(bound(&shape, storage.on_view(view, &Ranges::default())?, $written)))
            }

            fn written(&self, place: Place) {
                if $written {
                    self.0.part(size_of::<T>(), true, |storage, part| storage.part_written(place, part));
                }
            }

            fn shared(&self, into: &mut Shared) {
                into.add(&self.0.storage);
            }

            fn lent(&self, into: &mut Lent) {
                into.add(&self.0.storage, || self.0.bytes(size_of::<T>()));
            }
        }
    )*};
}

view_arguments! {
    /// A view that the kernel reads.
    ReadArg &'b [T], Element ReadKey ReadTwin false;
    /// A view of which each work-item touches only the element at its own index.
    OwnArg &'b mut [T], GpuType WriteKey OwnTwin true;
    /// A view that the kernel writes anywhere.
    SharedArg &'b mut [T], GpuType WriteKey SharedTwin true;
}

/// A view that the kernel writes; [`own`] and [`shared`] say how.
pub struct WriteArg<'b, T, const N: usize>(Data<N>, PhantomData<&'b mut [T]>);

/// A view that the kernel touches by atomic operations. Others may share it, so it never becomes an [`OwnArg`].
pub struct AtomicArg<'b, T, const N: usize>(Data<N>, PhantomData<&'b mut [T]>);

impl<'b, T: GpuType, const N: usize> From<WriteArg<'b, T, N>> for AtomicArg<'b, T, N> {
    fn from(arg: WriteArg<'b, T, N>) -> Self {
        AtomicArg(arg.0, PhantomData)
    }
}

/// What a kernel reads that says the types of its elements: of what is no data they are an error, of which rustc speaks once. Where
/// they are found by what the kernel does with them, this would be in the way.
pub fn known_read<'b, T: Element, const N: usize>(arg: ReadArg<'b, T, N>) -> ReadArg<'b, T::Read, N> {
    ReadArg(arg.0, PhantomData)
}

/// The same of what it writes.
pub fn known<'b, T: GpuType, const N: usize>(arg: WriteArg<'b, T, N>) -> WriteArg<'b, T::Data, N> {
    WriteArg(arg.0, PhantomData)
}

/// Every work-item touches only the element at its own index.
pub fn own<'b, T: GpuType, const N: usize>(arg: WriteArg<'b, T, N>) -> OwnArg<'b, T, N> {
    OwnArg(arg.0, PhantomData)
}

/// Any work-item may touch any element.
pub fn shared<'b, T: GpuType, const N: usize>(arg: WriteArg<'b, T, N>) -> SharedArg<'b, T, N> {
    SharedArg(arg.0, PhantomData)
}

/// Any work-item may touch any element, by atomic operations.
pub fn atomic<'b, T: GpuType, const N: usize>(arg: AtomicArg<'b, T, N>) -> SharedArg<'b, T, N> {
    SharedArg(arg.0, PhantomData)
}

/// Captures a variable that the kernel only reads. What it becomes is a part of its type: what cannot be captured has none, and so
/// rustc says nothing more of it.
pub fn capture<X: Value>(x: &X) -> X::Held {
    (*x).into()
}

/// What a kernel can read elements of.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot read elements of `{Self}`",
    label = "not a view of data that kernels read",
    note = "a kernel reads elements of `ArrayView`, `ArrayViewMut` and `Array`: lend it the data by `ArrayView::new(&data)`",
    note = "data that both sides share are numbers, vectors, and structs with `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`; `bool`, `usize` and tuples have no place there, and a captured array of them is a value: `let a = a;` before its subscripts",
    note = "the components of a captured `Index` or `Extent` are those of a copy: `let size = size;` in the kernel, then `size[0]`"
)]
pub trait CaptureView {
    /// What it becomes.
    type Arg: Argument;

    /// Captures it.
    fn capture_view(self) -> Self::Arg;
}

/// Of what can be captured in several ways rustc says that it can be in none, and not what any of them asks for; and nothing of what
/// follows. So there are two ways for everybody, which nobody goes.
macro_rules! nobody_captures {
    ($($asked:ty)*) => {$(
        impl<X> CaptureView for X
        where
            $asked: Nobody,
        {
            type Arg = ReadArg<'static, f32, 1>;

            fn capture_view(self) -> Self::Arg {
                unreachable!("nobody implements it")
            }
        }
    )*};
}

nobody_captures! { (X,) (X, X) }

/// What nobody implements.
pub trait Nobody {}

/// Captures a view of which the kernel only reads elements.
pub fn capture_view<'b, X: ?Sized>(x: &'b X) -> <&'b X as CaptureView>::Arg
where
    &'b X: CaptureView,
{
    x.capture_view()
}

/// Captures for reading, by reference and by reference to a reference.
macro_rules! captured_views {
    ($($of:ident $view:ty, |$it:ident| $home:expr;)*) => {$(
        impl<'b, T: $of, const N: usize> CaptureView for &'b $view {
            type Arg = ReadArg<'b, T, N>;

            fn capture_view(self) -> Self::Arg {
                let $it = self;
                let data = Data::new(&$it.storage, $it.shape, $home);
                ReadArg(data, PhantomData)
            }
        }

        impl<'b, T: $of, const N: usize> CaptureView for &'b &$view {
            type Arg = ReadArg<'b, T, N>;

            fn capture_view(self) -> Self::Arg {
                (**self).capture_view()
            }
        }

        impl<'b, T: $of, const N: usize> CaptureView for &'b &mut $view {
            type Arg = ReadArg<'b, T, N>;

            fn capture_view(self) -> Self::Arg {
                (**self).capture_view()
            }
        }
    )*};
}

captured_views! {
    Element ArrayView<'_, T, N>, |_it| None;
    GpuType ArrayViewMut<'_, T, N>, |_it| None;
    Element Array<T, N>, |it| Some(it.view.clone());
}

/// A few numbers of the host's, of which a closure's kernel reads some by their places: as if by a view of them.
impl<'b, T: Element, const COUNT: usize> CaptureView for &'b [T; COUNT] {
    type Arg = ReadArg<'b, T, 1>;

    fn capture_view(self) -> Self::Arg {
        let view = ArrayView::new(self.as_slice());
        let data = Data::new(&view.storage, view.shape, None);
        ReadArg(data, PhantomData)
    }
}
