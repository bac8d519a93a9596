use amp::prelude::*;

#[device]
fn store(_: f32) {}

#[kernel]
fn half_a_branch(i: Index<1>, on: bool, y: &mut ArrayViewMut<f32>) {
    y[i] = if on { 1.0 } else {};
}

#[kernel]
fn an_arm(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let w: f32 = match i[0] {
        0 => 1.0,
        _ => y[i] = 2.0,
    };
    y[i] = w;
}

#[kernel]
fn a_loop(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let w: f32 = loop {
        if i[0] == 0 {
            break 1.0;
        }
        break;
    };
    y[i] = w;
}

#[kernel]
fn a_block(i: Index<1>, on: bool, y: &mut ArrayViewMut<f32>) {
    let w: f32 = 'found: {
        if on {
            break 'found 2.0;
        }
    };
    y[i] = w;
}

#[kernel]
fn a_statement_at_the_end(i: Index<1>, on: bool, y: &mut ArrayViewMut<f32>) {
    y[i] = if on { 2.0 } else { store(1.0); };
}

#[kernel]
fn what_a_closure_says(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let whole = |q: f32| -> i32 { q };
    y[i] = whole(1.5) as f32;
}

fn main() {}
