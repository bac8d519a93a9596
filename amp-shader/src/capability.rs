//! Optional capabilities of devices.

use crate::Scalar;

/// A feature that some devices lack and that a shader may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capability {
    /// `f64`
    F64,
    /// `i64` and `u64`
    I64,
    /// Arithmetic on `f16`
    F16,
    /// Subgroup operations
    Subgroups,
}

impl Capability {
    /// The capability that a scalar type needs; `None` if every device has the type.
    pub const fn of(scalar: Scalar) -> Option<Capability> {
        match scalar {
            Scalar::F64 => Some(Capability::F64),
            Scalar::I64 | Scalar::U64 => Some(Capability::I64),
            Scalar::F16 => Some(Capability::F16),
            _ => None,
        }
    }

    /// The name of the capability, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Capability::F64 => "`f64`",
            Capability::I64 => "`i64`",
            Capability::F16 => "`f16`",
            Capability::Subgroups => "subgroup operations",
        }
    }
}
