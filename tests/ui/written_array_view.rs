use amp::prelude::*;

fn main() -> Result<(), amp::Error> {
    let data = [1.0f32; 8];
    let y = ArrayView::new(&data);
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = 2.0))
}
