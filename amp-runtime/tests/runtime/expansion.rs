//! Hand-written expansions of kernels: the interface of `__private`, on every accelerator.

#![allow(clippy::needless_range_loop)] // CPU code consists of loops over lanes

use amp::__private::*;
use amp::prelude::*;
use amp::{Error, Kernel};

use crate::on_each::on_each;

/// The kernel `y[i] = a * x[i] + y[i]`.
fn saxpy(a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) -> impl Kernel<Extent<1>> {
    static PROGRAM: Program = Program {
        template: Template {
            name: "saxpy",
            file: file!(),
            line: line!(),
            traps: ReportedFailures::None,
            rank: 1,
            tile: None,
            captures: &[],
            tile_static: &[],
            body: &[
                Piece::Text("    "),
                Piece::Assign(
                    2,
                    &[Piece::Text("amp_global[0]")],
                    &[],
                    None,
                    &[
                        Piece::Value(0),
                        Piece::Text(" * "),
                        Piece::Load(1),
                        Piece::Text("amp_global[0]"),
                        Piece::EndLoad(1),
                        Piece::Text(" + "),
                        Piece::Load(2),
                        Piece::Text("amp_global[0]"),
                        Piece::EndLoad(2),
                    ],
                ),
                Piece::Text(";\n"),
            ],
            entries: &[],
        },
        captures: &[
            CaptureName { name: "a", atomic: false },
            CaptureName { name: "x", atomic: false },
            CaptureName { name: "y", atomic: false },
        ],
        accesses: &[],
        memory_bound: false,
        long_rows: false,
        joins_rows: false,
        collapsible: &[],
    };
    bind_checked(
        &PROGRAM,
        || (),
        (a.capture_value(), (CaptureView::capture_view(x), (exclusive(y.amp_capture_written()), ()))),
        |line: &RowRun<'_, 1>, &(ref a, (ref x, (ref y, ())))| {
            let a = *a;
            let mut span = line.span();
            y.keep_covered(line, &mut span);
            for (part, inside) in line.split_at(span) {
                if inside && x.has_rows() {
                    for row in part.rows(0) {
                        let y = y.row::<LANES>(&row);
                        let x = x.row::<LANES>(&row, row.base());
                        for lane in 0..LANES {
                            y[lane].set(a * x[lane] + y[lane].get());
                        }
                    }
                    for row in part.partial_rows(0) {
                        for (y, x) in y.cells(&row).iter().zip(x.run(&row, row.len(), row.base())) {
                            y.set(a * x + y.get());
                        }
                    }
                } else {
                    for row in part.all_rows() {
                        for lane in 0..row.len() {
                            let at = [row.base()[0] + lane];
                            y.set(&row, lane, a * x.get(&row, lane, at) + y.get(&row, lane));
                        }
                    }
                }
            }
        },
        |checker: &Checker, row: &Row<1>, &(ref a, (ref x, (ref y, ())))| {
            let sum = a * x.checked_get(checker, row.base()) + y.checked_get(checker, row, 0);
            y.checked_set(checker, row, 0, sum);
        },
    )
    .with_entries(Vec::new)
}

#[test]
fn hand_written_saxpy_runs() {
    on_each(|view| {
        for n in [1, 63, 64, 65, 1000, 70_000] {
            let xs: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let mut ys = vec![1.0f32; n];
            let x = ArrayView::new(&xs);
            let mut y = ArrayViewMut::new(&mut ys);
            view.parallel_for_each(y.extent(), saxpy(2.0, &x, &mut y)).unwrap();
            y.finish().unwrap();
            assert!(ys.iter().enumerate().all(|(i, &y)| y == 2.0 * i as f32 + 1.0), "n = {n}");
        }
    });
}

const TS: usize = 16;

/// The tiled matrix product. The CPU code runs a tile's rows one by one, with lane loops innermost.
fn matmul_tiled(
    w: usize,
    a: &ArrayView<f32, 2>,
    b: &ArrayView<f32, 2>,
    c: &mut ArrayViewMut<f32, 2>,
) -> impl Kernel<TiledExtent<2>> {
    static PROGRAM: Program = Program {
        template: Template {
            name: "matmul_tiled",
            file: file!(),
            line: line!(),
            traps: ReportedFailures::None,
            rank: 2,
            tile: Some(&[TS, TS]),
            captures: &[],
            tile_static: &[
                TileVariable {
                    name: "la",
                    ty: TypeRef::Known(<[[f32; TS]; TS]>::INFO),
                    atomic: false,
                    fully_initialised: true,
                },
                TileVariable {
                    name: "lb",
                    ty: TypeRef::Known(<[[f32; TS]; TS]>::INFO),
                    atomic: false,
                    fully_initialised: true,
                },
            ],
            body: &[
                Piece::Text("    var sum = "),
                Piece::Zero(TypeRef::Known(f32::INFO)),
                Piece::Text(";\n    for (var i = 0u; i < "),
                Piece::Value(0),
                Piece::Text("; i += "),
                Piece::Const(TypeRef::Known(usize::INFO), |out| TS.amp_write(out)),
                Piece::Text(") {\n        la[amp_local[0]][amp_local[1]] = "),
                Piece::Load(1),
                Piece::Text("amp_global[0], amp_local[1] + i"),
                Piece::EndLoad(1),
                Piece::Text(";\n        lb[amp_local[0]][amp_local[1]] = "),
                Piece::Load(2),
                Piece::Text("amp_local[0] + i, amp_global[1]"),
                Piece::EndLoad(2),
                Piece::Text(";\n        workgroupBarrier();\n        for (var k = 0u; k < 16u; k++) {\n"),
                Piece::Text("            sum += la[amp_local[0]][k] * lb[k][amp_local[1]];\n        }\n"),
                Piece::Text("        workgroupBarrier();\n    }\n    "),
                Piece::Assign(
                    3,
                    &[Piece::Text("amp_global[0], amp_global[1]")],
                    &[],
                    None,
                    &[Piece::Text("sum")],
                ),
                Piece::Text(";\n"),
            ],
            entries: &[],
        },
        captures: &[
            CaptureName { name: "w", atomic: false },
            CaptureName { name: "a", atomic: false },
            CaptureName { name: "b", atomic: false },
            CaptureName { name: "c", atomic: false },
        ],
        accesses: &[],
        memory_bound: false,
        long_rows: false,
        joins_rows: false,
        collapsible: &[],
    };
    bind_tiled_checked(
        &PROGRAM,
        || (),
        (
            w.capture_value(),
            (
                CaptureView::capture_view(a),
                (CaptureView::capture_view(b), (exclusive(c.amp_capture_written()), ())),
            ),
        ),
        |tile: &Tile<2>, &(ref w, (ref a, (ref b, (ref c, ()))))| {
            let w = *w;
            let [top, left] = tile.origin();
            let mut la: [[f32; TS]; TS] = zeroed();
            let mut lb: [[f32; TS]; TS] = zeroed();
            let mut sum: [[f32; TS]; TS] = zeroed();
            for i in (0..w).step_by(TS) {
                for r in 0..TS {
                    let row = tile.row([r, 0]);
                    la[r] = *a.row::<TS>(&row, [top + r, i]);
                    lb[r] = *b.row::<TS>(&row, [i + r, left]);
                }
                for r in 0..TS {
                    for k in 0..TS {
                        for lane in 0..TS {
                            sum[r][lane] += la[r][k] * lb[k][lane];
                        }
                    }
                }
            }
            let covered = c.covers_tile(tile, [TS, TS]);
            for r in 0..TS {
                let row = tile.row([r, 0]);
                if covered {
                    let c = c.row::<TS>(&row);
                    for lane in 0..TS {
                        c[lane].set(sum[r][lane]);
                    }
                } else {
                    for lane in 0..TS {
                        c.set(&row, lane, sum[r][lane]);
                    }
                }
            }
        },
        |checker: &Checker, tile: &Tile<2>, &(ref w, (ref a, (ref b, (ref c, ()))))| {
            let [top, left] = tile.origin();
            let mut la: [[f32; TS]; TS] = zeroed();
            let mut lb: [[f32; TS]; TS] = zeroed();
            checker.tile_static(&la);
            checker.tile_static(&lb);
            let mut sum: [[f32; TS]; TS] = zeroed();
            for i in (0..*w).step_by(TS) {
                for [r, lane] in checker.items(tile) {
                    let (old, new) = (la[r][lane], a.checked_get(checker, [top + r, i + lane]));
                    la[r][lane] = new;
                    checker.tile_write("la", &[r, lane], &la[r][lane], &old);
                    let (old, new) = (lb[r][lane], b.checked_get(checker, [i + r, left + lane]));
                    lb[r][lane] = new;
                    checker.tile_write("lb", &[r, lane], &lb[r][lane], &old);
                }
                checker.barrier(true, true);
                for [r, lane] in checker.items(tile) {
                    for k in 0..TS {
                        let a = checker.tile_read("la", &[r, k], &la[r][k]);
                        sum[r][lane] += a * checker.tile_read("lb", &[k, lane], &lb[k][lane]);
                    }
                }
                checker.barrier(true, true);
            }
            for [r, lane] in checker.items(tile) {
                c.checked_set(checker, &tile.row([r, 0]), lane, sum[r][lane]);
            }
        },
    )
    .with_entries(Vec::new)
}

#[test]
fn hand_written_tiled_matrix_product_runs() {
    on_each(|view| {
        let (m, w, n) = (32, 48, 64);
        let va: Vec<f32> = (0..m * w).map(|i| (i % 7) as f32).collect();
        let vb: Vec<f32> = (0..w * n).map(|i| (i % 5) as f32).collect();
        let mut vc = vec![f32::NAN; m * n];
        let a = ArrayView::with_extent([m, w], &va).unwrap();
        let b = ArrayView::with_extent([w, n], &vb).unwrap();
        let mut c = ArrayViewMut::with_extent([m, n], &mut vc).unwrap();
        c.discard_data();
        let domain = c.extent().tile([TS, TS]).unwrap();
        view.parallel_for_each(domain, matmul_tiled(w, &a, &b, &mut c)).unwrap();
        c.finish().unwrap();
        for i in 0..m {
            for j in 0..n {
                let sum: f32 = (0..w).map(|k| va[i * w + k] * vb[k * n + j]).sum();
                assert_eq!(vc[i * n + j], sum, "at {i}, {j}");
            }
        }
    });
}

#[test]
fn tiled_kernel_rejects_another_tile() {
    on_each(|view| {
        let a = [0.0; 40 * 40];
        let a = ArrayView::with_extent([40, 40], &a).unwrap();
        let mut c = ArrayViewMut::without_source([40, 40]).unwrap();
        let uneven = c.extent().tile([TS, TS]).unwrap();
        let error = view.parallel_for_each(uneven, matmul_tiled(40, &a, &a, &mut c)).unwrap_err();
        assert!(matches!(&error, Error::InvalidComputeDomain { kernel, .. } if kernel == "matmul_tiled"));
        assert!(error.to_string().contains("dimension 0 of [40, 40]"), "{error}");
        assert!(error.to_string().contains("`pad()` or `truncate()`"), "{error}");

        let other = c.extent().tile([8, 8]).unwrap();
        let error = view.parallel_for_each(other, matmul_tiled(40, &a, &a, &mut c)).unwrap_err();
        assert!(error.to_string().contains("[16, 16]") && error.to_string().contains("[8, 8]"), "{error}");

        view.parallel_for_each(uneven.truncate(), matmul_tiled(32, &a, &a, &mut c)).unwrap();
        assert_eq!(c.to_vec().unwrap()[0], 0.0);
    });
}
