//! The catalogue of diagnostics: code, title, general help, explanation and test case of each.
//!
//! A code is declared here only. The enum and the error pages of the documentation are generated from this
//! table, and tests in `tests/architecture` compare it with the test cases. Codes are numbered in the order
//! in which they were added. The number of a removed code is not used again.

macro_rules! catalogue {
    ($($(#[doc = $doc:literal])+ $code:ident = $title:literal, help $help:literal, case $case:literal;)+) => {
        /// The code of a diagnostic, such as `AMP014`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])+ $code,)+ }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$code,)+];

            /// The message: the mistake, in a few words. A detail may follow the message.
            pub const fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)+ }
            }

            /// The general help: the code to write instead.
            pub const fn help(self) -> &'static str {
                match self { $(Code::$code => $help,)+ }
            }

            /// The reason behind the rule, as a paragraph for the documentation.
            pub const fn explanation(self) -> &'static str {
                match self { $(Code::$code => concat!($($doc, "\n"),+),)+ }
            }

            /// The name of the case in `tests/ui` that shows the diagnostic, without its file extension.
            /// Empty for internal errors.
            pub const fn case(self) -> &'static str {
                match self { $(Code::$code => $case,)+ }
            }
        }
    };
}

catalogue! {
    /// The tokens inside the macro's parentheses, or under the attribute, are not the Rust syntax that the
    /// macro expects. The detail is the parser's message.
    AMP000 = "syntax error",
        help "write `#[kernel]` and `#[device]` above functions; pass a closure to `amp!`: `amp!(|i: Index<2>| { .. })`",
        case "amp000_syntax";
    /// Kernels are compiled for devices that have no heap, no operating system and no unwinding. Constructs
    /// that need one of these, and constructs that amp does not lower yet, are rejected at their source
    /// location.
    AMP001 = "not supported in kernels",
        help "docs/language.md lists what a kernel may contain",
        case "amp001_outside_the_language";
    /// A device holds plain data of a known size only.
    AMP002 = "this type cannot be used in a kernel",
        help "use `f32`, `i32`, `u32`, `bool`, `usize`, arrays and tuples of these, or a struct with `#[derive(GpuType)]`",
        case "amp002_type";
    /// A kernel function can use its parameters, its own variables, constants and device functions. (In
    /// `amp!`, an unknown name is a capture.)
    AMP003 = "unknown name in a kernel",
        help "add a parameter, or declare the name with `let` or `const` (names of constants are upper case)",
        case "amp003_unknown_name";
    /// The type of the first parameter determines the domain of the kernel: tiled or not, and its rank.
    AMP004 = "the first parameter of a kernel must be its index",
        help "write `i: Index<N>`, or `t: TiledIndex<N>` for a tiled kernel",
        case "amp004_index_parameter";
    /// A kernel runs once for each work-item, and a launch has no place for the values that work-items
    /// return.
    AMP005 = "a kernel cannot return a value",
        help "write the result to an `ArrayViewMut`: `y[i] = ..;`",
        case "amp005_return_type";
    /// The tile size is part of a tiled kernel: `TiledIndex<N>` needs `tile = [..]`, and `Index<N>` excludes
    /// it.
    AMP006 = "the tile size does not match the index type",
        help "write `#[kernel(tile = [16, 16])]` for `TiledIndex<2>`, with one size for each dimension; a kernel over `Index<N>` has no tile",
        case "amp006_tile";
    /// Unknown options are errors, because a misspelt option must not be ignored.
    AMP007 = "unknown option",
        help "the options of a kernel are `tile = [..]`, `strict_float` and `trap`, and that of a device function is `strict_float`",
        case "amp007_option";
    /// Kernels and device functions cannot be `async`, `unsafe` or `extern`, and kernels cannot be `const`.
    /// The parameters of a kernel are plain names, because a launch captures them. A device function may
    /// destructure a parameter, but not a closure or a view.
    AMP008 = "not allowed in the signature of a kernel or device function",
        help "write `fn name(i: Index<N>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>)`",
        case "amp008_signature";
    /// Kernels that run at the same time may share a view that each takes by `&`, so such a view is
    /// read-only. Captured values are read-only too: all work-items share them.
    AMP009 = "write to read-only data",
        help "take a written view as `&mut ArrayViewMut`; declare a variable with `let mut`; copy a captured value, `let mut n = n;`",
        case "amp009_read_only";
    /// The literal does not fit its type. On devices, `usize` and `isize` have 32 bits.
    AMP010 = "literal out of range",
        help "use a type that holds the value; `usize` and `isize` have 32 bits on devices",
        case "amp010_literal";
    /// Kernels call functions with `#[device]`, and the methods of scalars and vectors that docs/language.md
    /// lists.
    AMP011 = "a kernel cannot call this",
        help "add `#[device]` to the function; docs/language.md lists the methods of scalars and vectors",
        case "amp011_call";
    /// A chain of iterators becomes a loop while the kernel compiles. So it has a source that amp knows, a range, an
    /// array or a view, and it is used where it is made. No iterator exists when the kernel runs.
    AMP012 = "this iterator cannot be used in a kernel",
        help "iterate over a range, an array or a view, where the iterator is made: `for v in x.iter().map(f) { .. }`, `(0..n).map(f).sum()`",
        case "amp012_iterator";
    /// A barrier synchronises the work-items of a tile, so an untiled kernel has none.
    AMP013 = "barrier outside a tiled kernel",
        help "use `t: TiledIndex<N>` and `#[kernel(tile = [..])]`, and write `t.barrier.wait();`",
        case "amp013_untiled_barrier";
    /// Every work-item of a tile must reach the same barrier; otherwise the others wait forever. So the
    /// conditions and loop bounds around a barrier must be uniform in the tile. Values that derive from
    /// `t.local`, from `t.global`, or from memory that the kernel writes are varying. GPUs do not report a
    /// divergent barrier: the kernel hangs on some and computes wrong results on others.
    AMP014 = "not every work-item of the tile reaches this barrier",
        help "move the barrier out of the branch or loop, and keep only the work under the condition; `t.tile`, `t.tile_origin`, captured values, and variables computed from these are uniform",
        case "amp014_divergent_barrier";
    /// The work-items of a tile share tile memory, so an untiled kernel has no tile memory. A
    /// variable in tile memory has no initialiser, because every work-item would run the initialiser.
    AMP015 = "invalid `#[tile_static]`",
        help "write `#[tile_static] let mut name: [[f32; 16]; 16];` in a tiled kernel, and fill it before a barrier",
        case "amp015_tile_static";
    /// The pattern of a `let` or of a parameter only destructures. The patterns of `match`, `if let` and
    /// `let .. else` also test for variants, literals, ranges and constants. Kernels have no slices.
    AMP016 = "this pattern cannot be used in a kernel",
        help "bind a name, a tuple `(a, b)`, an array `[a, b]` or a struct `Pair { a, b }`",
        case "amp016_pattern";
    /// Macros expand before or after amp sees the kernel, so amp cannot lower them. It supports some macros
    /// of the standard library itself.
    AMP017 = "a kernel cannot call this macro",
        help "write out what the macro does; kernels cannot allocate",
        case "amp017_macro";
    /// Limits that hold for every device and are known at compile time. A device with lower limits rejects
    /// the launch; `Accelerator::limits` returns them.
    AMP019 = "too large for a device",
        help "a tile has at most 1024 work-items and 32 KiB of tile memory; the rank is 1 to 8, and 1 to 3 in a tiled kernel",
        case "amp019_limits";
    /// Deep nesting overflows the stacks of compilers. Beyond about 80 nested branches and loops, llvmpipe
    /// computes wrong results without an error. So expressions and blocks nest at most 120 levels deep, and
    /// branches and loops 72. The code after a branch that returns or continues is one level deeper, because
    /// drivers move it into an `else`. Chains of operators, parentheses, `else if`s and the arms of a `match`
    /// do not count. Functions that a kernel calls count, because drivers inline them. If a kernel and its
    /// functions together exceed the limit, a launch on a GPU returns `Error::LimitExceeded`; a CPU
    /// accelerator runs the kernel.
    AMP020 = "nested too deeply",
        help "bind subexpressions with `let`",
        case "amp020_depth";
    /// `#[derive(GpuType)]` describes the memory layout of plain data: a struct in C's layout, or an enum
    /// without fields.
    AMP021 = "this cannot be a `GpuType`",
        help "derive it for a `#[repr(C)]` struct whose fields are `GpuType`; without `#[repr(C)]`, a struct is a value, but no element of a view",
        case "amp021_gpu_type";
    /// rustc rejects a constant division by zero and a constant index beyond the end of an array, because
    /// both always panic. Shader compilers reject them too.
    AMP022 = "this always fails",
        help "divide by a nonzero value, and keep the index below the length of the array",
        case "amp022_always_fails";
    /// An atomic operation works on one scalar that other work-items can access: an element of a view of
    /// `u32`, `i32` or `f32`, or a scalar in tile memory. A view or variable that is the target of an atomic
    /// operation is atomic in the whole kernel. The kernel then reads and writes its scalars one at a time,
    /// and those of an `AtomicView` by atomic operations only.
    AMP023 = "invalid target of an atomic operation",
        help "use an element of a view or a scalar in tile memory: `atomic_fetch_add(&mut counts[i], 1)`",
        case "amp023_atomic";
    /// The variables of a work-item are private to it. GPUs keep them in registers, of which there are few,
    /// or in slow memory; the CPU keeps the variables of a whole row of work-items at once. WebGPU guarantees
    /// 8 KiB in each function, and the stack of a thread holds little more. (Software drivers may take
    /// minutes to compile a tenth of that.)
    AMP026 = "private memory limit exceeded",
        help "the variables of a kernel or device function may take at most 8 KiB; put tables in a view, and shared data in tile memory",
        case "amp026_private_memory";
    /// Indices of views and arrays are `usize`, as everywhere in Rust, whatever types a kernel computes with.
    /// The index of a view of several dimensions is an array with one `usize` for each, or an `Index`.
    AMP027 = "an index must be a `usize`, or an array of `usize`",
        help "convert the index, `x[k as usize]`; for several dimensions write `x[[row, col]]`",
        case "amp027_index";
    /// The shader validator rejected the generated code. This is a bug of amp, not of your kernel.
    AMP099 = "internal error: amp generated an invalid shader",
        help "please report this bug with the kernel; binding subexpressions with `let` may avoid it meanwhile",
        case "";
}
