//! What sort of thing is captured: the part of its type that a kernel is compiled for.

use std::marker::PhantomData;

use amp_shader::{SlotKind, TypeInfo};

use crate::device::{ByMut, ByRef, ViewMut, ViewRef};
use crate::element::{Element, GpuType, Value};

/// What sort of thing is captured, without lifetimes.
pub trait Key: 'static {
    /// The type of the value, or of the view's elements. It is a [`Value`] but for elements that are converted where they
    /// are read, of which [`Element`] speaks.
    type Element;
    /// How it is captured.
    const KIND: SlotKind;
    /// The view's rank; 0 for a value.
    const RANK: usize;
    /// The element's type, as the shader sees it.
    const INFO: &'static TypeInfo;
    /// Its type among those of a device function's arguments, where it is lent whole by `&`.
    type Lent;
    /// And by `&mut`.
    type LentMut;
}

/// A value.
#[derive(Debug)]
pub struct ValueKey<T>(PhantomData<T>);

/// A view that is read.
#[derive(Debug)]
pub struct ReadKey<T, const N: usize>(PhantomData<T>);

/// A view that is written.
#[derive(Debug)]
pub struct WriteKey<T, const N: usize>(PhantomData<T>);

impl<T: Value> Key for ValueKey<T> {
    type Element = T;
    const KIND: SlotKind = SlotKind::Value;
    const RANK: usize = 0;
    const INFO: &'static TypeInfo = T::INFO;
    type Lent = ByRef<T>;
    type LentMut = ByMut<T>;
}

impl<T: Element, const N: usize> Key for ReadKey<T, N> {
    type Element = T;
    const KIND: SlotKind = SlotKind::Read;
    const RANK: usize = N;
    const INFO: &'static TypeInfo = T::STORED;
    type Lent = ViewRef<T, N>;
    type LentMut = ViewMut<T, N>;
}

impl<T: GpuType, const N: usize> Key for WriteKey<T, N> {
    type Element = T;
    const KIND: SlotKind = SlotKind::Write;
    const RANK: usize = N;
    const INFO: &'static TypeInfo = T::INFO;
    type Lent = ViewRef<T, N>;
    type LentMut = ViewMut<T, N>;
}
