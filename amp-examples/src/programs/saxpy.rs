//! `y = a * x + y` over two vectors: the first example, with the kernel as a function and as a closure.

use amp::prelude::*;

use crate::harness::{
    DOWNLOAD, KERNEL, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Work, close, data,
};

/// A kernel as a function. It runs once for every index. A call `saxpy(a, x, y)` binds the parameters after
/// the index, and a launch runs the result.
#[kernel]
pub fn saxpy(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = a * x[i] + y[i];
}

/// Launches the kernel function.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn named(
    on: &AcceleratorView,
    a: f32,
    x: &ArrayView<'_, f32>,
    y: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(y.extent(), saxpy(a, x, y))
}

/// Launches the same kernel as a closure, which captures its variables.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn closure(
    on: &AcceleratorView,
    a: f32,
    x: &ArrayView<'_, f32>,
    y: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = a * x[i] + y[i]))
}

/// The serial reference.
pub fn serial(a: f32, x: &[f32], y: &mut [f32]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

/// Launches a variant.
type Launch = fn(&AcceleratorView, f32, &ArrayView<'_, f32>, &mut ArrayViewMut<'_, f32>) -> amp::Result<()>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "saxpy",
    summary: "y = a * x + y over two vectors: a kernel as a function, and as a closure",
    size: Size { names: &["N"], default: &[1 << 22], quick: &[10_007] },
    variants: &[
        Variant { name: "serial", summary: "a loop on one core" },
        Variant { name: "named", summary: "a function with #[kernel]" },
        Variant { name: "closure", summary: "the same as a closure with amp!" },
    ],
    overview: Some(Overview { size: &[1 << 22], variants: &["named"] }),
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    let a = 2.5;
    let (xs, ys) = (data::floats(&[n], 1)?, data::floats(&[n], 2)?);
    let mut expected = ys.clone();
    session.set_work(Work::Bytes(12.0 * n as f64));
    session.serial(&mut expected, |y| y.copy_from_slice(&ys), |y| serial(a, &xs, y));

    let launches: [(&str, Launch); 2] = [("named", named), ("closure", closure)];
    for (variant, launch) in launches {
        session.variant(variant, |on, timer| {
            let mut result = ys.clone();
            timer.measure(|watch| {
                result.copy_from_slice(&ys);
                watch.start()?;
                let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut result));
                x.synchronize_to(on)?; // without this, the launch would upload, and count as kernel time
                y.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                launch(on, a, &x, &mut y)?;
                watch.lap(KERNEL)?;
                y.finish()?; // downloads to `result`
                watch.lap(DOWNLOAD)
            })?;
            Ok(close(&result, &expected))
        });
    }
    Ok(())
}
