use amp::prelude::*;

fn main() -> amp::Result<()> {
    let x = ArrayView::with_extent([2, 4], &[0.0f32; 8])?;
    let mut y = ArrayViewMut::<f32>::without_source(8)?;
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = x[i]))?;
    parallel_for_each([2, 4], amp!(|i: Index<2>| y[i] = x[i]))
}
