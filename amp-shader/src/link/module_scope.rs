//! Module-scope declarations: bindings, tile memory, and the functions that compute element positions.
//!
//! The entry point loads the shape of each view from the uniform block once, into private variables. A driver
//! might otherwise load it in each iteration of a loop.

use std::fmt::Write as _;

use super::{LinkError, Linker, StorageBinding};
use crate::{Capability, Capture, CaptureKind, Scalar};

impl Linker<'_> {
    /// The storage buffers of the shader, in the order of their bindings.
    pub(super) fn storage(&self) -> Vec<StorageBinding> {
        let captures = self.template.captures.iter().enumerate();
        let bound =
            captures.filter(|&(n, s)| s.kind != CaptureKind::Value && self.specialisation.bound(n) == n);
        bound
            .enumerate()
            .map(|(n, (capture, s))| StorageBinding {
                binding: n as u32 + 1,
                capture,
                writable: s.kind == CaptureKind::Write || self.atomic[capture],
            })
            .collect()
    }

    /// Prints the declarations of the bindings, the cached launch parameters, and the variables in tile
    /// memory.
    pub(super) fn globals(&mut self) -> Result<String, LinkError> {
        let mut out = String::new();
        let vectors = self.layout.words.div_ceil(4);
        let _ = writeln!(out, "@group(0) @binding(0) var<uniform> amp_params: array<vec4<u32>, {vectors}>;");
        let storage = self.storage();
        for (n, capture) in
            self.template.captures.iter().enumerate().filter(|(_, s)| s.kind != CaptureKind::Value)
        {
            if let Some(binding) = storage.iter().find(|binding| binding.capture == n) {
                out += &self.binding(binding, capture)?;
            }
        }
        for name in self.cached_params.values() {
            let _ = writeln!(out, "var<private> {name}: u32;");
        }
        if self.needs.contains(&Capability::Subgroups) {
            for name in ["amp_lane", "amp_lanes", "amp_subgroup", "amp_subgroups"] {
                let _ = writeln!(out, "var<private> {name}: u32;");
            }
        }
        for variable in self.template.tile_static {
            let ty = variable.ty.resolve(self.template.entries);
            let ty = if variable.atomic { self.atomic_type(ty)? } else { self.spell(ty) };
            let _ = writeln!(out, "var<workgroup> {}: {ty};", variable.name);
        }
        Ok(out)
    }

    /// Prints the declaration of a capture's buffer.
    fn binding(&mut self, binding: &StorageBinding, capture: &Capture) -> Result<String, LinkError> {
        let ty = match self.atomic(binding.capture)? {
            Some(Scalar::I32) => "atomic<i32>".to_owned(),
            // WGSL has no `atomic<f32>`, so an `f32` is stored as its bits.
            Some(_) => "atomic<u32>".to_owned(),
            None if self.is_in_words(binding.capture) => self.word_type(binding.capture).to_owned(),
            None if self.is_packed(binding.capture) => self.packed(capture.element),
            None => self.spell(capture.element),
        };
        let access = if binding.writable { "read_write" } else { "read" };
        let (number, name) = (binding.binding, self.capture_name(binding.capture));
        Ok(format!("@group(0) @binding({number}) var<storage, {access}> {name}: array<{ty}>;\n"))
    }

    /// Prints a function `at_VIEW` for each view whose elements the shader accesses. The function returns the
    /// position, in the view's buffer, of the element at an index.
    pub(super) fn position_functions(&mut self) -> String {
        let mut out = String::new();
        for capture in self.indexed_captures.clone() {
            let Capture { kind, rank, .. } = self.template.captures[capture];
            if kind == CaptureKind::Value {
                continue;
            }
            let name = self.capture_name(capture);
            let parameters: Vec<_> = (0..rank).map(|d| format!("i{d}: u32")).collect();
            let place = if self.specialisation.contiguous.get(capture).copied().unwrap_or(false) {
                // Row-major order by Horner's rule: `(i0 * extent1 + i1) * extent2 + i2`.
                (1..rank).fold("i0".to_owned(), |sum, d| {
                    let inner = if sum.contains(' ') { format!("({sum})") } else { sum };
                    format!("{inner} * {} + i{d}", self.view_extent(capture, d))
                })
            } else {
                let mut sum = self.cached_param(self.layout.offset(capture), format!("{name}_offset"));
                for d in 0..rank {
                    let stride =
                        self.cached_param(self.layout.stride(capture, rank, d), format!("{name}_stride{d}"));
                    let _ = write!(sum, " + i{d} * {stride}");
                }
                sum
            };
            let _ = writeln!(out, "fn at_{name}({}) -> u32 {{ return {place}; }}", parameters.join(", "));
        }
        out
    }

    /// Prints a constant offset after the subscripts of an element. For `x[i + 2]`, it prints `) + (2u`
    /// between `x[at_x(i` and `)]`.
    pub(super) fn offset_suffix(&mut self, capture: usize, steps: &[i32]) -> String {
        if self.capture(capture).kind == CaptureKind::Value {
            return steps.iter().map(|step| format!(" {} {}u", sign(*step), step.unsigned_abs())).collect();
        }
        let mut terms = Vec::new();
        for (dimension, &step) in steps.iter().enumerate().filter(|(_, step)| **step != 0) {
            let count = format!("{}u", step.unsigned_abs());
            let term = match self.stride(capture, dimension, steps.len() - 1 - dimension) {
                None => count,
                Some(stride) if step.unsigned_abs() == 1 => stride,
                Some(stride) => format!("{count} * {stride}"),
            };
            terms.push((sign(step), term));
        }
        // One pair of parentheses holds all terms, after the sign of the first: `-a - b` is `- (a + b)`, and
        // `-a + b` is `- (a - b)`.
        let mut out = String::new();
        let first = terms.first().map_or("+", |(sign, _)| sign);
        for (n, (sign, term)) in terms.into_iter().enumerate() {
            out += &match n {
                0 => format!(") {first} ({term}"),
                _ => format!(" {} {term}", if sign == first { "+" } else { "-" }),
            };
        }
        out
    }

    /// The WGSL expression for the stride of a dimension; `None` if the stride is one in every launch of this
    /// shader.
    fn stride(&mut self, capture: usize, dimension: usize, from_last: usize) -> Option<String> {
        if let Some(stride) = self.subview_stride(capture, dimension) {
            return stride;
        }
        let contiguous = self.specialisation.contiguous.get(capture).copied().unwrap_or(false);
        match from_last {
            0 if contiguous => None,
            1 if contiguous => Some(self.view_extent(capture, dimension + 1)),
            _ => Some(self.full_stride(capture, dimension)),
        }
    }

    /// The private variable that holds the stride of a dimension, even if the stride is one in every launch
    /// of this shader.
    pub(super) fn full_stride(&mut self, capture: usize, dimension: usize) -> String {
        let name = format!("{}_stride{dimension}", self.capture_name(capture));
        let rank = self.template.captures[capture].rank;
        self.cached_param(self.layout.stride(capture, rank, dimension), name)
    }

    /// The WGSL expression for the position of a view's first element in its buffer.
    pub(super) fn start(&mut self, capture: usize) -> String {
        match self.specialisation.contiguous.get(capture) {
            Some(true) => "0u".to_owned(),
            _ => self
                .cached_param(self.layout.offset(capture), format!("{}_offset", self.capture_name(capture))),
        }
    }

    /// The WGSL expression for the size of a view in a dimension.
    pub(super) fn view_extent(&mut self, capture: usize, dimension: usize) -> String {
        if let Some(extent) = self.subview_extent(capture, dimension) {
            return extent;
        }
        let name = format!("{}_extent{dimension}", self.capture_name(capture));
        self.cached_param(self.layout.view_extent(capture, dimension), name)
    }

    /// Registers the launch parameter in word `at` to be cached in a private variable, and returns the
    /// variable's name.
    fn cached_param(&mut self, at: usize, name: String) -> String {
        self.cached_params.entry(at).or_insert(name).clone()
    }
}

const fn sign(step: i32) -> &'static str {
    if step < 0 { "-" } else { "+" }
}
