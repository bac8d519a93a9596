//! Fuzzing of the entry points: random token streams yield diagnostics or code, and never a panic.
//!
//! The test cuts, shuffles and splices kernels. `AMP_HOSTILE_ROUNDS` sets the number of rounds; a failing
//! seed is printed.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::panic::catch_unwind;

const CORPUS: &[&str] = &[
    "fn saxpy(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) { y[i] = a * x[i] + y[i]; }",
    "fn tiled(t: TiledIndex<2>, w: usize, a: &ArrayView<f32, 2>, c: &mut ArrayViewMut<f32, 2>) {
        let [row, col] = t.local.into(); #[tile_static] let mut la: [[f32; TS]; TS]; let mut sum = 0.0;
        for i in (0..w).step_by(TS) { la[row][col] = a[[t.global[0], col + i]]; t.barrier.wait();
            for k in (0..=TS).rev() { sum += la[row][k] * la[k][col]; } t.barrier.wait(); } c[t.global] = sum; }",
    "fn generic<T: Float, const N: usize>(i: Index<1>, a: T, y: &mut ArrayViewMut<T>) where T: Copy { let b = helper::f(a, 2.0); y[i] = if b < a { b } else { a } }",
    "fn device(i: u32, mut p: u32) -> (u32, u32) { const K: u32 = 3; while p > 0 { p /= 2; if p == K { break; } else { continue; } } return (i, p); }",
    "|i: Index<2>| { let mut sum = 0.0; for k in 0..w { sum += a[[i[0], k]] * b[[k, i[1]]]; } c[i] = sum; }",
    "tile = [16, 16], |t: TiledIndex<2>| { let (a, (b, _)) = (1u32, (x.0.y, -2147483648)); loop { break; } let q = [0u8; 4]; }",
    "|i: Index<1>| { let s = \"text\"; let v = Vec::new(); println!(\"{}\", s)?; async { match x { Some(y) if y > 0 => 1, _ => 2 }.await } unsafe { *p } }",
    "impl Stack { const MOST: usize = 8; fn push(&mut self, v: u32) -> bool { if self.n as usize >= Self::MOST { return false; } self.items[self.n as usize] = v; self.n += 1; true } }",
    "impl<T: Float> Mul<T> for Pair where T: Into<f32> { type Output = Self; fn mul(self, by: T) -> Self { Pair { a: self.a * by, ..self } } }",
    "trait Shape { const SIDES: u32; fn area(&self) -> f32; fn twice(&self) -> f32 { self.area() * 2.0 + Self::SIDES as f32 } }",
    "#[derive(Clone, Copy, PartialEq)] #[repr(u32)] enum Op { Push = 0, Add, Mul = 1 << 3 }",
    "fn fold<const N: usize, F: Fn(f32) -> f32>(b: &TileBarrier, v: &ArrayView<f32, 2>, s: &mut [f32; N], f: F) -> f32 { b.wait(); let row = v.project(1).unwrap(); for (k, e) in s.iter_mut().enumerate() { *e += f(row[k]); } b.wait(); s[0] }",
    "|i: Index<1>| { let f = |v: f32, k| v * k + a; let mut w = [f(1.0, 2.0); 3]; let p = &mut w[n % 3]; *p += 1.0; (w[0], w[2]) = (w[2], w[0]); y[i] = fold(&x, |v| v + w[1]) + w.iter().sum::<f32>(); }",
    "|i: Index<1>| { let Pair { a: (p, [q, .., r]), .. } = s else { return; }; z[i] = match (p, q) { (0..=3 | 7.., k @ 1) if k > r => 1, (-1, _) | (_, 2..) => { atomic_fetch_add(&mut z[i], 1); 2 } (Op::Add, ..) => 3, _ => 'b: { if let (1, m) = t && m > 0 { break 'b m; } 4 } }; }",
    "|i: Index<2>| { let mut s = 0; 'rows: for r in (0..n).rev().step_by(2) { while let (k @ 1.., true) = (s, r > 2) { s -= k; if s == 3 { continue 'rows; } } s += loop { break r; }; } let v = y.section_mut([i[0], 1], [1, 2]).unwrap(); v[[0, 0]] = s as f32; let _ = Vec3::new(1.0, a, 2.0).zyx().dot(Vec3::X); assert!(s > 1, \"{s} {}\", n); }",
    "fn nothing(i: Index<1>, a: [f32; 2], x: &ArrayView<()>, v: &ArrayView<[u32; 0]>, y: &mut ArrayViewMut<(u32, ())>) { let () = (); let w = ((), 1u32); y[i] = w.1; }",
    "struct Particle { position: Vec4, velocity: [Vec4; 2] }",
    "#[repr(C)] enum E { A, B = 2 }",
    "|i: Index<9>| 1..=2 == 'a: { return |x| x as u32 as fn(i32) -> ! }",
];

struct Random(u64);

impl Random {
    fn next_below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most.max(1)
    }
}

/// A copy of the tokens with some tokens removed, duplicated, swapped, or replaced by tokens from `pool`.
fn mutated(tokens: TokenStream, pool: &[TokenTree], random: &mut Random, depth: usize) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let token = match token {
            TokenTree::Group(group) if depth < 12 => {
                let delimiter = match random.next_below(40) {
                    0 => Delimiter::Bracket,
                    1 => Delimiter::Parenthesis,
                    2 => Delimiter::Brace,
                    3 => Delimiter::None,
                    _ => group.delimiter(),
                };
                Group::new(delimiter, mutated(group.stream(), pool, random, depth + 1)).into()
            }
            other => other,
        };
        match random.next_below(60) {
            0 => {}
            1 => out.extend([token.clone(), token]),
            2 => out.extend([token, pool[random.next_below(pool.len())].clone()]),
            3 => out.push(pool[random.next_below(pool.len())].clone()),
            4 if !out.is_empty() => {
                let at = random.next_below(out.len());
                out.insert(at, token);
            }
            _ => out.push(token),
        }
    }
    out.into_iter().collect()
}

fn flatten(tokens: TokenStream, pool: &mut Vec<TokenTree>) {
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            flatten(group.stream(), pool);
        }
        pool.push(token);
    }
}

#[test]
fn random_tokens_never_panic() {
    let rounds = std::env::var("AMP_HOSTILE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000u64);
    let corpus: Vec<TokenStream> =
        CORPUS.iter().map(|text| text.parse().expect("the corpus lexes")).collect();
    let mut pool = Vec::new();
    corpus.iter().for_each(|tokens| flatten(tokens.clone(), &mut pool));
    let mut accepted = 0;
    for seed in 1..=rounds {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let source = corpus[random.next_below(corpus.len())].clone();
        let tokens = mutated(source, &pool, &mut random, 0);
        let text = tokens.to_string();
        let attribute: TokenStream = ["", "tile = [16, 16]", "tile = [TS]", "tile", "fast, tile = 3"]
            [random.next_below(5)]
        .parse()
        .expect("it lexes");
        let answered = catch_unwind(|| {
            let mut good = 0u32;
            let answers = [
                amp_lower::kernel(attribute.clone(), tokens.clone()),
                amp_lower::closure_kernel(tokens.clone()),
                amp_lower::device(attribute.clone(), tokens.clone()),
                amp_lower::gpu_type(tokens.clone(), None),
            ];
            for answer in answers {
                match answer {
                    Ok(_) => good += 1,
                    // AMP099 means that naga rejected a shader. The checks before should have rejected the
                    // kernel.
                    Err(rejection) => {
                        let ours = rejection.codes().contains(&amp_lower::Code::AMP099);
                        assert!(!ours, "{}", rejection.messages().join("\n"));
                    }
                }
            }
            amp_lower::kernel_stub(tokens.clone());
            amp_lower::closure_stub(tokens.clone());
            amp_lower::device_stub(tokens.clone());
            good
        });
        match answered {
            Ok(good) => accepted += good,
            Err(_) => panic!("seed {seed} panics:\n{text}"),
        }
    }
    assert!(accepted > 0, "nothing was accepted: the mutations are too wild to test anything");
}

/// The diagnostic codes for a kernel that stores `value`. The compiler runs on a stack of the size that rustc
/// uses.
fn codes_of(value: String) -> Vec<amp_lower::Code> {
    let source = format!("|i: Index<1>| {{ y[i] = {value}; }}");
    let compile = move || {
        let compiled = amp_lower::closure_kernel(source.parse().expect("it lexes"));
        compiled.map_or_else(|rejection| rejection.codes(), |_| Vec::new())
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(compile).expect("a thread");
    thread.join().expect("no overflow")
}

fn nested(before: &str, levels: usize, behind: &str) -> String {
    format!("{}1.0{}", before.repeat(levels), behind.repeat(levels))
}

#[test]
fn deep_nesting_is_rejected_without_overflow() {
    for deep in [nested("f(", 400, ")"), nested("2.0 * (", 130, ")"), nested("!", 400, "")] {
        assert_eq!(codes_of(deep), [amp_lower::Code::AMP020]);
    }
}

#[test]
fn operator_chains_and_parentheses_do_not_nest() {
    for long in [nested("1.0 + ", 400, ""), nested("(", 200, ")"), nested("(", 100, " * 2.0 + 1.0)")] {
        assert_eq!(codes_of(long), []);
    }
    assert_eq!(codes_of(nested("2.0 * (", 100, ")")), []);
}
