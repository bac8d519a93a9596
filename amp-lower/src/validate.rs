//! Validates the emitted template with naga inside the macro: an accepted kernel is a valid shader.
//!
//! Holes are filled with stand-ins. An error may then be the stand-in's fault, so only templates without
//! holes are validated here; the others are validated when they are linked at run time. An error here is a
//! bug of the compiler (AMP099), reported at the user's tokens by means of marks in the text.

use crate::analysis::Facts;
use crate::diagnostics::advice::construct;
use crate::diagnostics::{Code, Diagnostics};
use crate::emit::wgsl::Piece;
use crate::ir::{self, Projection, Len, Role, Ty};
use crate::site::Site;
use crate::vocabulary::types;
use amp_shader::{Linked, Piece, Scalar, Capture, CaptureKind, Specialisation, Template, TileVariable, TypeInfo};

/// Reports nesting beyond the limit of drivers within one function. The linker also counts the called functions.
pub(crate) fn nesting(parts: &[Piece], marks: &[Site], diagnostics: &mut Diagnostics) {
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

/// The text without the contents of its holes, which do not nest.
fn skeleton(parts: &[Piece], text: &mut String) {
    for part in parts {
        match part {
            Piece::Text(own) => *text += own,
            Piece::Mark(mark) => *text += &format!("/*@{mark}*/"),
            Piece::Bound(_, before, value) => {
                skeleton(before, text);
                skeleton(value, text);
                *text += ";";
            }
            Piece::Return(_, value) => {
                *text += "return ";
                skeleton(value, text);
                *text += ";";
            }
            _ => {}
        }
    }
}

/// The place of the last mark in a text.
fn marked(text: &str, marks: &[Site]) -> Option<Site> {
    let numbers = text.rmatch_indices("/*@").map(|(at, _)| text[at + 3..].split('*').next());
    numbers
        .into_iter()
        .find_map(|number| number?.parse::<usize>().ok())
        .and_then(|mark| marks.get(mark).copied())
}

/// Reports naga's validation error, if there is one.
pub(crate) fn kernel(facts: &Facts<'_>, parts: &[Piece], marks: &[Site], diagnostics: &mut Diagnostics) {
    // A view of `bool` arises only from a type error, which rustc reports.
    let of_bools = |slot: &ir::Capture| slot.role != Role::Value && slot.element == Ty::BOOL;
    if facts.kernel.slots.iter().any(of_bools) || facts.kernel.body.has_type_error || has_holes(facts, parts) {
        return;
    }
    let Some(linked) = link(facts, parts, true) else { return };
    if let Err((offset, message)) = judge(&linked.wgsl) {
        let before = &linked.wgsl[..offset.min(linked.wgsl.len())];
        let site = marked(before, marks).unwrap_or(facts.kernel.site);
        diagnostics.report(Code::AMP099, site, message);
    }
}

/// Links a kernel with stand-ins for its holes; `marked` adds comments that lead back to source positions.
pub(crate) fn link(facts: &Facts<'_>, parts: &[Piece], marked: bool) -> Option<Linked> {
    let kernel = facts.kernel;
    let slots: Vec<_> = kernel
        .slots
        .iter()
        .map(|slot| Capture {
            name: leak_text(&slot.ident.to_string()),
            kind: match slot.role {
                Role::Value | Role::ValueOrView => CaptureKind::Value,
                Role::Read => CaptureKind::Read,
                Role::Write => CaptureKind::Write,
            },
            element: info(&slot.element),
            rank: if matches!(slot.role, Role::Value | Role::ValueOrView) {
                0
            } else {
                slot.rank.unwrap_or(kernel.rank)
            },
            atomic: slot.atomic,
        })
        .collect();
    let tile = kernel.tile.as_ref().map(|tile| {
        let sizes = tile.iter().map(|size| match size {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(size), .. }) => size.base10_parse().unwrap_or(4),
            _ => 4usize,
        });
        &*sizes.collect::<Vec<_>>().leak()
    });
    let tile_static: Vec<_> = kernel
        .body
        .tile_static
        .iter()
        .map(|variable| TileVariable {
            name: leak_text(&variable.name),
            ty: info(&variable.ty),
            atomic: variable.atomic,
            fully_initialised: false,
        })
        .collect();
    let template = Template {
        name: "kernel",
        file: "",
        line: 0,
        rank: kernel.rank,
        tile,
        captures: slots.leak(),
        tile_static: tile_static.leak(),
        body: pieces(parts, marked),
    };
    amp_shader::link(&template, &Specialisation::default()).ok()
}

/// Parses and validates a shader. An error has its offset in the text and the message.
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

fn has_holes(facts: &Facts<'_>, parts: &[Piece]) -> bool {
    let kernel = facts.kernel;
    mixes_lengths(facts)
        || kernel
            .slots
            .iter()
            .any(|slot| is_unknown(&slot.element) || (slot.role != Role::Value && slot.rank.is_none()))
        || kernel.body.tile_static.iter().any(|variable| is_unknown(&variable.ty))
        || parts.iter().any(|part| match part {
            Piece::Type(ty)
            | Piece::Literal(ty, _)
            | Piece::Const(ty, _)
            | Piece::Field(ty, _)
            | Piece::Method(_, ty, _) => is_unknown(ty),
            Piece::Length(..) | Piece::MutatesReceiver(..) | Piece::Components(..) | Piece::CallParameter(..) => true,
            Piece::Bound(..) | Piece::Return(..) => true,
            Piece::Splat(..) => false,
            Piece::PlaceField(_, ty, _) | Piece::Stored(_, ty) => is_unknown(ty),
            Piece::Convert(_, from, ty) => is_unknown(from) || is_unknown(ty),
            Piece::Operator(..) => true,
            Piece::Operation(_, lhs, rhs, _) => is_unknown(lhs) || is_unknown(rhs),
            Piece::Call(..) | Piece::Record(..) => true,
            _ => false,
        })
}

/// Whether some array lengths are literals and others are constants that only rustc knows: an array of one
/// kind may be assigned to a variable of the other.
fn mixes_lengths(facts: &Facts<'_>) -> bool {
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

/// Whether the type is unknown; array lengths are handled by [`mixes_lengths`].
fn is_unknown(ty: &Ty) -> bool {
    match ty {
        Ty::Array(element, _) | Ty::Reference(_, element) => is_unknown(element),
        Ty::Tuple(fields) => fields.iter().any(is_unknown),
        Ty::Hole(_) | Ty::Var(_) | Ty::Error => true,
        Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) => false,
    }
}

/// Leaks text for the lifetime of the macro's process, because a template is made of `'static` data.
fn leak_text(text: &str) -> &'static str {
    text.to_owned().leak()
}

fn info(ty: &Ty) -> &'static TypeInfo {
    Box::leak(Box::new(match ty {
        Ty::Scalar(scalar) => TypeInfo::Scalar(*scalar),
        Ty::Unit => TypeInfo::Unit,
        Ty::Index(rank) | Ty::Extent(rank) => TypeInfo::Index(*rank),
        Ty::Array(element, len) => {
            let len = match len {
                Len::Number(len) => *len,
                // Longer than any literal index.
                Len::Const(_) => 1024,
            };
            TypeInfo::Array(info(element), len)
        }
        Ty::Tuple(fields) => TypeInfo::Tuple(fields.iter().map(info).collect::<Vec<_>>().leak()),
        Ty::Reference(_, to) => return info(to),
        Ty::Hole(hole) => vector(hole).unwrap_or(TypeInfo::Scalar(Scalar::F32)),
        Ty::Error | Ty::Var(_) => TypeInfo::Scalar(Scalar::F32),
    }))
}

/// A glam vector, by its name.
fn vector(hole: &Projection) -> Option<TypeInfo> {
    let Projection::Named(written) = hole else { return None };
    let (scalar, lanes) = types::vector(&written.last())?;
    Some(TypeInfo::Vector(scalar, lanes))
}

/// A value that naga cannot evaluate at compile time.
fn opaque_value(ty: &Ty) -> String {
    match ty {
        Ty::Scalar(Scalar::Bool) => "(amp_params[0].x != 0u)".to_owned(),
        Ty::Scalar(scalar) => format!("{}(amp_params[0].x)", scalar.wgsl()),
        Ty::Array(item, Len::Number(len @ 1..)) => format!("array({})", vec![opaque_value(item); *len].join(", ")),
        _ => "amp_params[0].x".to_owned(),
    }
}

fn pieces(parts: &[Piece], marked: bool) -> &'static [Piece] {
    let pieces = parts.iter().filter_map(|part| {
        Some(match part {
            Piece::Mark(mark) if marked => Piece::Text(leak_text(&format!("/*@{mark}*/"))),
            Piece::Mark(_) => return None,
            Piece::Text(text) => Piece::Text(leak_text(text)),
            Piece::Type(ty) => Piece::Type(info(ty)),
            Piece::Literal(ty, digits) => Piece::Literal(info(ty), leak_text(digits)),
            // Not a constant, so that naga does not evaluate it.
            Piece::Const(ty, _) => Piece::Text(leak_text(&opaque_value(ty))),
            Piece::CallParameter(..) => Piece::Text("stand_in()"),
            Piece::Components(ty, index) => Piece::Components(info(ty), pieces(index, false)),
            Piece::MutatesReceiver(..) => Piece::Text("(amp_params[0].x != 0u)"),
            Piece::Subscript(..) => Piece::Text(""),
            Piece::Length(..) => Piece::Text("amp_params[0].x"),
            Piece::Operation(operation, lhs, rhs, _) => Piece::Operation(*operation, info(lhs), info(rhs)),
            Piece::Operator(operation, _, lhs, rhs) => Piece::Operator(*operation, info(lhs), info(rhs), None),
            Piece::Method(name, ty, _) => Piece::Method(name, info(ty)),
            Piece::Field(ty, name) => Piece::Field(info(ty), leak_text(name)),
            Piece::Call(..) => Piece::Text("stand_in()"),
            Piece::Record(..) => Piece::Text("stand_in"),
            Piece::Reference(position) => Piece::Reference(*position),
            Piece::View(view) => Piece::View(*view),
            Piece::Parameter(position) => Piece::Parameter(*position),
            Piece::Atomic(operation, target) => Piece::Atomic(*operation, *target),
            Piece::RequiresBounds(rooms) => Piece::RequiresBounds(rooms.clone().leak()),
            Piece::MayIndexAnywhere => Piece::MayIndexAnywhere,
            Piece::Strict => Piece::Strict,
            Piece::MayNotTerminate | Piece::TerminatesIfNonZero(..) | Piece::TerminatesIfInteger(_) => Piece::MayNotTerminate,
            Piece::Bound(ty, before, value) => {
                Piece::Bound(info(ty), pieces(before, false), pieces(value, false))
            }
            Piece::Return(ty, value) => Piece::Return(info(ty), pieces(value, false)),
            Piece::Splat(value, len) => {
                let len = match len {
                    Len::Number(len) => *len,
                    Len::Const(_) => 1024,
                };
                Piece::Splat(pieces(value, false), len)
            }
            Piece::Value(slot) => Piece::Value(*slot),
            Piece::Load(slot) => Piece::Load(*slot),
            Piece::EndLoad(slot) => Piece::EndLoad(*slot),
            Piece::Convert(slot, _, ty) => Piece::Convert(*slot, info(ty)),
            Piece::EndConvert(slot, ty) => Piece::EndConvert(*slot, info(ty)),
            Piece::PlaceField(slot, ty, name) => Piece::PlaceField(*slot, info(ty), leak_text(name)),
            Piece::Store(slot) => Piece::Store(*slot),
            Piece::StoreValue(slot) => Piece::StoreValue(*slot),
            Piece::EndStore(slot) => Piece::EndStore(*slot),
            Piece::Stored(slot, ty) => Piece::Stored(*slot, info(ty)),
            Piece::EndStored(slot, ty) => Piece::EndStored(*slot, info(ty)),
            Piece::Element(slot) => Piece::Element(*slot),
            Piece::EndElement(slot) => Piece::EndElement(*slot),
            Piece::Extent(slot) => Piece::Extent(*slot),
            Piece::Offset(slot, steps) => Piece::Offset(*slot, steps.clone().leak()),
        })
    });
    pieces.collect::<Vec<_>>().leak()
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
