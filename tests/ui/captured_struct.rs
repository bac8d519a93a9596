use amp::prelude::*;

#[derive(Clone, Copy)]
struct Settings {
    factor: f32,
}

fn main() -> Result<(), amp::Error> {
    let settings = Settings { factor: 2.0 };
    let mut y = ArrayViewMut::<f32>::without_source(8)?;
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = settings.factor * 2.0))
}
