use amp::prelude::*;

fn main() {
    let pixels = [1u8, 2, 3];
    let v = ArrayView::new(&pixels);
    let mut y = ArrayViewMut::<u32>::without_source([3]).unwrap();
    parallel_for_each(3, amp!(|i: Index<1>| y[i] = (v[i] + v[0]) as u32)).unwrap();
}
