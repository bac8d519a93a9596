//! What not every device has.

use crate::Scalar;

/// A capability that a shader may need beyond the common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capability {
    /// `f64`
    F64,
    /// `i64` and `u64`
    I64,
    /// `f16` as a type to compute with
    F16,
    /// Operations among the work-items of a subgroup.
    Subgroups,
}

impl Capability {
    /// The capability without which a scalar cannot be had.
    pub const fn of(scalar: Scalar) -> Option<Capability> {
        match scalar {
            Scalar::F64 => Some(Capability::F64),
            Scalar::I64 | Scalar::U64 => Some(Capability::I64),
            Scalar::F16 => Some(Capability::F16),
            _ => None,
        }
    }

    /// Its name, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Capability::F64 => "`f64`",
            Capability::I64 => "`i64`",
            Capability::F16 => "`f16`",
            Capability::Subgroups => "subgroup operations",
        }
    }
}
