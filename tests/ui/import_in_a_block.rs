use amp::prelude::*;

mod tools {
    use amp::prelude::*;

    #[device]
    pub(super) fn twice(a: f32) -> f32 {
        a * 2.0
    }
}

#[kernel]
fn doubled(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    if y[i] > 1.0 {
        use tools::twice;
        y[i] = twice(y[i]);
    }
}

#[device]
fn all(a: f32) -> f32 {
    use tools::*;
    twice(a)
}

#[device]
fn bounded(list: [f32; SIZE]) -> f32 {
    use sizes::SIZE;
    list[SIZE - 1]
}

const SIZE: usize = 2;

mod sizes {
    pub const SIZE: usize = 3;
}

fn main() {}
