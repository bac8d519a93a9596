//! Links closures and functions that are passed to device functions.
//!
//! WGSL passes no functions. A function that takes a callable is instantiated for each callable that it is
//! called with. A closure becomes a function; its captured variables become further parameters, which are
//! passed along wherever the closure is passed. The closures that a launch passes to a kernel are declared before
//! the body of the kernel.

use super::call::ReferenceTarget;
use super::{LinkError, Linker};
use crate::{CaptureKind, Closure, Entry, Item, PassedFunction, PassedOp, Piece};
use std::fmt::Write as _;

impl Linker<'_> {
    /// Declares the function for a closure. Appends the values of its captured variables to `given`.
    pub(super) fn closure(
        &mut self,
        position: usize,
        closure: &Closure,
        given: &mut Vec<String>,
    ) -> Result<ReferenceTarget, LinkError> {
        let mut head = Vec::new();
        for (name, ty) in closure.parameters {
            let ty = self.ty(*ty);
            if !ty.is_zero_sized() {
                head.push(format!("{name}: {}", self.spell(ty)));
            }
        }
        // Captured values are copied into variables, because the closure may pass references to them.
        let (mut place, mut variables) = (ReferenceTarget::default(), String::new());
        // A capture that is only passed on may turn out to be a view, which is no variable.
        let captures = self.template.captures;
        for (name, ty) in closure.captured {
            let ty = self.ty(*ty);
            let is_view = matches!(name, [Piece::Value(capture)] if captures[self.kernel_capture(*capture)].kind != CaptureKind::Value);
            if ty.is_zero_sized() || is_view {
                continue;
            }
            let (name, ty) = (self.text(name)?, self.spell(ty));
            head.push(format!("in_{name}: {ty}"));
            let _ = writeln!(variables, "    var {name} = in_{name};");
            self.pass_along(&mut place, position, name, ty, given);
        }
        // The parameters for references and callables keep their names in the closure.
        let numbers = self.layout_parameters().into_iter().map(|name| (name, "u32".to_owned()));
        let around = self.reference_targets.iter().flat_map(|place| place.parameters.clone());
        let around: Vec<_> = around.chain(numbers).collect();
        for (name, ty) in around {
            head.push(format!("{name}: {ty}"));
            self.pass_along(&mut place, position, name, ty, given);
        }
        let result = match self.ty(closure.result) {
            ty if ty.is_zero_sized() => String::new(),
            ty => format!(" -> {}", self.spell(ty)),
        };
        let body = self.text(closure.body)?;
        let text = format!("({}){result} {{\n{variables}{body}}}\n", head.join(", "));
        place.text = self.declare_function("closure", text);
        Ok(place)
    }

    fn pass_along(
        &self,
        place: &mut ReferenceTarget,
        position: usize,
        name: String,
        ty: String,
        given: &mut Vec<String>,
    ) {
        let passed = format!("amp_p{position}_{}_", place.parameters.len());
        place.parameters.push((passed, ty));
        given.push(name);
    }

    /// Declares the ops that the launch passes to the kernel, as the targets of its callable parameters.
    pub(super) fn declare_ops(&mut self) -> Result<(), LinkError> {
        let template = self.template;
        let ops = template.entries.iter().filter_map(|entry| match entry {
            Entry::Op(op) => Some(op),
            Entry::Type(_) | Entry::Item(_) | Entry::Builtin => None,
        });
        let ops: Vec<_> = ops.collect();
        let count: usize = ops.iter().map(|op| op.captures).sum();
        let mut first = template.captures.len().saturating_sub(count);
        let mut targets = Vec::new();
        for (position, op) in ops.into_iter().enumerate() {
            let PassedOp { function, first_entry, entries, captures } = *op;
            self.views = Some((first..first + captures).collect());
            self.entries = template.entries.get(first_entry..first_entry + entries).unwrap_or_default();
            let mut given = Vec::new();
            let mut target = match function {
                PassedFunction::Closure(closure) => self.closure(position, closure, &mut given)?,
                PassedFunction::Item(item) => self.by_name(item)?,
            };
            // In the kernel itself, the captured values are variables.
            for ((name, _), value) in target.parameters.iter_mut().zip(given) {
                *name = value;
            }
            targets.push(target);
            first += captures;
        }
        (self.views, self.entries, self.reference_targets) = (None, template.entries, targets);
        Ok(())
    }

    /// Declares a device function that is passed by its name.
    pub(super) fn by_name(&mut self, item: &'static Item) -> Result<ReferenceTarget, LinkError> {
        let outer = std::mem::take(&mut self.reference_targets);
        let outer_views = self.views.replace(Vec::new());
        let name = self.function(item);
        self.reference_targets = outer;
        self.views = outer_views;
        Ok(ReferenceTarget { text: name?, ..ReferenceTarget::default() })
    }

    /// Prints a call of a callable parameter.
    pub(super) fn invoke(&mut self, position: usize, arguments: &[&[Piece]]) -> Result<String, LinkError> {
        let mut given = Vec::new();
        for argument in arguments {
            let argument = self.text(argument)?;
            if !argument.is_empty() {
                given.push(argument);
            }
        }
        let place = self.reference_targets.get(position).cloned().unwrap_or_default();
        given.extend(place.parameters.into_iter().map(|(name, _)| name));
        Ok(format!("{}({})", place.text, given.join(", ")))
    }
}
