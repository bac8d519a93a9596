//! Smooths a signal: each value becomes the mean of itself and its neighbours.

use amp::prelude::*;

#[kernel]
fn smooth(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let last = x.len() - 1;
    let left = if i[0] > 0 { x[i[0] - 1] } else { x[i] };
    let right = if i[0] < last { x[i[0] + 1] } else { x[i] };
    y[i] = (left + x[i] + right) / 3.0;
}

fn smoothed(queue: &AcceleratorView, values: &[f32]) -> amp::Result<Vec<f32>> {
    let x = ArrayView::new(values);
    let mut y = ArrayViewMut::without_source([values.len()])?;
    queue.parallel_for_each(y.extent(), smooth(&x, &mut y))?;
    y.to_vec()
}

fn main() -> amp::Result<()> {
    let accelerator = Accelerator::default();
    let result = smoothed(&accelerator.default_view(), &[0.0, 0.0, 3.0, 0.0, 0.0])?;
    println!("{accelerator}: {result:?}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peak_spreads_to_its_neighbours() -> amp::Result<()> {
        for accelerator in Accelerator::all() {
            let result = smoothed(&accelerator.default_view(), &[0.0, 0.0, 3.0, 0.0, 0.0])?;
            assert_eq!(result, [0.0, 1.0, 1.0, 1.0, 0.0], "on {accelerator}");
        }
        Ok(())
    }
}
