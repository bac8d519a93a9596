//! The rejected examples of `docs/language.md`: expressions. Written by `tests/architecture`.

use amp::prelude::*;

fn array_2() {
    let _ = amp!(
        |i: Index<1>| {
            let a = [];
        }
    );
}

fn associated_2() {
    let _ = amp!(
        |i: Index<1>| {
            z[i] = u32::from_str_radix(7, 10);
        }
    );
}

fn atomic_4() {
    let _ = amp!(
        tile = [4], |t: TiledIndex<1>| {
            #[tile_static] let mut s: [u32; 4];
            s[t.local[0]] = atomic_load(&z[t.global]);
            atomic_fetch_add(&s[0], 1);
            atomic_store((&s[1]), 1);
            atomic_fetch_inc(&s[2]);
        }
    );
}

fn atomic_5() {
    let _ = amp!(
        |i: Index<1>| {
            let mut a = 1u32;
            atomic_fetch_add(&mut a, 1);
            atomic_load(z[0]);
            atomic_store(&mut z[0]);
        }
    );
}

fn bytes_3() {
    let _ = amp!(
        |i: Index<1>| {
            let a = i[0].to_le_bytes();
            let k = usize::from_le_bytes([0; 8]);
        }
    );
}

fn call_2() {
    let _ = amp!(
        |i: Index<1>| {
            let v = Vec::new();
            let f = 1;
            f(2);
        }
    );
}

fn cast_3() {
    let _ = amp!(
        |i: Index<1>| {
            let c = 65u32 as u128;
            let d = n as u8;
        }
    );
}

fn cast_4() {
    let _ = amp!(
        |i: Index<1>| {
            let k = i as u32;
            let e = x.extent() as usize;
        }
    );
}

fn chosen_slice_3() {
    let _ = amp!(
        |i: Index<1>| {
            let (v, w) = ([1.0, a], [2.0, a]);
            let s = if n > 1 { &w[1..] } else { &v[1..] };
            y[i] = s[0];
        }
    );
}

fn closure_4() {
    let _ = amp!(
        |i: Index<1>| {
            let f = |mut p: &f32| *p;
            y[i] = f(&a);
        }
    );
}

fn closure_5() {
    let _ = amp!(
        tile = [4], |t: TiledIndex<1>| {
            map(n, |k| t.barrier.wait());
        }
    );
}

fn closure_7() {
    let _ = amp!(
        |i: Index<1>| {
            let mut s = 0.0;
            let f = |v: f32| v;
            let g = (f, 1);
            let h = move |v: f32| { s += v; };
            f(1.0, 2.0);
        }
    );
}

fn closure_return_5() {
    let _ = amp!(
        |i: Index<1>| {
            let f = |v: f32| matches!(if v < 0.0 { return false } else { v as u32 }, 1..=3);
            if f(a) { y[i] = 1.0; }
        }
    );
}

fn collective_args_3() {
    let _ = amp!(
        tile = [16], |t: TiledIndex<1>| {
            let mut v = (1.0f32, [2.0f32, 3.0]);
            add(&mut v.0, &v.0, &t.barrier);
            y[t.global] = v.0;
        }
    );
}

fn collective_args_4() {
    let _ = amp!(
        tile = [16], |t: TiledIndex<1>| {
            let mut v = (1.0f32, [2.0f32, 3.0]);
            add(&mut v, &v.0, &t.barrier);
            y[t.global] = v.0;
        }
    );
}

fn collective_args_5() {
    let _ = amp!(
        tile = [16], |t: TiledIndex<1>| {
            let mut v = (1.0f32, [2.0f32, 3.0]);
            add(&v.1, &mut v.1[0], &t.barrier);
            y[t.global] = v.0;
        }
    );
}

fn const_block_2() {
    let _ = amp!(
        |i: Index<1>| {
            y[i] = const { 2.0 };
            let n = const { let k = 1 << 4; k };
        }
    );
}

fn contains_2() {
    let _ = amp!(
        |i: Index<1>| {
            let k = (0..4).start_bound();
            let e = (0..n).is_empty();
        }
    );
}

fn convert_3() {
    let _ = amp!(
        |i: Index<1>| {
            let c = f16::from_f64(a);
            let d = u16::from(b[i]);
        }
    );
}

fn field_2() {
    let _ = amp!(
        tile = [16], |t: TiledIndex<1>| {
            let a = t.globe;
            let b = t.barrier;
        }
    );
}

fn field_3() {
    let _ = amp!(
        |i: Index<1>| {
            y[i] = i.local[0] as f32;
            waits(&i.barrier);
        }
    );
}

fn if_value_2() {
    let _ = amp!(
        |i: Index<1>| {
            let a = if n > 1 { 2 };
        }
    );
}

fn in_place_method_3() {
    let _ = amp!(
        |i: Index<1>| {
            let w = [1.0, a];
            w.swap(0, 1);
            let mut v = [1, 2];
            v.swap(0);
        }
    );
}

fn index_3() {
    let _ = amp!(
        |i: Index<1>| {
            y[i] = y[[0, 1]];
            let k = n[i];
            let m = n;
        }
    );
}

fn index_4() {
    let _ = amp!(
        tile = [4, 4], |t: TiledIndex<2>| {
            #[tile_static] let mut s: [f32; 4];
            s[t.local] = 1.0;
            y[t.global] = 1.0;
        }
    );
}

fn index_space_3() {
    let _ = amp!(
        |i: Index<1>| {
            let w = helpers::origin(n);
            let at = Index::new(w);
        }
    );
}

fn literal_3() {
    let _ = amp!(
        |i: Index<1>| {
            let a = 256u8;
            let b = 5_000_000_000;
            let d: usize = 5_000_000_000;
        }
    );
}

fn literal_4() {
    let _ = amp!(
        |i: Index<1>| {
            let d = 99_999_999_999_999_999_999u64;
        }
    );
}

fn matches_2() {
    let _ = amp!(
        |i: Index<1>| {
            let a = matches!(n);
            let b = matches!(n, );
        }
    );
}

fn method_2() {
    let _ = amp!(
        |i: Index<1>| {
            let a = 1.0f32.to_string();
            i.barrier.wait();
        }
    );
}

fn method_4() {
    let _ = amp!(
        |i: Index<1>| {
            let a = 1.0f64.sqrt();
            let b = 1.0f64.next_up();
        }
    );
}

fn path_2() {
    let _ = amp!(
        |i: Index<1>| {
            let v = y[i];
            let w = y;
        }
    );
}

fn range_2() {
    let _ = amp!(
        |i: Index<1>| {
            let r = 2..;
            let s = ..;
            y[i] = 1.0;
        }
    );
}

fn range_3() {
    let _ = amp!(
        |i: Index<1>| {
            let mut r = 2..=n;
            let s = r.nth_back(1);
            let t = r.start_bound();
        }
    );
}

fn reference_3() {
    let _ = amp!(
        |i: Index<1>| {
            shift(&q.as_view(), &mut q);
            q[i] = 1.0;
        }
    );
}

fn reference_4() {
    let _ = amp!(
        |i: Index<1>| {
            let mut v = 1.0f32;
            let r = (&mut v, 1);
            let c = 2.0f32;
            f(&mut c);
            f(&mut x[i]);
        }
    );
}

fn slice_2() {
    let _ = amp!(
        |i: Index<1>| {
            let w = [1.0, a];
            let s = &w[1..3];
            let t = &w[..1];
            y[i] = t[1];
        }
    );
}

fn slice_3() {
    let _ = amp!(
        |i: Index<1>| {
            let mut w = [1.0, a];
            w[..1] = w[1..];
            let s = w[..];
        }
    );
}

fn slice_4() {
    let _ = amp!(
        |i: Index<1>| {
            let w = [1.0, a];
            let s = &mut w[1..];
            y[i] = s[0];
        }
    );
}

fn standard_library_3() {
    let _ = amp!(
        |i: Index<1>| {
            let p = (1, 2);
            let mut q = (1, 2);
            std::mem::swap(p, q);
            let r = std::mem::take(q);
            let s = std::mem::replace(3, 4);
        }
    );
}

fn subview_4() {
    let _ = amp!(
        |i: Index<1>| {
            y[i] = x[i];
            let p = x.section([0], [4]);
            let q = x.section([1], [4])?;
        }
    );
}

fn subview_5() {
    let _ = amp!(
        |i: Index<1>| {
            let p = if n > 3 { x.section([0], [4]).unwrap() } else { x.section([1], [4]).unwrap() };
        }
    );
}

fn subview_6() {
    let _ = amp!(
        |i: Index<1>| {
            let p = x.section([0], [4]).unwrap();
            p[i] = 1.0;
        }
    );
}

fn swizzle_2() {
    let _ = amp!(
        |i: Index<1>| {
            let v = Vec2::splat(a);
            y[i] = v.xz().x + v.with_xy(v).y;
        }
    );
}

fn unary_3() {
    let _ = amp!(
        |i: Index<1>| {
            let b = a;
            y[i] = *b;
        }
    );
}

fn main() {}
