use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] *= 2.0;
}

fn main() -> Result<(), amp::Error> {
    let mut y = ArrayViewMut::<f32>::without_source(64)?;
    parallel_for_each(y.extent().tile([16])?, double(&mut y))
}
