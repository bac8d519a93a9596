//! Kernels for the other tests of this folder, with hand-written expansions that check the bounds of each
//! element.

use amp::__private::*;
use amp::Kernel;
use amp::prelude::*;

const fn named(name: &'static str) -> CaptureName {
    CaptureName { name, atomic: false }
}

const fn untiled(
    name: &'static str,
    rank: usize,
    captures: &'static [CaptureName],
    body: &'static [Piece],
) -> Program {
    let template = Template {
        name,
        file: file!(),
        line: line!(),
        traps: ReportedFailures::None,
        rank,
        tile: None,
        captures: &[],
        tile_static: &[],
        body,
        entries: &[],
    };
    Program {
        template,
        captures,
        accesses: &[],
        memory_bound: false,
        long_rows: false,
        joins_rows: false,
        collapsible: &[],
    }
}

/// The kernel `y[i] = x[i + shift]`. The last work-items exceed `x` if `shift` is not 0.
pub(crate) fn shifted(
    shift: usize,
    x: &ArrayView<u32>,
    y: &mut impl CaptureMut<1, Element = u32>,
) -> impl Kernel<Extent<1>> {
    bind_checked(
        const {
            &untiled(
                "shifted",
                1,
                const { &[named("shift"), named("x"), named("y")] },
                &[
                    Piece::Assign(
                        2,
                        &[Piece::Text("amp_global[0]")],
                        &[],
                        None,
                        &[
                            Piece::Load(1),
                            Piece::Text("amp_global[0] + "),
                            Piece::Value(0),
                            Piece::EndLoad(1),
                        ],
                    ),
                    Piece::Text(";\n"),
                ],
            )
        },
        || (),
        (shift.capture_value(), (CaptureView::capture_view(x), (exclusive(y.amp_capture_written()), ()))),
        |line: &RowRun<'_, 1>, &(ref shift, (ref x, (ref y, ())))| {
            let mut span = line.span();
            y.keep_covered(line, &mut span);
            for (part, inside) in line.split_at(span) {
                for row in part.all_rows() {
                    let first = row.base()[0] + shift;
                    if inside && x.has_rows() {
                        for (to, from) in y.cells(&row).iter().zip(x.run(&row, row.len(), [first])) {
                            to.set(*from);
                        }
                    } else {
                        for lane in 0..row.len() {
                            y.set(&row, lane, x.get(&row, lane, [first + lane]));
                        }
                    }
                }
            }
        },
        |checker: &Checker, row: &Row<1>, &(ref shift, (ref x, (ref y, ())))| {
            y.checked_set(checker, row, 0, x.checked_get(checker, [row.base()[0] + shift]));
        },
    )
    .with_entries(Vec::new)
}

/// The kernel `y[n - 1 - i] += x[i]`, where `n` is the extent of `y`. Any work-item may access any element.
pub(crate) fn add_reversed(x: &ArrayView<u64>, y: &mut ArrayViewMut<u64>) -> impl Kernel<Extent<1>> {
    bind_checked(
        const {
            &untiled(
                "add_reversed",
                1,
                const { &[named("x"), named("y")] },
                &[
                    Piece::Text("let at = "),
                    Piece::Extent(1),
                    Piece::Text("[0] - 1u - amp_global[0];\n"),
                    Piece::Assign(
                        1,
                        &[Piece::Text("at")],
                        &[],
                        Some("+"),
                        &[Piece::Load(0), Piece::Text("amp_global[0]"), Piece::EndLoad(0)],
                    ),
                    Piece::Text(";\n"),
                ],
            )
        },
        || (),
        (CaptureView::capture_view(x), (shared(y.amp_capture_written()), ())),
        |line: &RowRun<'_, 1>, &(ref x, (ref y, ()))| {
            for row in line.all_rows() {
                for lane in 0..row.len() {
                    let i = row.base()[0] + lane;
                    let at = [y.extent()[0] - 1 - i];
                    y.set(&row, lane, at, y.get(&row, lane, at) + x.get(&row, lane, [i]));
                }
            }
        },
        |checker: &Checker, row: &Row<1>, &(ref x, (ref y, ()))| {
            let i = row.base()[0];
            let at = [y.extent()[0] - 1 - i];
            let sum = checker.add(y.checked_get(checker, at), x.checked_get(checker, [i]));
            y.checked_set(checker, at, sum);
        },
    )
    .with_entries(Vec::new)
}

/// The kernel `y[i] += i[0] + 10 * i[1] + ..`.
pub(crate) fn numbered<const N: usize>(y: &mut ArrayViewMut<u32, N>) -> impl Kernel<Extent<N>> {
    assert!(N == 2 || N == 4);
    bind_checked(
        const { &untiled(
            "numbered",
            N,
            const { &[named("y")] },
            match N {
                2 => &[
                    Piece::Assign(
                        0,
                        &[Piece::Text("amp_global[0], amp_global[1]")],
                        &[],
                        Some("+"),
                        &[Piece::Text("amp_global[0] + 10u * amp_global[1]")],
                    ),
                    Piece::Text(";\n"),
                ],
                _ => &[
                    Piece::Assign(
                        0,
                        &[Piece::Text("amp_global[0], amp_global[1], amp_global[2], amp_global[3]")],
                        &[],
                        Some("+"),
                        &[Piece::Text(
                            "amp_global[0] + 10u * (amp_global[1] + 10u * (amp_global[2] + 10u * amp_global[3]))",
                        )],
                    ),
                    Piece::Text(";\n"),
                ],
            },
        ) }, || (),
        (exclusive(y.amp_capture_written()), ()),
        |line: &RowRun<'_, N>, (y, ()): &(ExclusiveAccess<u32, N>, ())| {
            for row in line.all_rows() {
                for lane in 0..row.len() {
                    let mut item = row.base();
                    item[N - 1] += lane;
                    let number = item.iter().rev().fold(0, |sum, &i| 10 * sum + i as u32);
                    y.set(&row, lane, y.get(&row, lane) + number);
                }
            }
        },
        |checker: &Checker, row: &Row<N>, (y, ()): &(ExclusiveAccess<u32, N>, ())| {
            let number = row.base().iter().rev().fold(0, |sum, &i| 10 * sum + i as u32);
            y.checked_set(checker, row, 0, checker.add(y.checked_get(checker, row, 0), number));
        },
    )
    .with_entries(Vec::new)
}

/// A kernel whose CPU code panics at index `at`. On a device, it does nothing.
pub(crate) fn panicking(at: u32) -> impl Kernel<Extent<1>> {
    bind(
        const { &untiled("panicking", 1, const { &[named("at")] }, &[]) },
        || (),
        (at.capture_value(), ()),
        |line: &RowRun<'_, 1>, (at, ()): &(u32, ())| {
            for row in line.all_rows() {
                for lane in 0..row.len() {
                    assert!(row.base()[0] + lane != *at as usize, "not there");
                }
            }
        },
    )
    .with_entries(Vec::new)
}
