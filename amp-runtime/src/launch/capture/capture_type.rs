//! Capture types: type-level descriptions of captures. amp compiles a kernel for its capture types. A capture
//! type states the kind, the rank and the element type, but no lifetime. So it is `'static` and has a
//! `TypeId`, the key of the pipeline cache, and views of any lifetime share a pipeline.

use std::marker::PhantomData;

use amp_shader::{CaptureKind, TypeInfo};

use crate::abi::link::{ByMut, ByRef, ViewMut, ViewRef};
use crate::types::{Element, GpuType, Value};

/// The kind, rank and element type of a capture.
pub trait CaptureType: 'static {
    /// The type of the captured value, or of the captured view's elements.
    type Element;
    /// Whether the capture is a value, a read view or a written view.
    const KIND: CaptureKind;
    /// The view's rank; 0 for a value.
    const RANK: usize;
    /// The type of the value or of the view's elements, in the form that amp's shader linker uses.
    const INFO: &'static TypeInfo;
    /// Stands for `&capture` among the argument types of a call of a device function.
    type ByRef;
    /// Stands for `&mut capture` among the argument types of a call of a device function.
    type ByMut;
}

/// The kind, rank and element type of a capture at run time.
pub struct CaptureInfo {
    /// Whether the capture is a value, a read view or a written view.
    pub kind: CaptureKind,
    /// The view's rank; 0 for a value.
    pub rank: usize,
    /// The type of the captured value, or of the view's elements, in the shader.
    pub element: &'static TypeInfo,
}

impl CaptureInfo {
    /// The run-time description of the capture type `T`.
    pub(crate) fn of<T: CaptureType>() -> Self {
        CaptureInfo { kind: T::KIND, rank: T::RANK, element: T::INFO }
    }
}

/// The capture type of a value of type `T`.
#[derive(Debug)]
pub struct ValueCaptureType<T>(PhantomData<T>);

/// The capture type of a view that the kernel reads.
#[derive(Debug)]
pub struct ReadCaptureType<T, const N: usize>(PhantomData<T>);

/// The capture type of a view that the kernel writes.
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
