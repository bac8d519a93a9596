//! `y = a * x + y` over two vectors: the first kernel, in both ways to write one.

use amp::prelude::*;

use crate::frame::{DOWNLOAD, KERNEL, Problem, Program, Session, Size, UPLOAD, Variant, Work, close, data};

/// A named kernel. It runs once for every index; calling it binds what comes after the index.
#[kernel]
pub fn saxpy(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = a * x[i] + y[i];
}

/// Launches the named kernel.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn named(
    on: &AcceleratorView,
    a: f32,
    x: &ArrayView<'_, f32>,
    y: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(y.extent(), saxpy(a, x, y))
}

/// Launches the same kernel as a closure, which finds its captures by itself.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn closure(
    on: &AcceleratorView,
    a: f32,
    x: &ArrayView<'_, f32>,
    y: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = a * x[i] + y[i]))
}

/// What both have to agree with.
pub fn serial(a: f32, x: &[f32], y: &mut [f32]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

/// How either is launched.
type Launch = fn(&AcceleratorView, f32, &ArrayView<'_, f32>, &mut ArrayViewMut<'_, f32>) -> amp::Result<()>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "saxpy",
    shows: "y = a * x + y over two vectors: a kernel as a function, and as a closure",
    size: Size { names: &["N"], usual: &[1 << 22], quick: &[10_007] },
    variants: &[
        Variant { name: "serial", shows: "a loop on one core" },
        Variant { name: "named", shows: "a function with #[kernel]" },
        Variant { name: "closure", shows: "the same, written where it is launched, with amp!" },
    ],
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), Problem> {
    let [n] = session.size();
    let a = 2.5;
    let (xs, ys) = (data::numbers(&[n], 1)?, data::numbers(&[n], 2)?);
    let mut expected = ys.clone();
    session.work(Work::Bytes(12.0 * n as f64));
    session.serial(&mut expected, |y| y.copy_from_slice(&ys), |y| serial(a, &xs, y));

    let launches: [(&str, Launch); 2] = [("named", named), ("closure", closure)];
    for (variant, launch) in launches {
        session.variant(variant, |on, clock| {
            let mut result = ys.clone();
            clock.runs(|watch| {
                result.copy_from_slice(&ys);
                watch.start()?;
                let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut result));
                x.synchronize_to(on)?; // a launch would do that too, but not on this clock
                y.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                launch(on, a, &x, &mut y)?;
                watch.lap(KERNEL)?;
                y.finish()?; // brings `result` up to date
                watch.lap(DOWNLOAD)
            })?;
            Ok(close(&result, &expected))
        });
    }
    Ok(())
}
