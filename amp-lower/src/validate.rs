//! Validates the emitted template with naga inside the macro: an accepted kernel is a valid shader.
//!
//! Stand-ins replace values and array lengths that only rustc knows. A template with other holes is not
//! validated here, because the error might be the fault of a stand-in. The launch validates such a template
//! when it links the shader.
//!
//! An error here is a bug of the compiler (AMP099). Marks in the text, such as `/*@3*/`, lead back to the
//! user's tokens, where the error is reported.

use crate::analysis::Facts;
use crate::diagnostics::advice::construct;
use crate::diagnostics::{Code, Diagnostics};
use crate::emit::wgsl;
use crate::ir::{Len, Role, Ty};
use crate::site::Site;
use amp_shader::{
    Capture, CaptureKind, Linked, ReportedFailures, Specialisation, Template, TileVariable, TypeRef,
};

/// Reports a kernel or function whose own branches and loops nest more deeply than drivers allow. The linker
/// repeats this test on the whole shader, with the functions that the kernel calls.
pub(crate) fn nesting(parts: &[wgsl::Piece], marks: &[Site], diagnostics: &mut Diagnostics) {
    let mut text = String::new();
    skeleton(parts, &mut text);
    let (depth, at) = amp_shader::nesting(&text);
    if depth > amp_shader::NESTING_LIMIT
        && let Some(site) = marked(&text[..at], marks)
    {
        let detail = format!("more than {} levels of branches and loops", amp_shader::NESTING_LIMIT);
        diagnostics.advise(Code::AMP020, site, detail, construct::NESTED);
    }
}

/// Appends the text of the pieces to `text`. Holes are omitted, because they contain no branches and loops.
fn skeleton(parts: &[wgsl::Piece], text: &mut String) {
    for part in parts {
        match part {
            wgsl::Piece::Text(own) => *text += own,
            wgsl::Piece::Note(wgsl::Note::Mark(mark)) => *text += &format!("/*@{mark}*/"),
            wgsl::Piece::Bound(_, before, value) => {
                skeleton(before, text);
                skeleton(value, text);
                *text += ";";
            }
            wgsl::Piece::Assign(..) => *text += "_ = 0u",
            wgsl::Piece::Return(_, value) => {
                *text += "return ";
                skeleton(value, text);
                *text += ";";
            }
            _ => {}
        }
    }
}

/// The source position of the last mark, such as `/*@3*/`, in a text.
fn marked(text: &str, marks: &[Site]) -> Option<Site> {
    let numbers = text.rmatch_indices("/*@").map(|(at, _)| text[at + 3..].split('*').next());
    numbers
        .into_iter()
        .find_map(|number| number?.parse::<usize>().ok())
        .and_then(|mark| marks.get(mark).copied())
}

/// Reports naga's validation error for a kernel, if there is one.
pub(crate) fn kernel(facts: &Facts, parts: &[wgsl::Piece], marks: &[Site], diagnostics: &mut Diagnostics) {
    if facts.kernel.body.has_type_error || has_holes(facts, parts) {
        return;
    }
    let Some(linked) = link(facts, parts, true, ReportedFailures::None) else { return };
    if let Err((offset, message)) = judge(&linked.wgsl) {
        let before = &linked.wgsl[..offset.min(linked.wgsl.len())];
        let site = marked(before, marks).unwrap_or(facts.kernel.site);
        diagnostics.report(Code::AMP099, site, message);
    }
}

/// Links a kernel with stand-ins for its holes. If `marked`, the shader contains comments that lead back to
/// source positions.
pub(crate) fn link(
    facts: &Facts,
    parts: &[wgsl::Piece],
    marked: bool,
    traps: ReportedFailures,
) -> Option<Linked> {
    let kernel = &*facts.kernel;
    let is_shown = |part: &&wgsl::Piece| marked || !matches!(part, wgsl::Piece::Note(_));
    let parts: Vec<_> = parts.iter().filter(is_shown).cloned().collect();
    let captures: Vec<_> = kernel
        .captures
        .iter()
        .map(|capture| Capture {
            name: capture.ident.to_string().leak(),
            kind: match capture.role {
                Role::Value | Role::ValueOrView => CaptureKind::Value,
                Role::Read => CaptureKind::Read,
                Role::Write => CaptureKind::Write,
            },
            element: wgsl::info(&capture.element),
            rank: if matches!(capture.role, Role::Value | Role::ValueOrView) {
                0
            } else {
                capture.rank.unwrap_or(kernel.rank)
            },
            atomic: capture.atomic,
        })
        .collect();
    let tile = kernel.tile.as_ref().map(|tile| {
        let sizes = tile.iter().map(|size| size.integer().unwrap_or(4));
        &*sizes.collect::<Vec<_>>().leak()
    });
    let tile_static: Vec<_> = kernel
        .body
        .tile_static
        .iter()
        .map(|variable| TileVariable {
            name: variable.name.clone().leak(),
            ty: TypeRef::Known(wgsl::info(&variable.ty)),
            atomic: variable.atomic,
            fully_initialised: false,
        })
        .collect();
    let template = Template {
        name: "kernel",
        file: "",
        line: 0,
        traps: ReportedFailures::None,
        rank: kernel.rank,
        tile,
        captures: captures.leak(),
        tile_static: tile_static.leak(),
        body: wgsl::Part::stand_ins(&parts),
        entries: &[],
    };
    amp_shader::link(&template, &Specialisation { traps, print: true, ..Specialisation::default() }).ok()
}

/// Without the feature `naga`, every shader counts as valid. The runtime is then built without wgpu, so no GPU runs the
/// shader.
#[cfg(not(feature = "naga"))]
pub(crate) fn judge(_: &str) -> Result<(), (usize, String)> {
    Ok(())
}

/// Parses and validates a shader with naga. An error is an offset in the text and naga's message.
#[cfg(feature = "naga")]
pub(crate) fn judge(wgsl: &str) -> Result<(), (usize, String)> {
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| {
        let offset = error.location(wgsl).map_or(0, |location| location.offset as usize);
        (offset, error.message().to_owned())
    })?;
    let capabilities = naga::valid::Capabilities::FLOAT64
        | naga::valid::Capabilities::SHADER_INT64
        | naga::valid::Capabilities::SHADER_FLOAT16
        | naga::valid::Capabilities::default();
    let mut validator = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), capabilities);
    match validator.validate(&module) {
        Ok(_) => Ok(()),
        Err(error) => {
            let offset = error.location(wgsl).map_or(0, |location| location.offset as usize);
            let mut message = error.as_inner().to_string();
            let mut source = std::error::Error::source(error.as_inner());
            while let Some(inner) = source {
                message = format!("{message}: {inner}");
                source = inner.source();
            }
            Err((offset, message))
        }
    }
}

/// Whether the template refers to types, values or functions that only rustc knows.
pub(crate) fn has_holes(facts: &Facts, parts: &[wgsl::Piece]) -> bool {
    let kernel = &*facts.kernel;
    mixes_lengths(facts)
        || kernel.captures.iter().any(|capture| {
            is_unknown(&capture.element) || (capture.role != Role::Value && capture.rank.is_none())
        })
        || kernel.body.tile_static.iter().any(|variable| is_unknown(&variable.ty))
        || parts_have_holes(parts)
}

fn step_has_holes(step: &wgsl::Step) -> bool {
    match step {
        wgsl::Step::Field(ty, _) => is_unknown(ty),
        wgsl::Step::Index(parts) => parts_have_holes(parts),
    }
}

fn parts_have_holes(parts: &[wgsl::Piece]) -> bool {
    parts.iter().any(|part| match part {
        wgsl::Piece::Type(ty)
        | wgsl::Piece::Item(ty)
        | wgsl::Piece::Literal(ty, _)
        | wgsl::Piece::Const(ty, _)
        | wgsl::Piece::Field(ty, _)
        | wgsl::Piece::Convert(_, ty)
        | wgsl::Piece::Method(_, ty) => is_unknown(ty),
        wgsl::Piece::Length(..)
        | wgsl::Piece::LengthOf(..)
        | wgsl::Piece::Subscript(..)
        | wgsl::Piece::MutatesReceiver(..)
        | wgsl::Piece::Components(..)
        | wgsl::Piece::CallParameter(..) => true,
        wgsl::Piece::Bound(..) | wgsl::Piece::Return(..) => true,
        wgsl::Piece::Splat(..) => false,
        wgsl::Piece::LoadPart(_, subscripts, steps) => {
            parts_have_holes(subscripts) || steps.iter().any(step_has_holes)
        }
        wgsl::Piece::Assign(_, subscripts, steps, _, value) => {
            parts_have_holes(subscripts) || steps.iter().any(step_has_holes) || parts_have_holes(value)
        }
        wgsl::Piece::Checked(_, lhs, rhs) => is_unknown(lhs) || is_unknown(rhs),
        wgsl::Piece::CheckedAssign(_, lhs, rhs, place) => {
            is_unknown(lhs) || is_unknown(rhs) || parts_have_holes(place)
        }
        wgsl::Piece::Print(message) => {
            message.values.iter().any(|(_, ty, value)| is_unknown(ty) || parts_have_holes(value))
        }
        wgsl::Piece::Assert(condition, message) => {
            condition.as_ref().is_some_and(|condition| parts_have_holes(condition))
                || message.values.iter().any(|(_, ty, value)| is_unknown(ty) || parts_have_holes(value))
        }
        wgsl::Piece::Operator(..) => true,
        wgsl::Piece::Operation(_, lhs, rhs) => is_unknown(lhs) || is_unknown(rhs),
        wgsl::Piece::Call(..)
        | wgsl::Piece::MaybeBuiltin(..)
        | wgsl::Piece::Record(..)
        | wgsl::Piece::Variant(..)
        | wgsl::Piece::IsVariant(..) => true,
        _ => false,
    })
}

/// Whether some array lengths are literals and others are constants whose values only rustc knows. The kernel
/// may assign an array of one kind to a variable of the other kind. naga would reject the assignment, because
/// a stand-in replaces the constant.
fn mixes_lengths(facts: &Facts) -> bool {
    fn look(ty: &Ty, found: &mut [bool; 2]) {
        match ty {
            Ty::Array(element, len) => {
                found[usize::from(matches!(len, Len::Const(_)))] = true;
                look(element, found);
            }
            Ty::Tuple(fields) => fields.iter().for_each(|field| look(field, found)),
            Ty::Reference(_, to) => look(to, found),
            _ => {}
        }
    }
    let mut found = [false; 2];
    let body = &facts.kernel.body;
    body.variables.iter().for_each(|variable| look(&variable.ty, &mut found));
    body.block.iter().for_each(|stmt| stmt.walk_expressions(&mut |expr| look(&expr.ty, &mut found)));
    found == [true; 2]
}

/// Whether the type contains a hole. Unknown array lengths do not count: see [`mixes_lengths`].
fn is_unknown(ty: &Ty) -> bool {
    match ty {
        Ty::Array(of, _) | Ty::Reference(_, of) | Ty::Callable(of) | Ty::Slice(of) | Ty::Range(_, of) => {
            is_unknown(of)
        }
        Ty::Tuple(fields) => fields.iter().any(is_unknown),
        Ty::Hole(_) | Ty::Var(_) | Ty::Error => true,
        Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    fn nested(levels: usize) -> String {
        let (open, close) = ("if z[i] > 1 { z[i] += 1; ".repeat(levels), "}".repeat(levels));
        format!("|i: Index<1>| {{ {open} {close} }}")
    }

    #[test]
    fn branches_nest_at_most_72_levels() {
        codes(&nested(72), &[]);
        codes(&nested(73), &["AMP020"]);
    }

    #[test]
    fn code_after_a_return_is_nested() {
        let returns =
            |count| format!("|i: Index<1>| {{ {} }}", "if z[i] > 1 { return; } z[i] += 1; ".repeat(count));
        codes(&returns(72), &[]);
        codes(&returns(73), &["AMP020"]);
        codes(&nested(37).replace("z[i] += 1;", "if z[i] == 7 { return; }"), &["AMP020"]);
    }
}
