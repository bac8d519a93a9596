//! What `docs/language.md` says of glam: from the tables of the runtime and of the linker.

use amp::__private::{Function, functions};
use amp_shader::methods::SWIZZLES;

const INTRODUCTION: &str = "\
glam's `Vec2`, `Vec3`, `Vec4`, the same of `i32` (`IVec2`, ..), of `u32` (`UVec2`, ..) and of `bool` (`BVec2`, ..), and `Mat2`, `Mat3`,
`Mat4`. They have their fields (`v.x`, `m.x_axis`), their constants (`Vec3::ZERO`, `Mat4::IDENTITY`), and the operators that glam gives them:
of two vectors component by component, of a vector and a number on either side, `m * v`, `m * n`, `m * 2.0`; `==` and `!=` compare all of
a vector. The methods above with a `yes` below `Vec`, `IVec` or `UVec` are theirs, too. A method is also called by its path: `Vec3::dot(v, w)`.
What has no number in a table is refused by rustc or the macro. What comparisons of `Vec4` give is glam's own type for the processor (`BVec4A`
on x86): its methods are those of `BVec4`, but it has no fields: write `m.test(0)` for `m.x`.

";

/// The families, each with what its types are called before their size.
const FAMILIES: &[&str] = &["Vec", "IVec", "UVec", "BVec", "Mat"];

pub(super) fn section() -> String {
    let all = functions();
    let mut text = INTRODUCTION.to_owned();
    text += &swizzles();
    text += "Functions of the types, `Vec3::new(..)`; the numbers are the sizes that have them:\n\n";
    text += &table(&all, false);
    text += "Methods, `v.extend(..)`:\n\n";
    text += &table(&all, true);
    text
}

/// The rule, with the names that show its ends.
fn swizzles() -> String {
    let (with, of): (Vec<_>, Vec<_>) = SWIZZLES.iter().partition(|method| !method.arguments.is_empty());
    let ends = |all: &[&amp_shader::methods::Method]| match all {
        [first, .., last] => format!("{} from `{}` to `{}`", all.len(), first.name, last.name),
        _ => String::new(),
    };
    format!(
        "All swizzles of vectors of numbers are there. Of a `Vec4`, {} name components, and {} put others in their place;\n\
         a smaller vector has those that name what it has.\n\n",
        ends(&of),
        ends(&with)
    )
}

/// A name a line, and for each family the sizes that have it.
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
            sizes.join(", ")
        });
        text += &format!("| `{name}` | {} |\n", cells.collect::<Vec<_>>().join(" | "));
    }
    text + "\n"
}

/// Whether the first argument is a receiver.
fn is_method(function: &Function) -> bool {
    function.parameters.first() == Some(&function.owner) && !function.name.starts_with("from")
}
