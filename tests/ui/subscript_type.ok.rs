//! Convert every subscript to `usize`.

use amp::prelude::*;

#[device]
fn weight(k: u32) -> f32 {
    let weights = [0.25, 0.5, 0.25];
    weights[(k % 3) as usize]
}

#[test]
fn runs() {
    let table = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let n = 1u32;
    crate::gives(&[6.25, 8.5, 10.25], &[0.0; 3], |on, y| {
        let (list, table) = (ArrayView::new(&table), ArrayView::with_extent([3, 2], &table)?);
        on.parallel_for_each(
            3,
            amp!(|i: Index<1>| {
                let row = i[0] as i32;
                y[i] = table[[row as usize, 0]] + weight(i[0] as u32);
                y[i] += list[n as usize] + list[[2]];
            }),
        )
    });
}
