//! Functions of vectors of `bool`.

use glam::{BVec2, BVec3, BVec4, BVec4A};

use super::Function;

macro_rules! masks {
    ($then:tt $($own:ident $w:literal ($($letter:ident)*) $last:literal $bits:literal;)*) => {$(
        functions! { $then
            $own new($($letter: bool "bool"),*) -> $own $w = concat!($w, "(", $(stringify!($letter), ", ",)* ")");
            $own default() -> $own $w = concat!($w, "()");
            $own splat(a: bool "bool") -> $own $w = concat!($w, "(a)");
            $own any(a: $own $w) -> bool "bool" = "any(a)";
            $own all(a: $own $w) -> bool "bool" = "all(a)";
            $own test(a: $own $w, b: usize "u32") -> bool "bool" = concat!("a[min(b, ", $last, ")]");
            $own bitmask(a: $own $w) -> u32 "u32" = $bits;
        }
    )*};
}

macro_rules! all {
    ($then:tt) => {
        masks! { $then
            BVec2 "vec2<bool>" (a b) "1u" "u32(a.x) | (u32(a.y) << 1u)";
            BVec3 "vec3<bool>" (a b c) "2u" "u32(a.x) | (u32(a.y) << 1u) | (u32(a.z) << 2u)";
            BVec4 "vec4<bool>" (a b c d) "3u" "u32(a.x) | (u32(a.y) << 1u) | (u32(a.z) << 2u) | (u32(a.w) << 3u)";
        }
    };
}

all!([implement]);

masks! { [implement]
    BVec4A "vec4<bool>" (a b c d) "3u" "u32(a.x) | (u32(a.y) << 1u) | (u32(a.z) << 2u) | (u32(a.w) << 3u)";
}

/// Adds the functions of this file to the list `all`.
pub(super) fn list(all: &mut Vec<Function>) {
    all!([list all]);
}
