//! `r = a + exp(b)` over two vectors: the shortest program that is worth an accelerator, if the data is there already.

use amp::fast_math;
use amp::prelude::*;

use crate::frame::{DOWNLOAD, KERNEL, Problem, Program, Session, Size, UPLOAD, Variant, Work, close, data};

/// From slices to a slice: what a user writes to have it done on whatever accelerator is the best.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn add_exp(va: &[f32], vb: &[f32], vr: &mut [f32]) -> amp::Result<()> {
    let (a, b) = (ArrayView::new(va), ArrayView::new(vb));
    let mut r = ArrayViewMut::new(vr);
    r.discard_data(); // it is only written, so it need not be brought there
    parallel_for_each(r.extent(), amp!(|i: Index<1>| r[i] = a[i] + b[i].exp()))?;
    r.synchronize() // and brought back
}

/// The launch alone, on a chosen accelerator.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn closure(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32>,
    b: &ArrayView<'_, f32>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(r.extent(), amp!(|i: Index<1>| r[i] = a[i] + b[i].exp()))
}

/// The same by `fast_math`, which may be less exact, and on a GPU is its own instruction.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn fast(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32>,
    b: &ArrayView<'_, f32>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(r.extent(), amp!(|i: Index<1>| r[i] = a[i] + fast_math::exp(b[i])))
}

/// What both have to agree with.
pub fn serial(a: &[f32], b: &[f32], r: &mut [f32]) {
    for ((r, a), b) in r.iter_mut().zip(a).zip(b) {
        *r = a + b.exp();
    }
}

/// How each is launched.
type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, f32>,
    &ArrayView<'_, f32>,
    &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "add_exp",
    shows: "r = a + exp(b): data that is discarded, launched, synchronised; the ways take longer than the work",
    size: Size { names: &["N"], usual: &[1 << 22], quick: &[10_007] },
    variants: &[
        Variant { name: "serial", shows: "a loop on one core" },
        Variant { name: "closure", shows: "a line with amp!" },
        Variant { name: "fast", shows: "the same with fast_math::exp" },
    ],
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), Problem> {
    let [n] = session.size();
    let (va, vb) = (data::numbers(&[n], 1)?, data::numbers(&[n], 2)?);
    let mut expected = data::zeros(&[n])?;
    session.work(Work::Bytes(12.0 * n as f64));
    session.serial(&mut expected, |_| {}, |r| serial(&va, &vb, r));
    let launches: [(&str, Launch); 2] = [("closure", closure), ("fast", fast)];
    for (variant, launch) in launches {
        session.variant(variant, |on, clock| {
            let mut result = vec![0.0; n];
            clock.runs(|watch| {
                result.fill(f32::NAN);
                let mut r = ArrayViewMut::new(&mut result);
                watch.start_spoiled(&r)?;
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
