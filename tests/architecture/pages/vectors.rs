//! The section of `docs/language.md` about glam, from the function tables of the runtime and the method table of the linker.

use amp::__private::{Function, functions};
use amp_shader::methods::SWIZZLES;

use super::glam_coverage;

const INTRODUCTION: &str = "\
The types are glam's `Vec2` to `Vec4`, `IVec2` to `IVec4`, `UVec2` to `UVec4`, `BVec2` to `BVec4`, and `Mat2` to `Mat4`. Kernels use
their fields (`v.x`, `m.x_axis`), their constants (`Vec3::ZERO`, `Mat4::IDENTITY`) and glam's operators. An operator combines two
vectors, or a vector and a scalar on either side, component by component. `m * v`, `m * n` and `m * 2.0` are products. `==` and `!=`
compare all components and return one `bool`. Vectors also have the methods above with a `yes` in their column. A method can be
called by its path: `Vec3::dot(v, w)`. Functions and methods without an entry in these tables are errors.

Comparisons of `Vec4` return glam's type for the processor (`BVec4A` on x86). It has the methods of `BVec4` and no fields: write
`m.test(0)` instead of `m.x`.

`Quat`, `Affine2` and `Affine3A` are types of variables, but not of elements of views and fields of structs. Products such as `q * v`,
`q * r` and `a * b` are those of glam. For a rotation in a view, use a `Vec4` and `Quat::from_vec4(v)`.

";

/// The families of types: their names without the size.
const FAMILIES: &[&str] = &["Vec", "IVec", "UVec", "BVec", "Mat", "Quat", "Affine"];

pub(super) fn section() -> String {
    let all = functions();
    let mut text = INTRODUCTION.to_owned();
    text += &swizzles();
    text += "Associated functions, such as `Vec3::new(..)`, with the sizes that have them:\n\n";
    text += &table(&all, false);
    text += "Methods, such as `v.extend(..)`, with the sizes that have them:\n\n";
    text += &table(&all, true);
    text += &glam_coverage::section();
    text
}

/// The rule of the swizzles, with the first and the last name of each group.
fn swizzles() -> String {
    let (with, of): (Vec<_>, Vec<_>) = SWIZZLES.iter().partition(|method| !method.arguments.is_empty());
    let ends = |all: &[&amp_shader::methods::Method]| match all {
        [first, .., last] => format!("{} from `{}` to `{}`", all.len(), first.name, last.name),
        _ => String::new(),
    };
    format!(
        "Vectors of `f32`, `i32` and `u32` have all of glam's swizzles. Those of `Vec4` are {} to read components, and {}\n\
         to replace them. A smaller vector has the swizzles of its own components.\n\n",
        ends(&of),
        ends(&with)
    )
}

/// A table of functions or methods: one row for each name, one column for each family. A cell lists the sizes that
/// have it, such as 2, 3 and 4.
fn table(all: &[Function], methods: bool) -> String {
    let named: Vec<_> = FAMILIES.iter().map(|family| format!("`{family}`")).collect();
    let mut text = format!("| | {} |\n|---|{}\n", named.join(" | "), "---|".repeat(FAMILIES.len()));
    let mut names: Vec<_> = all.iter().filter(|it| is_method(it) == methods).map(|it| it.name).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let cells = FAMILIES.iter().map(|family| {
            let of = |it: &&Function| it.name == name && is_method(it) == methods;
            let sizes = all.iter().filter(of).filter_map(|it| it.owner.strip_prefix(family));
            let mut sizes: Vec<_> = sizes.collect();
            sizes.sort_unstable();
            sizes.dedup();
            if sizes == [""] { "yes".to_owned() } else { sizes.join(", ") }
        });
        text += &format!("| `{name}` | {} |\n", cells.collect::<Vec<_>>().join(" | "));
    }
    text + "\n"
}

/// Whether the first argument is a receiver.
fn is_method(function: &Function) -> bool {
    function.parameters.first() == Some(&function.owner) && !function.name.starts_with("from")
}
