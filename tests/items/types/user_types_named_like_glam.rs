//! The user's types with the names of glam's types: their own methods and operators apply. The host's results are the expected
//! ones.

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// Its methods and operators differ from those of `glam::Vec3`.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[device]
impl Vec3 {
    const UP: Vec3 = Vec3 { x: 0.0, y: 1.0, z: 0.0 };

    fn new(x: f32, y: f32, z: f32) -> Self {
        Self { x, y, z }
    }

    fn splat(all: f32) -> Vec3 {
        Vec3::new(all, all + 1.0, all + 2.0)
    }

    fn dot(self, other: Vec3) -> f32 {
        self.x * other.z + self.y
    }

    fn length(self) -> f32 {
        self.x + self.y + self.z
    }

    fn normalize(self) -> Vec3 {
        self * 2.0
    }

    fn min(self, other: Self) -> Self {
        if self.x < other.x { self } else { other }
    }

    fn lengthen(&mut self, by: f32) {
        self.x *= by;
    }
}

#[device]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x + other.x, self.y + other.y, self.z - other.z)
    }
}

#[device]
impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z)
    }
}

#[device]
impl Mul<f32> for Vec3 {
    type Output = Vec3;
    fn mul(self, by: f32) -> Vec3 {
        Vec3::new(self.x * by, self.y, self.z * by)
    }
}

#[device]
impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        Vec3::new(-self.x, self.y, self.z)
    }
}

#[device]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, other: Vec3) {
        self.x += other.x;
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Ray {
    from: Vec3,
    to: Vec3,
}

#[device]
impl Ray {
    fn at(&self, t: f32) -> Vec3 {
        self.from + self.to * t
    }
}

#[device]
fn reflected(v: Vec3, n: Vec3) -> Vec3 {
    v - n * (2.0 * v.dot(n))
}

/// Uses all methods and operators.
#[device]
fn combined(it: Vec3, ray: Ray, shift: Vec3) -> Vec3 {
    let a = it + Vec3::new(1.0, 2.0, 3.0);
    let mut b = reflected(a, it.normalize()) - shift;
    b += a * 2.0;
    b = -b;
    b.lengthen(3.0);
    let c = Vec3 { y: 4.0, ..Vec3::splat(1.0) };
    let d = if a.length() > 12.0 { a } else { Vec3::UP };
    b.min(c) + d + ray.at(0.5) * ray.from.dot(ray.to)
}

fn rays(count: usize) -> Vec<Ray> {
    let float = |n: usize| (n % 13) as f32 - 3.0;
    let vector = |n| Vec3 { x: float(n), y: float(n * 5), z: float(n * 7) };
    (0..count).map(|n| Ray { from: vector(n), to: vector(n + 4) }).collect()
}

#[kernel]
fn functions(i: Index<1>, shift: Vec3, rays: &ArrayView<Ray>, y: &mut ArrayViewMut<Vec3>) {
    let ray = rays[i];
    let found: Vec3 = combined(ray.from, ray, shift);
    y[i] = found;
    y[i].x += rays[i].to.length() + found.length();
}

#[test]
fn user_type_named_like_a_vector() {
    let (rays, shift) = (rays(100), Vec3 { x: 0.5, y: 1.5, z: 2.5 });
    let wanted = rays.iter().map(|ray| {
        let mut found = combined(ray.from, *ray, shift);
        found.x += ray.to.length() + found.length();
        found
    });
    let wanted: Vec<_> = wanted.collect();
    on_each(|accelerator| {
        let view = accelerator.default_view();
        let mut found = vec![Vec3::UP; 100];
        let (x, mut y) = (ArrayView::new(&rays), ArrayViewMut::new(&mut found));
        view.parallel_for_each(100, functions(shift, &x, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(found, wanted, "on {}", accelerator.description());

        // The same in a closure, where the macro does not know the types.
        let mut found = vec![Vec3::UP; 100];
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            let it = combined(x[i].from, x[i], shift);
            let sum = Vec3::new(it.x + x[i].to.length(), it.y, it.z);
            y[i] = Vec3 { x: sum.x + it.length(), ..sum };
        });
        view.parallel_for_each(100, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(found, wanted, "on {}", accelerator.description());
    });
}

/// An integer matrix.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Mat2 {
    rows: [[u32; 2]; 2],
}

#[device]
impl Mat2 {
    fn determinant(self) -> u32 {
        self.rows[0][0].wrapping_mul(self.rows[1][1]) ^ self.rows[0][1]
    }
}

#[device]
impl Mul for Mat2 {
    type Output = Mat2;
    fn mul(self, other: Mat2) -> Mat2 {
        let mut product = self;
        for row in 0..2 {
            for col in 0..2 {
                product.rows[row][col] =
                    self.rows[row][0] * other.rows[0][col] + self.rows[row][1] * other.rows[1][col];
            }
        }
        product
    }
}

#[kernel]
fn powers(i: Index<1>, x: &mut ArrayViewMut<Mat2>, y: &mut ArrayViewMut<u32>) {
    let matrix = x[i] * x[i];
    x[i] = matrix * matrix;
    y[i] = x[i].determinant() + matrix.determinant();
}

#[test]
fn user_type_named_like_a_matrix() {
    let start: Vec<_> = (0..50u32).map(|n| Mat2 { rows: [[n % 5, n % 7], [1, n % 3]] }).collect();
    on_each(|accelerator| {
        let mut found = start.clone();
        let (mut x, mut y) = (ArrayViewMut::new(&mut found), ArrayViewMut::without_source([50]).unwrap());
        accelerator.default_view().parallel_for_each(50, powers(&mut x, &mut y)).unwrap();
        x.finish().unwrap();
        let y = y.to_vec().unwrap();
        for (n, matrix) in start.iter().enumerate() {
            let square = *matrix * *matrix;
            assert_eq!(found[n], square * square, "on {}", accelerator.description());
            assert_eq!(y[n], found[n].determinant() + square.determinant());
        }
    });
}

/// A generic type with the name of a glam type.
mod generic {
    use amp::prelude::*;
    use std::ops::Add;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    pub struct Vec3<T> {
        x: T,
        y: T,
        z: T,
    }

    #[device]
    impl<T: Scalar> Vec3<T> {
        pub fn new(x: T, y: T, z: T) -> Self {
            Self { x, y, z }
        }

        pub fn splat(all: T) -> Self {
            Self::new(all, all, all)
        }

        pub fn dot(self, other: Self) -> T {
            self.x * other.x + self.y * other.y + self.z * other.z
        }
    }

    #[device]
    impl<T: Scalar> Add for Vec3<T> {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
        }
    }
}

#[device]
fn generic_dot(x: f32) -> f32 {
    let v: generic::Vec3<f32> = generic::Vec3::<f32>::new(x, 2.0, 3.0);
    let w = generic::Vec3::<f32>::splat(1.0) + v;
    v.dot(w)
}

#[test]
fn generic_types_may_have_the_names() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = generic_dot(i[0] as f32));
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [generic_dot(0.0), generic_dot(1.0)]);
    });
}
