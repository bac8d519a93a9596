use amp::prelude::*;

#[kernel]
fn patterns(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    if let Some(k) = n {
        y[i] = k;
    }
    let 0..=3 = n else {
        y[i] = 3;
    };
    match [n, y[i]] {
        [0, rest @ ..] => y[i] = rest[0],
        _ => {}
    }
}

fn main() {
    let (n, mut places) = (2u32, vec![0u32; 4]);
    let mut y = ArrayViewMut::new(&mut places);
    let _ = amp!(|i: Index<1>| {
        if n > 1 || let 2 = y[i] {
            y[i] = 2;
        }
    });
}
