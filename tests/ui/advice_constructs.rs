use amp::prelude::*;

#[kernel]
fn constructs(i: Index<1>, n: u32, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let size = const { 4 * 4 };
    let sign = 'a';
    let range = 0..;
    let applied = (if n > 1 { more } else { less })(3);
    let name = c"text";
    let first = if n > 1 { 2 };
    let failed = n?;
    #[inline]
    let attributed = 1;
    static COUNT: u32 = 1;
    loop { y[i] = 1; }
    half(1.0);
}

#[kernel]
fn calls(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let mut w = [1u32, 2, 3];
    w.concat();
    let large = x.first();
    y.swap(0, 1);
    let sum = x[i].checked_add(1);
    let text = x[i].to_string();
    let two = w(2);
}

#[kernel]
fn taken_apart(i: Index<1>, (a, b): (u32, u32), y: &mut ArrayViewMut<u32>) {
    y[i] = a + b;
}

#[device]
async fn waits(a: u32) -> u32 {
    a
}

#[device]
fn of_view((a, b): &(u32, u32), _: &ArrayView<u32>) -> u32 {
    *a + *b
}

fn main() {
    let mut out = [0u32; 4];
    let mut y = ArrayViewMut::new(&mut out);
    let _ = amp!(|i: Index<1>, scale: u32| { y[i] = scale; });
}
