//! Swizzles select two to four components of a glam vector in any order, or replace some of them.
//!
//! ```rust,ignore
//! let p = v.zx() + w.xxyy().xy();
//! let q = v.with_zx(p);
//! ```
//!
//! - The prelude imports their traits.

use crate::diagnostics::Code;
use crate::ir::{Projection, Ty};
use crate::lower::context::Context;
use crate::vocabulary::types;
use amp_shader::methods::{Method, Operand};

/// Reports a swizzle that names a component which the vector lacks, and returns whether it did. If the macro
/// cannot infer the type of the vector, rustc reports the error instead.
pub(super) fn report_missing_component(
    cx: &mut Context<'_>,
    method: &Method,
    receiver: &Ty,
    name: &syn::Ident,
) -> bool {
    let needed = method.arguments.iter().chain([&method.result]).find_map(|operand| match operand {
        Operand::Lanes(_, least) => Some(*least),
        _ => None,
    });
    let Ty::Hole(hole) = receiver else { return false };
    let (Some(needed), Projection::Named(written)) = (needed, &**hole) else { return false };
    let last = written.last_segment();
    let lacks = types::vector(last).is_some_and(|(_, lanes)| lanes < needed);
    if lacks {
        cx.report(Code::AMP011, name.span(), format!("the method `{name}` of `{last}`"));
    }
    lacks
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn swizzles_select_components() {
        wgsl(
            "|i: Index<1>| { let v = Vec4::new(a, 2.0, 3.0, 4.0); let w = v.wzyx().with_zx(v.yy()); y[i] = w.xzx().y; }",
            expect![[r#"
                let v_: <Vec4> = <Vec4>::new(a, 2.0?, 3.0?, 4.0?);
                let w_: <_> = <_>::with_zx?(<Vec4>::wzyx?(v_), <Vec4>::yy?(v_));
                y[amp_global[0]] = <_>::xzx?(w_).y;
            "#]],
        );
    }

    #[test]
    fn missing_components_are_rejected() {
        codes(
            "|i: Index<1>| { let v = Vec2::splat(a); y[i] = v.xz().x + v.with_xy(v).y; }",
            &["AMP011", "AMP011"],
        );
    }
}
