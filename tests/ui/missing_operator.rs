use amp::prelude::*;

#[kernel]
fn floats(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = !y[i];
    y[i] ^= 3.0;
    y[i] = y[i] << 1;
}

#[kernel]
fn unsigned(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = -y[i];
    let back = -i[0];
    let odd = -(back > 3);
}

#[kernel]
fn lengths(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let list: [f32; 3] = [1.0, 2.0];
    y[i] = list[0];
}

#[kernel]
fn bounded(i: Index<1>, n: u32, y: &mut ArrayViewMut<f32>) {
    if i[0] < n {
        y[i] = 1.0;
    }
}

fn main() {
    let (n, mut data) = (3u32, [1.0f32; 4]);
    let mut y = ArrayViewMut::new(&mut data);
    let kernel = amp!(|i: Index<1>| {
        if i[0] >= n {
            return;
        }
        y[i] = 1.0;
    });
    parallel_for_each(4, kernel).unwrap();
}
