//! Of vectors of `bool`.

use glam::{BVec2, BVec3, BVec4};

macro_rules! masks {
    ($($own:ident $w:literal ($($letter:ident)*);)*) => {$(
        functions! {
            $own new($($letter: bool "bool"),*) -> $own $w = concat!($w, "(", $(stringify!($letter), ", ",)* ")");
            $own splat(a: bool "bool") -> $own $w = concat!($w, "(a)");
            $own any(a: $own $w) -> bool "bool" = "any(a)";
            $own all(a: $own $w) -> bool "bool" = "all(a)";
        }
    )*};
}

masks! {
    BVec2 "vec2<bool>" (a b);
    BVec3 "vec3<bool>" (a b c);
    BVec4 "vec4<bool>" (a b c d);
}
