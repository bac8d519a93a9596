//! L-10, L-15: fallible functions and formatting macros.

use amp::prelude::*;

#[device]
fn fails(v: i32) -> i32 {
    let v = Ok::<i32, i32>(v)?;
    v
}

#[kernel]
fn unwraps(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    y[i] = Some(y[i])?;
    y[i] = y[i].checked_add(1).map(|v: i32| v?).unwrap_or(0);
}

#[kernel]
fn formats(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    print!("{}", y[i]);
    eprintln!("{}", y[i]);
    let text = format!("{}", y[i]);
    dbg!(y[i]);
    vec![1, 2];
    write!(text, "{}", 1);
}

fn main() {}
