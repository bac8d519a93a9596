//! Slices of constants, `&'static [T]`, as values.
//!
//! WGSL has no pointers to constants. So a shader has a *pool* for each item type: one private array with the items of all
//! slices of this type that the shader mentions. A slice is a `vec2<u32>`: the position of its first item in the pool, and
//! its length. A value of zero is an empty slice. Slices with equal items share them. This is legal because nothing
//! modifies a constant, and kernels cannot compare addresses.

use std::fmt::Write as _;

use super::{Linker, Piece, TypeInfo, sum};
use crate::item_info;

/// The items of all slices of one type.
pub(super) struct Pool {
    item: &'static TypeInfo,
    /// The WGSL expression for each item.
    items: Vec<String>,
}

impl Linker<'_> {
    fn pool(&mut self, item: &'static TypeInfo) -> usize {
        self.pools.iter().position(|pool| pool.item == item).unwrap_or_else(|| {
            self.pools.push(Pool { item, items: Vec::new() });
            self.pools.len() - 1
        })
    }

    /// The name of the array with the items of slices of this type.
    pub(super) fn pool_name(&mut self, item: &'static TypeInfo) -> String {
        format!("amp_pool{}", self.pool(item))
    }

    /// The WGSL expression for a slice with these items.
    pub(super) fn constant_slice(&mut self, item: &'static TypeInfo, items: Vec<String>) -> String {
        let pool = self.pool(item);
        let (known, len) = (&mut self.pools[pool].items, items.len());
        let same = match len {
            0 => Some(0),
            _ => known.windows(len).position(|part| part == items),
        };
        let start = same.unwrap_or_else(|| {
            known.extend(items);
            known.len() - len
        });
        format!("vec2<u32>({start}u, {len}u)")
    }

    /// The WGSL expression for the item of a slice at a subscript. A function computes the position, because naga would
    /// reject a constant position beyond the pool even in code that never runs.
    pub(super) fn item_of_slice(&mut self, item: &'static TypeInfo, slice: &str, subscript: &str) -> String {
        if item.is_zero_sized() {
            return String::new();
        }
        // The bounds proofs do not cover slices of constants.
        self.may_index_anywhere = true;
        let (pool, ty) = (self.pool_name(item), self.spell(item));
        match self.checked_item_call("slice.y") {
            Some(call) => {
                let (site, _) = call.split_once(", ").unwrap_or_default();
                let (check, site) = site.split_once('(').unwrap_or_default();
                let name = format!("{pool}_checked_item");
                let text = format!(
                    "fn {name}(site: u32, slice: vec2<u32>, index: u32) -> {ty} {{ return {pool}[slice.x + {check}(site, slice.y, index)]; }}\n"
                );
                self.support.insert(name.clone(), text);
                format!("{name}({site}, {slice}, {subscript})")
            }
            None => {
                let name = format!("{pool}_item");
                let text = format!(
                    "fn {name}(slice: vec2<u32>, index: u32) -> {ty} {{ return {pool}[slice.x + index]; }}\n"
                );
                self.support.insert(name.clone(), text);
                format!("{name}({slice}, {subscript})")
            }
        }
    }

    /// Prints the subscript of a value whose type only the linker knows.
    pub(super) fn subscript(
        &mut self,
        base: &'static TypeInfo,
        value: &[Piece],
        subscript: &[Piece],
    ) -> Result<String, super::LinkError> {
        let value = self.text(value)?;
        let subscript = self.text(subscript)?;
        Ok(match base {
            TypeInfo::Slice(item) => self.item_of_slice(item, &value, &subscript),
            TypeInfo::Sum(_) if item_info(base).is_zero_sized() => String::new(),
            TypeInfo::Sum(info) => {
                let full = info.full_variant().unwrap_or_default();
                format!("{value}.{}", sum::field_of(full, "0"))
            }
            _ => format!("{value}[{subscript}]"),
        })
    }

    /// Prints the declarations of the pools.
    pub(super) fn pool_declarations(&mut self) -> String {
        let mut out = String::new();
        for (n, Pool { item, items }) in std::mem::take(&mut self.pools).into_iter().enumerate() {
            let ty = if item.is_zero_sized() { "u32".to_owned() } else { self.spell(item) };
            let count = items.len().max(1);
            let _ = write!(out, "var<private> amp_pool{n}: array<{ty}, {count}>");
            if !items.is_empty() && !item.is_zero_sized() && !calls(&items) {
                let _ = write!(out, " = array<{ty}, {count}>({})", items.join(", "));
            }
            out += ";\n";
        }
        out
    }

    /// Prints the statements of the entry point that store the pools whose items are no constant expressions.
    pub(super) fn stored_pools(&mut self) -> String {
        let mut out = String::new();
        for n in 0..self.pools.len() {
            let (item, items) = (self.pools[n].item, &self.pools[n].items);
            if !item.is_zero_sized() && calls(items) {
                let (items, count) = (items.join(", "), items.len());
                let ty = self.spell(item);
                let _ = writeln!(out, "    amp_pool{n} = array<{ty}, {count}>({items});");
            }
        }
        out
    }
}

/// Whether items are no constant expressions for naga, because they call functions.
fn calls(items: &[String]) -> bool {
    items.iter().any(|item| item.contains("amp_") || item.contains("bitcast"))
}
