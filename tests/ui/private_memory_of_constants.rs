use amp::prelude::*;

const BINS: usize = 3000;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Table {
    rows: [[f32; 16]; 256],
}

#[device]
fn of_a_constant(n: u32) -> u32 {
    let bins = [n; BINS];
    bins[n as usize % BINS]
}

#[kernel]
fn of_a_struct(i: Index<1>, x: &ArrayView<Table>, y: &mut ArrayViewMut<f32>) {
    let table = x[i];
    y[i] = table.rows[i[0] % 256][3] + of_a_constant(7) as f32;
}

fn main() {
    let x = ArrayView::<Table>::new(&[]);
    let mut y = ArrayViewMut::<f32>::without_source([1]).unwrap();
    parallel_for_each(1, of_a_struct(&x, &mut y)).unwrap();
}
