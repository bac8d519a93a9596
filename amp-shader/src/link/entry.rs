//! The entry point of a shader: computes the work-item's indices, loads the captured values, and runs the
//! kernel's body.

use std::fmt::Write as _;

use super::{Linker, decode, word};
use crate::{Capability, CaptureKind, Scalar};

impl Linker<'_> {
    /// Builds the entry point.
    pub(super) fn entry(&mut self, body: &str, workgroup: &[u32]) -> String {
        let rank = self.template.rank;
        let mut out = String::new();
        // The last dimension of the kernel is WGSL's x. If a kernel has more than three dimensions, a
        // workgroup has length one in all but the last three.
        let size = |from_last: usize| if from_last < rank { workgroup[rank - 1 - from_last] } else { 1 };
        let line = self.specialisation.one_dimensional;
        // The lane ids of subgroups follow the order of work-items only in a one-dimensional workgroup. So a
        // kernel with subgroup operations gets one.
        let subgroups = self.needs.contains(&Capability::Subgroups);
        let flat = subgroups || line.is_some();
        let [x, y, z] = if flat { [workgroup.iter().product(), 1, 1] } else { [size(0), size(1), size(2)] };
        let _ = writeln!(out, "@compute @workgroup_size({x}, {y}, {z})");
        let head = "fn amp_main(@builtin(workgroup_id) amp_group: vec3<u32>, ".to_owned();
        let head = head + match (flat, subgroups) {
            (false, _) => "@builtin(local_invocation_id) amp_item: vec3<u32>) {\n",
            (true, false) => "@builtin(local_invocation_index) amp_at: u32) {\n",
            (true, true) => {
                "@builtin(local_invocation_index) amp_at: u32, @builtin(subgroup_invocation_id) amp_own_lane: u32, @builtin(subgroup_size) amp_all_lanes: u32, @builtin(subgroup_id) amp_own_subgroup: u32, @builtin(num_subgroups) amp_all_subgroups: u32) {
    amp_lane = amp_own_lane;
    amp_lanes = amp_all_lanes;
    amp_subgroup = amp_own_subgroup;
    amp_subgroups = amp_all_subgroups;
"
            }
        };
        match self.has_traps() {
            true => out = with_report(&out, &head),
            false => out += &head,
        }
        // The conditions under which a work-item is outside the domain. The shader joins them by `|`, because
        // each `||` and each further `return` would be another branch.
        let outside = match line {
            Some(length) => self.one_dimensional_prologue(&mut out, length),
            None => self.in_grid(&mut out, workgroup, flat),
        };
        if !outside.is_empty() {
            let _ = writeln!(out, "    if {} {{ return; }}", outside.join(" | "));
        }
        if self.reports.any() {
            out += "    amp_work_item = amp_global;\n";
        }
        for (n, capture) in self.template.captures.iter().enumerate() {
            if capture.kind == CaptureKind::Value && !capture.element.is_zero_sized() {
                let mut at = self.layout.offset(n);
                let mut put_together = false;
                let value = self.build(capture.element, &mut |scalar| {
                    put_together |= scalar == Scalar::F64;
                    decode(scalar, &mut at)
                });
                if put_together {
                    self.need(Capability::I64);
                }
                // A `var` and not a `let`, because a dynamic index and `&` need a variable.
                let _ = writeln!(out, "    var {} = {value};", self.capture_name(n));
            }
        }
        out += &self.stored_pools();
        out += body;
        out += "}\n";
        out
    }

    /// Prints the indices of a work-item, computed from its position in a grid of workgroups. Returns the
    /// conditions under which the work-item is outside the domain.
    fn in_grid(&self, out: &mut String, workgroup: &[u32], flat: bool) -> Vec<String> {
        let rank = self.template.rank;
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
        let mut outside = Vec::new();
        if self.specialisation.folded_grid || rank > 3 {
            // The grid is folded into two dimensions. Its last row may contain workgroups beyond the last
            // tile.
            let width = word(self.layout.grid_width());
            let _ = writeln!(out, "    var amp_rest = amp_group.x + amp_group.y * {width};");
            counted_through(out, rank, "amp_tile", &|d| word(self.layout.tiles(d)));
            if self.template.tile.is_some() || !self.specialisation.no_id_wrap {
                outside.push(format!("(amp_tile_0 >= {})", word(self.layout.tiles(0))));
            }
        } else {
            for (d, axis) in (0..rank).rev().zip(["x", "y", "z"]) {
                let _ = writeln!(out, "    let amp_tile_{d} = amp_group.{axis};");
            }
        }
        self.fetch_cached_params(out);
        let array = |part: &dyn Fn(usize) -> String| array(rank, part);
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
        outside
    }

    /// Prints the index of a work-item, computed from its linear id, for workgroups of `length` work-items.
    /// Returns the conditions under which the work-item is outside the domain.
    fn one_dimensional_prologue(&self, out: &mut String, length: u32) -> Vec<String> {
        let rank = self.template.rank;
        let width = word(self.layout.grid_width());
        let _ = writeln!(out, "    let amp_tile_0 = amp_group.x + amp_group.y * {width};");
        let _ = writeln!(out, "    var amp_rest = amp_tile_0 * {length}u + amp_at;");
        counted_through(out, rank, "amp_global", &|d| word(self.layout.extent(d)));
        self.fetch_cached_params(out);
        let _ = writeln!(out, "    let amp_global = {};", array(rank, &|d| format!("amp_global_{d}")));
        let mut outside = vec![format!("(amp_global_0 >= {})", word(self.layout.extent(0)))];
        if !self.specialisation.no_id_wrap {
            outside.insert(0, format!("(amp_tile_0 >= {})", word(self.layout.tiles(rank - 1))));
        }
        outside
    }

    /// Prints the assignments of launch parameters to the private variables that cache them. All functions
    /// can read private variables.
    fn fetch_cached_params(&self, out: &mut String) {
        for (at, name) in &self.cached_params {
            let _ = writeln!(out, "    {name} = {};", word(*at));
        }
    }
}

/// The beginning of a shader with traps: an entry point that calls the kernel's function and then reports its failure.
fn with_report(attributes: &str, head: &str) -> String {
    let (parameters, first) = head.split_once(") {\n").unwrap_or((head, ""));
    let parameters = parameters.trim_start_matches("fn amp_main(");
    let mut plain = Vec::new();
    let mut names = Vec::new();
    for parameter in parameters.split(", ") {
        let own = parameter.split_once(") ").map_or(parameter, |(_, own)| own);
        names.push(own.split(':').next().unwrap_or(own));
        plain.push(own);
    }
    format!(
        "{attributes}fn amp_main({parameters}) {{\n    amp_kernel({});\n    amp_report();\n}}\nfn amp_kernel({}) {{\n{first}",
        names.join(", "),
        plain.join(", ")
    )
}

/// A WGSL array expression with one component for each dimension.
fn array(rank: usize, part: &dyn Fn(usize) -> String) -> String {
    let parts: Vec<_> = (0..rank).map(part).collect();
    format!("array<u32, {rank}>({})", parts.join(", "))
}

/// Prints code that splits the linear id `amp_rest` into an index with one component for each dimension. The
/// code divides from the last dimension to the first, which gets the remaining quotient.
fn counted_through(out: &mut String, rank: usize, name: &str, size: &dyn Fn(usize) -> String) {
    for d in (1..rank).rev() {
        let size = size(d);
        let _ = writeln!(out, "    let {name}_{d} = amp_rest % {size};\n    amp_rest = amp_rest / {size};");
    }
    let _ = writeln!(out, "    let {name}_0 = amp_rest;");
}
