//! Of vectors of `bool`.

use glam::{BVec2, BVec3, BVec4};

use super::Function;

macro_rules! masks {
    ($then:tt $($own:ident $w:literal ($($letter:ident)*);)*) => {$(
        functions! { $then
            $own new($($letter: bool "bool"),*) -> $own $w = concat!($w, "(", $(stringify!($letter), ", ",)* ")");
            $own default() -> $own $w = concat!($w, "()");
            $own splat(a: bool "bool") -> $own $w = concat!($w, "(a)");
            $own any(a: $own $w) -> bool "bool" = "any(a)";
            $own all(a: $own $w) -> bool "bool" = "all(a)";
        }
    )*};
}

macro_rules! all {
    ($then:tt) => {
        masks! { $then
            BVec2 "vec2<bool>" (a b);
            BVec3 "vec3<bool>" (a b c);
            BVec4 "vec4<bool>" (a b c d);
        }
    };
}

all!([implement]);

/// What they are called.
pub(super) fn list(all: &mut Vec<Function>) {
    all!([list all]);
}
