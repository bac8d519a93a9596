//! The rejected examples of `docs/language.md`: statements. Written by `tests/architecture`.

use amp::prelude::*;

fn assert_2() {
    let _ = amp!(
        |i: Index<1>| {
            assert!(n > 1, "{} {n:>3} {{a}}", n + 1);
            assert!(n > 1, a);
            println!("x");
        }
    );
}

fn assign_2() {
    let _ = amp!(
        |i: Index<1>| {
            let x = 1.0;
            x = 2.0;
            a += 1.0;
            i = i;
        }
    );
}

fn borrow_3() {
    let _ = amp!(
        |i: Index<1>| {
            let mut b = 1.0;
            let p = &b;
            *p = a;
            let mut q = &mut b;
        }
    );
}

fn destructuring_assign_3() {
    let _ = amp!(
        |i: Index<1>| {
            helper(a) = 1.0;
            (b(a), ..) = (1.0, 2.0);
            Two(a, ..) = q;
        }
    );
}

fn for_array_3() {
    let _ = amp!(
        |i: Index<1>| {
            let w = [1.0, a];
            for p in w.iter().enumerate() { }
            for mut q in &w { }
        }
    );
}

fn for_array_4() {
    let _ = amp!(
        |i: Index<1>| {
            let w = [1.0, a];
            for v in w.iter_mut() { }
        }
    );
}

fn for_array_5() {
    let _ = amp!(
        |i: Index<1>| {
            for u in x.iter().map_windows(f) { }
            for v in 1.5 { }
            for w in (2, 3) { }
        }
    );
}

fn for_range_2() {
    let _ = amp!(
        |i: Index<1>| {
            for v in x.iter().map_windows(f) { }
            for (a, b) in 0..4 { }
        }
    );
}

fn item_2() {
    let _ = amp!(
        |i: Index<1>| {
            if n > 1 { use shapes::area; y[i] = area(a); }
        }
    );
}

fn jump_3() {
    let _ = amp!(
        |i: Index<1>| {
            loop { break 'a; }
            while n > 1 { break 2; }
            continue;
            return 1;
        }
    );
}

fn labelled_3() {
    let _ = amp!(
        |i: Index<1>| {
            for k in 0..n { 'one: { if k > 1 { continue 'one; } if k > 2 { break; } continue; } }
        }
    );
}

fn local_3() {
    let _ = amp!(
        |i: Index<1>| {
            let Some(x) = f(a);
        }
    );
}

fn local_4() {
    let _ = amp!(
        |i: Index<1>| {
            #[tile_static] let mut t: [f32; 4];
        }
    );
}

fn local_5() {
    let _ = amp!(
        |i: Index<1>| {
            let n = 3u32;
            let (q, r) = n;
            let [s, ..] = n;
            y[q] = r + s;
        }
    );
}

fn print_2() {
    let _ = amp!(
        |i: Index<1>| {
            amp::print!(n);
            println!("{}", n);
        }
    );
}

fn while_loop_2() {
    let _ = amp!(
        |i: Index<1>| {
            loop { y[i] = 1.0; }
        }
    );
}

fn main() {}
