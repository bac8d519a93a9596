//! The accepted examples of `docs/language.md`, each as a test. Written by `tests/architecture`.

use amp::prelude::*;

use super::items::*;
use super::page;

page! { assert_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        assert!(n > 1, "too few");
        debug_assert_eq!(n, 2);
        y[i] = match n { 0 => unreachable!(), _ => 1.0 };
    }
}

page! { assign_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = 2.0;
        y[i] += 3.0;
    }
}

page! { borrow_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut v = [1.0, 2.0];
        let mut k = n % 2;
        let p = &mut v[k];
        k = 0;
        *p += a;
        let q = &x[i];
        y[i] = *q * v[k];
    }
}

page! { borrow_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let p = &x[i];
        let q = &p;
        let r = *q;
        let both = &&a;
        y[i] = **q + *r + **both + *&a;
        let mut s = 1.0;
        *&mut s += a;
        y[i] *= s;
    }
}

page! { destructuring_assign_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let (mut b, mut c) = (1.0, 2u32);
        (b, ..) = (a, 1, 2);
        (.., c) = (1, 3);
        y[i] = b;
        z[i] = c;
    }
}

page! { destructuring_assign_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut b = 1.0;
        let s = Pair { a, b: 2 };
        Pair { a: b, .. } = s;
        Two(_, y[i]) = Two(1, b);
    }
}

page! { for_array_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let list = [(1.0, 2.0), (3.0, 4.0)];
        for (p, q) in list { y[i] += p * q; }
        for d in [-1, 0, 1] { z[i] += (d + 1) as u32; }
    }
}

page! { for_array_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut w = [1.0, a];
        for v in &mut w { *v += 1.0; }
        for (k, v) in w.iter().enumerate() { y[i] += *v * k as f32 + v.abs(); }
        for &v in &w { y[i] += v; }
    }
}

page! { for_range_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        for k in 0..n { y[i] += x[k]; }
        for k in (0..=9u32).rev() { z[i] = z[i] * 2 + k; }
        for k in (0..n).step_by(4) { y[i] -= x[k]; }
    }
}

page! { if_else_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        if a < 1.0 { y[i] = 1.0; } else if a < 2.0 { y[i] = 2.0; } else { y[i] = 3.0; }
    }
}

page! { if_else_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        if let Some(x) = (n > 1).then_some(a) { y[i] = x; }
    }
}

page! { item_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        use shapes::area as square;
        const HALF: f32 = 0.5;
        fn more(v: f32) -> f32 { v + HALF }
        y[i] = more(square(x[i])) * HALF;
    }
}

page! { jump_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        if i[0] == 0 { return; }
        for k in 0..4u32 { if k == 2 { continue; } y[i] += 1.0; }
    }
}

page! { jump_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        'a: for k in 0..4u32 { z[i] += k; while n > 1 { if k == 2 { break 'a; } if k < 3 { continue 'a; } } }
    }
}

page! { labelled_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let v = 'found: { if n > 3 { break 'found 2.0; } a * 2.0 };
        'stores: { if i[0] > 5 { break 'stores; } y[i] = v; }
    }
}

page! { labelled_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        'all: for k in 0..4u32 { 'one: { if k == 2 { continue 'all; } if k == 5 { break 'all; } if k == 3 { break 'one; } z[i] += k; } z[i] += 1; }
    }
}

page! { local_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let a = 1.5;
        let mut b: u32 = 2;
        let (c, d) = (a, b);
        b += d;
        y[i] = c;
        z[i] = b;
    }
}

page! { local_2(x, y, z, b, h, a, n):
    |i: Index<2>| {
        let [row, col] = i.into();
        y[[col, row]] = 1.0;
    }
}

page! { print_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let k = i[0];
        if k == 3 { amp::print!("{k} of {n}: {:.2}", x[k]); }
        y[i] = x[k];
    }
}

page! { while_loop_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut s = 4u32;
        while s > 0 { s /= 2; if s == 1 { break; } }
        z[i] = s;
    }
}

page! { array_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut a = [1.0, 2.0];
        a[n % 2] = 3.0;
        let b = [0u32; 4];
        let c = (a[0], b[1]);
        y[i] = c.0;
    }
}

page! { associated_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let v = Vec3::from([a, 2.0, 3.0]);
        let w = Vec4::from((v, 1.0));
        y[i] = f32::max(Vec3::dot(v, Vec3::max(v, Vec3::splat(1.0))), w.w) + f32::default();
    }
}

page! { atomic_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        atomic_store(&mut z[i], 5);
        y[i] = atomic_load(&z[i]) as f32;
    }
}

page! { atomic_2(x, y, z, b, h, a, n):
    tile = [16], |t: TiledIndex<1>| {
        #[tile_static] let mut bins: [u32; 16];
        bins[t.local[0]] = 0;
        t.barrier.wait();
        let bin = x[t.global] as usize % 16;
        atomic_fetch_add(&mut bins[bin], 1);
        t.barrier.wait();
        atomic_fetch_max(&mut z[t.tile[0]], bins[t.local[0]]);
        y[t.global] = bins[t.local[0]] as f32;
    }
}

page! { atomic_3(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut seen = 0;
        if atomic_compare_exchange(&mut z[i], &mut seen, 7) { y[i] = 1.0; }
        let done = atomic_compare_exchange(&mut z[i], 1, seen);
    }
}

page! { binary_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        z[i] = ((n + 1) * 2 - n / 3 % 4) as u32;
        z[i] += (n << 2 & 7 | 1 ^ n) as u32;
        if n > 1 && n != 5 || n == 0 { y[i] = 1.0; }
    }
}

page! { binary_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        if n > 1 && { let q = n; q < 9 }
        { z[i] = n as u32; }
    }
}

page! { bytes_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        z[i] = u32::from_be_bytes([1, 2, 3, b[i]]) + u16::from_le_bytes([b[0], 7]) as u32;
    }
}

page! { bytes_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let [low, high] = (b[i] as u16 * 3).to_le_bytes();
        let all = x[i].to_be_bytes();
        z[i] = (high ^ low ^ all[1]) as u32;
    }
}

page! { call_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = helpers::scale(y[i], 2.0);
    }
}

page! { cast_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        z[i] = y[i] as u32;
        y[i] = i[0] as f32;
    }
}

page! { cast_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        z[i] = if b[i] as u32 == b'a' as u32 { b'z' as u32 } else { 'é' as u32 };
        y[i] = b'0' as f32;
    }
}

page! { chosen_slice_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let w = [1.0, a, 3.0];
        let s = if n > 1 { &w[1..] } else { &w[..2] };
        let (k, t) = match s { [_, rest @ ..] => (1, rest), _ => (0, s) };
        y[i] = s[0] + t.len() as f32;
        z[i] = k;
    }
}

page! { chosen_slice_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let (mut l, mut r) = ((a, 1.0), (2.0, a));
        let side = if n > 1 { &mut l } else { &mut r };
        side.0 += 1.0;
        side.1 *= a;
        let mut w = [1.0, a, 3.0];
        let cell = match n { 0 => &mut w[0], 1 => &mut w[n], _ => &mut w[2] };
        *cell += 1.0;
        let s = if n > 2 { &l.0 } else { &w[1] };
        y[i] = *s + w[0] + r.1;
    }
}

page! { closure_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let b = 2.0;
        let f = |v: f32, n: f32| { let b = b * n; v + b };
        let b = 5.0;
        y[i] = f(a, b) + f(x[i], 1.0);
    }
}

page! { closure_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let b = 2.0;
        let f = |k: u32| x[k as usize] * b;
        y[i] = fold(&x, shapes::area);
        y[i] += map_sum(n as u32, f);
        y[i] += map_sum(2, |k: u32| { let c = a * k as f32; c + x[i] });
        y[i] += fold(&x, f32::sqrt);
    }
}

page! { closure_3(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut s = [1.0, a];
        let f = |v: &mut f32, n: f32| { *v += n; };
        f(&mut s[n % 2], 2.0);
        let g = |&b: &f32, of: &ArrayView<f32>| b + of[n % 2];
        y[i] = g(&s[1], &x);
    }
}

page! { closure_6(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut b = 1.0;
        let mut w = [0u32; 2];
        each(n as u32, |k: u32| { b += a; each(k, |j: u32| w[j as usize % 2] = k); });
        y[i] = b;
    }
}

page! { closure_return_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let root = |v: f32| { if v < 0.0 { return 0.0; } v.sqrt() };
        y[i] = root(x[i]) + root(a);
    }
}

page! { closure_return_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let first = |v: u32| { for k in 0..4u32 { if k * k > v { return k; } } 9 };
        z[i] = first(n as u32);
        let mut none = |v: u32| { if v > 2 { return; } z[i] += v; };
        none(4);
    }
}

page! { closure_return_3(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = map_sum(2, |k: u32| { if k > 1 { return a; } x[i] });
        y[i] += map_sum(3, |k: u32| return a);
    }
}

page! { closure_return_4(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let f = |v: f32| if v < 0.0 { return 0.0 } else { v } - 1.0;
        y[i] = f(a);
        let g = |v: u32| match v { 0 => return 0.5, v => v }
        as f32;
        y[i] += g(n as u32);
    }
}

page! { const_block_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        const { assert!(LIMIT > 1) };
        const { assert!(LIMIT > 1); }
        let last = const { LIMIT - 1 };
        y[i] = x[last] * const { 2.0f32 * 3.0 };
    }
}

page! { contains_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let k = i[0];
        if (2..n).contains(&k) && (0.5..=a).contains(&(y[i] * 2.0)) || (..9).contains(&k) { y[i] = 1.0; }
    }
}

page! { convert_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        z[i] = b[i] as u32 + u32::from(b[b[0] as usize]);
        y[i] = b[i] as f32 + h[i].to_f32() + f32::from(h[0]);
    }
}

page! { convert_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let s = h[i] * f16::from_f32(a) + f16::from(b[i]);
        y[i] = s.to_f32() + u32::from(n > 1) as f32;
    }
}

page! { field_1(x, y, z, b, h, a, n):
    tile = [16], |t: TiledIndex<1>| {
        y[t.global] = t.tile[0] as f32;
        z[t.global] = (t.tile_origin[0] + t.local[0]) as u32;
    }
}

page! { if_value_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = if n > 1 { let b = 2.0; b } else if n > 0 { 1.0 } else { 0.0 };
    }
}

page! { implicit_reborrow_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut v = [a, 2.0];
        let p = &mut v;
        y[i] = both(p, &p[0], p);
    }
}

page! { in_place_method_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut w = [1.0, a];
        w.swap(0, n % 2);
        let mut m = [[0u32; 3]; 2];
        m[n % 2].fill(w.len() as u32);
        y[i] = w[0];
    }
}

page! { in_place_method_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut w = [1.0, a, 3.0];
        w.rotate_left(1);
        w.rotate_right(n);
        y[i] = w[0];
    }
}

page! { index_1(x, y, z, b, h, a, n):
    |i: Index<2>| {
        y[i] = x[[i[1], i[0] + 1]];
        let j = i + 1;
        z[i] = (x[j] + x[[3, n]]) as u32;
    }
}

page! { index_2(x, y, z, b, h, a, n):
    tile = [4, 4], |t: TiledIndex<2>| {
        #[tile_static] let mut s: [[f32; 4]; 4];
        s[t.local] = x[t.global];
        s[t.local] += 1.0;
        t.barrier.wait();
        let turned = Index::new([t.local[1], 0]);
        y[t.global] = s[turned];
    }
}

page! { index_space_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let e = Extent::from([n, 4]);
        let at = Index::from([i[0], 1]);
        let w = [n, 2];
        let v = Index::new(w);
        z[i] = (e[0] + at[1] + v[0]) as u32;
    }
}

page! { index_space_2(x, y, z, b, h, a, n):
    |i: Index<2>| {
        let d = [-1, 1];
        let at = i.offset(d);
        if x.extent().contains(at) { y[i] = x[at]; }
    }
}

page! { literal_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = 1.0 + 2.5e-3;
        z[i] = 0x1F;
        let a = 2u32 << 3;
        let b = -5;
        let c = -2147483648;
    }
}

page! { literal_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let c = b[i];
        z[i] = match c { b'0'..=b'9' => (c - b'0') as u32, b'a' | b'b' => 10, _ => 99 };
        let mut k = 150u8;
        k += 10;
        k <<= 2;
        let d = -(k as i8 >> 1);
        let f = !k;
    }
}

page! { matches_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        if matches!(n, 0 | 2..=5 if a > 0.0) { y[i] = 1.0; }
    }
}

page! { method_1(x, y, z, b, h, a, n):
    tile = [16], |t: TiledIndex<1>| {
        #[tile_static] let mut s: [f32; 16];
        s[t.local[0]] = y[t.global];
        t.barrier.wait();
        y[t.global] = s[15 - t.local[0]].sqrt().min(4.0);
    }
}

page! { method_3(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let (sum, wrapped) = n.overflowing_add(3);
        if !wrapped { z[i] = sum.abs_diff(5) as u32; }
    }
}

page! { path_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let b = a;
        y[i] = b * SCALE;
    }
}

page! { range_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let r = 2..n;
        for k in r.clone() { y[i] += x[k]; }
        let s = if r.is_empty() { 1..=3 } else { r.start..=9 };
        if r.contains(&4) && s.contains(s.start()) { z[i] = r.len() as u32; }
        let inner: Range<usize> = shrunk(r);
        y[i] += inner.map(|k| x[k]).sum::<f32>();
    }
}

page! { range_4(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let gap: Option<Range<u32>> = (z[i] < 3).then_some(z[i]..3);
        let t = (0..n, 1);
        let list: [Range<usize>; 2] = [0..n, 2..3];
        y[i] = (t.0.end + list[1].start) as f32;
        z[i] = gap.map_or(0, |r| r.end);
    }
}

page! { record_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let p = Pair { b: 2, a, ..Pair::ZERO };
        y[i] = p.a;
    }
}

page! { record_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let p = Two(2, a);
        let q = Two { 1: p.1, 0: 3 };
        y[i] = q.1;
    }
}

page! { reference_1(x, y, z, b, h, a, n):
    tile = [16], |t: TiledIndex<1>| {
        #[tile_static] let mut s: [[f32; 4]; 4];
        let mut v = [1.0f32, 2.0, 3.0, 4.0];
        let (row, k) = (t.local[0] / 4, t.local[0] % 4);
        s[row][k] = 1.0;
        scale(&mut v[k], &a);
        scale(&mut s[row][k], &v[k]);
        swap(&mut v[0], &mut v[k]);
        y[t.global] = s[row][k] + move_first(&mut y[t.global], &mut v);
    }
}

page! { reference_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = at(&x, n);
        y[i] += at(&y.as_view(), i[0]);
        add(&mut z, i[0], 2);
    }
}

page! { returned_closure_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut k = n;
        let add = adder(k, 1.0);
        k += 1;
        y[i] = add(a, k) + add(2.0, 1);
    }
}

page! { returned_slice_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let w = [1.0, a, 3.0, 4.0];
        let part: &[f32] = inner(&w, n);
        y[i] = part.iter().sum::<f32>() + part[0] + total(part);
    }
}

page! { slice_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut w = [1.0, a, 3.0, 4.0];
        let s = &w[1..n];
        y[i] = s[0] + total(&s[1..]) + total(&w[..2]) + s.len() as f32;
        let t = &mut w[1..=2];
        t[n % 2] = 5.0;
        shift(t, 2.0);
        for v in &mut w[2..] { *v += 1.0; }
        let part = &x[n..];
        y[i] += part[2] + part.iter().sum::<f32>();
    }
}

page! { standard_library_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut p = 1.0;
        let mut q = [2.0; 2];
        std::mem::swap(&mut p, &mut q[n % 2]);
        y[i] = std::mem::replace(&mut p, q[1]) + std::mem::take(&mut q[0]);
    }
}

page! { standard_library_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        z[i] = std::cmp::max(z[i] + 3, core::cmp::min(n as u32, 4));
    }
}

page! { subview_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut k = n;
        let p = x.section([k], [8]).unwrap();
        k += 1;
        let q = p.section([2], [k]).unwrap();
        y[i] = q[1] + p[k + 1] + q.extent()[0] as f32 + at(&q, 2);
        let mut w = z.section_mut(i, 1).unwrap();
        w[0] += 3;
    }
}

page! { subview_2(x, y, z, b, h, a, n):
    |i: Index<2>| {
        let row = x.project(i[0]).unwrap();
        y[i] = row[i[1]] + x.project(3).unwrap()[n] + at(&row, 1);
        let mut block = y.section_mut(i, [1, 1]).unwrap();
        block[[0, 0]] *= 2.0;
    }
}

page! { subview_3(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let grid = x.view_as([4, 8]).unwrap();
        y[i] = grid[[1, i[0] % 8]] + at(&grid.project(2).unwrap(), 3);
        let odd = grid.section([1, 0], [2, 8]).unwrap();
        y[i] += odd.view_as([16]).unwrap()[i[0] % 16];
        let mut bits = y.reinterpret_as_mut::<u32>().unwrap();
        bits[i] |= 1 << 31;
        z[i] = x.reinterpret_as::<u32>().unwrap()[i] ^ bits[i];
    }
}

page! { swizzle_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let v = Vec4::new(a, 2.0, 3.0, 4.0);
        let w = v.wzyx().with_zx(v.yy());
        y[i] = w.xzx().y;
    }
}

page! { through_reference_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut m: Grid = Grid::default();
        *m.at_mut(1, 2) = a;
        *m.at_mut(1, 2) += 1.0;
        y[i] = *m.at(1, 2);
    }
}

page! { through_reference_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut m: Grid = Grid::default();
        let r = m.at_mut(1, 2);
        *r += a;
        if n > 99 { *r *= 2.0; return; } *r -= 1.0;
        y[i] = *m.at(1, 2);
    }
}

page! { unary_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = -(-a) - -x[i];
        let k = -(-5);
        z[i] = k as u32;
    }
}

page! { unary_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = -a;
        if !(a < 1.0) { y[i] = -1.0; }
    }
}

page! { user_index_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut m: Grid = Grid::default();
        m[(1, 2)] = a;
        m[(2, 1)] += 1.0;
        y[i] = m[(1, 2)];
    }
}

page! { matching_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        y[i] = match n { 0 => 1.0, 1 | 2 => 2.0, LIMIT => 3.0, 4..=7 => { 4.0 } k if k > 100 => 5.0, _ => 6.0 };
    }
}

page! { matching_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        match (n, a < 1.0) { (0, true) => y[i] = 1.0, (m @ 1..5, _) => y[i] = m as f32, (_, false) => {} (..=9, true) => { y[i] = 3.0; } _ => return }
    }
}

page! { matching_3(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let w = [n, 2, 3];
        z[i] = match [n, 1] { [0, k] => k as u32, [k, 0] => k as u32, [a, b] => (a * b) as u32 };
        match w { [0, ..] => {} [.., 3] => z[i] = 1, _ => z[i] = 2 }
    }
}

page! { matching_5(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let s;
        match a < 1.0 { true => s = 1, false => s = 2 }
        z[i] = s;
    }
}

page! { matching_7(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut s = (n > 1).then_some(n as u32);
        z[i] = match s { Some(k) if k > 4 => 1, Some(1 | 3) => 2, Some(k) => k, None => 0 };
        if let Some(v) = &mut s { *v += 1; }
        let Some(e) = s else { return };
        z[i] += e;
    }
}

page! { condition_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        if let 1..=5 = n && a < 1.0 { y[i] = 1.0; } else if let (m, 3) = (n, z[i]) { z[i] = m as u32; }
        y[i] = if let 2 | 3 = n { a } else { 0.0 };
    }
}

page! { condition_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        if a < 1.0 && let k @ 1..=5 = n && let 3 = z[k] { y[i] = 1.0; } else { y[i] = 2.0; }
    }
}

page! { condition_3(x, y, z, b, h, a, n):
    |i: Index<1>| {
        while let k @ 0..=9 = z[i] && k != n as u32 { if k == 7 { continue; } z[i] = k + 1; }
    }
}

page! { let_else_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let (k, 0..=3) = (n, z[i]) else { y[i] = 1.0; return };
        z[i] = k as u32;
    }
}

page! { alternatives_1(x, y, z, b, h, a, n):
    |i: Index<1>| {
        z[i] = match (n % 3, n % 5) { (k, _) | (_, k) if k > 2 => k as u32, _ => 1 };
    }
}

page! { alternatives_2(x, y, z, b, h, a, n):
    |i: Index<1>| {
        let mut c = 0;
        z[i] = match n { 1 | _ if { c += 1; false } => 7, _ => c };
    }
}

page! { alternatives_3(x, y, z, b, h, a, n):
    |i: Index<1>| {
        match (n, n + 1) { (1, mut k) | (mut k, _) => { k += 1; z[i] = k as u32; } }
    }
}
