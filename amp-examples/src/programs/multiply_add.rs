//! `c = a * b + c` over two vectors, in a grid-stride loop: the number of work-items suits the device and not the
//! size.

use amp::prelude::*;

use crate::harness::{
    DOWNLOAD, KERNEL, Program, RunError, Session, Size, UPLOAD, Variant, Work, close, data,
};

/// Work-items of a launch.
const GRID: usize = 1 << 16;

/// Each work-item computes every `stride`th element, starting at its own index.
#[kernel]
pub fn multiply_add(
    i: Index<1>,
    stride: usize,
    a: &ArrayView<f32>,
    b: &ArrayView<f32>,
    c: &mut ArrayViewMut<f32>,
) {
    for at in (i[0]..c.extent()[0]).step_by(stride) {
        c[at] = a[at].mul_add(b[at], c[at]);
    }
}

/// Launches the kernel.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn grid_stride(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32>,
    b: &ArrayView<'_, f32>,
    c: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    let grid = GRID.min(c.extent().size());
    on.parallel_for_each(grid, multiply_add(grid, a, b, c))
}

/// The serial reference.
pub fn serial(a: &[f32], b: &[f32], c: &mut [f32]) {
    for ((c, a), b) in c.iter_mut().zip(a).zip(b) {
        *c += a * b;
    }
}

/// The program.
pub const PROGRAM: Program = Program {
    name: "multiply_add",
    summary: "c = a * b + c in a grid-stride loop",
    size: Size { names: &["N"], default: &[1 << 22], quick: &[100_003] },
    variants: &[
        Variant { name: "serial", summary: "a loop on one core" },
        Variant { name: "grid_stride", summary: "65,536 work-items for any number of elements" },
    ],
    overview: None,
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    let [va, vb, vc] = [1, 2, 3].map(|seed| data::floats(&[n], seed));
    let (va, vb, vc) = (va?, vb?, vc?);
    let mut expected = vc.clone();
    session.set_work(Work::Bytes(16.0 * n as f64));
    session.serial(&mut expected, |c| c.copy_from_slice(&vc), |c| serial(&va, &vb, c));
    session.variant("grid_stride", |on, timer| {
        let mut result = vc.clone();
        timer.measure(|watch| {
            result.copy_from_slice(&vc);
            watch.start()?;
            let (a, b) = (ArrayView::new(&va), ArrayView::new(&vb));
            let mut c = ArrayViewMut::new(&mut result);
            a.synchronize_to(on)?;
            b.synchronize_to(on)?;
            c.synchronize_to(on)?;
            watch.lap(UPLOAD)?;
            grid_stride(on, &a, &b, &mut c)?;
            watch.lap(KERNEL)?;
            c.finish()?;
            watch.lap(DOWNLOAD)
        })?;
        Ok(close(&result, &expected))
    });
    Ok(())
}
