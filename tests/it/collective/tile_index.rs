//! Tile memory that is indexed by an `Index`, `s[t.local]`: reads, writes and atomic operations, in one to
//! three dimensions.

use amp::prelude::*;
use amp_tests::on_each;

/// Launches on each accelerator over the values 0, 1, 2, .., and compares the results.
fn gives<const N: usize>(
    extent: [usize; N],
    expected: impl Fn(Index<N>) -> u32,
    launch: impl Fn(&AcceleratorView, &mut ArrayViewMut<'_, u32, N>) -> Result<(), amp::Error>,
) {
    on_each(|accelerator| {
        let count: u32 = extent.iter().map(|size| *size as u32).product();
        let mut values: Vec<u32> = (0..count).collect();
        let mut view = ArrayViewMut::with_extent(extent, &mut values).unwrap();
        launch(&accelerator.default_view(), &mut view).unwrap();
        view.finish().unwrap();
        for (at, value) in values.iter().enumerate() {
            let (mut index, mut rest) = ([0; N], at);
            for dimension in (0..N).rev() {
                index[dimension] = rest % extent[dimension];
                rest /= extent[dimension];
            }
            assert_eq!(*value, expected(Index::new(index)), "at {index:?} on {}", accelerator.description());
        }
    });
}

#[kernel(tile = [8])]
fn reversed(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut held: [u32; 8];
    held[t.local] = y[t.global];
    t.barrier.wait();
    let other = Index::new([7 - t.local[0]]);
    y[t.global] = held[other] * 10;
    t.barrier.wait();
    held[t.local] += 1;
    y[t.global] += held[t.local];
}

#[test]
fn one_dimension() {
    gives(
        [32],
        |i| {
            let at = i[0] as u32;
            (at / 8 * 8 + 7 - at % 8) * 10 + at + 1
        },
        |on, y| on.parallel_for_each(y.extent().tile([8])?, reversed(y)),
    );
}

#[kernel(tile = [4, 4])]
fn turned(t: TiledIndex<2>, y: &mut ArrayViewMut<u32, 2>) {
    #[tile_static]
    let mut held: [[u32; 4]; 4];
    let local = t.local;
    held[local] = y[t.global];
    t.barrier.wait();
    let [row, col] = t.local.into();
    let other: Index<2> = Index::new([col, row]);
    y[t.global] = held[other] + held[0][0] + held[row][col];
}

#[test]
fn two_dimensions() {
    let at = |row: usize, col: usize| (row * 12 + col) as u32;
    gives(
        [8, 12],
        |i| {
            let (row, col) = (i[0] / 4 * 4, i[1] / 4 * 4);
            at(row + i[1] % 4, col + i[0] % 4) + at(row, col) + at(i[0], i[1])
        },
        |on, y| on.parallel_for_each(y.extent().tile([4, 4])?, turned(y)),
    );
}

#[test]
fn three_dimensions_in_a_closure() {
    let at = |i: [usize; 3]| (i[0] * 16 + i[1] * 4 + i[2]) as u32;
    gives(
        [2, 4, 4],
        |i| at([1 - i[0], i[1] ^ 1, i[2] ^ 1]) + 7,
        |on, y| {
            let last = 1;
            let kernel = amp!(tile = [2, 2, 2], |t: TiledIndex<3>| {
                #[tile_static]
                let mut held: [[[u32; 2]; 2]; 2];
                held[t.local] = y[t.global];
                t.barrier.wait();
                let other = Index::new([last - t.local[0], last - t.local[1], last - t.local[2]]);
                y[t.global] = held[other] + 7;
            });
            on.parallel_for_each(Extent::new([2, 4, 4]).tile([2, 2, 2])?, kernel)
        },
    );
}

#[kernel(tile = [4])]
fn counted(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut counts: [u32; 4];
    counts[t.local] = 0;
    t.barrier.wait();
    let other = Index::new([t.local[0] / 2]);
    atomic_fetch_add(&mut counts[other], 1);
    t.barrier.wait();
    y[t.global] = atomic_load(&counts[t.local]);
}

#[test]
fn atomic_operations() {
    gives(
        [8],
        |i| if i[0] % 4 < 2 { 2 } else { 0 },
        |on, y| on.parallel_for_each(y.extent().tile([4])?, counted(y)),
    );
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: u32,
    b: [u32; 2],
}

#[device]
fn sum(of: &[[Pair; 2]; 2]) -> u32 {
    of[0][0].a + of[0][1].a + of[1][0].a + of[1][1].a
}

#[device]
fn change(pair: &mut Pair) {
    pair.a += 1;
}

/// The kernel has references, so its expansion has a copy of the body for rustc's borrow checker.
#[kernel(tile = [2, 2])]
fn borrowed(t: TiledIndex<2>, y: &mut ArrayViewMut<u32, 2>) {
    #[tile_static]
    let mut held: [[Pair; 2]; 2];
    held[t.local] = Pair { a: y[t.global], b: [1, 2] };
    let own = &mut held[t.local];
    own.b[1] += 3;
    change(own);
    held[t.local].a += 1;
    t.barrier.wait();
    let mut all = sum(&held);
    for row in &held {
        all += row[0].b[1];
    }
    let other = &held[Index::new([1, 1])];
    y[t.global] = all + other.b[0] + held[t.local[0]][0].b[1];
}

#[test]
fn references() {
    // The four values of a tile plus 2 each; 5 for each of two rows; 1; 5.
    let at = |row: usize, col: usize| (row * 4 + col) as u32;
    gives(
        [2, 4],
        |i| {
            let col = i[1] / 2 * 2;
            at(0, col) + at(0, col + 1) + at(1, col) + at(1, col + 1) + 8 + 10 + 1 + 5
        },
        |on, y| on.parallel_for_each(y.extent().tile([2, 2])?, borrowed(y)),
    );
}
