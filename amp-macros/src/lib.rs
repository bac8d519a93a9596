//! The door of amp's compiler: each macro hands its tokens to `amp-lower` and prints what comes back.
#![forbid(unsafe_code)]

use amp_lower::Rejection;
use proc_macro::TokenStream;

/// Makes a function a kernel.
///
/// The first parameter is the work-item's index: `Index<N>`, or `TiledIndex<N>` together with `tile = [..]`. The others
/// are what the kernel captures: values, `&ArrayView` and `&Array` to read, `&mut ArrayViewMut` and `&mut Array` to write.
/// Calling the function binds the captures; `parallel_for_each` runs the result.
///
/// ```ignore
/// #[kernel]
/// fn saxpy(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
///     y[i] = a * x[i] + y[i];
/// }
/// parallel_for_each(y.extent(), saxpy(2.0, &x, &mut y))?;
/// ```
///
/// `#[kernel(strict_float)]` keeps drivers from rearranging operations on floats, such as `(a + b) - a` to `b`.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let compile = |item| amp_lower::kernel(attribute.into(), item);
    compiled(item.into(), compile, amp_lower::kernel_stub).unwrap_or_else(|refused| refused).into()
}

/// A kernel written where it runs, as a closure: what it mentions and does not declare is captured.
///
/// Views that are written are captured by `&mut`, views that are read by `&`, everything else by value. Names in capitals
/// are constants.
///
/// ```ignore
/// parallel_for_each(c.extent(), amp!(|i: Index<2>| {
///     let mut sum = 0.0;
///     for k in 0..w { sum += a[[i[0], k]] * b[[k, i[1]]]; }
///     c[i] = sum;
/// }))?;
/// ```
///
/// A tiled closure says its tile first: `amp!(tile = [16, 16], |t: TiledIndex<2>| ..)`. `amp!(strict_float, |i: Index<1>| ..)` keeps
/// drivers from rearranging operations on floats.
#[proc_macro]
pub fn amp(tokens: TokenStream) -> TokenStream {
    // The errors stand in a block, with what stands in for the value.
    let block = |refused| {
        let block = proc_macro2::Group::new(proc_macro2::Delimiter::Brace, refused);
        proc_macro2::TokenTree::Group(block).into()
    };
    let compiled = compiled(tokens.into(), amp_lower::closure_kernel, amp_lower::closure_stub);
    compiled.unwrap_or_else(block).into()
}

/// Makes a function callable from kernels; on the host it stays what it is.
///
/// ```ignore
/// #[device]
/// fn red_box(i: u32, p2: u32) -> (u32, u32) {
///     let j = i % p2 + 2 * p2 * (i / p2);
///     (j, j + p2)
/// }
/// ```
///
/// `#[device(strict_float)]` keeps drivers from rearranging operations on floats in it.
#[proc_macro_attribute]
pub fn device(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let compile = |item| amp_lower::device(attribute.into(), item);
    compiled(item.into(), compile, amp_lower::device_stub).unwrap_or_else(|refused| refused).into()
}

/// Describes a `#[repr(C)]` struct to the device, so that arrays and views can hold it.
///
/// Its fields are `GpuType`s and leave no gaps.
#[proc_macro_derive(GpuType)]
pub fn gpu_type(item: TokenStream) -> TokenStream {
    let compiled = compiled(item.into(), amp_lower::gpu_type, amp_lower::gpu_type_stub);
    compiled.unwrap_or_else(|refused| refused).into()
}

/// What an `impl` of a trait has from the trait's bodies. Only expansions call it.
#[doc(hidden)]
#[proc_macro]
pub fn device_defaults(tokens: TokenStream) -> TokenStream {
    amp_lower::device_defaults(tokens.into()).into()
}

/// What tokens become; or the errors beside what stands in for what was refused.
fn compiled(
    tokens: proc_macro2::TokenStream,
    compile: impl FnOnce(proc_macro2::TokenStream) -> Result<proc_macro2::TokenStream, Rejection>,
    stub: impl FnOnce(proc_macro2::TokenStream) -> proc_macro2::TokenStream,
) -> Result<proc_macro2::TokenStream, proc_macro2::TokenStream> {
    amp_lower::endless(&tokens).map_err(Rejection::into_tokens)?;
    compile(tokens.clone()).map_err(|rejection| {
        let mut refused = rejection.into_tokens();
        refused.extend(stub(tokens));
        refused
    })
}
