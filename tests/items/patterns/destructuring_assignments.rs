//! Destructuring assignments: structs, tuples and slices, with `..` and with elements of views as targets.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: [u32; 3],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Both(u32, Pair);

impl Both {
    const FIRST: u32 = 7;
}

#[device]
impl Both {
    fn turned(self) -> Both {
        let mut it = self;
        Self(it.0, Pair { b: [.., it.0], .. }) = self;
        (it.1.b[0], .., it.1.b[2]) = (self.1.b[2], 0.5, self.1.b[0]);
        it
    }
}

#[kernel]
fn assigned(i: Index<1>, x: &ArrayView<Both>, y: &mut ArrayViewMut<[u32; 6]>, z: &mut ArrayViewMut<Both>) {
    let (mut n, mut m, mut f) = (Both::FIRST, 0u32, 0.0);
    let pair = x[i].1;
    Pair { a: f, b: [n, ..] } = pair;
    (m, ..) = (n + 1, 2.0, true);
    y[i] = [0; 6];
    Both(y[i][0], Pair { a: _, b: [_, y[i][1], y[i][2]] }) = x[i];
    [.., y[i][3]] = [n, m];
    // The subscript has the value that the same statement assigned before.
    let mut k = 0;
    (k, y[i][k], ..) = (4, n, 1, 2);
    y[i][5] = f as u32;
    z[i] = x[i].turned();
}

#[test]
fn destructuring_assignments() {
    let xs = [Both(1, Pair { a: 2.0, b: [3, 4, 5] }), Both(10, Pair { a: 20.0, b: [30, 40, 50] })];
    on_each(|on| {
        let (mut ys, mut zs) = ([[0; 6]; 2], [Both::default(); 2]);
        let x = ArrayView::new(&xs);
        let (mut y, mut z) = (ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut zs));
        on.default_view().parallel_for_each(x.extent(), assigned(&x, &mut y, &mut z)).unwrap();
        y.finish().unwrap();
        z.finish().unwrap();
        assert_eq!(ys, [[1, 4, 5, 4, 3, 2], [10, 40, 50, 31, 30, 20]]);
        assert_eq!(zs, xs.map(Both::turned));
        assert_eq!(zs[0], Both(5, Pair { a: 2.0, b: [5, 4, 3] }));
    });
}
