//! `r = a + exp(b)` over two vectors: memory-bound, and dominated by transfers unless the data is on the
//! accelerator.

use amp::fast_math;
use amp::prelude::*;

use crate::harness::{
    DOWNLOAD, KERNEL, Program, RunError, Session, Size, UPLOAD, Variant, Work, close, data,
};

/// Computes `vr = va + exp(vb)` over slices on the default accelerator: the whole code that a user writes.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn add_exp(va: &[f32], vb: &[f32], vr: &mut [f32]) -> amp::Result<()> {
    let (a, b) = (ArrayView::new(va), ArrayView::new(vb));
    let mut r = ArrayViewMut::new(vr);
    r.discard_data(); // only written, so no upload is needed
    parallel_for_each(r.extent(), amp!(|i: Index<1>| r[i] = a[i] + b[i].exp()))?;
    r.synchronize() // downloads the result
}

/// Launches the kernel as a closure.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn closure(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32>,
    b: &ArrayView<'_, f32>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(r.extent(), amp!(|i: Index<1>| r[i] = a[i] + b[i].exp()))
}

/// Like [`closure`], but with `fast_math::exp`, which may be less exact and uses the GPU's own instruction.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn fast(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32>,
    b: &ArrayView<'_, f32>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(r.extent(), amp!(|i: Index<1>| r[i] = a[i] + fast_math::exp(b[i])))
}

/// The serial reference.
pub fn serial(a: &[f32], b: &[f32], r: &mut [f32]) {
    for ((r, a), b) in r.iter_mut().zip(a).zip(b) {
        *r = a + b.exp();
    }
}

/// Launches a variant.
type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, f32>,
    &ArrayView<'_, f32>,
    &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "add_exp",
    summary: "r = a + exp(b): discarding, launching and synchronising data; transfers dominate",
    size: Size { names: &["N"], default: &[1 << 22], quick: &[10_007] },
    variants: &[
        Variant { name: "serial", summary: "a loop on one core" },
        Variant { name: "closure", summary: "a closure with amp!" },
        Variant { name: "fast", summary: "the same with fast_math::exp" },
    ],
    overview: None,
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    let (va, vb) = (data::floats(&[n], 1)?, data::floats(&[n], 2)?);
    let mut expected = data::zeros(&[n])?;
    session.set_work(Work::Bytes(12.0 * n as f64));
    session.serial(&mut expected, |_| {}, |r| serial(&va, &vb, r));
    let launches: [(&str, Launch); 2] = [("closure", closure), ("fast", fast)];
    for (variant, launch) in launches {
        session.variant(variant, |on, timer| {
            let mut result = vec![0.0; n];
            timer.measure(|watch| {
                result.fill(f32::NAN);
                let mut r = ArrayViewMut::new(&mut result);
                watch.start_with_garbage(&r)?;
                let (a, b) = (ArrayView::new(&va), ArrayView::new(&vb));
                r.discard_data();
                a.synchronize_to(on)?;
                b.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                launch(on, &a, &b, &mut r)?;
                watch.lap(KERNEL)?;
                r.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(close(&result, &expected))
        });
    }
    Ok(())
}
