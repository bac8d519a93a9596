//! Type slots bring the types that rustc infers into a template.
//!
//! A macro sees tokens, and rustc infers types later. So an expansion declares a [`TypeSlot`] for each type
//! that the template needs: `let slot0 = slot();`. The CPU code passes a value of the type through the slot:
//! `slot0.is(a + b)`. The call returns the value, and makes rustc infer the slot's type. After the code, the
//! expansion turns the slots into the [`Entry`] values of the template:
//! `Entry::Type(<_ as ShaderType>::INFO_OF.of(slot0))`. rustc selects the entries for device functions by the
//! same types: `<scale as DeviceCall<_>>::TYPED.of(tuple((slot0,)))`.
//!
//! For example, only rustc knows the type of `RATE` and of the product in `scale(RATE) * x[i]`:
//!
//! ```text
//! let slot0 = slot();
//! let slot1 = slot();
//! // CPU code: a closure with
//! type1.is(slot1.is(slot0.is(scale(RATE)) * x.get(..)))
//! // Entries of the template, in the same function:
//! Entry::Type(<_ as ShaderType>::INFO_OF.of(slot1)),
//! <scale as DeviceCall<_>>::TYPED.of(tuple((slot_of(&RATE),))),
//! (&&OperatorProbe::<MUL, _, _>::new(tuple((slot0, element_slot)))).amp_select(),
//! ```
//!
//! `TYPED` and `INFO_OF` are constants with the type as a parameter, so rustc reports a missing impl at the
//! path, which has the user's span. A function with a bound would add a note about itself.
//!
//! A device function needs its entries in a constant, so its expansion puts the CPU code into a closure
//! there. rustc infers the slots from the closure, which is never called.

use std::marker::PhantomData;

use amp_shader::{Entry, Item, TypeInfo};

use crate::abi::const_checks;
use crate::abi::link::{
    AnyType, ByMut, ByRef, ByRefArgument, Callable, DeviceCall, DeviceCallable, DeviceOperator, ViewArgument,
};
use crate::abi::probe::Probe;
use crate::types::{Element, Field, Integer, Projections, ShaderType, TypeSlot, Value, slot};

impl<T> TypeSlot<T> {
    /// The slot of the type as an argument that is passed by `&`.
    pub const fn by_ref(self) -> TypeSlot<ByRef<T>> {
        slot()
    }

    /// The slot of the type as an argument that is passed by `&mut`.
    pub const fn by_mut(self) -> TypeSlot<ByMut<T>> {
        slot()
    }

    /// The slot of a closure or function with a result of this type, as an argument.
    pub const fn callable(self) -> TypeSlot<Callable<T>> {
        slot()
    }

    /// The slot of a slice of this type, as an argument that is passed by `&`.
    pub const fn slice_by_ref(self) -> TypeSlot<ByRef<[T]>> {
        slot()
    }

    /// The slot of a slice of this type, as an argument that is passed by `&mut`.
    pub const fn slice_by_mut(self) -> TypeSlot<ByMut<[T]>> {
        slot()
    }

    /// The slot of an array of this type.
    pub const fn array<const N: usize>(self) -> TypeSlot<[T; N]> {
        slot()
    }
}

impl<T> TypeSlot<T> {
    /// Returns the same slot, for a call with the result type `R`. If rustc has reported an error about the
    /// call, `R` is rustc's error type. Then the projection `<R as AnyType>::Types<T>` is an error type, too,
    /// so rustc reports no second error about this call.
    pub const fn for_result<R>(self, _: TypeSlot<R>) -> TypeSlot<<R as AnyType>::Types<T>> {
        slot()
    }
}

impl<T: ShaderType> TypeSlot<T> {
    /// The slot of the element type.
    pub const fn item(self) -> TypeSlot<<T::Projections as Projections>::Item> {
        slot()
    }
}

impl<T: Integer> TypeSlot<T> {
    /// The slot of the signed integer type of the same size.
    pub const fn signed(self) -> TypeSlot<T::Signed> {
        slot()
    }

    /// The slot of the unsigned integer type of the same size.
    pub const fn unsigned(self) -> TypeSlot<T::Unsigned> {
        slot()
    }
}

/// The slot of a field's type. `NAME` is the hash of the field's name.
pub const fn field_slot<const NAME: u64, T: Field<NAME>>(_: TypeSlot<T>) -> TypeSlot<T::Type> {
    slot()
}

/// The shader type that the elements of a view have in memory.
pub const fn stored_element<T: Element>(_: TypeSlot<T>) -> &'static TypeInfo {
    T::STORED
}

/// The slot of a view's extent type.
pub const fn extent_slot<V: ViewArgument>(_: TypeSlot<V>) -> TypeSlot<V::Extent> {
    slot()
}

/// The slot of a tuple type, from a tuple of slots.
pub const fn tuple<T: SlotTuple>(_: T) -> TypeSlot<T::Types> {
    slot()
}

/// A tuple of slots.
pub trait SlotTuple: Copy {
    /// The tuple of the slots' types.
    type Types;
}

macro_rules! slot_tuples {
    ($($name:ident)*) => {
        slot_tuples! { @ $($name)* }
    };
    (@) => {
        impl SlotTuple for () {
            type Types = ();
        }
    };
    (@ $first:ident $($rest:ident)*) => {
        impl<$first, $($rest),*> SlotTuple for (TypeSlot<$first>, $(TypeSlot<$rest>),*) {
            type Types = ($first, $($rest),*);
        }
        slot_tuples! { @ $($rest)* }
    };
}

slot_tuples! { A B C D E F G H I J K L M N O P Q R S T U V W X }

impl<A> TypeSlot<A> {
    /// The entry of a device function `F` that is an argument of a call. In `apply(square, x)`, `F` is
    /// `square`, and `C` is the called function `apply`. `POSITION` is the index of the parameter that
    /// receives `F`.
    pub const fn passed<F, const POSITION: usize, C, R>(
        self,
        _: PhantomData<(*const F, *const C)>,
        _: TypeSlot<R>,
    ) -> Entry
    where
        C: DeviceCallable<0, POSITION, A>,
        F: DeviceCall<C::Inputs, Output = R>,
    {
        Entry::Item(F::ITEM)
    }
}

impl<T, A> TypeSlot<(T, A)> {
    /// The entry of a device function `F` that is an argument of a method call, as in `shape.apply(square)`.
    /// `POSITION` is the index of the parameter that receives `F`.
    pub const fn passed_to_method<F, const NAME: u64, const POSITION: usize, R, I>(
        self,
        _: PhantomData<*const F>,
        _: TypeSlot<R>,
    ) -> Entry
    where
        T: DeviceCallable<NAME, POSITION, A, I>,
        F: DeviceCall<T::Inputs, Output = R>,
    {
        Entry::Item(F::ITEM)
    }
}

impl<T, A, I> TypeSlot<(T, A, I)> {
    /// Like `passed_to_method`, for a call by a path that may be a type or a trait, as in `Shape::apply(&s,
    /// square)`.
    pub const fn passed_to_function_of_path<F, const NAME: u64, const POSITION: usize, R>(
        self,
        _: PhantomData<*const F>,
        _: TypeSlot<R>,
    ) -> Entry
    where
        T: DeviceCallable<NAME, POSITION, A, I>,
        F: DeviceCall<T::Inputs, Output = R>,
    {
        Entry::Item(F::ITEM)
    }
}

/// Selects an operator in an `amp!` closure. The closure may be in a generic function with a bound such as
/// `T: Add`. This bound does not imply that `T` implements [`DeviceOperator`].
#[derive(Debug)]
pub struct OperatorProbe<const NAME: u64, L, R>(PhantomData<fn() -> (L, R)>);

crate::support::always_copy! { [const NAME: u64, L, R] OperatorProbe<NAME, L, R> }

impl<const NAME: u64, L, R> OperatorProbe<NAME, L, R> {
    /// Returns the probe for operands of these types.
    pub fn new(_: TypeSlot<(L, R)>) -> Self {
        OperatorProbe(PhantomData)
    }
}

/// Selects an operator for which rustc finds a [`DeviceOperator`] impl.
impl<const NAME: u64, L: DeviceOperator<NAME, R>, R> Probe for &&OperatorProbe<NAME, L, R> {
    type Selected = Entry;

    fn amp_select(self) -> Entry {
        Entry::of(L::ITEM)
    }
}

/// Selects the built-in operator if the operand types depend on a type parameter of a generic function. When
/// rustc instantiates that function, a const check rejects types whose operator is not built in.
impl<const NAME: u64, L: Value, R: Value> Probe for &OperatorProbe<NAME, L, R> {
    type Selected = Entry;

    fn amp_select(self) -> Entry {
        const { const_checks::assert_operator_is_builtin(L::INFO, R::INFO) };
        Entry::Builtin
    }
}

/// Selects a placeholder for an operator on types that kernels do not support. rustc reports these types
/// where the kernel uses them.
impl<const NAME: u64, L, R> Probe for OperatorProbe<NAME, L, R> {
    type Selected = Entry;

    fn amp_select(self) -> Entry {
        Entry::Builtin
    }
}

/// Returns a value of the slot's type, in code that never runs.
pub fn value_of<T>(_: TypeSlot<T>) -> T {
    unreachable!("this code only has types")
}

/// Returns a reference argument of the slot's type, in code that never runs.
pub fn by_ref_value<A: ByRefArgument>(_: TypeSlot<A>) -> A::Place {
    unreachable!("this code only has types")
}

/// Returns the device function of an entry.
///
/// # Panics
///
/// If the entry is not a device function. Generated code calls this function only for entries of device
/// functions.
pub const fn item_of(entry: Entry) -> &'static Item {
    match entry {
        Entry::Item(item) => item,
        Entry::Type(_) | Entry::Builtin | Entry::Op(_) | Entry::Part(_) => {
            panic!("a device function was expected")
        }
    }
}

/// The list of the entries of a kernel.
pub fn entries<const N: usize>(entries: [Entry; N]) -> Vec<Entry> {
    entries.into()
}
