//! Capture types: the type-level description of a capture for which a kernel is compiled. A capture type has
//! the kind, the rank and the element type, but no lifetime. So it is `'static`, pipelines are cached by its
//! `TypeId`, and views of any lifetime share a pipeline.

use std::marker::PhantomData;

use amp_shader::{CaptureKind, TypeInfo};

use crate::abi::link::{ByMut, ByRef, ViewMut, ViewRef};
use crate::types::{Element, GpuType, Value};

/// The kind, rank and element type of a capture.
pub trait CaptureType: 'static {
    /// The type of the value, or of the view's elements. It is a [`Value`], except for small integers such as
    /// `u8`, which a kernel converts when it reads them: see [`Element`].
    type Element;
    /// The kind of capture.
    const KIND: CaptureKind;
    /// The view's rank; 0 for a value.
    const RANK: usize;
    /// The element's type in the shader.
    const INFO: &'static TypeInfo;
    /// The argument type, if the capture is passed to a device function by `&`.
    type ByRef;
    /// The argument type, if the capture is passed to a device function by `&mut`.
    type ByMut;
}

/// The kind, rank and element type of a capture as a value.
pub struct CaptureInfo {
    /// The kind.
    pub kind: CaptureKind,
    /// The view's rank; 0 for a value.
    pub rank: usize,
    /// The type of the value, or of the view's elements, in the shader.
    pub element: &'static TypeInfo,
}

impl CaptureInfo {
    /// The description of a capture type.
    pub(crate) fn of<T: CaptureType>() -> Self {
        CaptureInfo { kind: T::KIND, rank: T::RANK, element: T::INFO }
    }
}

/// The capture type of a value.
#[derive(Debug)]
pub struct ValueCaptureType<T>(PhantomData<T>);

/// The capture type of a read view.
#[derive(Debug)]
pub struct ReadCaptureType<T, const N: usize>(PhantomData<T>);

/// The capture type of a written view.
#[derive(Debug)]
pub struct WriteCaptureType<T, const N: usize>(PhantomData<T>);

impl<T: Value> CaptureType for ValueCaptureType<T> {
    type Element = T;
    const KIND: CaptureKind = CaptureKind::Value;
    const RANK: usize = 0;
    const INFO: &'static TypeInfo = T::INFO;
    type ByRef = ByRef<T>;
    type ByMut = ByMut<T>;
}

impl<T: Element, const N: usize> CaptureType for ReadCaptureType<T, N> {
    type Element = T;
    const KIND: CaptureKind = CaptureKind::Read;
    const RANK: usize = N;
    const INFO: &'static TypeInfo = T::STORED;
    type ByRef = ViewRef<T, N>;
    type ByMut = ViewMut<T, N>;
}

impl<T: GpuType, const N: usize> CaptureType for WriteCaptureType<T, N> {
    type Element = T;
    const KIND: CaptureKind = CaptureKind::Write;
    const RANK: usize = N;
    const INFO: &'static TypeInfo = T::INFO;
    type ByRef = ViewRef<T, N>;
    type ByMut = ViewMut<T, N>;
}
