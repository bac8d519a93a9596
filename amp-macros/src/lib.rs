//! The procedural macros of amp. They contain no logic: each passes its tokens to `amp-lower` and returns the
//! expansion. If `amp-lower` rejects the input, the macro returns the errors and a stub with the same
//! signature. With the stub, uses of the item cause no follow-up errors.
#![forbid(unsafe_code)]

use amp_lower::Rejection;
use proc_macro::TokenStream;

/// Makes a function a kernel.
///
/// The first parameter is the work-item's index: `Index<N>`, or `TiledIndex<N>` together with `tile = [..]`. The
/// other parameters are captures: values, `&ArrayView` and `&Array` for reading, `&mut ArrayViewMut` and `&mut Array`
/// for writing. Call the function to bind the captures, and pass the result to `parallel_for_each`.
///
/// ```ignore
/// #[kernel]
/// fn saxpy(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
///     y[i] = a * x[i] + y[i];
/// }
/// parallel_for_each(y.extent(), saxpy(2.0, &x, &mut y))?;
/// ```
///
/// `#[kernel(trap)]` lets a GPU report indices out of range, failed assertions and overflow in release builds too.
///
/// `#[kernel(strict_float)]` prevents drivers from rearranging floating-point operations, such as `(a + b) - a` to `b`.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let (attribute, options) = (attribute.clone().into(), attribute.into());
    let compile = |item| amp_lower::kernel(attribute, item);
    let as_written = |item, errors| amp_lower::editor::kernel(options, item, errors);
    compiled(item.into(), compile, amp_lower::kernel_stub, as_written)
        .unwrap_or_else(|refused| refused)
        .into()
}

/// Writes a kernel as a closure at the place of its launch. The closure captures each variable that it uses and does
/// not declare.
///
/// Written views are captured by `&mut`, read views by `&`, everything else by value. Names in capitals are
/// constants.
///
/// ```ignore
/// parallel_for_each(c.extent(), amp!(|i: Index<2>| {
///     let mut sum = 0.0;
///     for k in 0..w { sum += a[[i[0], k]] * b[[k, i[1]]]; }
///     c[i] = sum;
/// }))?;
/// ```
///
/// A tiled closure begins with its tile: `amp!(tile = [16, 16], |t: TiledIndex<2>| ..)`.
/// `amp!(trap, |i: Index<1>| ..)` lets a GPU report indices out of range and the like in release builds too.
/// `amp!(strict_float, |i: Index<1>| ..)` prevents drivers from rearranging floating-point operations.
#[proc_macro]
pub fn amp(tokens: TokenStream) -> TokenStream {
    // `amp!` is an expression, so the errors and the stub go into a block.
    let block = |refused| {
        let block = proc_macro2::Group::new(proc_macro2::Delimiter::Brace, refused);
        proc_macro2::TokenTree::Group(block).into()
    };
    let (compile, stub) = (amp_lower::closure_kernel, amp_lower::closure_stub);
    compiled(tokens.into(), compile, stub, amp_lower::editor::closure).unwrap_or_else(block).into()
}

/// Makes an op: a closure that is passed to a kernel.
///
/// ```ignore
/// let limit = 3.0;
/// parallel_for_each(y.extent(), map(op!(|v| if v > limit { limit } else { v }), &x, &mut y))?;
/// ```
///
/// The closure captures outer variables like the closure in `amp!`. It may read views and call device functions. A
/// `#[kernel]` or `#[device]` function takes the op as `f: impl Fn(f32) -> f32`. An ordinary host function takes
/// it as `f: impl amp::Op<fn(f32) -> f32>` and passes it to a kernel.
#[proc_macro]
pub fn op(tokens: TokenStream) -> TokenStream {
    let compiled = compiled(tokens.into(), amp_lower::op, amp_lower::op_stub, amp_lower::editor::op);
    compiled.unwrap_or_else(|refused| refused).into()
}

/// Makes a function callable from kernels. On the host it stays an ordinary function.
///
/// ```ignore
/// #[device]
/// fn red_box(i: u32, p2: u32) -> (u32, u32) {
///     let j = i % p2 + 2 * p2 * (i / p2);
///     (j, j + p2)
/// }
/// ```
///
/// `#[device(strict_float)]` prevents drivers from rearranging the function's floating-point operations.
#[proc_macro_attribute]
pub fn device(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let compile = |item| amp_lower::device(attribute.into(), item);
    let compiled = compiled(item.into(), compile, amp_lower::device_stub, amp_lower::editor::device);
    compiled.unwrap_or_else(|refused| refused).into()
}

/// Makes a `#[repr(C)]` struct or a C-like enum usable in kernels, arrays and views.
///
/// The fields must be `GpuType`s, and there must be no padding between them.
#[proc_macro_derive(GpuType, attributes(amp_compared))]
pub fn gpu_type(item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    let site = proc_macro::Span::call_site();
    let (line, column) = (site.line(), site.column());
    let position = site.local_file().map(|file| amp_lower::SourcePosition { file, line, column });
    let compiled =
        amp_lower::check_token_nesting(&item).and_then(|()| amp_lower::gpu_type(item.clone(), position));
    compiled.unwrap_or_else(|refused| amp_lower::gpu_type_stub(item, refused.into_tokens())).into()
}

/// Makes a struct of views usable in kernels.
///
/// ```ignore
/// #[derive(Clone, Copy, GpuViews)]
/// struct Csr<'a> {
///     rows: &'a ArrayView<'a, u32>,
///     columns: &'a ArrayView<'a, u32>,
///     values: &'a ArrayView<'a, f32>,
/// }
/// ```
///
/// Kernel functions take it by reference, device functions and methods take it with its lifetime: `a: &Csr<'_>`.
#[proc_macro_derive(GpuViews)]
pub fn gpu_views(item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    let compiled = amp_lower::check_token_nesting(&item).and_then(|()| amp_lower::gpu_views(item));
    compiled.unwrap_or_else(Rejection::into_tokens).into()
}

/// Compiles a macro call that takes structs of views. Only expansions call it.
#[doc(hidden)]
#[proc_macro]
pub fn with_views(tokens: TokenStream) -> TokenStream {
    amp_lower::with_views(tokens.into()).into()
}

/// Expands to the default methods of a device trait that an `impl` does not override. Only the expansion of
/// `#[device]` calls it.
#[doc(hidden)]
#[proc_macro]
pub fn device_defaults(tokens: TokenStream) -> TokenStream {
    amp_lower::device_defaults(tokens.into()).into()
}

/// Makes methods of a type of the standard library callable from kernels. Only amp itself calls it.
#[doc(hidden)]
#[proc_macro]
pub fn device_methods(tokens: TokenStream) -> TokenStream {
    amp_lower::device_methods(tokens.into()).unwrap_or_else(Rejection::into_tokens).into()
}

/// Makes an operator of a type of the standard library callable from kernels. Only amp itself calls it.
#[doc(hidden)]
#[proc_macro]
pub fn device_operators(tokens: TokenStream) -> TokenStream {
    amp_lower::device_operators(tokens.into()).unwrap_or_else(Rejection::into_tokens).into()
}

/// Runs the compiler on the tokens. If the compiler rejects them, the error value consists of the diagnostics
/// and the stub. In an editor, the result is the user's code as written, followed by the diagnostics.
fn compiled(
    tokens: proc_macro2::TokenStream,
    compile: impl FnOnce(proc_macro2::TokenStream) -> Result<proc_macro2::TokenStream, Rejection>,
    stub: impl FnOnce(proc_macro2::TokenStream) -> proc_macro2::TokenStream,
    as_written: impl FnOnce(proc_macro2::TokenStream, proc_macro2::TokenStream) -> proc_macro2::TokenStream,
) -> Result<proc_macro2::TokenStream, proc_macro2::TokenStream> {
    amp_lower::check_token_nesting(&tokens).map_err(Rejection::into_tokens)?;
    let compiled = compile(tokens.clone());
    if amp_lower::editor::is_running() {
        let errors = compiled.err().map(Rejection::into_tokens);
        return Ok(as_written(tokens, errors.unwrap_or_default()));
    }
    compiled.map_err(|rejection| {
        let mut refused = rejection.into_tokens();
        refused.extend(stub(tokens));
        refused
    })
}
