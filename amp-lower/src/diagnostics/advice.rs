//! What to write instead, where the help line of a diagnostic's row would be too general: a sentence for each construct.

/// Constructs, in alphabetical order.
pub(crate) mod construct {
    pub(crate) const ASSIGNMENT: &str = "assign in a statement of its own, and use the variable";
    pub(crate) const ASYNC: &str = "wait on the host, before or after the launch";
    pub(crate) const ATTRIBUTE: &str = "leave it out; `#[allow(..)]` may stand on the whole kernel";
    pub(crate) const BARRIER: &str = "write `t.barrier.wait();` as a statement";
    pub(crate) const BYTE: &str = "convert it where it stands, `b'a' as u32`";
    pub(crate) const CHARACTER: &str = "convert it where it stands, `'a' as u32`";
    pub(crate) const COMPOUND: &str =
        "compute the value first: `let value = ..;`, and then `place += value;`";
    pub(crate) const CLOSURE: &str = "give it a name and call it, `let f = |x: f32| x * a; f(2.0)`, or pass it to a `#[device]` function that takes `impl Fn(f32) -> f32`";
    pub(crate) const CONST_BLOCK: &str = "give the constant a name: `const SIZE: usize = 4 * 4;`";
    pub(crate) const COORDINATE: &str = "take one of its coordinates: `i[0] as u32`";
    pub(crate) const DEREFERENCE: &str = "leave out the `*`";
    pub(crate) const DIMENSIONS: &str = "write its coordinates, `Index::new([at[0], at[1]])`, or say how many they are: `Index::<2>::new(at)`";
    pub(crate) const ENDLESS: &str = "leave it by `break` or `return`";
    pub(crate) const GOES_ON: &str = "end the `else` in `return`, `break` or `continue`";
    pub(crate) const HALF_AN_IF: &str = "write the other half, `else { .. }`, or assign in the `if`";
    pub(crate) const IMPORT: &str =
        "write it where the body of the kernel or the function begins, or outside";
    pub(crate) const INDEX_FIELD: &str = "it has coordinates, `i[0]`; a kernel with tiles is `#[kernel(tile = [16])]`, and its `t: TiledIndex<1>` has `t.global`, `t.local` and `t.barrier`";
    pub(crate) const INFER: &str = "write the value itself";
    pub(crate) const ITEM: &str = "declare it outside of the kernel, beside the function that launches it";
    pub(crate) const JUMP: &str = "write it as a statement: `if done { break; }`";
    pub(crate) const JUMP_TO_NOWHERE: &str = "write it inside of the loop that it leaves or goes on with, or of the block with its label that it leaves; a loop is left from such a block by its own label; `break` has a value in `loop` and in such a block only";
    pub(crate) const LENT_BARRIER: &str = "lend it to the function that waits: `sum(&mut part, &t.barrier)`";
    pub(crate) const LET_CHAIN: &str = "write it in the condition of an `if` or a `while`, joined to what else is asked by `&&`; or ask by `matches!(value, pattern)`";
    pub(crate) const LOOP: &str =
        "declare a variable before the loop and assign to it there; only `loop` has a value";
    pub(crate) const NESTED: &str = "join conditions by `&&`, `if a && b { .. }`, or keep what was found in a variable and go on behind the branch; of many branches that return make one chain, `if a { 1 } else if b { 2 } else { 3 }`";
    pub(crate) const OPTIONAL: &str = "keep a number that stands for nothing, or a `bool` beside the value: `if let (true, x) = found { .. }`";
    pub(crate) const RANGE: &str = "keep its ends, `let (from, to) = (2, n);`, go through it by `for k in from..to`, which a sum is as well, `sum += x[k]`, and ask `(from..to).contains(&k)`";
    pub(crate) const OUTSIDE: &str = "name what is imported, `use tools::{half, twice};`, by a name that the signature has not; or write it outside";
    pub(crate) const OWN_MACRO: &str = "write a closure, `let f = |v: f32| v * a;`, or a `#[device]` function; a macro may write whole kernels";
    pub(crate) const PART: &str = "a part of a view is answered in place, `let part = v.section([r], [8]).unwrap();`, has elements and an extent, and is lent, `&part`; so are `project` and `view_as`; of several, choose the origin: `v.project(if near { 0 } else { 1 }).unwrap()`";
    pub(crate) const PART_ATOMIC: &str =
        "make it on the host, and capture it as well: atomic views may overlap";
    pub(crate) const PART_RECAST: &str =
        "lend the view, and take it for elements of another type in the function";
    pub(crate) const PART_WAITS: &str =
        "lend the whole view, and pass where the part begins; or make the part in the function";
    pub(crate) const RANK: &str = "write as many numbers as the view has dimensions: `a[[row, col]]`";
    pub(crate) const RAW_POINTER: &str = "lend the variable to a function, `f(&mut x)`, or copy it";
    pub(crate) const RECAST: &str = "in kernels it is among `f32`, `u32` and `i32`, `v.reinterpret_as::<u32>().unwrap()`; others are made on the host, and captured";
    pub(crate) const REFERENCE: &str =
        "copy the value; a reference is an argument of a call, or has a name: `let r = &v[k];`";
    pub(crate) const RETURN_IN_MACRO: &str = "return before it, and give the macro the value";
    pub(crate) const STATIC: &str = "pass the value to the kernel, or make it a `const`";
    pub(crate) const SUBSCRIPT: &str = "only arrays, views, indices and extents have subscripts";
    pub(crate) const TEXT: &str = "pass numbers, and put texts together on the host";
    pub(crate) const TILED_INDEX: &str = "take one of these, as in `y[t.global]`";
    pub(crate) const TRY: &str =
        "write what happens without it: `if failed { return; }`, and tell the host by a number in a view";
    pub(crate) const UNTAKEN: &str = "write where it goes, `y[i] = ..`; if nowhere, `let _ = ..;`";
    pub(crate) const COMPARED: &str = "`y[i] = ..;` stores, `==` compares; if that is meant, `let _ = ..;`";
    pub(crate) const UNSAFE: &str = "leave the word out: elements are reached by subscripts, `y[i]`";
    pub(crate) const VIEW: &str = "read an element, `v[i]`, or lend it to a function, `f(&v)`";
    pub(crate) const VIEW_AS: &str =
        "in kernels these are of views of one dimension; make it on the host, and capture what it returns";
    pub(crate) const YIELD: &str = "write each result to a view";
}

/// What is called.
pub(crate) mod called {
    pub(crate) const ARRAY_METHOD: &str = "an array has subscripts, `len()`, `is_empty()`, `swap(i, j)`, `fill(v)` and loops, `for v in &w { sum += v; }`";
    pub(crate) const ARGUMENTS: &str = "give it as many as it takes";
    pub(crate) const BY_NAME: &str = "give it a name first: `let f = |x: f32| x * a;`, and then `f(3.0)`";
    pub(crate) const DEFAULT: &str = "write the value: `0`, `0.0`, `false`";
    pub(crate) const INTO: &str =
        "name the type that it becomes: `f32::from(x)`, `Vec3::from(x)`, or `x as f32`";
    pub(crate) const ITSELF: &str =
        "write a loop; what is still to be done can be kept in an array, as a stack of a known size";
    pub(crate) const NUMBER_METHOD: &str = "docs/language.md lists the methods of numbers";
    pub(crate) const OF_TYPE: &str = "write the closure that calls it: `|a| Own::twice(a)`";
    pub(crate) const OPTIONAL: &str = "a kernel has no `Option`: `wrapping_add`, `saturating_add` and `overflowing_add` give numbers, and so do the others of these names";
    pub(crate) const TAKE: &str = "say what comes in its place: `std::mem::replace(&mut a, S { x: 0.0 })`";
    pub(crate) const WRITTEN_OUT: &str = "make `#[device]` functions of the inner ones, which are compiled once: `#[device] fn f(x: f32) -> f32 { .. }`";
    pub(crate) const VALUE: &str = "only device functions and closures are called";
    pub(crate) const VIEW_METHOD: &str = "a view has elements, `v[i]`, and `extent()`, whose numbers are `v.extent()[0]`; it can be lent to a function, `f(&v)`";
}

/// Data.
pub(crate) mod data {
    pub(crate) const ATOMIC: &str = "`u32` and `i32` have all atomic operations, `f32` those that are not on bits: keep bits in a view of `u32`, and a small count in one";
    pub(crate) const CHOICES: &str = "keep which variant it is in an enum without fields, and what the variants have in a struct beside it: `struct Shape { kind: Kind, size: f32 }`";
    pub(crate) const ELEMENT: &str = "host and device keep them differently: use `u32` for `bool` and `usize`, `i32` for `isize`, and for a tuple a struct with `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`";
    pub(crate) const FIELDS: &str = "give it a field; a launch without data needs none";
    pub(crate) const GENERIC: &str =
        "write a struct for each type that it is made of: `struct PairOfF32 { a: f32, b: f32 }`";
    pub(crate) const OPEN_TYPES: &str = "give a value on the way its type: `let part: f32 = ..;`";
    pub(crate) const PACKED: &str =
        "write `#[repr(C)]` alone, the fields that are aligned to more bytes first";
    pub(crate) const UNION: &str = "write a struct with one of the fields as `u32`, and read it by `f32::from_bits` where it is the other";
    pub(crate) const VARIANTS: &str = "give it a variant, whose number is 0";
}

/// Signatures.
pub(crate) mod signature {
    pub(crate) const BOUND: &str = "bound it: by `Scalar`, `Int` or `Float` for numbers, by `GpuType` for what lies in views, by `amp::Value` for any value, or by a trait of yours with `#[device]`";
    pub(crate) const CLOSURE: &str =
        "write `amp!(|i: Index<N>| { .. })`, or `amp!(tile = [16], |t: TiledIndex<1>| { .. })`";
    pub(crate) const DEVICE: &str = "write `fn name(a: f32, (b, c): (f32, f32), x: &ArrayView<f32>) -> f32`";
    pub(crate) const FOREIGN: &str = "wrap the type in a struct, `struct Own(f32);`, or write a function";
    pub(crate) const AS_GLAM: &str = "wrap glam's type in a struct, or write a function; call a type of your own otherwise than glam's, `struct Vector { .. }`";
    pub(crate) const IN_TRAIT: &str =
        "write the body in the `impl` of each type, or a function, `fn name<T: Trait>(it: T, ..)`";
    pub(crate) const KERNEL_PATTERN: &str =
        "give the parameter a name, and take it apart in the body: `let (a, b) = pair;`";
    pub(crate) const METHOD: &str =
        "write `#[device]` above the `impl` block, or the trait: it is for all functions in it";
    pub(crate) const MUTABLE: &str = "leave out `mut`: the elements of a view are written all the same, and of a value the kernel changes a copy, `let mut n = n;`";
    pub(crate) const MAIN: &str = "give the kernel another name, and launch it from `main`: `parallel_for_each(extent, kernel(&x, &mut y))`";
    pub(crate) const NAME: &str = "give each parameter a name of its own";
    pub(crate) const ONCE: &str =
        "write one of them, once: `#[kernel]` above what is launched, `#[device]` above what kernels call";
    pub(crate) const PLACE: &str = "write a method that gives the value, `fn at(&self, k: usize) -> f32`, and one that changes it, `fn set(&mut self, k: usize, to: f32)`";
    pub(crate) const RECEIVER: &str = "take `self`, `&self` or `&mut self`";
    pub(crate) const REFERENCE: &str = "a kernel's values are `Copy`: implement it for the value, `impl Add for Pair`, and write `a + b`, or `*a + *b` of references";
    pub(crate) const STRUCT: &str =
        "write it above `#[derive(Clone, Copy, PartialEq, GpuType)]`; methods have it on their `impl` block";
    pub(crate) const TOLD: &str =
        "take a parameter whose type names it, or write a function beside the block";
}
