//! View parameters of device functions: which captures they stand for, and which captures are accessed
//! atomically.
//!
//! WGSL has no parameters for buffers. A function that takes views is instantiated for each combination of
//! captures that it is called with. In its pieces, a view position counts the function's own view parameters
//! and is rebased on the kernel's captures.

use super::Linker;
use crate::{Argument, AtomicTarget, Capture, CaptureKind, Piece, Step, Template};

impl Linker<'_> {
    /// The kernel's capture that a view position stands for in the current function.
    pub(super) fn kernel_capture(&self, slot: usize) -> usize {
        match &self.views {
            None => slot,
            Some(views) => views.get(slot).copied().unwrap_or(slot),
        }
    }

    /// A piece with its view positions rebased on the kernel.
    pub(super) fn rebased_on_kernel(&self, piece: Piece) -> Piece {
        let at = |slot| self.kernel_capture(slot);
        match piece {
            Piece::Atomic(operation, AtomicTarget::Slot(slot)) => {
                Piece::Atomic(operation, AtomicTarget::Slot(at(slot)))
            }
            Piece::Value(slot) => Piece::Value(at(slot)),
            Piece::Load(slot) => Piece::Load(at(slot)),
            Piece::EndLoad(slot) => Piece::EndLoad(at(slot)),
            Piece::Convert(slot, ty) => Piece::Convert(at(slot), ty),
            Piece::EndConvert(slot, ty) => Piece::EndConvert(at(slot), ty),
            Piece::Element(slot) => Piece::Element(at(slot)),
            Piece::EndElement(slot) => Piece::EndElement(at(slot)),
            Piece::PlaceField(slot, ty, field) => Piece::PlaceField(at(slot), ty, field),
            Piece::Store(slot) => Piece::Store(at(slot)),
            Piece::StoreValue(slot) => Piece::StoreValue(at(slot)),
            Piece::EndStore(slot) => Piece::EndStore(at(slot)),
            Piece::Stored(slot, ty) => Piece::Stored(at(slot), ty),
            Piece::EndStored(slot, ty) => Piece::EndStored(at(slot), ty),
            Piece::Extent(slot) => Piece::Extent(at(slot)),
            Piece::Offset(slot, steps) => Piece::Offset(at(slot), steps),
            other => other,
        }
    }
}

impl Template {
    /// For each capture, whether atomic operations access its elements: in the kernel, or in a function that
    /// it is passed to.
    pub fn atomic_captures(&self) -> Vec<bool> {
        let mut atomic: Vec<_> = self.captures.iter().map(|slot| slot.atomic).collect();
        let own: Vec<_> = (0..atomic.len()).collect();
        mark(self.body, &own, self.captures, &mut atomic);
        atomic
    }
}

/// Marks the captures that some pieces access atomically; `views` maps their view positions to captures.
fn mark(pieces: &[Piece], views: &[usize], slots: &[Capture], atomic: &mut [bool]) {
    for piece in pieces {
        match piece {
            Piece::Atomic(_, AtomicTarget::Slot(slot)) => {
                if let Some(slot) = views.get(*slot) {
                    atomic[*slot] = true;
                }
            }
            Piece::Splat(pieces, _) | Piece::Components(_, pieces) | Piece::Return(_, pieces) => {
                mark(pieces, views, slots, atomic);
            }
            Piece::Bound(_, before, value) => {
                mark(before, views, slots, atomic);
                mark(value, views, slots, atomic);
            }
            Piece::CallParameter(_, arguments) => {
                arguments.iter().for_each(|pieces| mark(pieces, views, slots, atomic));
            }
            Piece::Record(_, fields, rest) => {
                fields.iter().for_each(|(_, pieces)| mark(pieces, views, slots, atomic));
                rest.iter().for_each(|pieces| mark(pieces, views, slots, atomic));
            }
            Piece::Call(_, arguments) | Piece::MaybeBuiltin(.., arguments) => {
                let mut lent = Vec::new();
                for argument in *arguments {
                    match argument {
                        Argument::Barrier | Argument::Function(_) => {}
                        Argument::Closure(closure) => mark(closure.body, views, slots, atomic),
                        Argument::Captured(slot) => {
                            lent.extend(
                                views.get(*slot).filter(|slot| slots[**slot].kind != CaptureKind::Value),
                            );
                        }
                        Argument::Subview(slot, steps) => {
                            lent.extend(views.get(*slot));
                            steps.iter().for_each(|step| {
                                step.operands().for_each(|pieces| mark(pieces, views, slots, atomic));
                            });
                        }
                        Argument::Value(pieces) => mark(pieces, views, slots, atomic),
                        Argument::Place(_, steps) => steps.iter().for_each(|step| {
                            if let Step::Index(pieces) = step {
                                mark(pieces, views, slots, atomic);
                            }
                        }),
                    }
                }
                // Without a view argument nothing can be marked.
                if let (Piece::Call(item, _), false) = (piece, lent.is_empty()) {
                    mark(item.body, &lent, slots, atomic);
                }
            }
            _ => {}
        }
    }
}
