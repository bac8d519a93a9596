//! `Option`, `Result` and `ControlFlow` as values. Their memory layout is not defined, so they cannot be elements of views.

use std::ops::{ControlFlow, Range};

use amp_shader::{StructInfo, SumInfo, TypeInfo};

use super::{ProjectionsOf, ScalarReader, ScalarWriter, ShaderType, Value};
use crate::launch::capture::ValueCapture;

#[diagnostic::do_not_recommend]
impl<T: Value> ShaderType for Option<T> {
    type Projections = ProjectionsOf<Self, Self, T>;
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
    const AMP_REFERS: bool = T::AMP_REFERS;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        self.is_some().amp_write(to);
        self.unwrap_or(T::AMP_ZERO).amp_write(to);
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        let (is_some, value) = <(bool, T)>::amp_read(from);
        // In each case, the code sets the payload. Otherwise LLVM may keep that of the previous lane, and vectorises no loop
        // over the lanes.
        let mut read = Some(value);
        if !is_some {
            read = None;
        }
        read
    }

    fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
        if let Some(value) = self {
            value.amp_ranges(out);
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Value, E: Value> ShaderType for Result<T, E> {
    type Projections = ProjectionsOf<Self, Self, T>;
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
    const AMP_REFERS: bool = T::AMP_REFERS || E::AMP_REFERS;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        self.is_err().amp_write(to);
        self.unwrap_or(T::AMP_ZERO).amp_write(to);
        self.err().unwrap_or(E::AMP_ZERO).amp_write(to);
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        let (is_err, value, error) = <(bool, T, E)>::amp_read(from);
        if is_err { Err(error) } else { Ok(value) }
    }

    fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
        match self {
            Ok(value) => value.amp_ranges(out),
            Err(error) => error.amp_ranges(out),
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
    const AMP_REFERS: bool = B::AMP_REFERS || C::AMP_REFERS;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        self.is_break().amp_write(to);
        self.continue_value().unwrap_or(C::AMP_ZERO).amp_write(to);
        self.break_value().unwrap_or(B::AMP_ZERO).amp_write(to);
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        let (is_break, value, result) = <(bool, C, B)>::amp_read(from);
        if is_break { ControlFlow::Break(result) } else { ControlFlow::Continue(value) }
    }

    fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
        match self {
            ControlFlow::Continue(value) => value.amp_ranges(out),
            ControlFlow::Break(value) => value.amp_ranges(out),
        }
    }
}
