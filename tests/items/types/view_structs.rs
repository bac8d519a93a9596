//! Structs of views: parameters of kernels, device functions and methods, captures of closures, and values that a kernel makes.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuViews)]
struct Csr<'a> {
    rows: &'a ArrayView<'a, u32>,
    columns: &'a ArrayView<'a, u32>,
    values: &'a ArrayView<'a, f32>,
    n: u32,
}

#[device]
impl<'a> Csr<'a> {
    fn new(
        rows: &'a ArrayView<'a, u32>,
        columns: &'a ArrayView<'a, u32>,
        values: &'a ArrayView<'a, f32>,
    ) -> Self {
        Csr { rows, columns, values, n: rows.len() as u32 - 1 }
    }

    fn len(&self, row: usize) -> u32 {
        self.rows[row + 1] - self.rows[row]
    }

    fn dot(&self, row: usize, x: &ArrayView<f32>) -> f32 {
        let mut sum = 0.0;
        for k in self.rows[row]..self.rows[row + 1] {
            sum += self.values[k as usize] * x[self.columns[k as usize] as usize];
        }
        sum
    }

    fn longest(self) -> u32 {
        let mut longest = 0;
        for row in 0..self.n as usize {
            longest = longest.max(self.len(row));
        }
        longest
    }
}

#[device]
fn row_sum(a: &Csr<'_>, row: usize) -> f32 {
    let Csr { values, .. } = a;
    (a.rows[row]..a.rows[row + 1]).map(|k| values[k as usize]).sum()
}

#[device]
fn both(a: Csr<'_>, row: usize, x: &ArrayView<f32>) -> f32 {
    let b = a;
    let c = &b;
    row_sum(c, row) + b.dot(row, x)
}

#[kernel]
fn spmv(i: Index<1>, a: &Csr, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = a.dot(i[0], x);
}

#[kernel]
fn all_uses(i: Index<1>, scale: f32, a: &Csr, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let row = i[0];
    let first = a.rows[row] as usize;
    y[i] = scale * both(*a, row, x) + a.values[first] + (a.n + a.longest()) as f32 + a.len(row) as f32;
}

const ROWS: [u32; 5] = [0, 2, 3, 6, 7];
const COLUMNS: [u32; 7] = [0, 2, 1, 0, 1, 3, 2];
const VALUES: [f32; 7] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
const X: [f32; 4] = [1.0, 10.0, 100.0, 1000.0];
const PRODUCT: [f32; 4] = [201.0, 30.0, 6054.0, 700.0];
const SUMS: [f32; 4] = [3.0, 3.0, 15.0, 7.0];

#[test]
fn kernel_takes_a_struct_of_views() {
    on_each(|accelerator| {
        let (rows, columns) = (ArrayView::new(&ROWS), ArrayView::new(&COLUMNS));
        let (values, x) = (ArrayView::new(&VALUES), ArrayView::new(&X));
        let a = Csr::new(&rows, &columns, &values);
        let mut y = ArrayViewMut::without_source([4]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(4, spmv(&a, &x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), PRODUCT);
        queue.parallel_for_each(4, all_uses(2.0, &a, &x, &mut y)).unwrap();
        let expected = |row: usize| {
            let first = VALUES[ROWS[row] as usize];
            let len = (ROWS[row + 1] - ROWS[row]) as f32;
            2.0 * (PRODUCT[row] + SUMS[row]) + first + 7.0 + len
        };
        assert_eq!(y.to_vec().unwrap(), std::array::from_fn::<_, 4, _>(expected));
        assert_eq!(both(a, 2, &x), 6054.0 + 15.0);
    });
}

#[test]
fn closure_captures_a_struct_of_views() {
    on_each(|accelerator| {
        let (rows, columns) = (ArrayView::new(&ROWS), ArrayView::new(&COLUMNS));
        let (values, x) = (ArrayView::new(&VALUES), ArrayView::new(&X));
        let csr = Csr::new(&rows, &columns, &values);
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let a: &Csr = &csr;
            y[i] = a.dot(i[0], &x) + a.n as f32;
        });
        accelerator.default_view().parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), PRODUCT.map(|v| v + 4.0));
    });
}

impl Csr<'_> {
    fn multiply(&self, queue: &AcceleratorView, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
        let kernel = amp!(|i: Index<1>| {
            let a: &Csr = self;
            y[i] = a.dot(i[0], &x);
        });
        queue.parallel_for_each(4, kernel).unwrap();
    }
}

#[test]
fn method_launches_a_kernel_over_its_struct_of_views() {
    on_each(|accelerator| {
        let (rows, columns) = (ArrayView::new(&ROWS), ArrayView::new(&COLUMNS));
        let (values, x) = (ArrayView::new(&VALUES), ArrayView::new(&X));
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        Csr::new(&rows, &columns, &values).multiply(&accelerator.default_view(), &x, &mut y);
        assert_eq!(y.to_vec().unwrap(), PRODUCT);
    });
}

#[kernel]
fn builds(
    i: Index<1>,
    rows: &ArrayView<u32>,
    columns: &ArrayView<u32>,
    values: &ArrayView<f32>,
    x: &ArrayView<f32>,
    y: &mut ArrayViewMut<f32>,
) {
    let n = rows.len() as u32 - 1;
    let a = Csr { rows, columns, values, n };
    let b = Csr { rows: &rows, columns: &columns, values: &values, n: n + 1 };
    y[i] = a.dot(i[0], x) + row_sum(&b, i[0]) + (a.n + b.n) as f32;
}

#[test]
fn kernel_makes_a_struct_of_its_views() {
    on_each(|accelerator| {
        let (rows, columns) = (ArrayView::new(&ROWS), ArrayView::new(&COLUMNS));
        let (values, x) = (ArrayView::new(&VALUES), ArrayView::new(&X));
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(4, builds(&rows, &columns, &values, &x, &mut y)).unwrap();
        let expected = std::array::from_fn::<_, 4, _>(|row| PRODUCT[row] + SUMS[row] + 9.0);
        assert_eq!(y.to_vec().unwrap(), expected);
        let kernel = amp!(|i: Index<1>| {
            let a = Csr { rows: &rows, columns: &columns, values: &values, n: 4 };
            y[i] = a.dot(i[0], &x)
                + row_sum(&Csr { n: 0, rows: &rows, columns: &columns, values: &values }, i[0]);
        });
        queue.parallel_for_each(4, kernel).unwrap();
        let expected = std::array::from_fn::<_, 4, _>(|row| PRODUCT[row] + SUMS[row]);
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[derive(GpuViews)]
struct Particles<'a, 'b> {
    position: &'a mut ArrayViewMut<'b, Vec2>,
    velocity: ArrayView<'b, Vec2>,
    dt: f32,
}

#[device]
impl Particles<'_, '_> {
    fn step(&mut self, k: usize) {
        self.position[k] += self.velocity[k] * self.dt;
    }

    fn at(&mut self, k: usize) -> Vec2 {
        self.step(k);
        self.position[k]
    }
}

#[kernel]
fn step_all(i: Index<1>, p: &mut Particles, y: &mut ArrayViewMut<f32>) {
    p.step(i[0]);
    p.position[i[0]].x += 1.0;
    y[i] = p.at(i[0]).y;
}

#[test]
fn struct_with_a_written_view_is_modified() {
    on_each(|accelerator| {
        let mut position = ArrayViewMut::from_vec([3], vec![Vec2::ZERO; 3]).unwrap();
        let velocity = ArrayView::from_vec([3], (0..3).map(|k| Vec2::new(k as f32, 4.0)).collect()).unwrap();
        let mut y = ArrayViewMut::<f32>::without_source([3]).unwrap();
        {
            let mut p = Particles { position: &mut position, velocity, dt: 0.5 };
            let queue = accelerator.default_view();
            queue.parallel_for_each(3, step_all(&mut p, &mut y)).unwrap();
        }
        assert_eq!(y.to_vec().unwrap(), [4.0; 3]);
        let expected: Vec<_> = (0..3).map(|k| Vec2::new(k as f32 + 1.0, 4.0)).collect();
        assert_eq!(position.to_vec().unwrap(), expected);
    });
}

#[derive(Clone, Copy, GpuViews)]
struct Window<'a, T: GpuType> {
    data: &'a [T],
    weights: &'a [f32; 2],
    first: usize,
}

#[device]
impl<T: Scalar> Window<'_, T> {
    fn total(&self) -> T {
        let mut sum = T::ZERO;
        for v in self.data {
            sum += *v;
        }
        sum
    }

    fn weight(&self, k: usize) -> f32 {
        self.weights[k] + self.first as f32
    }
}

#[derive(GpuViews)]
struct Row<'a>(ArrayView<'a, f32>, usize);

#[device]
fn item(row: &Row<'_>, k: usize) -> f32 {
    row.0[k + row.1]
}

#[device]
fn of_slices(v: &[f32], k: usize) -> f32 {
    let weights = [0.5, 0.25];
    let window = Window::<f32> { data: &v[k..k + 2], weights: &weights, first: k };
    window.total() * window.weight(1)
}

#[kernel]
fn parts(i: Index<1>, x: &ArrayView<f32, 2>, w: [f32; 4], y: &mut ArrayViewMut<f32>) {
    let row = Row { 0: x.project(i[0]).unwrap(), 1: 1 };
    y[i] = item(&row, 0) + item(&row, 1) + of_slices(&w, i[0]);
}

#[test]
fn struct_of_slices_or_subviews_is_local() {
    on_each(|accelerator| {
        let x = ArrayView::from_vec([2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        let mut y = ArrayViewMut::<f32>::without_source([2]).unwrap();
        let w = [1.0, 2.0, 3.0, 4.0];
        accelerator.default_view().parallel_for_each(2, parts(&x, w, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [5.0 + 3.0 * 0.25, 11.0 + 5.0 * 1.25]);
    });
}

#[device]
fn copies(a: Csr<'_>, row: usize) -> u32 {
    let a_n = 7;
    let mut b = a;
    b.n = 100;
    let c = &b;
    let mut d = Csr { n: row as u32, rows: a.rows, columns: a.columns, values: a.values };
    d.n += 1;
    let sum = a.n + b.n + 10 * c.n + d.n + d.len(row) + a_n;
    {
        let b = 3;
        let d = Csr { n: b, rows: c.rows, columns: c.columns, values: c.values };
        sum + b + d.n
    }
}

#[kernel]
fn uses_copies(i: Index<1>, csr: &Csr, y: &mut ArrayViewMut<u32>) {
    let a = Row(csr.values.section([0], [7]).unwrap(), csr.n as usize);
    let v = csr.values;
    let first = &v[0..2];
    let w = csr.values;
    let n = if let Some(csr) = Some(5) { csr } else { csr.n };
    y[i] = copies(*csr, i[0]) + n + a.1 as u32 + a.0.extent()[0] as u32 + (first[0] * w[0]) as u32;
    assert!(csr.n == 4, "{}", csr.n);
}

#[test]
fn copy_of_a_struct_of_views_has_its_own_values() {
    let (rows, columns) = (ArrayView::new(&ROWS), ArrayView::new(&COLUMNS));
    let values = ArrayView::new(&VALUES);
    let a = Csr::new(&rows, &columns, &values);
    let expected = |row: usize| 4 + 100 + 1000 + row as u32 + 1 + a.len(row) + 7 + 3 + 3;
    assert_eq!(copies(a, 2), expected(2));
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        accelerator.default_view().parallel_for_each(4, uses_copies(&a, &mut y)).unwrap();
        let expected = std::array::from_fn::<_, 4, _>(|row| expected(row) + 5 + 4 + 7 + 1);
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

mod elsewhere {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    pub struct Body {
        pub mass: f32,
    }

    /// Two views of one generic type, and a view of a type that users of the struct do not import.
    #[derive(Clone, Copy, GpuViews)]
    pub struct Columns<'a, T: GpuType, const N: usize> {
        pub a: &'a ArrayView<'a, T, N>,
        pub b: &'a ArrayView<'a, T, N>,
        pub bodies: &'a ArrayView<'a, Body>,
        pub factor: T,
    }

    #[device]
    impl<T: Scalar> Columns<'_, T, 1> {
        pub fn at(&self, k: usize) -> T {
            self.a[k] + self.b[k] * self.factor
        }

        pub fn mass(&self, k: usize) -> f32 {
            self.bodies[k].mass
        }

        pub fn sum_in_tile(&self, t: usize, k: usize, scratch: &mut [T; 4], barrier: &TileBarrier) -> T {
            scratch[t] = self.at(k);
            barrier.wait();
            let sum = scratch[0] + scratch[1] + scratch[2] + scratch[3];
            barrier.wait();
            sum
        }
    }
}

#[device]
fn total<T: Scalar>(columns: &elsewhere::Columns<'_, T, 1>, n: usize, f: impl Fn(T) -> T) -> T {
    let mut sum = T::ZERO;
    for k in 0..n {
        sum += f(columns.at(k));
    }
    sum
}

#[kernel]
fn generic<T: Scalar>(
    i: Index<1>,
    c: &elsewhere::Columns<T, 1>,
    y: &mut ArrayViewMut<T>,
    m: &mut ArrayViewMut<f32>,
) {
    y[i] = c.at(i[0]) + total(c, 4, |v| v + v);
    m[i] = c.mass(i[0]) + c.bodies[i[0]].mass;
}

#[kernel(tile = [4])]
fn tiled(t: TiledIndex<1>, c: &elsewhere::Columns<f32, 1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut scratch: [f32; 4];
    y[t.global] = c.sum_in_tile(t.local[0], t.global[0], &mut scratch, &t.barrier);
}

#[test]
fn generic_struct_of_views_of_another_module() {
    on_each(|accelerator| {
        let (a, b) = (ArrayView::new(&[1.0, 2.0, 3.0, 4.0]), ArrayView::new(&[10.0, 20.0, 30.0, 40.0]));
        let bodies = ArrayView::new(&[elsewhere::Body { mass: 2.0 }; 4]);
        let c = elsewhere::Columns { a: &a, b: &b, bodies: &bodies, factor: 0.5 };
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        let mut m = ArrayViewMut::<f32>::without_source([4]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(4, generic(&c, &mut y, &mut m)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [6.0, 12.0, 18.0, 24.0].map(|v| v + 120.0));
        assert_eq!(m.to_vec().unwrap(), [4.0; 4]);
        queue.parallel_for_each(Extent::from([4]).tile([4]).unwrap(), tiled(&c, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [60.0; 4]);
    });
}

#[derive(Clone, Copy, GpuViews)]
struct Signal<'a> {
    data: &'a [f32],
    gain: f32,
}

#[device]
impl Signal<'_> {
    fn at(&self, k: usize) -> f32 {
        self.data[k % self.data.len()] * self.gain
    }
}

#[kernel]
fn echoes(i: Index<1>, s: &Signal, y: &mut ArrayViewMut<f32>) {
    let sum: f32 = s.data.iter().sum();
    y[i] = s.at(i[0]) + 10.0 * s.at(i[0] + 1) + 100.0 * sum + s.data[0] + s.data.len() as f32;
}

#[test]
fn kernel_captures_a_slice_in_a_struct_of_views() {
    on_each(|accelerator| {
        let data = [1.0, 2.0, 4.0];
        let s = Signal { data: &data, gain: 0.5 };
        let mut y = ArrayViewMut::<f32>::without_source([3]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(3, echoes(&s, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [0.5 + 10.0 + 704.0, 1.0 + 20.0 + 704.0, 2.0 + 5.0 + 704.0]);
        let kernel = amp!(|i: Index<1>| {
            let s: &Signal = &s;
            y[i] = s.at(i[0]) + s.data[i[0]];
        });
        queue.parallel_for_each(3, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [1.5, 3.0, 6.0]);
    });
}
