//! Links closures and functions that are passed to device functions.
//!
//! WGSL cannot pass a function to a function. So the linker instantiates a function with a callable parameter
//! once for each callable that is passed. A closure becomes a function. Its captured variables become further
//! parameters, which are passed along wherever the closure is passed. A launch may also pass closures and
//! functions to a kernel, which are called *ops*. They are declared before the body of the kernel.

use super::call::ReferenceTarget;
use super::{LinkError, Linker};
use crate::{CaptureKind, Closure, Entry, Item, PassedFunction, PassedOp, Piece};
use std::fmt::Write as _;

impl Linker<'_> {
    /// Declares a WGSL function for a closure that is argument `position` of a call. Appends the values of
    /// the captured variables to `given`.
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
        // The closure may pass references to captured values, but a WGSL parameter has no address. So each
        // captured value is copied into a variable.
        let (mut place, mut variables) = (ReferenceTarget::default(), String::new());
        // A closure may capture a view only to pass it to another function. A view is no WGSL variable, so it
        // needs no parameter.
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
        for (name, pointer, ty) in closure.modified {
            let ty = self.ty(*ty);
            if ty.is_zero_sized() {
                continue;
            }
            let ty = format!("ptr<function, {}>", self.spell(ty));
            head.push(format!("{name}: {ty}"));
            self.pass_along(&mut place, position, (*pointer).to_owned(), ty, given);
        }
        // The closure's body may also use the reference, callable and layout parameters of the surrounding
        // function. The closure gets parameters of the same names.
        let numbers = self.layout_parameters().into_iter().map(|(name, ty)| (name, ty.to_owned()));
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
        let outer = (self.at, std::mem::replace(&mut self.proved, false));
        let body = self.text(closure.body);
        (self.at, self.proved) = outer;
        let body = body?;
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

    /// Declares the ops: the closures and functions that the launch passes to the kernel. Makes them the
    /// targets of the kernel's callable parameters.
    pub(super) fn declare_ops(&mut self) -> Result<(), LinkError> {
        let template = self.template;
        let ops = template.entries.iter().filter_map(|entry| match entry {
            Entry::Op(op) => Some(op),
            Entry::Type(_) | Entry::Item(_) | Entry::Builtin | Entry::Part(_) => None,
        });
        let ops: Vec<_> = ops.collect();
        let count: usize = ops.iter().map(|op| op.captures).sum();
        let mut first = template.captures.len().saturating_sub(count);
        let mut targets = Vec::new();
        for (position, op) in ops.into_iter().enumerate() {
            let mut given = Vec::new();
            let mut target = self.declare_op(position, op, first, &mut given)?;
            // In the kernel, an op's captured values are local variables, so a call of the op passes these
            // variables.
            for ((name, _), value) in target.parameters.iter_mut().zip(given) {
                *name = value;
            }
            targets.push(target);
            first += op.captures;
        }
        (self.views, self.entries, self.reference_targets) = (None, template.entries, targets);
        Ok(())
    }

    /// Declares the function for an op. The op's captures begin at index `first` of the template's captures.
    /// Appends the values of the variables that the op captures to `given`.
    fn declare_op(
        &mut self,
        position: usize,
        op: &PassedOp,
        first: usize,
        given: &mut Vec<String>,
    ) -> Result<ReferenceTarget, LinkError> {
        let template = self.template;
        let PassedOp { function, first_entry, entries, captures } = *op;
        let entries = template.entries.get(first_entry..first_entry + entries).unwrap_or_default();
        match function {
            PassedFunction::Closure(closure) => {
                (self.views, self.entries) = (Some((first..first + captures).collect()), entries);
                self.closure(position, closure, given)
            }
            PassedFunction::Item(item) => self.by_name(item),
            PassedFunction::Composition => self.composition(position, entries, first, given),
            PassedFunction::Row(len) => self.row(position, entries, first, given, len),
        }
    }

    /// Declares the function for the results of an op at consecutive indices.
    fn row(
        &mut self,
        position: usize,
        entries: &[Entry],
        first: usize,
        given: &mut Vec<String>,
        len: usize,
    ) -> Result<ReferenceTarget, LinkError> {
        let mut place = ReferenceTarget::default();
        let [Entry::Type(index), Entry::Type(row), Entry::Type(element), Entry::Part(part)] = entries else {
            return Ok(place);
        };
        let mut values = Vec::new();
        let target = self.declare_op(position, part, first, &mut values)?;
        for ((_, ty), value) in target.parameters.into_iter().zip(values) {
            self.pass_along(&mut place, position, value, ty, given);
        }
        let (mut head, mut arguments) = (format!("x: {}", self.spell(index)), "x + k".to_owned());
        for (name, ty) in &place.parameters {
            head.push_str(&format!(", {name}: {ty}"));
            arguments.push_str(&format!(", {name}"));
        }
        let call = format!("{}({arguments})", target.text);
        let repeated =
            |body: String| format!("    for (var k = 0u; k < {len}u; k++) {{\n        {body};\n    }}\n");
        let text = match element.is_zero_sized() || len == 0 {
            true => format!("({head}) {{\n{}}}\n", repeated(call)),
            false => {
                let (row, body) = (self.spell(row), repeated(format!("row[k] = {call}")));
                format!("({head}) -> {row} {{\n    var row: {row};\n{body}    return row;\n}}\n")
            }
        };
        place.text = self.declare_function("row", text);
        Ok(place)
    }

    /// Declares the function for a composition, such as `outer(first(x), second(x))`.
    fn composition(
        &mut self,
        position: usize,
        entries: &[Entry],
        mut first: usize,
        given: &mut Vec<String>,
    ) -> Result<ReferenceTarget, LinkError> {
        let types = entries.iter().filter_map(|entry| match entry {
            Entry::Type(ty) => Some(*ty),
            Entry::Item(_) | Entry::Builtin | Entry::Op(_) | Entry::Part(_) => None,
        });
        let types: Vec<_> = types.collect();
        let parts = entries.iter().filter_map(|entry| match entry {
            Entry::Part(part) => Some(part),
            Entry::Type(_) | Entry::Item(_) | Entry::Builtin | Entry::Op(_) => None,
        });
        let mut place = ReferenceTarget::default();
        let mut calls = Vec::new();
        for part in parts {
            let mut values = Vec::new();
            let target = self.declare_op(position, part, first, &mut values)?;
            let begin = place.parameters.len();
            for ((_, ty), value) in target.parameters.into_iter().zip(values) {
                self.pass_along(&mut place, position, value, ty, given);
            }
            let passed = place.parameters[begin..].iter().map(|(name, _)| name.clone());
            calls.push((target.text, passed.collect::<Vec<_>>()));
            first += part.captures;
        }
        let ([input, result, inner_results @ ..], [(outer, passed), inner @ ..]) = (&*types, &*calls) else {
            return Ok(place);
        };
        let mut head: Vec<_> = place.parameters.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let mut argument = Vec::new();
        if !input.is_zero_sized() {
            head.insert(0, format!("x: {}", self.spell(input)));
            argument.push("x".to_owned());
        }
        // A zero-sized result of an inner op is not passed to the outer op.
        let inner = inner.iter().zip(inner_results).filter(|(_, ty)| !ty.is_zero_sized());
        let arguments = inner.map(|((text, passed), _)| {
            format!("{text}({})", [argument.as_slice(), passed.as_slice()].concat().join(", "))
        });
        let arguments: Vec<_> = arguments.chain(passed.iter().cloned()).collect();
        let call = format!("{outer}({})", arguments.join(", "));
        let text = match result.is_zero_sized() {
            true => format!("({}) {{\n    {call};\n}}\n", head.join(", ")),
            false => {
                format!("({}) -> {} {{\n    return {call};\n}}\n", head.join(", "), self.spell(result))
            }
        };
        place.text = self.declare_function("composition", text);
        Ok(place)
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
