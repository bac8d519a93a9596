//! `c = a * b + c` over two vectors by a loop that strides over the grid: as many work-items as suit the device, however
//! long the vectors are.

use amp::prelude::*;

use crate::frame::{DOWNLOAD, KERNEL, Problem, Program, Session, Size, UPLOAD, Variant, Work, close, data};

/// Work-items that share all elements.
const GRID: usize = 1 << 16;

/// Each work-item takes every `stride`th element, from its own index on.
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

/// Launches it.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn grid_stride(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32>,
    b: &ArrayView<'_, f32>,
    c: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    let grid = GRID.min(c.extent().size());
    on.parallel_for_each(grid, multiply_add(grid, a, b, c))
}

/// What it has to agree with.
pub fn serial(a: &[f32], b: &[f32], c: &mut [f32]) {
    for ((c, a), b) in c.iter_mut().zip(a).zip(b) {
        *c += a * b;
    }
}

/// The program.
pub const PROGRAM: Program = Program {
    name: "multiply_add",
    shows: "c = a * b + c by a loop that strides over the grid",
    size: Size { names: &["N"], usual: &[1 << 22], quick: &[100_003] },
    variants: &[
        Variant { name: "serial", shows: "a loop on one core" },
        Variant { name: "grid_stride", shows: "65,536 work-items, however many elements" },
    ],
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), Problem> {
    let [n] = session.size();
    let [va, vb, vc] = [1, 2, 3].map(|seed| data::numbers(&[n], seed));
    let (va, vb, vc) = (va?, vb?, vc?);
    let mut expected = vc.clone();
    session.work(Work::Bytes(16.0 * n as f64));
    session.serial(&mut expected, |c| c.copy_from_slice(&vc), |c| serial(&va, &vb, c));
    session.variant("grid_stride", |on, clock| {
        let mut result = vc.clone();
        clock.runs(|watch| {
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
