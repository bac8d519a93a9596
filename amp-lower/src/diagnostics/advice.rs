//! Help texts for single constructs: the code to write instead, where the general help of a diagnostic's
//! catalogue row would not fit. [`Diagnostics::advise`](super::Diagnostics::advise) prints one of them in
//! place of the row's help.
//!
//! Each text tells the user the code to write, shows it as code, and is lower case without a full stop.

/// Statements, expressions and subviews.
pub(crate) mod construct {
    pub(crate) const ASSIGNMENT: &str =
        "assign in a statement of its own, then use the variable: `a = x[i]; y[i] = a;`";
    pub(crate) const ASYNC: &str = "await on the host, before or after the launch";
    pub(crate) const ATTRIBUTE: &str = "remove the attribute, or write `#[allow(..)]` above the whole kernel";
    pub(crate) const BARRIER: &str = "write `t.barrier.wait();` as a statement";
    pub(crate) const COMPOUND: &str =
        "compute the value in a statement of its own: `let value = ..; place += value;`";
    pub(crate) const CLOSURE: &str = "name the closure and call it: `let f = |x: f32| x * a; f(2.0)`; or pass it to a `#[device]` function that takes `impl Fn(f32) -> f32`";
    pub(crate) const MOVE: &str = "remove `move` to modify the variable itself; to modify a copy, declare it in the closure: `let mut sum = sum;`";
    pub(crate) const CONST_BLOCK: &str = "write the type of a literal, `const { 1u32 << 4 }`, or name the constant: `const SIZE: usize = 4 * 4;`";
    pub(crate) const COMPONENT: &str = "use one component: `i[0] as u32`";
    pub(crate) const DEREFERENCE: &str = "remove the `*`";
    pub(crate) const INDEX_RANK: &str =
        "write the components, `Index::new([at[0], at[1]])`, or the rank, `Index::<2>::new(at)`";
    pub(crate) const INFINITE_LOOP: &str = "leave the loop with `break` or `return`";
    pub(crate) const LET_ELSE_MUST_DIVERGE: &str =
        "end the `else` block with `return`, `break` or `continue`";
    pub(crate) const IF_WITHOUT_ELSE: &str =
        "add the other branch, `else { .. }`, or assign to a variable inside the `if`";
    pub(crate) const IMPORT: &str =
        "move the `use` to the beginning of the kernel or function body, or outside";
    pub(crate) const INDEX_FIELD: &str = "use a component, `i[0]`; or make the kernel tiled, `#[kernel(tile = [16])]`, and use `t.global`, `t.local` or `t.barrier` of its `t: TiledIndex<1>`";
    pub(crate) const INFER: &str = "write the value";
    pub(crate) const ITEM: &str = "declare the item outside the kernel";
    pub(crate) const JUMP: &str = "write it as a statement: `if done { break; }`";
    pub(crate) const JUMP_TARGET: &str = "`break` and `continue` need an enclosing loop; `break 'name` also leaves an enclosing labelled block; inside such a block, leave the loop by the loop's own label; only `loop` and labelled blocks take a value: `break 'found k`";
    pub(crate) const BARRIER_ARGUMENT: &str =
        "pass the barrier to a collective function: `sum(&mut buffer, &t.barrier)`";
    pub(crate) const LET_CHAIN: &str = "write the `let` as a condition, `if let (true, x) = found && x > 0.0 { .. }`, or use `matches!(value, pattern)`";
    pub(crate) const LOOP: &str = "declare a variable before the loop and assign to it inside; only `loop` has a value, `loop { break k; }`";
    pub(crate) const MODULE: &str = "write the path of a constant or a function in the module";
    pub(crate) const NESTED: &str = "join conditions with `&&`, `if a && b { .. }`; or store the result in a variable and continue after the branch; write several branches that return as one chain, `if a { 1 } else if b { 2 } else { 3 }`";
    pub(crate) const QUESTION_MARK: &str = "`?` returns from a device function or a closure with the result type `Option<..>` or `Result<.., ..>`: `|v: u32| -> Option<u32> { .. }`; elsewhere write `let Some(x) = value else { .. };`, or `if let Some(x) = value { .. }`";
    pub(crate) const RANGE: &str = "write both ends: `let r = 0..n;`";
    pub(crate) const VALUE_OF_VIEWS: &str = "take the struct by `&mut`, `fn bit(&mut self) -> u8`, and declare its variable with `let mut`; a captured struct does not change: change a copy of the value, `let mut n = a.n;`";
    pub(crate) const REFERENCE_OF_VIEWS: &str = "the references stay the same: keep a position beside the slice, `self.pos += 1` and `self.data[self.pos]`";
    pub(crate) const ARGUMENTS_OF_VIEWS: &str =
        "write the generic arguments of a struct that borrows: `Pattern::<4>::new(b\"abab\")`";
    pub(crate) const ARGUMENT_OF_VIEWS: &str = "bind the argument first: `let n = r.len(); r.skip(n)`";
    pub(crate) const STRUCT_OF_VIEWS: &str = "use its fields and methods, `a.rows[k]`, `a.dot(i)`, or pass it to a device function, `f(&a)`; bind a new one with `let a = Csr { rows: &rows, .. };`";
    pub(crate) const SLICE: &str =
        "borrow it: `let part = &w[1..3];`; copy items by a loop or `w[..2].copy_from_slice(&v[2..4])`";
    pub(crate) const SLICE_OF_RANK: &str = "take a section, `x.section([r, c], [8, 8]).unwrap()`, or a slice of a row: `&x.project(r).unwrap()[2..6]`";
    pub(crate) const TWO_SLICES: &str =
        "copy one part to an array first, or pass the array and the positions: `f(&mut w, a, b)`";
    pub(crate) const RANGE_METHOD: &str = "a range has `contains`, `len`, `is_empty` and `clone`; use its ends: `r.start`, `r.end`; for a `RangeInclusive`, `*r.start()` and `*r.end()`";
    pub(crate) const RANGE_BY_MUT: &str =
        "return the new range: `fn shrunk(r: Range<u32>) -> Range<u32>`, and `r = shrunk(r);`";
    pub(crate) const GLOB_IMPORT: &str = "import the items by name, `use tools::{half, twice};`, without a name of the signature; or move the `use` outside";
    pub(crate) const PRINT: &str =
        "write `amp::print!(\"{} {:?}\", i[0], x)`, which prints a line on every accelerator";
    pub(crate) const USER_MACRO: &str = "write a closure, `let f = |v: f32| v * a;`, or a `#[device]` function; a macro may also generate the whole kernel";
    pub(crate) const SUBVIEW: &str = "bind the subview, `let row = v.section([r], [8]).unwrap();`, then use `row[k]`, `row.extent()` or `f(&row)`; `project` and `view_as` work the same way; to choose one of several, choose the origin: `v.project(if near { 0 } else { 1 }).unwrap()`";
    pub(crate) const SUBVIEW_OF_ATOMIC: &str =
        "make the subview on the host and capture it too; atomic views may overlap";
    pub(crate) const SUBVIEW_REINTERPRET: &str =
        "pass the view, `f(&v)`, and reinterpret its elements in the device function";
    pub(crate) const SUBVIEW_TO_COLLECTIVE: &str =
        "pass the whole view and the origin of the subview, or make the subview in the collective function";
    pub(crate) const RANK: &str = "write one index for each dimension: `a[[row, col]]`";
    pub(crate) const RAW_POINTER: &str = "pass the variable to a device function, `f(&mut x)`, or copy it";
    pub(crate) const REINTERPRET: &str = "kernels reinterpret elements between `f32`, `u32` and `i32`: `v.reinterpret_as::<u32>().unwrap()`; for other types, make the view on the host and capture it";
    pub(crate) const REFERENCE: &str = "copy the value, `let v = x[k];`, or name the reference, `let r = &x[k];`, or pass it to a call, `f(&x[k])`";
    pub(crate) const RETURN_IN_MACRO: &str =
        "move the `return` in front of the macro call, and pass the value to the macro";
    pub(crate) const STATIC: &str = "pass the value to the kernel, or declare it as a `const`";
    pub(crate) const SUBSCRIPT: &str = "only arrays, views, indices and extents can be indexed";
    pub(crate) const TEXT: &str = "write text, `\"amp\"`, or its bytes, `b\"amp\"`";
    pub(crate) const TILED_INDEX: &str = "use one of its fields: `y[t.global]`";
    pub(crate) const TRY: &str = "test the condition, `if failed { return; }`, and report the failure to the host in a view: `errors[i] = 1;`";
    pub(crate) const UNUSED_VALUE: &str = "store the value, `y[i] = ..;`, or discard it, `let _ = ..;`";
    pub(crate) const UNUSED_COMPARISON: &str =
        "`==` compares; store with `y[i] = ..;`, or discard the result with `let _ = ..;`";
    pub(crate) const UNSAFE: &str = "remove `unsafe`; access elements with subscripts: `y[i]`";
    pub(crate) const VIEW: &str = "read an element, `v[i]`, or pass the view to a device function, `f(&v)`";
    pub(crate) const REINTERPRET_RANK: &str =
        "kernels reinterpret views of one dimension only; make the view on the host and capture it";
    pub(crate) const YIELD: &str = "write each result to a view: `y[i] = ..;`";
}

/// Iterator chains.
pub(crate) mod iterators {
    pub(crate) const ARGUMENT: &str =
        "pass a value of a type that implements `Iterator`, `total(bits.by_ref())`, or a slice";
    pub(crate) const CHUNKS: &str = "take a slice, `for part in x[..].chunks_exact(n) { sum += part[0]; }`, or loop over the positions of the parts: `for first in (0..x.extent()[0]).step_by(4) { sum += x[first] * x[first + 1]; }`";
    pub(crate) const COLLECT: &str = "keep a running result, `x.iter().sum()`, or store each item: `x.iter().enumerate().for_each(|(k, v)| y[k] = 2.0 * v)`; an array of a fixed length is `w.map(f)` or `std::array::from_fn(f)`";
    pub(crate) const COMPARE: &str = "loop over the function's iterator: `f(n).fuse().eq(&w)`";
    pub(crate) const COPIED: &str = "yield copies of the elements: `x.iter().copied().max()`, `x.iter().copied().enumerate().find(|(_, v)| *v > 0.0)`";
    pub(crate) const CYCLE: &str = "cycle a chain without a closure that owns a counter, `w.iter().cycle()`, or use the remainder of a counter: `(0..count).map(|k| w[k % w.len()])`";
    pub(crate) const FLAT_MAP: &str = "end the closure with an iterator or an array: `flat_map(|r| (0..n).map(move |c| r * n + c))`; a call of a function that returns an iterator needs `fuse`: `flat_map(|r| row(r).fuse())`";
    pub(crate) const FLOATS: &str =
        "write `x.iter().copied().reduce(f32::max)` or `x.iter().copied().max_by(f32::total_cmp)`";
    pub(crate) const ITEMS_BY_VALUE: &str =
        "yield copies: `total(x.iter().copied())` for `fn total(values: impl Iterator<Item = f32>) -> f32`";
    pub(crate) const MUTABLE: &str = "the function also runs on the host, where views have no `iter_mut`; loop over positions: `for k in 0..y.extent()[0] { y[k] += 1.0; }`";
    pub(crate) const PARAMETER: &str = "write a free function or a method of a type, with items by value: `fn total(values: impl Iterator<Item = u32>) -> u32`, `total(x.iter().copied())`; or take a slice, `values: &[u32]`";
    pub(crate) const ORDER: &str = "compare the items: `max_by(|a, b| a.total_cmp(b))`, `min_by(|a, b| a.1.cmp(&b.1).reverse())`; or compare keys: `max_by_key(|v| v.abs())`";
    pub(crate) const PEEK: &str = "declare the iterator first: `let mut it = x.iter().copied().peekable();`, then `it.peek()`; `peek_mut` needs items by value";
    pub(crate) const RANGE: &str = "write the first number: `0..n`";
    pub(crate) const ADVANCED_RANGE: &str = "iterate over a clone, `r.clone().any(|k| x[k] > a)`, and change the range by its ends: `r.start += 1;`";
    pub(crate) const RANK: &str = "iterate over one row after the other: `for r in 0..x.extent()[0] { for v in x.project(r).unwrap().iter() { sum += v; } }`";

    pub(crate) const RETURN: &str = "leave the loop with `break`, and return after it";
    pub(crate) const REFERENCES: &str = "loop over positions, and choose the place by a `match`";
    pub(crate) const REVERSED: &str = "reverse the source, `x.iter().rev().filter(f)`, or loop over positions: `for k in (0..n).rev() { .. }`";
    pub(crate) const SOURCE: &str =
        "iterate over a range, an array or a view: `(0..n).map(f)`, `w.iter()`, `x.iter()`";
    pub(crate) const STATE: &str = "return a type with `#[device] impl Iterator` from a function, or write a loop over positions, in which `x[k + 1]` is the next element: `let mut k = 0; while k < n { k += 1; }`";
    pub(crate) const TRY: &str =
        "write the result type of the closure: `x.iter().try_fold(0u32, |sum, v| -> Option<u32> { .. })`";
    pub(crate) const VALUE: &str =
        "use the iterator where it is made: `for v in x.iter().map(f) { .. }`, `x.iter().map(f).sum()`";
    pub(crate) const ZIP: &str = "loop over the function's iterator, and advance the other one: `f(n).fuse().zip(&w)`; or return a type with `#[device] impl Iterator`";
}

/// Calls of functions, methods and closures.
pub(crate) mod calls {
    pub(crate) const BYTES_OF_INDEX: &str = "an index has another size on the host: convert it first, `(i[0] as u32).to_le_bytes()`, and the number afterwards, `u32::from_le_bytes(bytes) as usize`";
    pub(crate) const ARRAY_METHOD: &str = "use a loop, `for v in &w { sum += v; }`, or a method of arrays and slices that docs/language.md lists: `w.reverse()`, `w.contains(&v)`, `w.sort_unstable()`";
    pub(crate) const CHUNK_LENGTH: &str = "write the length: `w.first_chunk::<2>()`";
    pub(crate) const OPTIONAL_ITEM: &str =
        "copy the item, `w.first().copied()`, or use it, `*w.first().unwrap()`";
    pub(crate) const TRY_FROM: &str = "name the type of the value, `let n: u64 = n; u32::try_from(n)` or `let c: char = c; u8::try_from(c)`, or cast it: `n as u32`";
    pub(crate) const ARGUMENTS: &str = "pass one argument for each parameter";
    pub(crate) const TABLE_CALL: &str = "write the table in the body, `let ops = [twice, halve];`, then `ops[k](x)`; or a `match`: `match k { 0 => twice(x), _ => halve(x) }`";
    pub(crate) const FIELD_CALL: &str = "write `#[derive(GpuViews)]` above a struct with closures, and the bound `F: Fn(f32) -> f32` at the `impl`";
    pub(crate) const CLOSURE_CALL: &str = "name the closure first: `let f = |x: f32| x * a; f(3.0)`";
    pub(crate) const DEFAULT: &str = "write the value: `0`, `0.0`, `false`";
    pub(crate) const RECURSION: &str =
        "write a loop, and keep the remaining work in an array: `let mut stack = [0u32; 32];`";
    pub(crate) const SCALAR_METHOD: &str = "docs/language.md lists the methods of scalars and vectors";
    pub(crate) const ASSOCIATED_FUNCTION: &str = "write a closure that calls it: `|a| Gain::twice(a)`";
    pub(crate) const AS_METHOD: &str = "call it as a method: `a.checked_add(b)`";
    pub(crate) const WRITTEN_OUT: &str = "replace inner closures by `#[device]` functions, which are compiled once: `#[device] fn f(x: f32) -> f32 { .. }`";
    pub(crate) const VALUE: &str = "call a device function or a closure";
    pub(crate) const VIEW_METHOD: &str =
        "use its elements, `v[i]`, or its size, `v.extent()[0]`, or pass it to a device function, `f(&v)`";
}

/// Types of data: elements, and the types that may derive `GpuType`.
pub(crate) mod data {
    pub(crate) const ATOMIC: &str = "`f32` has every atomic operation except those on bits; use a view of `u32` or `i32` for these: `atomic_fetch_or(&mut flags[i], 1)`";
    pub(crate) const ELEMENT: &str = "host and device store this type differently: use `u32` for `usize`, `i32` for `isize`, and for a tuple a struct with `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`";
    pub(crate) const STRUCT_WITHOUT_FIELDS: &str =
        "add a field, or remove `#[repr(C)]`: then the struct is a value, but no element of a view";
    pub(crate) const RANGE: &str =
        "use its two ends: `start: u32, end: u32`, and `start..end` where the range is needed";
    pub(crate) const VIEWS: &str = "the fields of a struct of views are views, references to views, slices, and values: `struct Csr<'a> { rows: &'a ArrayView<u32>, n: u32 }`";
    pub(crate) const NO_VIEWS: &str = "derive `GpuType`";
    pub(crate) const LIFETIME: &str = "store values instead of references: `struct Pair { a: f32, b: f32 }`";
    pub(crate) const PACKED: &str =
        "write `#[repr(C)]` alone, and order the fields by alignment, largest first";
    pub(crate) const UNION: &str = "write a struct with a `u32` field, and convert it with `f32::from_bits`";
    pub(crate) const ENUM_WITHOUT_VARIANTS: &str = "add a variant with the value 0";
}

/// Barriers in divergent control flow.
pub(crate) mod flow {
    pub(crate) const UNIFORM: &str = "if every work-item of the tile holds the same value, assert this with `let n = uniform(..);`; otherwise move the barrier out of the branch or loop, and keep only the work under the condition";
}

/// Signatures of kernels and device functions, and the items to which the attributes apply.
pub(crate) mod signature {
    pub(crate) const BLANKET: &str = "write the functions as default bodies in the trait, and `#[device] impl Ext for f32 {}` for each type; a `macro_rules!` macro may generate these blocks";
    pub(crate) const COLLECTIVE_SLICE: &str =
        "take an array, `scratch: &mut [f32; N]` with `const N: usize`; or call the barrier in the caller";
    pub(crate) const CLOSURE: &str =
        "write `amp!(|i: Index<N>| { .. })`, or `amp!(tile = [16], |t: TiledIndex<1>| { .. })`";
    pub(crate) const DEVICE: &str = "write `fn name(a: f32, (b, c): (f32, f32), x: &ArrayView<f32>) -> f32`";
    pub(crate) const SUM: &str = "write `iter.fold(FIRST, f)`, or `let mut a = FIRST; for b in iter { .. } a` without `break` and `return`, or `iter.copied().sum()` for references";
    pub(crate) const PRODUCT: &str = "write `iter.fold(FIRST, f)`, or `let mut a = FIRST; for b in iter { .. } a` without `break` and `return`, or `iter.copied().product()` for references";
    pub(crate) const IN_TRAIT: &str =
        "write the body in the `impl` of each type, or write a function: `fn name<T: Trait>(it: T, ..)`";
    pub(crate) const KERNEL_PATTERN: &str =
        "name the parameter, and destructure it in the body: `let (a, b) = pair;`";
    pub(crate) const METHOD: &str =
        "write `#[device]` above the `impl` block or the trait; it applies to every function inside";
    pub(crate) const MUTABLE: &str = "remove `mut`: `&mut ArrayViewMut` already allows writes to elements; copy a value to change it, `let mut n = n;`";
    pub(crate) const OP: &str =
        "return the value from the op, and write it in the kernel that takes the op: `y[i] = f(x[i]);`";
    pub(crate) const MAIN: &str =
        "rename the kernel, and launch it from `main`: `parallel_for_each(extent, kernel(&x, &mut y))`";
    pub(crate) const NAME: &str = "give each parameter a different name";
    pub(crate) const ONE_ATTRIBUTE: &str = "write one attribute, once: `#[kernel]` on functions that are launched, `#[device]` on functions that kernels call";
    pub(crate) const RETURNED_REFERENCE: &str = "write a getter and a setter, `fn at(&self, k: usize) -> f32` and `fn set(&mut self, k: usize, value: f32)`; the functions of `Index` and `IndexMut` end in a reference to a part of `self` in each branch, `&self.values[k]`";
    pub(crate) const RECEIVER: &str = "take `self`, `&self` or `&mut self`";
    pub(crate) const REFERENCE: &str = "implement the trait for the value, `impl Add for Pair`, and write `a + b`, or `*a + *b` for references";
    pub(crate) const RETURNED_VIEWS: &str =
        "make the struct in the function that uses it: `let row = Row { values: &values, start };`";
    pub(crate) const VIEWS_IN_TRAIT: &str =
        "write methods of the struct itself: `#[device] impl Csr<'_> { .. }`";
    pub(crate) const DERIVE_VIEWS: &str = "write `#[derive(GpuViews)]` above the struct";
    pub(crate) const CLOSURE_IN_STRUCT: &str = "write `F: Fn(u32) -> u32`; a closure that changes variables is a parameter: `fn each(&self, f: impl FnMut(u32))`";
    pub(crate) const WRITTEN_VIEWS: &str =
        "take the struct by `&mut`: `out: &mut Out`, and `kernel(&mut out)`";
    pub(crate) const CAPTURED_VIEWS: &str = "kernels capture views and values; make a view of a slice, `ArrayView::new(&data)`, and store values without a reference";
    pub(crate) const RETURNED_SLICE: &str = "return a shared slice of a parameter or of one array in it, `&self.items[..self.len]`; or return the range, `-> Range<usize>`, and make the slice at its use: `let used: Range<usize> = s.used(); &s.items[used]`";
    pub(crate) const RETURNED_OPTION: &str = "return a copy, `-> Option<f32>` with `w.iter().max_by(f).copied()`, or a position, `-> Option<usize>`";
    pub(crate) const RETURNED_ITERATOR: &str = "return an iterator of values at the end of a function that is no trait function: `-> impl Iterator<Item = f32>`; copy items with `copied()`";
    pub(crate) const RETURNED: &str = "return a value of a named type; pass a closure to the function that calls it: `f: impl Fn(f32) -> f32`";
    pub(crate) const STRUCT: &str = "write `#[device]` above `#[derive(Clone, Copy, PartialEq, GpuType)]`; for methods, write it above the `impl` block";
    pub(crate) const CONST_PARAMETER: &str =
        "write the scalar type itself, `const N: usize`, or add a parameter whose type names the constant";
    pub(crate) const UNDETERMINED_PARAMETER: &str =
        "add a parameter whose type names it, or move the function out of the block";
}
