//! L-10, L-15: fallible functions and formatting macros.

use amp::prelude::*;

#[device]
fn fails(v: i32) -> Result<i32, ()> {
    let v = Ok(v)?;
    Err(v)
}

#[kernel]
fn unwraps(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    y[i] = Some(y[i]).unwrap();
    y[i] = y[i].checked_add(1).expect("too much");
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
