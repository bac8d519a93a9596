//! Links calls of device functions and atomic operations.
//!
//! WGSL can pass a pointer to a whole local variable, but not to a part of one. So the linker instantiates a
//! function with a by-reference parameter for each form of argument. For `&mut a.b[k]`, the instance has one
//! parameter for the pointer to `a` and one for `k`, and its body accesses `(*pointer).b[k]`.

use super::{LinkError, Linker, selection};
use crate::atomic::{leaf, word_scalar};
use crate::{
    Argument, Atomic, AtomicTarget, Item, Root, Scalar, Step, TypeInfo, TypeRef, field_info, item_info,
};
use std::fmt::Write as _;

/// The WGSL text that a parameter of the current function stands for: the memory behind a reference, or the
/// function behind a callable.
#[derive(Clone, Default)]
pub(super) struct ReferenceTarget {
    /// The WGSL expression for the memory, such as `(*amp_p0_0_).b[amp_p0_1_]`; for a callable, the name of
    /// its function.
    pub(super) text: String,
    /// The WGSL parameters that `text` uses: name and type of each.
    pub(super) parameters: Vec<(String, String)>,
    /// The type of the memory; `None` for a callable.
    pub(super) ty: Option<&'static TypeInfo>,
}

impl Linker<'_> {
    /// Prints a call, and declares the instance of the function for these arguments.
    pub(super) fn call(&mut self, item: &'static Item, arguments: &[Argument]) -> Result<String, LinkError> {
        if let Some(converted) = self.half_converted(item, arguments)? {
            return Ok(converted);
        }
        let mut places = Vec::new();
        let mut given = Vec::new();
        // The callee numbers its slice parameters after its view parameters, so this function collects both
        // separately.
        let (mut views, mut slices) = (Vec::new(), Vec::new());
        for (n, argument) in arguments.iter().enumerate() {
            let mut place = ReferenceTarget::default();
            let is_slice = item.takes_slice(n);
            match argument {
                Argument::Barrier => {}
                Argument::Closure(closure) => place = self.closure(n, closure, &mut given)?,
                Argument::Function(item) => {
                    if let Some(item) = self.item(*item) {
                        place = self.by_name(item)?;
                    }
                }
                Argument::Captured(capture) => match self.kernel_capture(*capture) {
                    // A parameter of the caller that is a subview or slice is passed on with its layout.
                    part if is_slice && !self.is_value(part) => {
                        place = self.place_of_slice(n, part, &mut given)?;
                        slices.push(self.slice_argument(part, &[], n, &mut given)?);
                    }
                    part if self.is_subview(part) => {
                        views.push(self.subview_argument(part, &[], views.len(), &mut given)?);
                    }
                    value if self.is_value(value) => {
                        place = self.captured(n, value, &mut given);
                        slices.extend(is_slice.then(|| self.whole_array(n, place.ty, &mut given)));
                    }
                    view => views.push(view),
                },
                Argument::Subview(capture, steps) if is_slice => {
                    let part = self.kernel_capture(*capture);
                    place = self.place_of_slice(n, part, &mut given)?;
                    slices.push(self.slice_argument(part, steps, n, &mut given)?);
                }
                Argument::Subview(capture, steps) => {
                    let view = self.kernel_capture(*capture);
                    views.push(self.subview_argument(view, steps, views.len(), &mut given)?);
                }
                Argument::Slice(root, steps, start, len) if let Some(inner) = self.slice_at(*root, steps) => {
                    let slice = self.place_text(*root, steps)?;
                    let layout = [format!("{slice}.x + {}", self.text(start)?), self.text(len)?];
                    place.text = self.pool_name(inner);
                    slices.push(self.slice_of_array(n, layout, &mut given));
                }
                Argument::Slice(root, steps, start, len) => {
                    place = self.place(n, *root, steps, &mut given)?;
                    let layout = [self.text(start)?, self.text(len)?];
                    slices.push(self.slice_of_array(n, layout, &mut given));
                }
                Argument::Place(root, steps) if is_slice && let Some(inner) = self.slice_at(*root, steps) => {
                    place.text = self.pool_name(inner);
                    given.push(self.place_text(*root, steps)?);
                    slices.push(self.slice_of_constants(n));
                }
                Argument::Value(pieces) if let Some(inner) = item.item_of_slice(n) => {
                    place.text = self.pool_name(inner);
                    given.push(self.text(pieces)?);
                    slices.push(self.slice_of_constants(n));
                }
                Argument::Place(root, steps) if is_slice => {
                    place = self.place(n, *root, steps, &mut given)?;
                    slices.push(self.whole_array(n, place.ty, &mut given));
                }
                Argument::Value(pieces) => {
                    let value = self.text(pieces)?;
                    // Zero-sized arguments have no WGSL parameter.
                    if !value.is_empty() {
                        given.push(value);
                    }
                }
                Argument::Place(root, steps) if item.takes_reference(n) => {
                    place = self.place(n, *root, steps, &mut given)?;
                }
                Argument::Place(root, steps) => given.push(self.place_text(*root, steps)?),
            }
            places.push(place);
        }
        views.extend(slices);
        let outer = std::mem::replace(&mut self.reference_targets, places);
        let outer_views = self.views.replace(views);
        let name = self.function(item);
        self.reference_targets = outer;
        self.views = outer_views;
        Ok(format!("{}({})", name?, given.join(", ")))
    }

    /// Prints an argument of a built-in method: a value or a place. Other arguments do not occur there.
    pub(super) fn plain(&mut self, argument: &Argument) -> Result<String, LinkError> {
        match argument {
            Argument::Value(pieces) => self.text(pieces),
            Argument::Place(root, steps) => self.place_text(*root, steps),
            Argument::Barrier
            | Argument::Captured(_)
            | Argument::Subview(..)
            | Argument::Slice(..)
            | Argument::Closure(_)
            | Argument::Function(_) => Ok(String::new()),
        }
    }

    /// Declares a function that performs a user-defined operator on values, and returns its name. It copies
    /// operands into variables if the user's function takes them by reference. If the user's function
    /// modifies the left operand, as `+=` does, the result is the modified operand.
    pub(super) fn by_value(
        &mut self,
        item: &'static Item,
        lhs: &'static TypeInfo,
        rhs: &'static TypeInfo,
    ) -> Result<String, LinkError> {
        let types = [lhs, rhs];
        let count = if *rhs == TypeInfo::Unit { 1 } else { 2 };
        let names = ["a", "b"];
        let place = |n: usize| Argument::Place(Root::Variable(names[n], TypeRef::Known(types[n])), &[]);
        let arguments: Vec<_> = (0..count).map(place).collect();
        let call = self.call(item, &arguments)?;
        if !item.mutates_receiver && !(0..count).any(|n| item.takes_reference(n)) {
            return Ok(call.split('(').next().unwrap_or_default().to_owned());
        }
        let spelt: Vec<_> = types.iter().map(|ty| self.spell(ty)).collect();
        let parameters: Vec<_> = (0..count).map(|n| format!("in_{}: {}", names[n], spelt[n])).collect();
        let variables: String = (0..count).map(|n| format!("var {0} = in_{0}; ", names[n])).collect();
        let name = format!("by_value_{}", call.split('(').next().unwrap_or_default());
        let (result, body) = match item.mutates_receiver {
            true => (spelt[0].clone(), format!("{call}; return a;")),
            false => ("bool".to_owned(), format!("return {call};")),
        };
        let text = format!("fn {name}({}) -> {result} {{ {variables}{body} }}\n", parameters.join(", "));
        self.support.insert(name.clone(), text);
        Ok(name)
    }

    /// The target of a by-reference argument that is a captured value: a variable of the entry point, passed
    /// by pointer.
    fn captured(&mut self, position: usize, capture: usize, given: &mut Vec<String>) -> ReferenceTarget {
        if self.is_zero_sized(capture) {
            return ReferenceTarget::default();
        }
        let pointer = format!("amp_p{position}_0_");
        given.push(format!("&{}", self.capture_name(capture)));
        let element = self.template.captures[capture].element;
        let ty = format!("ptr<function, {}>", self.spell(element));
        ReferenceTarget { text: format!("(*{pointer})"), parameters: vec![(pointer, ty)], ty: Some(element) }
    }

    /// The target of a by-reference argument, as the callee sees it: `(*amp_p0_0_).b[amp_p0_1_]` for
    /// `&mut a.b[k]`. Appends the values for the target's WGSL parameters to `given`.
    pub(super) fn place(
        &mut self,
        position: usize,
        root: Root,
        steps: &[Step],
        given: &mut Vec<String>,
    ) -> Result<ReferenceTarget, LinkError> {
        let mut place = ReferenceTarget::default();
        match root {
            // A zero-sized variable is not declared, so the call passes nothing for it.
            Root::Variable(_, ty) if self.ty(ty).is_zero_sized() => return Ok(place),
            Root::Variable(name, ty) => {
                let pointer = format!("amp_p{position}_0_");
                given.push(format!("&{name}"));
                place.text = format!("(*{pointer})");
                place.ty = Some(self.ty(ty));
                let ty = format!("ptr<function, {}>", self.spell(self.ty(ty)));
                place.parameters.push((pointer, ty));
            }
            Root::Tile(tile) => {
                let variable = &self.template.tile_static[tile];
                place.text = variable.name.to_owned();
                place.ty = Some(variable.ty.resolve(self.template.entries));
            }
            // The caller passes on a by-reference parameter of its own. The callee gets the same WGSL
            // parameters under new names.
            Root::Parameter(outer) => {
                place = self.reference_targets[outer].clone();
                for (n, (name, _)) in place.parameters.iter_mut().enumerate() {
                    let passed = format!("amp_p{position}_{n}_");
                    given.push(name.clone());
                    place.text = place.text.replace(name.as_str(), &passed);
                    *name = passed;
                }
            }
        }
        for step in steps {
            match step {
                Step::Field(ty, field) => {
                    place.text += &selection(self.ty(*ty), field);
                    place.ty = place.ty.map(|ty| field_info(ty, field));
                }
                Step::Index(pieces) => {
                    let base = place.ty;
                    place.ty = base.map(item_info);
                    given.push(self.text(pieces)?);
                    let name = format!("amp_p{position}_{}_", place.parameters.len());
                    match base {
                        Some(TypeInfo::Slice(item)) => {
                            self.may_index_anywhere = true;
                            place.text = format!("{}[{}.x + {name}]", self.pool_name(item), place.text);
                        }
                        _ => {
                            let _ = write!(place.text, "[{name}]");
                        }
                    }
                    place.parameters.push((name, "u32".to_owned()));
                }
            }
        }
        Ok(place)
    }

    /// The type of the items, if a place is a slice of constants.
    fn slice_at(&self, root: Root, steps: &[Step]) -> Option<&'static TypeInfo> {
        let root = match root {
            Root::Variable(_, ty) => Some(self.ty(ty)),
            Root::Tile(tile) => Some(self.template.tile_static[tile].ty.resolve(self.template.entries)),
            Root::Parameter(position) => self.reference_targets[position].ty,
        };
        let ty = steps.iter().fold(root, |ty, step| match step {
            Step::Field(ty, field) => Some(field_info(self.ty(*ty), field)),
            Step::Index(_) => ty.map(item_info),
        });
        match ty? {
            TypeInfo::Slice(item) => Some(item),
            _ => None,
        }
    }

    /// The WGSL expression for a place in the current function, such as `a.b[k]`.
    fn place_text(&mut self, root: Root, steps: &[Step]) -> Result<String, LinkError> {
        let mut text = match root {
            Root::Variable(name, _) => name.to_owned(),
            Root::Tile(tile) => self.template.tile_static[tile].name.to_owned(),
            Root::Parameter(position) => self.reference_targets[position].text.clone(),
        };
        for (n, step) in steps.iter().enumerate() {
            match step {
                Step::Field(ty, field) => text += &selection(self.ty(*ty), field),
                Step::Index(pieces) => {
                    let index = self.text(pieces)?;
                    match self.slice_at(root, &steps[..n]) {
                        Some(item) => text = self.item_of_slice(item, &text, &index),
                        None => {
                            let _ = write!(text, "[{index}]");
                        }
                    }
                }
            }
        }
        Ok(text)
    }

    /// Prints the declaration of a by-reference parameter: the WGSL parameters that its target uses, possibly
    /// none.
    pub(super) fn reference(&self, position: usize) -> String {
        let Some(place) = self.reference_targets.get(position) else { return String::new() };
        let declared: Vec<_> = place.parameters.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        declared.join(", ")
    }

    /// The WGSL expression for the memory behind a by-reference parameter.
    pub(super) fn parameter(&self, position: usize) -> &str {
        self.reference_targets.get(position).map_or("", |place| &place.text)
    }

    /// Declares the function of an atomic operation, and prints the call up to its opening parenthesis. For a
    /// subview, the layout arguments follow the parenthesis.
    pub(super) fn atomic_call(
        &mut self,
        operation: Atomic,
        target: AtomicTarget,
    ) -> Result<String, LinkError> {
        if self.has_traps()
            && let AtomicTarget::Capture(capture) = target
        {
            return self.atomic_call_unless_trapped(operation, capture);
        }
        let mut layout_arguments = String::new();
        let (of, place, scalar, subscripts) = match target {
            AtomicTarget::Capture(capture) => {
                let element = self.capture(capture).element;
                let Some(scalar) = word_scalar(element) else {
                    return Err(LinkError::Atomic(self.spell(element)));
                };
                let rank = self.rank(capture);
                if self.is_subview(capture) {
                    let known = self.layout_arguments(capture);
                    let subscripts = known.len() + rank;
                    let parts: Vec<_> = (0..subscripts).map(|n| format!("i{n}")).collect();
                    layout_arguments = known.join(", ") + ", ";
                    let buffer = self.capture_name(self.specialisation.bound(self.root(capture)));
                    let place = format!("{buffer}[{}({})]", self.finder_of_rank(rank), parts.join(", "));
                    (format!("part{rank}_{}", self.capture_name(capture)), place, scalar, subscripts)
                } else {
                    let parts: Vec<_> = (0..rank).map(|n| format!("i{n}")).collect();
                    let place =
                        format!("{}{}{}", self.element(capture), parts.join(", "), self.end_element(capture));
                    (self.capture_name(capture), place, scalar, rank)
                }
            }
            AtomicTarget::Tile(tile) => {
                let variable = &self.template.tile_static[tile];
                let ty = variable.ty.resolve(self.template.entries);
                let Some((scalar, depth)) = leaf(ty) else {
                    return Err(LinkError::Atomic(self.spell(ty)));
                };
                let mut place = variable.name.to_owned();
                for n in 0..depth {
                    let _ = write!(place, "[i{n}]");
                }
                (variable.name.to_owned(), place, scalar, depth)
            }
        };
        let name = format!("{}_{of}", operation.function());
        match operation.function_text(&name, subscripts, &place, scalar, None) {
            Some(text) => {
                self.support.insert(name.clone(), text);
                Ok(format!("{name}({layout_arguments}"))
            }
            None => Err(LinkError::Atomic(scalar_name(scalar).to_owned())),
        }
    }

    /// Like `atomic_call` for an element of a view, in a shader with traps. A work-item that has failed, or
    /// whose subscripts are out of range, accesses nothing.
    fn atomic_call_unless_trapped(&mut self, operation: Atomic, capture: usize) -> Result<String, LinkError> {
        let element = self.capture(capture).element;
        let Some(scalar) = word_scalar(element) else {
            return Err(LinkError::Atomic(self.spell(element)));
        };
        self.indexed_captures.insert(self.root(capture));
        let rank = self.rank(capture);
        let buffer = self.capture_name(self.specialisation.bound(self.root(capture)));
        // The arguments before the subscripts are those that `position_call` prints before them.
        let call = self.position_call(capture);
        let (finder, before) = call.split_once('(').unwrap_or((&call, ""));
        let before: Vec<_> = before.split(", ").filter(|argument| !argument.is_empty()).collect();
        let parts: Vec<_> = (0..before.len() + rank).map(|n| format!("i{n}")).collect();
        let end = self.end_checked_position(capture);
        let position = format!("{finder}({}{end})", parts.join(", "));
        let name = format!("{}_{buffer}_{finder}", operation.function());
        let place = format!("{buffer}[amp_at]");
        match operation.function_text(&name, parts.len(), &place, scalar, Some(&position)) {
            Some(text) => {
                self.support.insert(name.clone(), text);
                let before: String = before.iter().map(|argument| format!("{argument}, ")).collect();
                Ok(format!("{name}({before}"))
            }
            None => Err(LinkError::Atomic(scalar_name(scalar).to_owned())),
        }
    }

    /// The WGSL type of a tile variable that atomic operations access, such as `array<atomic<u32>, 8>`.
    pub(super) fn atomic_type(&mut self, ty: &TypeInfo) -> Result<String, LinkError> {
        match ty {
            TypeInfo::Array(element, len) => Ok(format!("array<{}, {len}>", self.atomic_type(element)?)),
            TypeInfo::Scalar(scalar) => match crate::atomic::storage(*scalar) {
                Some(storage) => Ok(storage.to_owned()),
                None => Err(LinkError::Atomic(scalar_name(*scalar).to_owned())),
            },
            TypeInfo::Enum(_) => Ok("atomic<u32>".to_owned()),
            other => Err(LinkError::Atomic(self.spell(other))),
        }
    }
}

fn scalar_name(scalar: Scalar) -> &'static str {
    scalar.rust()
}

/// Removes the surplus commas that empty declarations leave in a parameter list.
pub(super) fn tidy(declared: &str) -> String {
    let mut text = declared.to_owned();
    while text.contains("(, ") || text.contains(", , ") || text.contains(", )") {
        text = text.replace("(, ", "(").replace(", , ", ", ").replace(", )", ")");
    }
    text
}
