//! View parameters of device functions: the captures that callers pass for them, and the captures that atomic
//! operations access.
//!
//! WGSL has no parameters for buffers. So the linker instantiates a function with view parameters for each
//! combination of captures that is passed. In the pieces of a function, a view is given by its index among
//! the function's view parameters. The linker replaces it by the index of the kernel's capture.

use super::Linker;
use crate::{Argument, AtomicTarget, Capture, CaptureKind, Entry, Piece, Step, Template};

impl Linker<'_> {
    /// The index of the kernel's capture for a view index in a piece. In a device function, a view index is
    /// an index among the function's view parameters. In the kernel itself, it is the index of the capture.
    pub(super) fn kernel_capture(&self, capture: usize) -> usize {
        match &self.views {
            None => capture,
            Some(views) => views.get(capture).copied().unwrap_or(capture),
        }
    }

    /// Replaces the indices of view parameters in a piece by indices of the kernel's captures.
    pub(super) fn rebased_on_kernel(&self, piece: Piece) -> Piece {
        let at = |capture| self.kernel_capture(capture);
        match piece {
            Piece::Atomic(operation, AtomicTarget::Capture(capture)) => {
                Piece::Atomic(operation, AtomicTarget::Capture(at(capture)))
            }
            Piece::Value(capture) => Piece::Value(at(capture)),
            Piece::Load(capture) => Piece::Load(at(capture)),
            Piece::EndLoad(capture) => Piece::EndLoad(at(capture)),
            Piece::Convert(capture, ty) => Piece::Convert(at(capture), ty),
            Piece::EndConvert(capture, ty) => Piece::EndConvert(at(capture), ty),
            Piece::LoadPart(capture, subscripts, steps) => Piece::LoadPart(at(capture), subscripts, steps),
            Piece::Assign(capture, subscripts, steps, operator, value) => {
                Piece::Assign(at(capture), subscripts, steps, operator, value)
            }
            Piece::Extent(capture) => Piece::Extent(at(capture)),
            Piece::Offset(capture, steps) => Piece::Offset(at(capture), steps),
            other => other,
        }
    }
}

impl Template<'_> {
    /// For each capture, whether atomic operations access its elements, in the kernel or in a function that
    /// gets the capture as an argument.
    pub fn atomic_captures(&self) -> Vec<bool> {
        let mut atomic: Vec<_> = self.captures.iter().map(|capture| capture.atomic).collect();
        let own: Vec<_> = (0..atomic.len()).collect();
        mark((self.body, self.entries), &own, self.captures, &mut atomic);
        atomic
    }
}

/// Marks the captures that some pieces access atomically. `views` maps the indices of views in the pieces to
/// indices of captures.
fn mark((pieces, entries): (&[Piece], &[Entry]), views: &[usize], captures: &[Capture], atomic: &mut [bool]) {
    for piece in pieces {
        match piece {
            Piece::Atomic(_, AtomicTarget::Capture(capture)) => {
                if let Some(capture) = views.get(*capture) {
                    atomic[*capture] = true;
                }
            }
            Piece::CheckedAssign(.., pieces)
            | Piece::Splat(pieces, _)
            | Piece::Components(_, pieces)
            | Piece::LengthOf(_, pieces)
            | Piece::Return(_, pieces) => {
                mark((pieces, entries), views, captures, atomic);
            }
            Piece::Bound(_, before, value) | Piece::Subscript(_, before, value) => {
                mark((before, entries), views, captures, atomic);
                mark((value, entries), views, captures, atomic);
            }
            Piece::CallParameter(_, arguments) => {
                arguments.iter().for_each(|pieces| mark((pieces, entries), views, captures, atomic));
            }
            Piece::Variant(_, _, fields) => {
                fields.iter().for_each(|(_, pieces)| mark((pieces, entries), views, captures, atomic));
            }
            Piece::Assert(condition, message) => {
                condition.iter().for_each(|pieces| mark((pieces, entries), views, captures, atomic));
                message
                    .values
                    .iter()
                    .for_each(|(_, _, pieces)| mark((pieces, entries), views, captures, atomic));
            }
            Piece::Print(message) => {
                message
                    .values
                    .iter()
                    .for_each(|(_, _, pieces)| mark((pieces, entries), views, captures, atomic));
            }
            Piece::IsVariant(_, _, value) => mark((value, entries), views, captures, atomic),
            Piece::LoadPart(_, subscripts, steps) => {
                mark((subscripts, entries), views, captures, atomic);
                steps.iter().for_each(|step| mark_step(step, entries, views, captures, atomic));
            }
            Piece::Assign(_, subscripts, steps, _, value) => {
                mark((subscripts, entries), views, captures, atomic);
                steps.iter().for_each(|step| mark_step(step, entries, views, captures, atomic));
                mark((value, entries), views, captures, atomic);
            }
            Piece::Record(_, fields, rest) => {
                fields.iter().for_each(|(_, pieces)| mark((pieces, entries), views, captures, atomic));
                rest.iter().for_each(|pieces| mark((pieces, entries), views, captures, atomic));
            }
            Piece::Call(_, arguments) | Piece::MaybeBuiltin(.., arguments) => {
                let mut by_ref = Vec::new();
                for argument in *arguments {
                    match argument {
                        Argument::Barrier | Argument::Function(_) => {}
                        Argument::Closure(closure) => mark((closure.body, entries), views, captures, atomic),
                        Argument::Captured(capture) => {
                            by_ref.extend(
                                views
                                    .get(*capture)
                                    .filter(|capture| captures[**capture].kind != CaptureKind::Value),
                            );
                        }
                        Argument::Subview(capture, steps) => {
                            by_ref.extend(views.get(*capture));
                            steps.iter().for_each(|step| {
                                step.operands()
                                    .for_each(|pieces| mark((pieces, entries), views, captures, atomic));
                            });
                        }
                        Argument::Slice(_, steps, start, len) => {
                            steps.iter().for_each(|step| mark_step(step, entries, views, captures, atomic));
                            mark((start, entries), views, captures, atomic);
                            mark((len, entries), views, captures, atomic);
                        }
                        Argument::Value(pieces) => mark((pieces, entries), views, captures, atomic),
                        Argument::Place(_, steps) => {
                            steps.iter().for_each(|step| mark_step(step, entries, views, captures, atomic));
                        }
                    }
                }
                // A callee without view arguments accesses no capture.
                if let (Piece::Call(item, _), false) = (piece, by_ref.is_empty())
                    && let Some(item) = item.resolve(entries)
                {
                    mark((item.body, item.entries), &by_ref, captures, atomic);
                }
            }
            _ => {}
        }
    }
}

/// Marks the captures that the subscript expression of a step accesses atomically.
fn mark_step(step: &Step, entries: &[Entry], views: &[usize], captures: &[Capture], atomic: &mut [bool]) {
    if let Step::Index(pieces) = step {
        mark((pieces, entries), views, captures, atomic);
    }
}
