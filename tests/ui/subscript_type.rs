use amp::prelude::*;

#[device]
fn weight(k: u32) -> f32 {
    let weights = [0.25, 0.5, 0.25];
    weights[k % 3]
}

fn main() {
    let table = ArrayView::<f32, 2>::with_extent([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let list = ArrayView::new(&[1.0f32, 2.0]);
    let mut y = ArrayViewMut::<f32>::without_source([3]).unwrap();
    let n = 1u32;
    parallel_for_each(3, amp!(|i: Index<1>| {
        let row = i[0] as i32;
        y[i] = table[[row, 0]] + weight(i[0] as u32);
        y[i] += list[(0, 1)];
    }))
    .unwrap();
    parallel_for_each(3, amp!(|i: Index<1>| { y[i] = list[n]; })).unwrap();
}
