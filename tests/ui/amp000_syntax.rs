use amp::prelude::*;

#[kernel]
struct Double {
    values: Vec<f32>,
}

fn main() {}
