//! The table of type names: scalars, glam types, and names that the compiler rejects with a reason.

use crate::ir::{Projection, Ty};
use amp_shader::Scalar;

/// The scalar type with this name in Rust.
pub(crate) fn scalar(name: &str) -> Option<Scalar> {
    Some(match name {
        "bool" => Scalar::Bool,
        "f32" => Scalar::F32,
        "f64" => Scalar::F64,
        "i32" => Scalar::I32,
        "i64" => Scalar::I64,
        "isize" => Scalar::Isize,
        "u32" => Scalar::U32,
        "u64" => Scalar::U64,
        "f16" => Scalar::F16,
        "usize" => Scalar::Usize,
        "u8" => Scalar::U8,
        "i8" => Scalar::I8,
        "u16" => Scalar::U16,
        "i16" => Scalar::I16,
        _ => return None,
    })
}

/// Whether a name is that of a glam vector or matrix with a counterpart in WGSL.
pub(crate) fn is_glam(name: &str) -> bool {
    matches!(
        name,
        "Vec2"
            | "Vec3"
            | "Vec4"
            | "IVec2"
            | "IVec3"
            | "IVec4"
            | "UVec2"
            | "UVec3"
            | "UVec4"
            | "BVec2"
            | "BVec3"
            | "BVec4"
            | "Mat2"
            | "Mat3"
            | "Mat4"
    )
}

/// Whether the name of a type is that of a glam vector or matrix.
pub(crate) fn is_of_glam(ty: &Ty) -> bool {
    let Ty::Hole(hole) = ty else { return false };
    matches!(&**hole, Projection::Named(name) if is_glam(name.last_segment()))
}

/// The scalar type and the number of components of a glam vector.
pub(crate) fn vector(name: &str) -> Option<(Scalar, u8)> {
    let (family, lanes) = name.split_once("Vec").filter(|_| is_glam(name))?;
    let families = [("", Scalar::F32), ("I", Scalar::I32), ("U", Scalar::U32), ("B", Scalar::Bool)];
    let (_, scalar) = families.into_iter().find(|(known, _)| *known == family)?;
    Some((scalar, lanes.parse().ok()?))
}

/// Whether amp's prelude exports a type or a trait of this name.
pub(crate) fn is_of_prelude(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "Accelerator",
        "AcceleratorView",
        "Array",
        "ArrayView",
        "ArrayViewMut",
        "AtomicView",
        "CompletionFuture",
        "Extent",
        "Float",
        "GpuType",
        "GpuViews",
        "Index",
        "Int",
        "QueuingMode",
        "Scalar",
        "TileBarrier",
        "TiledExtent",
        "TiledIndex",
        "f16",
    ];
    NAMES.contains(&name) || is_glam(name)
}

/// The reason why a standard type is not available on a device.
pub(crate) fn rejection_reason(name: &str) -> Option<&'static str> {
    Some(match name {
        "u128" | "i128" => "devices have no 128-bit integers",
        "str" | "String" => "a device has no text",
        "Vec" | "Box" | "Rc" | "Arc" | "HashMap" | "BTreeMap" | "VecDeque" => "a device has no heap",
        "f128" => "not a type of stable Rust",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::is_of_prelude;

    #[test]
    fn names_of_the_prelude_are_known() {
        let prelude = include_str!("../../../amp-runtime/src/prelude.rs");
        let exported = prelude.lines().filter(|line| !line.starts_with("//!"));
        let words = exported.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
        // Modules and functions are in lower case, and `Vec2Swizzles as _` exports no name.
        let names = words.filter(|word| word.starts_with(char::is_uppercase) && !word.ends_with("Swizzles"));
        let missing: Vec<_> = names.filter(|name| !is_of_prelude(name)).collect();
        assert_eq!(missing, [""; 0]);
        assert!(is_of_prelude("f16") && !is_of_prelude("Shape"));
    }
}
