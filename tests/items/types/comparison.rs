//! Comparison of tuples, arrays, `bool`s, vectors, matrices, enums, and structs.

use crate::compare::compare;
use amp::glam::{BVec2, Mat2, Mat3, Vec2, Vec3};
use amp::prelude::*;
use amp_tests::on_each;

compare!(tuples, |i, x: u32, y: u32| {
    let (a, b) = (x[i] as i32 % 3, x[i] as i32 % 2);
    let unequal = (a, b) != (0, 0);
    let equal = (a, b) == (1, 1);
    let nested = (x[i], [1.0, a as f32], b == 1) == (x[i] / 3 * 3, [1.0, 0.0], true);
    let less = (a, b) < (1, 1);
    let least = (a, (b, a)) <= (1, (1, 1));
    let more = (a, 2.5f32, b) > (1, 2.5, 0);
    let most = (1, f32::NAN * a as f32) >= (1, 0.0);
    y[i] = unequal as u32
        + equal as u32 * 2
        + nested as u32 * 4
        + less as u32 * 8
        + least as u32 * 16
        + more as u32 * 32
        + most as u32 * 64;
});

compare!(arrays, |i, x: u32, y: u32| {
    let few = [x[i] % 4, 1, x[i] % 2];
    let many = [x[i] % 2; 20];
    y[i] = (few == [1, 1, 1]) as u32
        + (few != [2, 1, 0]) as u32 * 2
        + (few < [1, 1, 1]) as u32 * 4
        + (few >= [2, 0, 7]) as u32 * 8
        + (many == [1; 20]) as u32 * 16
        + (many > [0; 20]) as u32 * 32
        + ([[x[i] % 3; 2]; 2] == [[1, 1], [1, 1]]) as u32 * 64;
});

compare!(bools, |i, x: u32, y: u32| {
    let (a, b) = (x[i] % 2 == 0, x[i] % 3 == 0);
    y[i] = (a < b) as u32
        + (a <= b) as u32 * 2
        + (a > b) as u32 * 4
        + (a >= b) as u32 * 8
        + ((a, 1) < (b, 2)) as u32 * 16;
});

compare!(bool_vectors_and_matrices, |i, x: u32, y: u32| {
    let b = Vec2::new(x[i] as f32, 1.0).cmplt(Vec2::splat(1.5));
    let m = Mat2::from_diagonal(Vec2::splat(x[i] as f32));
    y[i] = (!b).any() as u32
        + (b ^ BVec2::TRUE).all() as u32 * 2
        + (b & BVec2::TRUE).any() as u32 * 4
        + (m == Mat2::IDENTITY) as u32 * 8
        + (m != Mat2::ZERO) as u32 * 16;
});

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Camera {
    turn: Mat3,
    zoom: f32,
}

#[test]
fn columns_of_matrices_in_views_are_written() {
    on_each(|accelerator| {
        let mut cameras = vec![Camera { turn: Mat3::IDENTITY, zoom: 2.0 }; 3];
        let mut plain = vec![Mat3::IDENTITY; 3];
        let mut lists = vec![[Mat2::IDENTITY; 2]; 3];
        let mut c = ArrayViewMut::new(&mut cameras);
        let mut m = ArrayViewMut::new(&mut plain);
        let mut l = ArrayViewMut::new(&mut lists);
        let kernel = amp!(|i: Index<1>| {
            let n = i[0] as f32;
            c[i].turn.x_axis = Vec3::new(1.0, 2.0, n);
            c[i].turn.z_axis.y += 7.0;
            m[i].x_axis.y = 3.0 + n;
            m[i].y_axis *= 2.0;
            let matrix = &mut m[i];
            matrix.z_axis.x = 5.0;
            l[i][1].y_axis = Vec2::new(n, 9.0);
            l[i][i[0] % 2].x_axis.y += 4.0;
        });
        accelerator.default_view().parallel_for_each(3, kernel).unwrap();
        drop((c, m, l));
        for n in 0..3 {
            let at = n as f32;
            let turn = Mat3::from_cols(Vec3::new(1.0, 2.0, at), Vec3::Y, Vec3::new(0.0, 7.0, 1.0));
            assert_eq!(cameras[n], Camera { turn, zoom: 2.0 });
            let (x, y) = (Vec3::new(1.0, 3.0 + at, 0.0), Vec3::Y * 2.0);
            assert_eq!(plain[n], Mat3::from_cols(x, y, Vec3::new(5.0, 0.0, 1.0)));
            let mut list = [Mat2::IDENTITY; 2];
            list[1].y_axis = Vec2::new(at, 9.0);
            list[n % 2].x_axis.y += 4.0;
            assert_eq!(lists[n], list);
        }
    });
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, GpuType)]
#[repr(u32)]
enum Size {
    Small,
    Middle = 5,
    Large = 3,
}

#[device]
fn graded(size: Size) -> u32 {
    if size < Size::Large {
        1
    } else if size >= Size::Middle {
        3
    } else {
        2
    }
}

/// The derived order of enums is that of their discriminants.
#[test]
fn enum_order() {
    let sizes = [Size::Small, Size::Middle, Size::Large];
    let limit = Size::Large;
    let expected = sizes.map(|size| {
        let beyond = if size > limit { 10 } else { 0 };
        graded(size) + beyond + if size <= Size::Small { 100 } else { 0 }
    });
    on_each(|on| {
        let x = ArrayView::new(&sizes);
        let mut y = ArrayViewMut::without_source([3]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let beyond = if x[i] > limit { 10 } else { 0 };
            y[i] = graded(x[i]) + beyond + if x[i] <= Size::Small { 100 } else { 0 };
        });
        on.default_view().parallel_for_each(3, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
    });
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Key {
    digits: [f32; 3],
    kind: u32,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Ring {
    keys: [Key; 2],
    teeth: [[u32; 2]; 2],
}

fn ring(n: usize) -> Ring {
    let key = |at: usize| Key { digits: [1.0, (n / 2 * at) as f32, 3.0], kind: (n % 2) as u32 };
    Ring { keys: [key(0), key(1)], teeth: [[1, 2], [3, (n / 4) as u32]] }
}

/// The derived comparison covers all fields and items.
#[test]
fn equality_of_structs_with_arrays() {
    let rings: [Ring; 8] = std::array::from_fn(ring);
    let one = rings[1];
    on_each(|on| {
        let x = ArrayView::new(&rings);
        let mut y = ArrayViewMut::<u32>::without_source(8).unwrap();
        let kernel = amp!(|i: Index<1>| {
            y[i] = (x[i] == one) as u32
                + (x[i].keys == one.keys) as u32 * 2
                + (x[i].keys[1] != one.keys[1]) as u32 * 4
                + (x[i].teeth == one.teeth) as u32 * 8
                + (x[i].keys[0].digits != x[0].keys[1].digits) as u32 * 16;
        });
        on.default_view().parallel_for_each(8, kernel).unwrap();
        let expected = rings.map(|x| {
            (x == one) as u32
                + (x.keys == one.keys) as u32 * 2
                + (x.keys[1] != one.keys[1]) as u32 * 4
                + (x.teeth == one.teeth) as u32 * 8
                + (x.keys[0].digits != rings[0].keys[1].digits) as u32 * 16
        });
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Cell {
    at: f32,
    kind: u32,
}

#[device]
fn cells(n: u32) -> [Cell; 3] {
    std::array::from_fn(|k| Cell { at: (n % 3 * k as u32) as f32, kind: n / 3 % 2 })
}

#[device]
fn compared_cells(n: u32) -> u32 {
    let before: [Cell; 3] = [Cell { at: 0.0, kind: 0 }; 3];
    let (a, mut b) = (cells(n), cells(n / 2));
    let changed = b != before;
    b[1].at = f32::NAN;
    let grid = [cells(n), cells(n + 3)];
    u32::from(a == cells(n / 2))
        + 2 * u32::from(changed)
        + 4 * u32::from(b == b)
        + 8 * u32::from([a[0], a[1]] == [a[0], before[0]])
        + 16 * u32::from(grid == [a, a])
        + 32 * u32::from((a, n) == (before, n))
}

/// Arrays of structs are equal if all items are.
#[test]
fn equality_of_arrays_of_structs() {
    let expected: Vec<u32> = (0..24).map(compared_cells).collect();
    let other = cells(5);
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source(24).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let n = i[0] as u32;
            y[i] = compared_cells(n) + 64 * u32::from([other[0], other[1]] == [cells(n)[0], cells(n)[1]]);
        });
        on.default_view().parallel_for_each(24, kernel).unwrap();
        for (n, y) in y.to_vec().unwrap().into_iter().enumerate() {
            let [a, b, _] = cells(n as u32);
            let of_kernel = 64 * u32::from([other[0], other[1]] == [a, b]);
            assert_eq!(y, expected[n] + of_kernel, "{n} on {}", on.description());
        }
    });
}
