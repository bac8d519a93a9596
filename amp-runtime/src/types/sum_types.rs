//! `Option`, `Result` and `ControlFlow` as values. Their memory layout is not defined, so they cannot be elements of views.

use std::ops::{ControlFlow, Range};

use amp_shader::{StructInfo, SumInfo, TypeInfo};

use super::{ProjectionsOf, ShaderType, Value};
use crate::launch::capture::ValueCapture;

#[diagnostic::do_not_recommend]
impl<T: Value> ShaderType for Option<T> {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Sum(&SumInfo {
        name: "Option",
        variants: &[
            StructInfo { name: "None", fields: &[] },
            StructInfo { name: "Some", fields: &[("0", T::INFO)] },
        ],
    });
}

#[diagnostic::do_not_recommend]
impl<T: Value> Value for Option<T> {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = None;

    fn words(&self, out: &mut Vec<u32>) {
        out.push(u32::from(self.is_some()));
        self.unwrap_or(T::AMP_ZERO).words(out);
    }

    fn bytes(&self, out: &mut Vec<Range<usize>>) {
        if let Some(value) = self {
            value.bytes(out);
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Value, E: Value> ShaderType for Result<T, E> {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Sum(&SumInfo {
        name: "Result",
        variants: &[
            StructInfo { name: "Ok", fields: &[("0", T::INFO)] },
            StructInfo { name: "Err", fields: &[("0", E::INFO)] },
        ],
    });
}

#[diagnostic::do_not_recommend]
impl<T: Value, E: Value> Value for Result<T, E> {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = Ok(T::AMP_ZERO);

    fn words(&self, out: &mut Vec<u32>) {
        out.push(u32::from(self.is_err()));
        self.unwrap_or(T::AMP_ZERO).words(out);
        self.err().unwrap_or(E::AMP_ZERO).words(out);
    }

    fn bytes(&self, out: &mut Vec<Range<usize>>) {
        match self {
            Ok(value) => value.bytes(out),
            Err(error) => error.bytes(out),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<B: Value, C: Value> ShaderType for ControlFlow<B, C> {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Sum(&SumInfo {
        name: "ControlFlow",
        variants: &[
            StructInfo { name: "Continue", fields: &[("0", C::INFO)] },
            StructInfo { name: "Break", fields: &[("0", B::INFO)] },
        ],
    });
}

#[diagnostic::do_not_recommend]
impl<B: Value, C: Value> Value for ControlFlow<B, C> {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = ControlFlow::Continue(C::AMP_ZERO);

    fn words(&self, out: &mut Vec<u32>) {
        out.push(u32::from(self.is_break()));
        self.continue_value().unwrap_or(C::AMP_ZERO).words(out);
        self.break_value().unwrap_or(B::AMP_ZERO).words(out);
    }

    fn bytes(&self, out: &mut Vec<Range<usize>>) {
        match self {
            ControlFlow::Continue(value) => value.bytes(out),
            ControlFlow::Break(value) => value.bytes(out),
        }
    }
}
