//! Chains next to the loops that they become.

use crate::testing::{bounds_requirements, codes, wgsl};
use expect_test::expect;

#[test]
fn sum_of_a_view() {
    wgsl("|i: Index<1>| { y[i] = x.iter().sum(); }", expect![[r#"
        let value_: u32 = x.extent[0];
        var sum_: f32 = -0.0f;
        for (var place_ = 0u; place_ < value_; place_ += 1u) {
            sum_ += x[place_];
        }
        y[amp_global[0]] = sum_;
    "#]]);
    wgsl("|i: Index<1>| { y[i] = x.iter().zip(y.iter()).map(|(a, b)| a * b).sum::<f32>(); }", expect![[r#"
        let value_: u32 = x.extent[0];
        let value_2: u32 = y.extent[0];
        let value_3: u32 = min(value_, value_2);
        var sum_: f32 = -0.0f;
        for (var place_ = 0u; place_ < value_3; place_ += 1u) {
            let value_4: f32 = x[place_] * y[place_];
            sum_ += value_4;
        }
        y[amp_global[0]] = sum_;
    "#]]);
}

#[test]
fn adaptors_of_ranges() {
    wgsl("|i: Index<1>| { y[i] = (0..n).map(|k| x[k]).filter(|v| *v > 0.0).fold(0.0, |s, v| s + v); }", expect![[r#"
        var folded_: f32 = 0.0f;
        for (var place_ = 0u; place_ < n; place_ += 1u) {
            let value_: f32 = x[place_];
            let value_2: bool = value_ > 0.0f;
            if (value_2) {
                let s_: f32 = folded_;
                let value_3: f32 = s_ + value_;
                folded_ = value_3;
            }
        }
        y[amp_global[0]] = folded_;
    "#]]);
    wgsl("|i: Index<1>| { z[i] = (0..n).filter(|k| k % 3 == 0).take(4).map(|k| k as u32).sum(); }", expect![[r#"
        var sum_: u32 = 0u;
        var taken_: u32 = 0u;
        for (var place_ = 0u; place_ < n; place_ += 1u) {
            if (taken_ >= 4u) {
                break;
            }
            let value_: bool = place_ % 3u == 0u;
            if (value_) {
                taken_ += 1u;
                let value_2: u32 = u32(place_);
                sum_ += value_2;
            }
        }
        z[amp_global[0]] = sum_;
    "#]]);
}

#[test]
fn loops_over_chains() {
    wgsl("|i: Index<1>| { 'all: for (k, v) in x.iter().enumerate().skip(1) { if *v < 0.0 { continue; } if k > 5 { break 'all; } y[i] += *v; } }", expect![[r#"
        let value_: u32 = x.extent[0];
        for (var place_ = 1u; place_ < value_; place_ += 1u) {
            if (x[place_] < 0.0f) {
                continue;
            }
            if (place_ > 5u) {
                break;
            }
            y[amp_global[0]] += x[place_];
        }
    "#]]);
    wgsl("|i: Index<1>| { let w = [1.0, a]; for v in w.iter().chain(&[2.0, 3.0]).copied() { if v > a { break; } if v == 1.0 { continue; } y[i] += v; } }", expect![[r#"
        var w_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
        var list_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(2.0f, 3.0f);
        while (true) {
            var jumps_: bool = false;
            for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                let v_: f32 = w_[place_];
                if (v_ > a) {
                    jumps_ = true;
                    break;
                }
                if (v_ == 1.0f) {
                    continue;
                }
                y[amp_global[0]] += v_;
            }
            if (jumps_) {
                break;
            }
            var jumps_2: bool = false;
            for (var place_2 = 0u; place_2 < 2u; place_2 += 1u) {
                let v_2: f32 = list_[place_2];
                if (v_2 > a) {
                    jumps_2 = true;
                    break;
                }
                if (v_2 == 1.0f) {
                    continue;
                }
                y[amp_global[0]] += v_2;
            }
            if (jumps_2) {
                break;
            }
            break;
        }
    "#]]);
    wgsl("|i: Index<1>| { for (r, c) in (0..4u32).flat_map(|r| (0..r).map(move |c| (r, c))) { if c == 2 { break; } z[i] += r * c; } }", expect![[r#"
        for (var place_ = 0u; place_ < 4u; place_ += 1u) {
            var jumps_: bool = false;
            for (var place_2 = 0u; place_2 < place_; place_2 += 1u) {
                if (place_2 == 2u) {
                    jumps_ = true;
                    break;
                }
                z[amp_global[0]] += place_ * place_2;
            }
            if (jumps_) {
                break;
            }
        }
    "#]]);
}

#[test]
fn bounds_are_proved() {
    for (chain, expected) in [
        ("|i: Index<1>| { y[i] = x.iter().sum(); }", "y.0 >= Domain(0)"),
        ("|i: Index<1>| { y[i] = (0..x.extent()[0]).map(|k| x[k]).sum(); }", "y.0 >= Domain(0)"),
        ("|i: Index<1>| { y[i] = x.iter().zip(z.iter()).map(|(a, b)| a * *b as f32).sum(); }", "y.0 >= Domain(0)"),
    ] {
        assert_eq!(bounds_requirements(chain).as_deref(), Some(expected), "{chain}");
    }
}

#[test]
fn iterators_as_values_are_rejected() {
    codes("|i: Index<1>| { let it = x.iter(); let w = x.iter().map(|v| *v).collect::<f32>(); y[i] = 1.0; z[i] = 2u32; }", &["AMP012", "AMP012"]);
}

#[test]
fn debug_cpu() {
    crate::testing::cpu_code("|i: Index<1>| { let j = i[0]; let _ = (j, n); y[i] = { let i = j; x.iter().rev().enumerate().fold(0.0, |s, (k, v)| s * 0.5 + k as f32 * v) }; }", "", expect![[r#"
        {
            'unit : {
                let [base0] = (unit) . base () ;
                let own3 = y . row :: < LANES > (unit) ;
                let value : usize = x . extent () [0usize] ;
                let _ = value ;
                let mut folded : f32 = 0.0f32 ;
                let _ = folded ;
                let mut count : usize = 0usize ;
                let _ = count ;
                for lane in 0 .. (LANES) {
                    let working = (unit) . panic_index (lane) ;
                    let j : usize = ((base0 + lane) ,) . 0 ;
                    let _ = j ;
                    let _ = (j , n ,) ;
                    let i : usize = j ;
                    let _ = i ;
                    working . done () ;
                }
                for place in ((0usize) .. (value)) . rev () {
                    let number : usize = count ;
                    let _ = number ;
                    count += 1usize ;
                    let s : f32 = folded ;
                    let _ = s ;
                    let value_2 : f32 = (s * 0.5f32) + ((number as f32) * * (& x . get (unit , 0 , [place ,]))) ;
                    let _ = value_2 ;
                    folded = (value_2 ,) . 0 ;
                }
                for lane in 0 .. (LANES) {
                    let working = (unit) . panic_index (lane) ;
                    {
                        let new : f32 = (folded ,) . 0 ;
                        (own3 [lane] . set (new)) ;
                    }
                    working . done () ;
                }
            }
        }
    "#]]);
    wgsl("|i: Index<1>| { let j = i[0]; let _ = (j, n); y[i] = { let i = j; x.iter().rev().enumerate().fold(0.0, |s, (k, v)| s * 0.5 + k as f32 * v) }; }", expect![[r#"
        let j_: u32 = amp_global[0];
        _ = <(usize , usize ,)>(j_, n);
        let i_: u32 = j_;
        let value_: u32 = x.extent[0];
        var folded_: f32 = 0.0f;
        var count_: u32 = 0u;
        {
            var place_next = value_;
            var place_more = 0u < value_;
            while (place_more) {
                place_next -= 1u;
                let place_ = place_next;
                place_more = place_next > 0u;
                let number_: u32 = count_;
                count_ += 1u;
                let s_: f32 = folded_;
                let value_2: f32 = s_ * 0.5f + f32(number_) * x[place_];
                folded_ = value_2;
            }
        }
        y[amp_global[0]] = folded_;
    "#]]);
}
