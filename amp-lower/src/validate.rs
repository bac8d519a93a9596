//! Validates the emitted template with naga inside the macro: an accepted kernel is a valid shader.
//!
//! Holes are filled with stand-ins. An error may then be the stand-in's fault, so only templates without
//! holes are validated here; the others are validated when they are linked at run time. An error here is a
//! bug of the compiler (AMP099), reported at the user's tokens by means of marks in the text.

use crate::analysis::Facts;
use crate::diagnostics::advice::construct;
use crate::diagnostics::{Code, Diagnostics};
use crate::emit::wgsl::Part;
use crate::ir::{self, Projection, Len, Role, Ty};
use crate::site::Site;
use crate::vocabulary::types;
use amp_shader::{Linked, Piece, Scalar, Slot, CaptureKind, Specialisation, Template, TileVariable, TypeInfo};

/// Reports nesting beyond the limit of drivers within one function. The linker also counts the called functions.
pub(crate) fn nesting(parts: &[Part], marks: &[Site], diagnostics: &mut Diagnostics) {
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
fn skeleton(parts: &[Part], text: &mut String) {
    for part in parts {
        match part {
            Part::Text(own) => *text += own,
            Part::Mark(mark) => *text += &format!("/*@{mark}*/"),
            Part::Bound(_, before, value) => {
                skeleton(before, text);
                skeleton(value, text);
                *text += ";";
            }
            Part::Return(_, value) => {
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
pub(crate) fn kernel(facts: &Facts<'_>, parts: &[Part], marks: &[Site], diagnostics: &mut Diagnostics) {
    // A view of `bool` arises only from a type error, which rustc reports.
    let of_bools = |slot: &ir::Slot| slot.role != Role::Value && slot.element == Ty::BOOL;
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
pub(crate) fn link(facts: &Facts<'_>, parts: &[Part], marked: bool) -> Option<Linked> {
    let kernel = facts.kernel;
    let slots: Vec<_> = kernel
        .slots
        .iter()
        .map(|slot| Slot {
            name: keep(&slot.ident.to_string()),
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
            name: keep(&variable.name),
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
        slots: slots.leak(),
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

fn has_holes(facts: &Facts<'_>, parts: &[Part]) -> bool {
    let kernel = facts.kernel;
    mixes_lengths(facts)
        || kernel
            .slots
            .iter()
            .any(|slot| open(&slot.element) || (slot.role != Role::Value && slot.rank.is_none()))
        || kernel.body.tile_static.iter().any(|variable| open(&variable.ty))
        || parts.iter().any(|part| match part {
            Part::Type(ty)
            | Part::Number(ty, _)
            | Part::Const(ty, _)
            | Part::Field(ty, _)
            | Part::Method(_, ty, _) => open(ty),
            Part::Length(..) | Part::MutatesReceiver(..) | Part::Components(..) | Part::Invoke(..) => true,
            Part::Bound(..) | Part::Return(..) => true,
            Part::Repeat(..) => false,
            Part::PlaceField(_, ty, _) | Part::Stored(_, ty) => open(ty),
            Part::Convert(_, from, ty) => open(from) || open(ty),
            Part::Operator(..) => true,
            Part::Operation(_, lhs, rhs, _) => open(lhs) || open(rhs),
            Part::Call(..) | Part::Record(..) => true,
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
fn open(ty: &Ty) -> bool {
    match ty {
        Ty::Array(element, _) | Ty::Reference(_, element) => open(element),
        Ty::Tuple(fields) => fields.iter().any(open),
        Ty::Hole(_) | Ty::Var(_) | Ty::Poison => true,
        Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) => false,
    }
}

/// Leaks text for the lifetime of the macro's process, because a template is made of `'static` data.
fn keep(text: &str) -> &'static str {
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
        Ty::Poison | Ty::Var(_) => TypeInfo::Scalar(Scalar::F32),
    }))
}

/// A glam vector, by its name.
fn vector(hole: &Projection) -> Option<TypeInfo> {
    let Projection::Named(written) = hole else { return None };
    let (scalar, lanes) = types::vector(&written.last())?;
    Some(TypeInfo::Vector(scalar, lanes))
}

/// A value that naga cannot evaluate at compile time.
fn unknown(ty: &Ty) -> String {
    match ty {
        Ty::Scalar(Scalar::Bool) => "(amp_params[0].x != 0u)".to_owned(),
        Ty::Scalar(scalar) => format!("{}(amp_params[0].x)", scalar.wgsl()),
        Ty::Array(item, Len::Number(len @ 1..)) => format!("array({})", vec![unknown(item); *len].join(", ")),
        _ => "amp_params[0].x".to_owned(),
    }
}

fn pieces(parts: &[Part], marked: bool) -> &'static [Piece] {
    let pieces = parts.iter().filter_map(|part| {
        Some(match part {
            Part::Mark(mark) if marked => Piece::Text(keep(&format!("/*@{mark}*/"))),
            Part::Mark(_) => return None,
            Part::Text(text) => Piece::Text(keep(text)),
            Part::Type(ty) => Piece::Type(info(ty)),
            Part::Number(ty, digits) => Piece::Literal(info(ty), keep(digits)),
            // Not a constant, so that naga does not evaluate it.
            Part::Const(ty, _) => Piece::Text(keep(&unknown(ty))),
            Part::Invoke(..) => Piece::Text("stand_in()"),
            Part::Components(ty, index) => Piece::Components(info(ty), pieces(index, false)),
            Part::MutatesReceiver(..) => Piece::Text("(amp_params[0].x != 0u)"),
            Part::Subscript(..) => Piece::Text(""),
            Part::Length(..) => Piece::Text("amp_params[0].x"),
            Part::Operation(operation, lhs, rhs, _) => Piece::Operation(*operation, info(lhs), info(rhs)),
            Part::Operator(operation, _, lhs, rhs) => Piece::Operator(*operation, info(lhs), info(rhs), None),
            Part::Method(name, ty, _) => Piece::Method(name, info(ty)),
            Part::Field(ty, name) => Piece::Field(info(ty), keep(name)),
            Part::Call(..) => Piece::Text("stand_in()"),
            Part::Record(..) => Piece::Text("stand_in"),
            Part::Reference(position) => Piece::Reference(*position),
            Part::View(view) => Piece::View(*view),
            Part::Parameter(position) => Piece::Parameter(*position),
            Part::Atomic(operation, target) => Piece::Atomic(*operation, *target),
            Part::Inside(rooms) => Piece::RequiresBounds(rooms.clone().leak()),
            Part::Reaches => Piece::MayIndexAnywhere,
            Part::Strict => Piece::Strict,
            Part::RunsOn | Part::EndsBy(..) | Part::Counts(_) => Piece::MayNotTerminate,
            Part::Bound(ty, before, value) => {
                Piece::Bound(info(ty), pieces(before, false), pieces(value, false))
            }
            Part::Return(ty, value) => Piece::Return(info(ty), pieces(value, false)),
            Part::Repeat(value, len) => {
                let len = match len {
                    Len::Number(len) => *len,
                    Len::Const(_) => 1024,
                };
                Piece::Splat(pieces(value, false), len)
            }
            Part::Value(slot) => Piece::Value(*slot),
            Part::Load(slot) => Piece::Load(*slot),
            Part::EndLoad(slot) => Piece::EndLoad(*slot),
            Part::Convert(slot, _, ty) => Piece::Convert(*slot, info(ty)),
            Part::EndConvert(slot, ty) => Piece::EndConvert(*slot, info(ty)),
            Part::PlaceField(slot, ty, name) => Piece::PlaceField(*slot, info(ty), keep(name)),
            Part::Store(slot) => Piece::Store(*slot),
            Part::StoreValue(slot) => Piece::StoreValue(*slot),
            Part::EndStore(slot) => Piece::EndStore(*slot),
            Part::Stored(slot, ty) => Piece::Stored(*slot, info(ty)),
            Part::EndStored(slot, ty) => Piece::EndStored(*slot, info(ty)),
            Part::Element(slot) => Piece::Element(*slot),
            Part::EndElement(slot) => Piece::EndElement(*slot),
            Part::Extent(slot) => Piece::Extent(*slot),
            Part::Steps(slot, steps) => Piece::Offset(*slot, steps.clone().leak()),
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
