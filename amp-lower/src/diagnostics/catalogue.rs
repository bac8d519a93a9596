//! The one place where a diagnostic is declared.
//!
//! Numbers are given in the order of birth and mean nothing else. A number is never used again.

macro_rules! catalogue {
    ($($(#[doc = $doc:literal])+ $code:ident = $title:literal, help $help:literal, case $case:literal;)+) => {
        /// The number of a diagnostic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])+ $code,)+ }

        impl Code {
            /// All diagnostics.
            pub const ALL: &'static [Code] = &[$(Code::$code,)+];

            /// What is wrong, in a few words.
            pub const fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)+ }
            }

            /// What to write instead.
            pub const fn help(self) -> &'static str {
                match self { $(Code::$code => $help,)+ }
            }

            /// Why it is so: a paragraph for the documentation.
            pub const fn explanation(self) -> &'static str {
                match self { $(Code::$code => concat!($($doc, "\n"),+),)+ }
            }

            /// The compile-fail case in `tests/ui` that shows it, without its ending.
            pub const fn case(self) -> &'static str {
                match self { $(Code::$code => $case,)+ }
            }
        }
    };
}

catalogue! {
    /// What stands between the macro's parentheses, or under the attribute, is not the Rust that the macro expects there.
    /// The rest of the message is the parser's.
    AMP000 = "this does not parse",
        help "`#[kernel]` and `#[device]` stand on functions; `amp!` takes a closure: `amp!(|i: Index<2>| { .. })`",
        case "amp000_syntax";
    /// A kernel is compiled for devices that have no heap, no operating system and no unwinding. Constructs that need
    /// one of these, and constructs that amp does not lower yet, are refused where they stand.
    AMP001 = "not part of the kernel language",
        help "docs/language.md lists what a kernel may contain",
        case "amp001_outside_the_language";
    /// Only plain data of a known size can live on a device.
    AMP002 = "this type cannot be used in a kernel",
        help "use `f32`, `i32`, `u32`, `bool`, `usize`, arrays and tuples of these, or a struct with `#[derive(GpuType)]`",
        case "amp002_type";
    /// A kernel function sees its parameters, its own variables, constants, and device functions. (In `amp!` an unknown
    /// name is a capture.)
    AMP003 = "unknown name in a kernel",
        help "pass it as a parameter, or declare it with `let` or `const` (constants are written in capitals)",
        case "amp003_unknown_name";
    /// The first parameter says what kind of domain the kernel runs over.
    AMP004 = "the first parameter must be the index",
        help "write `i: Index<N>`, or `t: TiledIndex<N>` for a tiled kernel",
        case "amp004_index_parameter";
    /// A kernel runs once for each work-item, and there is nobody to return a value to.
    AMP005 = "a kernel returns nothing",
        help "write the result to an `ArrayViewMut`",
        case "amp005_return_type";
    /// `TiledIndex` and `tile = [..]` belong together: the tile is part of the kernel.
    AMP006 = "the tile does not fit the index",
        help "a kernel over `TiledIndex<N>` needs `tile = [..]` with N numbers; one over `Index<N>` has no tile",
        case "amp006_tile";
    /// Options are checked, so that a misspelt one is not silently nothing.
    AMP007 = "unknown option",
        help "the options of a kernel are `tile = [..]` and `strict_float`, and that of a device function is `strict_float`",
        case "amp007_option";
    /// Device code cannot be `async`, `unsafe` or `extern`, and a kernel not `const`. The parameters of a kernel are plain names: they are what a launch
    /// captures. Those of a device function may be taken apart, but not closures and views, which have no parts.
    AMP008 = "this cannot stand in the signature of device code",
        help "write `fn name(i: Index<N>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>)`",
        case "amp008_signature";
    /// A view that is taken by `&` may be shared with other kernels at the same time.
    AMP009 = "write to something that is only read",
        help "take a view to be written as `&mut ArrayViewMut`; declare a variable with `let mut`; captured values stay as they are",
        case "amp009_read_only";
    /// Numbers that a 32-bit device cannot hold.
    AMP010 = "number out of range",
        help "on a device `usize` and `isize` have 32 bits; use a type that holds the number",
        case "amp010_number";
    /// A device has functions that are marked for it, and the methods of numbers and vectors that docs/language.md lists.
    AMP011 = "a kernel cannot call this",
        help "mark the function with `#[device]`; docs/language.md lists the methods of numbers",
        case "amp011_call";
    /// An iterator is host code; a loop over a range, or over an array or its items, is what a device can do.
    AMP012 = "`for` runs over ranges and arrays only",
        help "write `for k in 0..x.extent()[0]`, `a..=b`, `(a..b).rev()`, `(a..b).step_by(n)`, `for v in array` or `for v in &array`; a view is gone through by its subscripts",
        case "amp012_for";
    /// Only the work-items of a tile can wait for one another.
    AMP013 = "a barrier outside a tiled kernel",
        help "use `t: TiledIndex<N>` and `#[kernel(tile = [..])]`, and wait with `t.barrier.wait()`",
        case "amp013_untiled_barrier";
    /// Every work-item of a tile has to arrive at the same barrier, or the others wait for ever. So a barrier may stand
    /// only where all work-items of the tile take the same way: under conditions and loop bounds that are uniform in the
    /// tile. What comes from `t.local`, `t.global` or from memory that the kernel writes is not. No GPU reports this; on
    /// some the kernel hangs, on others it computes nonsense.
    AMP014 = "not every work-item of the tile reaches this barrier",
        help "move the barrier out of the branch or loop, and put only the work under the condition; what a whole tile shares is in `t.tile` and `t.tile_origin`, in captured values, and in variables that are made of these alone",
        case "amp014_divergent_barrier";
    /// Tile memory is shared by the work-items of a tile, so an untiled kernel has none. It starts without contents: an
    /// initialiser would run once for every work-item.
    AMP015 = "`#[tile_static]` cannot stand here",
        help "write `#[tile_static] let mut name: [[f32; 16]; 16];` in a tiled kernel, and fill it before a barrier",
        case "amp015_tile_static";
    /// A pattern of `let` or of a parameter takes a value apart without asking what it is; those of `match`, `if let` and `let .. else`
    /// ask for numbers, ranges and constants. There are no slices, whose length differs, and no `Option`.
    AMP016 = "this pattern cannot be used in a kernel",
        help "bind a name, a tuple `(a, b)`, an array `[a, b]` or a struct `Pair { a, b }`",
        case "amp016_pattern";
    /// A macro is host code, expanded before amp can look at it or after it has looked.
    AMP017 = "a kernel cannot call this macro",
        help "write out what it does; kernels can neither print nor allocate",
        case "amp017_macro";
    /// Everything has a type that the compiler can find or at least name, so that rustc can fill it in. Of a constant only
    /// rustc sees the type, and a constant's type has no other name; so where the surroundings do not tell it either, it has
    /// to be written.
    AMP018 = "the type of this is needed",
        help "give it a name and its type: `let value: Type = ..;`",
        case "amp018_type_needed";
    /// What amp allows at most, on any device, known while compiling. A device with less refuses the launch; `Accelerator::limits` says what it
    /// has.
    AMP019 = "too large for a device",
        help "a tile has at most 1024 work-items and 32 KiB of tile memory; a rank is 1 to 8, that of a tiled kernel 1 to 3",
        case "amp019_limits";
    /// Deep nesting overflows the stacks of compilers, and drivers follow no more than some 80 branches and loops inside of one another: beyond
    /// that llvmpipe computes something else, without a word. So expressions and blocks nest 120 levels deep at most, and branches and
    /// loops 72; what stands behind a branch that returns or continues is a level deeper, as drivers put it into an `else`. Chains of operators,
    /// parentheses, `else if`s, and the arms of a `match` are not counted. The functions that a kernel calls are: drivers write them out where
    /// they are called. A launch on a GPU whose functions nest too deep together is refused with `Error::LimitExceeded`; a CPU accelerator runs
    /// it.
    AMP020 = "nested too deeply",
        help "bind parts of it with `let`",
        case "amp020_depth";
    /// `#[derive(GpuType)]` describes plain data to the device: a struct in C's layout, or an enum without fields.
    AMP021 = "this cannot be a `GpuType`",
        help "derive it for a `#[repr(C)]` struct, each of whose fields is a `GpuType`, or for an enum without fields",
        case "amp021_gpu_type";
    /// Rust refuses a division by the number zero, and an item that no array of that length has, because they always panic; so do
    /// shader compilers.
    AMP022 = "this always fails",
        help "divide by what is not zero, and stay within the array",
        case "amp022_always_fails";
    /// An atomic operation works on one number that other work-items see: an element of a view of `u32`, `i32` or `f32`, or
    /// a number in tile memory. A view or a variable that is the target of one is atomic for all of the kernel; then its
    /// numbers are read and written one at a time, and an `AtomicView` by atomic operations only.
    AMP023 = "this is no place for an atomic operation",
        help "write `atomic_fetch_add(&mut counts[i], 1)` on an element of a view, or on a number in tile memory",
        case "amp023_atomic";
    /// Devices compute with 32 bits. A view that is only read may have smaller elements, of which four or two lie in a word: the
    /// kernel takes one out of it and has a 32-bit number. So such an element is converted where it is read, and nothing else
    /// can be of its type.
    AMP024 = "a kernel does not compute with this type",
        help "convert the element of a view where it is read, `v[i] as u32` or `v[i] as i32`, and compute with that; everything else is `u32` or `i32` from the beginning",
        case "amp024_small_number";
    /// Several of these elements lie in one 32-bit word, and a device writes whole words: two work-items that write
    /// neighbouring elements would undo each other's writes. So views of them are read only.
    AMP025 = "a kernel cannot write elements of this type",
        help "write `u32` or `i32`, which the host can narrow; or pack the elements of a word: let each work-item compute and write a whole `u32`",
        case "amp025_small_elements";
    /// The variables of a work-item are its own: a GPU keeps them in registers, of which there are few, or somewhere slow; and on the
    /// CPU a row of work-items keeps them all at once. WebGPU promises room for 8 KiB in each function, and a thread's
    /// stack has no room for much more. (Software drivers may take minutes to compile a tenth of that.)
    AMP026 = "a work-item keeps too much in its variables",
        help "the variables of a kernel or a function take at most 8 KiB; tables belong in a view, what is shared in tile memory",
        case "amp026_private_memory";
    /// Elements of views and items of arrays are counted by `usize`, as in all of Rust, whatever numbers a kernel computes with. A view
    /// of several dimensions is indexed by an array, which has a number for each, or by an `Index`.
    AMP027 = "an index is a `usize`, or an array of these",
        help "convert it, `x[k as usize]`; of several dimensions write `x[[row, col]]`",
        case "amp027_index";
    /// What amp generated was refused by the shader validator. This is a bug of amp, not of the kernel.
    AMP099 = "amp generated a shader that does not validate",
        help "please report it, with the kernel; computing parts of the expression in `let`s may help meanwhile",
        case "";
}
