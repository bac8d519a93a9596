//! What stands around a kernel's body: the bindings, the functions that find an element, tile memory, the entry point.

use std::fmt::Write as _;

use super::{LinkError, Linker, StorageBinding, decode, word};
use crate::{Capability, Scalar, Slot, SlotKind};

impl Linker<'_> {
    /// The buffers, in the order of their bindings.
    pub(super) fn storage(&self) -> Vec<StorageBinding> {
        let slots = self.template.slots.iter().enumerate();
        let bound = slots.filter(|&(n, s)| s.kind != SlotKind::Value && self.specialisation.bound(n) == n);
        bound
            .enumerate()
            .map(|(n, (slot, s))| StorageBinding {
                binding: n as u32 + 1,
                slot,
                writable: s.kind == SlotKind::Write || self.atomic[slot],
            })
            .collect()
    }

    /// The bindings, the parameters that variables hold, and the variables in tile memory.
    pub(super) fn globals(&mut self) -> Result<String, LinkError> {
        let mut out = String::new();
        let vectors = self.layout.words.div_ceil(4);
        let _ = writeln!(out, "@group(0) @binding(0) var<uniform> amp_params: array<vec4<u32>, {vectors}>;");
        let storage = self.storage();
        for (n, slot) in self.template.slots.iter().enumerate().filter(|(_, s)| s.kind != SlotKind::Value) {
            if let Some(binding) = storage.iter().find(|binding| binding.slot == n) {
                out += &self.binding(binding, slot)?;
            }
        }
        for name in self.held.values() {
            let _ = writeln!(out, "var<private> {name}: u32;");
        }
        if self.needs.contains(&Capability::Subgroups) {
            out += "var<private> amp_lane: u32;\nvar<private> amp_lanes: u32;\n";
        }
        for variable in self.template.tile_static {
            let ty = if variable.atomic { self.atomic_type(variable.ty)? } else { self.spell(variable.ty) };
            let _ = writeln!(out, "var<workgroup> {}: {ty};", variable.name);
        }
        Ok(out)
    }

    /// The declaration of a slot's buffer.
    fn binding(&mut self, binding: &StorageBinding, slot: &Slot) -> Result<String, LinkError> {
        let ty = match self.atomic(binding.slot)? {
            Some(Scalar::I32) => "atomic<i32>".to_owned(),
            // There is no `atomic<f32>`.
            Some(_) => "atomic<u32>".to_owned(),
            None if self.unpacked(binding.slot).is_some() => "u32".to_owned(),
            None if self.is_packed(binding.slot) => self.packed(slot.element),
            None => self.spell(slot.element),
        };
        let access = if binding.writable { "read_write" } else { "read" };
        let (number, name) = (binding.binding, self.slot_name(binding.slot));
        Ok(format!("@group(0) @binding({number}) var<storage, {access}> {name}: array<{ty}>;\n"))
    }

    /// `at_VIEW` for each view of which an element is used: where the element of an index stands in its buffer.
    pub(super) fn finders(&mut self) -> String {
        let mut out = String::new();
        for slot in self.found.clone() {
            let Slot { kind, rank, .. } = self.template.slots[slot];
            if kind == SlotKind::Value {
                continue;
            }
            let name = self.slot_name(slot);
            let parameters: Vec<_> = (0..rank).map(|d| format!("i{d}: u32")).collect();
            let place = if self.specialisation.contiguous.get(slot).copied().unwrap_or(false) {
                // Row-major: fold the index from the left by the extents.
                (1..rank).fold("i0".to_owned(), |sum, d| {
                    let inner = if sum.contains(' ') { format!("({sum})") } else { sum };
                    format!("{inner} * {} + i{d}", self.view_extent(slot, d))
                })
            } else {
                let mut sum = self.held(self.layout.offset(slot), format!("{name}_offset"));
                for d in 0..rank {
                    let stride = self.held(self.layout.stride(slot, rank, d), format!("{name}_stride{d}"));
                    let _ = write!(sum, " + i{d} * {stride}");
                }
                sum
            };
            let _ = writeln!(out, "fn at_{name}({}) -> u32 {{ return {place}; }}", parameters.join(", "));
            out += &self.unpacker(slot);
        }
        out
    }

    /// The distance of an element from the one that its subscripts lead to: it closes the parenthesis of these, and opens
    /// its own, which the end of the element closes.
    pub(super) fn steps(&mut self, slot: usize, steps: &[i32]) -> String {
        if self.slot(slot).kind == SlotKind::Value {
            return steps.iter().map(|step| format!(" {} {}u", sign(*step), step.unsigned_abs())).collect();
        }
        let mut terms = Vec::new();
        for (dimension, &step) in steps.iter().enumerate().filter(|(_, step)| **step != 0) {
            let count = format!("{}u", step.unsigned_abs());
            let term = match self.stride(slot, dimension, steps.len() - 1 - dimension) {
                None => count,
                Some(stride) if step.unsigned_abs() == 1 => stride,
                Some(stride) => format!("{count} * {stride}"),
            };
            terms.push((sign(step), term));
        }
        // The first stands behind the sign outside, which all others have to be seen from.
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

    /// What holds how far apart elements are along a dimension; nothing, where they lie side by side.
    fn stride(&mut self, slot: usize, dimension: usize, from_last: usize) -> Option<String> {
        if let Some(stride) = self.part_stride(slot, dimension) {
            return stride;
        }
        let contiguous = self.specialisation.contiguous.get(slot).copied().unwrap_or(false);
        match from_last {
            0 if contiguous => None,
            1 if contiguous => Some(self.view_extent(slot, dimension + 1)),
            _ => Some(self.full_stride(slot, dimension)),
        }
    }

    /// What holds how far apart elements are along a dimension.
    pub(super) fn full_stride(&mut self, slot: usize, dimension: usize) -> String {
        let name = format!("{}_stride{dimension}", self.slot_name(slot));
        let rank = self.template.slots[slot].rank;
        self.held(self.layout.stride(slot, rank, dimension), name)
    }

    /// The place of a view's first element.
    pub(super) fn start(&mut self, slot: usize) -> String {
        match self.specialisation.contiguous.get(slot) {
            Some(true) => "0u".to_owned(),
            _ => self.held(self.layout.offset(slot), format!("{}_offset", self.slot_name(slot))),
        }
    }

    /// A dimension of a view's extent.
    pub(super) fn view_extent(&mut self, slot: usize, dimension: usize) -> String {
        if let Some(extent) = self.part_extent(slot, dimension) {
            return extent;
        }
        let name = format!("{}_extent{dimension}", self.slot_name(slot));
        self.held(self.layout.view_extent(slot, dimension), name)
    }

    /// The variable that holds a parameter: it is fetched once, since a driver may fetch it anew in each turn of a loop.
    fn held(&mut self, at: usize, name: String) -> String {
        self.held.entry(at).or_insert(name).clone()
    }

    /// The entry point: finds the work-item, loads the captured values, runs the body.
    pub(super) fn entry(&mut self, body: &str, workgroup: &[u32]) -> String {
        let rank = self.template.rank;
        let mut out = String::new();
        // The last dimension is x. Dimensions beyond the third have one work-item to a workgroup.
        let size = |from_last: usize| if from_last < rank { workgroup[rank - 1 - from_last] } else { 1 };
        // The lanes of a subgroup have numbers in a workgroup of one dimension only, and one that follows its domain may be
        // long in any.
        let subgroups = self.needs.contains(&Capability::Subgroups);
        let flat = subgroups || !self.specialisation.workgroup.is_empty();
        let [x, y, z] = if flat { [workgroup.iter().product(), 1, 1] } else { [size(0), size(1), size(2)] };
        let _ = writeln!(out, "@compute @workgroup_size({x}, {y}, {z})");
        out += "fn amp_main(@builtin(workgroup_id) amp_group: vec3<u32>, ";
        out += match (flat, subgroups) {
            (false, _) => "@builtin(local_invocation_id) amp_item: vec3<u32>) {\n",
            (true, false) => "@builtin(local_invocation_index) amp_at: u32) {\n",
            (true, true) => {
                "@builtin(local_invocation_index) amp_at: u32, @builtin(subgroup_invocation_id) amp_own_lane: u32, @builtin(subgroup_size) amp_all_lanes: u32) {
    amp_lane = amp_own_lane;
    amp_lanes = amp_all_lanes;
"
            }
        };
        if flat {
            let mut inner = 1;
            for (d, size) in workgroup.iter().enumerate().rev() {
                let _ = writeln!(out, "    let amp_item_{d} = amp_at / {inner}u % {size}u;");
                inner *= size;
            }
        }
        let local = |d: usize| match rank - 1 - d {
            _ if flat => format!("amp_item_{d}"),
            0 => "amp_item.x".to_owned(),
            1 => "amp_item.y".to_owned(),
            2 => "amp_item.z".to_owned(),
            _ => "0u".to_owned(),
        };
        // Who has nothing to do. Each return is a mask for all that follows, and so is each `||`.
        let mut outside = Vec::new();
        if self.specialisation.folded || rank > 3 {
            // The grid is folded into two dimensions; its last row may be longer than what is left.
            let width = word(self.layout.grid_width());
            let _ = writeln!(out, "    var amp_rest = amp_group.x + amp_group.y * {width};");
            for d in (1..rank).rev() {
                let count = word(self.layout.tiles(d));
                let _ = writeln!(
                    out,
                    "    let amp_tile_{d} = amp_rest % {count};\n    amp_rest = amp_rest / {count};"
                );
            }
            outside.push(format!("(amp_tile_0 >= {})", word(self.layout.tiles(0))));
            out += "    let amp_tile_0 = amp_rest;\n";
        } else {
            for (d, axis) in (0..rank).rev().zip(["x", "y", "z"]) {
                let _ = writeln!(out, "    let amp_tile_{d} = amp_group.{axis};");
            }
        }
        for (at, name) in &self.held {
            let _ = writeln!(out, "    {name} = {};", word(*at));
        }
        let array = |part: &dyn Fn(usize) -> String| {
            let parts: Vec<_> = (0..rank).map(part).collect();
            format!("array<u32, {rank}>({})", parts.join(", "))
        };
        let global = |d: usize| format!("amp_tile_{d} * {}u + {}", workgroup[d], local(d));
        let _ = writeln!(out, "    let amp_global = {};", array(&global));
        if self.template.tile.is_some() {
            let _ = writeln!(out, "    let amp_local = {};", array(&local));
            let _ = writeln!(out, "    let amp_tile = {};", array(&|d| format!("amp_tile_{d}")));
            let origin = array(&|d| format!("amp_tile_{d} * {}u", workgroup[d]));
            let _ = writeln!(out, "    let amp_tile_origin = {origin};");
        } else {
            let beyond = |d: usize| format!("(amp_global[{d}] >= {})", word(self.layout.extent(d)));
            outside.extend((0..rank).map(beyond));
        }
        if !outside.is_empty() {
            let _ = writeln!(out, "    if {} {{ return; }}", outside.join(" | "));
        }
        for (n, slot) in self.template.slots.iter().enumerate() {
            if slot.kind == SlotKind::Value {
                let mut at = self.layout.offset(n);
                let mut put_together = false;
                let value = self.build(slot.element, &mut |scalar| {
                    put_together |= scalar == Scalar::F64;
                    decode(scalar, &mut at)
                });
                if put_together {
                    self.need(Capability::I64);
                }
                // A `var`, so that its elements can be found by an index that varies.
                let _ = writeln!(out, "    var {} = {value};", self.slot_name(n));
            }
        }
        out += body;
        out += "}\n";
        out
    }
}

const fn sign(step: i32) -> &'static str {
    if step < 0 { "-" } else { "+" }
}
