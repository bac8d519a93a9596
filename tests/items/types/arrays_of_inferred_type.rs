//! Arrays whose type only rustc knows: `array::from_fn` without a length, constants and fields.

use crate::compare::same_on_host;

mod from_fn_as_a_result {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn table(s: f32) -> [f32; 4] {
        std::array::from_fn(|k| k as f32 * s)
    }

    same_on_host! { (k, x, b, y, z)
        let t = table(x[k]);
        y[k] = t[1] + t[3];
    }
}

mod from_fn_in_a_struct {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct Poly {
        c: [f32; 3],
    }
    #[device]
    impl Poly {
        fn at(self, t: f32) -> f32 {
            self.c[0] + t * (self.c[1] + t * self.c[2])
        }
    }

    same_on_host! { (k, x, b, y, z)
        let p = Poly { c: std::array::from_fn(|j| x[(k + j) % 8]) };
        y[k] = p.at(2.0);
    }
}

mod from_fn_as_an_argument {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn total(w: [f32; 5]) -> f32 {
        w[0] + w[4]
    }

    same_on_host! { (k, x, b, y, z)
        y[k] = total(std::array::from_fn(|j| j as f32 + x[k]));
    }
}

mod from_fn_in_a_variable {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn total(w: [f32; 5]) -> f32 {
        w[0] + w[4]
    }

    same_on_host! { (k, x, b, y, z)
        let w = std::array::from_fn(|j| j as f32 + x[k]);
        y[k] = total(w);
    }
}

mod from_fn_by_reference {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn total(w: &[f32; 5]) -> f32 {
        w[0] + w[4]
    }

    same_on_host! { (k, x, b, y, z)
        let w = std::array::from_fn(|j| j as f32 + x[k]);
        y[k] = total(&w);
    }
}

mod from_fn_in_methods {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct V4 {
        c: [f32; 4],
    }
    #[device]
    impl V4 {
        fn new(c: [f32; 4]) -> V4 {
            V4 { c }
        }
        fn add(self, o: V4) -> V4 {
            V4 { c: std::array::from_fn(|j| self.c[j] + o.c[j]) }
        }
        fn scaled(self, s: f32) -> Self {
            Self::new(std::array::from_fn(|j| self.c[j] * s))
        }
        fn dup(self) -> Self {
            Self { c: self.c.map(|v| v * v) }
        }
    }

    same_on_host! { (k, x, b, y, z)
        let v = V4::new([x[k], 1.0, 2.0, 3.0]).add(V4::new([1.0; 4])).scaled(2.0).dup();
        y[k] = v.c[0] + v.c[3];
    }
}

mod from_fn_with_type_arguments {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let a = 1.5f32;
        let w = std::array::from_fn::<f32, 4, _>(|j| j as f32 * a);
        y[k] = w[2];
        use std::array;
        let v: [u32; 3] = array::from_fn(|j| j as u32);
        z[k] = v[2];
    }
}

mod nested_from_fn {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let m: [[f32; 3]; 2] = std::array::from_fn(|i| std::array::from_fn(|j| (i * 3 + j) as f32));
        y[k] = m[1][2] + m[0][1];
    }
}

mod methods_of_constant_arrays {
    use amp::prelude::*;

    use super::same_on_host;

    const TABLE: [f32; 8] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];

    same_on_host! { (k, x, b, y, z)
        let d = TABLE.map(|v| v * 2.0);
        y[k] = d[k % 8] + TABLE.iter().sum::<f32>() + TABLE.get(k).copied().unwrap_or(0.5);
    }
}

mod loops_over_constant_arrays {
    use amp::prelude::*;

    use super::same_on_host;

    const TABLE: [u32; 4] = [1, 2, 3, 4];

    same_on_host! { (k, x, b, y, z)
        for (j, v) in TABLE.iter().enumerate() {
            z[k] += v * j as u32;
        }
        for v in TABLE {
            z[k] += v;
        }
        for v in &TABLE {
            z[k] ^= *v;
        }
        z[k] += TABLE.len() as u32;
    }
}

mod methods_of_array_fields {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct Stack {
        items: [f32; 5],
    }
    #[device]
    impl Stack {
        fn flip(&mut self) {
            self.items.reverse();
        }
        fn sort(&mut self) {
            self.items.sort_unstable_by(|a, b| a.total_cmp(b));
        }
        fn sum(&self) -> f32 {
            self.items.iter().sum()
        }
        fn twice(&self) -> [f32; 5] {
            self.items.map(|v| v * 2.0)
        }
        fn item(&self, k: usize) -> Option<f32> {
            self.items.get(k).copied()
        }
        fn fill(&mut self, v: f32) {
            self.items.fill(v);
        }
        fn first(&self) -> f32 {
            *self.items.first().unwrap()
        }
        fn has(&self, v: f32) -> bool {
            self.items.contains(&v)
        }
        fn swap(&mut self) {
            self.items.swap(0, 2);
        }
        fn rot(&mut self) {
            self.items.rotate_left(1);
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut s = Stack { items: [x[k], 5.0, 1.0, x[(k + 1) % 8], 2.5] };
        s.flip();
        y[k] = s.items[0];
        s.sort();
        y[k] += s.items[0] * 10.0 + s.sum() + s.twice()[3] + s.item(k).unwrap_or(9.0);
        s.swap();
        s.rot();
        y[k] += s.first() + s.items[1] * 7.0;
        if s.has(5.0) {
            y[k] += 100.0;
        }
        s.fill(0.5);
        y[k] += s.sum();
    }
}

mod methods_of_copies_of_fields {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct Stack {
        items: [f32; 4],
    }
    #[device]
    fn make(v: f32) -> Stack {
        Stack { items: [v, 2.0, 3.0, 1.0] }
    }

    same_on_host! { (k, x, b, y, z)
        let s = make(x[k]);
        let mut w = s.items;
        w.reverse();
        let d = w.map(|v| v + 1.0);
        y[k] = d[0] * 10.0 + w.iter().fold(0.0, |a, b| a * 2.0 + b);
        w.fill(1.0);
        y[k] += w[2];
        for v in w.iter_mut() {
            *v += 1.0;
        }
        for v in &mut w {
            *v *= 2.0;
        }
        y[k] += w[1];
    }
}

mod own_methods_named_get {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    struct Bag {
        w: [u32; 4],
        n: u32,
    }
    #[device]
    impl Bag {
        fn get(&self, k: usize) -> Option<u32> {
            if (k as u32) < self.n { Some(self.w[k]) } else { None }
        }
        fn first(&self) -> u32 {
            self.w[0]
        }
        fn last(&self) -> Option<u32> {
            self.get(3)
        }
        fn get_or(&self, k: usize) -> Option<u32> {
            let v = self.get(k)?;
            Some(v + 1)
        }
    }
    #[derive(Clone, Copy, GpuType)]
    struct Two {
        a: Bag,
        b: Bag,
    }
    #[device]
    impl Two {
        fn both(&self, k: usize) -> Option<u32> {
            let v = self.a.get(k)?;
            let u = self.b.get(k + 1)?;
            Some(v * u)
        }
    }

    same_on_host! { (k, x, b, y, z)
        let s = Bag { w: [3, 4, 5, 6], n: 3 };
        if let Some(v) = s.get(k) {
            z[k] = v;
        }
        z[k] += s.first() + s.last().unwrap_or(100) + s.get_or(k).unwrap_or(50);
        let t = Two { a: s, b: s };
        if let Some(v) = t.a.get(k) {
            z[k] += v * 10;
        }
        match t.b.last() {
            Some(_) => {}
            None => z[k] += 7,
        }
        z[k] += t.both(k).unwrap_or(1000) + t.b.first() + t.a.get(k).unwrap_or(2) + t.a.get(1).unwrap();
        let q = t.a.get(k);
        z[k] += q.map_or(3, |v| v + 1);
        z[k] += t.a.get(k).map_or(3, |v| v + 1);
    }
}

mod items_of_array_fields {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct St {
        items: [f32; 5],
        n: u32,
    }
    #[device]
    impl St {
        fn g(&self, k: usize) -> f32 {
            if let Some(v) = self.items.get(k) { *v } else { -1.0 }
        }
        fn q(&self, k: usize) -> Option<f32> {
            let v = self.items.get(k)?;
            Some(*v * 2.0)
        }
        fn m(&mut self, k: usize) {
            if let Some(v) = self.items.get_mut(k) {
                *v += 10.0;
            }
            if let Some(v) = self.items.last_mut() {
                *v *= 2.0;
            }
        }
        fn top(&self) -> f32 {
            self.items.last().copied().unwrap_or(0.0)
                + *self.items.first().unwrap()
                + self.items.get(1).map_or(0.0, |v| *v * 3.0)
        }
        fn t(&self, k: usize) -> f32 {
            match self.items.get(k) {
                Some(&v) => v,
                None => 0.25,
            }
        }
        fn h(&self) -> f32 {
            if let Some((h, t)) = self.items.split_first() { *h + t[0] } else { 0.0 }
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut s = St { items: [1.0, 2.0, x[k], 4.0, 5.0], n: 1 };
        y[k] = s.g(k) + s.q(k).unwrap_or(0.5) + s.top() + s.t(k) + s.h();
        s.m(k);
        y[k] += s.top() + s.g(k);
        let r = s;
        if let Some(v) = r.items.get(k) {
            y[k] += *v;
        }
        let Some(v) = r.items.get(k) else { return };
        y[k] += v;
    }
}

mod own_methods_that_modify_the_receiver {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    struct Bag {
        w: [u32; 4],
        n: u32,
    }
    #[device]
    impl Bag {
        fn get(&mut self, k: usize) -> Option<u32> {
            self.n += 1;
            if k < 4 { Some(self.w[k] + self.n) } else { None }
        }
        fn two(&mut self) -> Option<u32> {
            let a = self.get(1)?;
            let b = self.get(2)?;
            Some(a * b)
        }
    }
    #[derive(Clone, Copy, GpuType)]
    struct In {
        bag: Bag,
        items: [u32; 5],
    }

    same_on_host! { (k, x, b, y, z)
        let mut s = Bag { w: [3, 4, 5, 6], n: 0 };
        if let Some(v) = s.get(k) {
            z[k] = v;
        }
        z[k] += s.n * 100 + s.two().unwrap_or(9);
        let mut t = In { bag: s, items: [1, 2, 3, 4, 5] };
        if let Some(v) = t.bag.get(1) {
            z[k] += v;
        }
        z[k] += t.bag.n * 1000;
        if let Some(v) = t.items.get(k) {
            z[k] += v;
        }
        t.items[1] = 7;
        if let Some(v) = t.items.get(1) {
            z[k] += *v;
        }
    }
}
