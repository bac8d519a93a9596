//! L-01, L-10, L-15: kernels call what kernels can run, and nothing fails in them halfway.

use amp::prelude::*;

struct Host {
    value: i32,
}

impl Host {
    fn value(&self) -> i32 {
        self.value
    }

    fn fixed() -> i32 {
        7
    }
}

fn free(v: i32) -> i32 {
    v + Host::fixed() + Host { value: v }.value()
}

#[kernel]
fn calls_a_function(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    y[i] = free(y[i]);
}

#[kernel]
fn calls_an_associated_function(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    y[i] = Host::fixed();
}

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

fn main() {
    let host = Host { value: 3 };
    let outside = |v: i32| v + 1;
    let mut values = [0; 4];
    let mut y = ArrayViewMut::new(&mut values);
    parallel_for_each(4, amp!(|i: Index<1>| y[i] = host.value())).unwrap();
    parallel_for_each(4, amp!(|i: Index<1>| y[i] = outside(y[i]))).unwrap();
}
