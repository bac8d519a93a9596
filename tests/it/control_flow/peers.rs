//! Kernels that other GPU systems compile incorrectly, reject late, or run forever.
//!
//! Each body runs on every accelerator and is compared with the same tokens compiled by rustc.
//! Kernels that fail at run time must report the reason. Kernels that do not compile are in `ui/peers.rs`.

#![allow(clippy::all, reason = "the tests need exactly these constructs")]

use amp::Error;
use amp::prelude::*;
use amp_tests::on_each;

/// Compares one body as a device function in a kernel and as a host function, for each input.
macro_rules! compare_with_host {
    ($($name:ident($x:ident: $from:ty) -> $to:ty = $inputs:expr, $body:block)*) => {$(
        mod $name {
            use amp::prelude::*;

            pub(super) fn expected($x: $from) -> $to $body

            #[device]
            pub(super) fn device($x: $from) -> $to $body

            #[kernel]
            pub(super) fn kernel(i: Index<1>, from: &ArrayView<$from>, to: &mut ArrayViewMut<$to>) {
                to[i] = device(from[i]);
            }
        }

        #[test]
        fn $name() {
            on_each(|accelerator| {
                let inputs: Vec<$from> = $inputs.to_vec();
                let expected: Vec<$to> = inputs.iter().map(|x| $name::expected(*x)).collect();
                let mut found = vec![<$to>::default(); inputs.len()];
                let from = ArrayView::new(&inputs);
                let mut to = ArrayViewMut::new(&mut found);
                to.discard_data();
                let kernel = $name::kernel(&from, &mut to);
                accelerator.default_view().parallel_for_each(from.extent(), kernel).unwrap();
                to.finish().unwrap();
                assert_eq!(found, expected, "on {}", accelerator.description());
            });
        }
    )*};
}

const WORDS: [u32; 9] = [0, 1, 2, 3, 7, 31, 1000, 0x8000_0000, u32::MAX];
const FLOATS: [f32; 14] =
    [0.5, 1.5, 2.5, -0.5, -1.5, 0.49999997, 3.0e9, -3.0e9, 5.0e9, 1e20, -1e20, f32::INFINITY, f32::NAN, -7.9];

compare_with_host! {
    labelled_break(x: u32) -> u32 = WORDS, {
        let mut count = 0;
        'outer: for a in 0..4u32 {
            for b in 0..4u32 {
                if b == 3 && a == x % 4 {
                    break 'outer;
                }
                count += 1;
            }
        }
        count
    }
    tuple_swap(x: u32) -> u32 = WORDS, {
        let (mut a, mut b) = (x, 7);
        (a, b) = (b, a);
        a * 3 ^ b
    }
    break_with_a_value(x: u32) -> u32 = WORDS, {
        let mut n = 0;
        loop {
            n += 1;
            if n > x % 5 {
                break n * 10;
            }
        }
    }
    continue_in_loops(x: u32) -> u32 = WORDS, {
        let mut sum = 0;
        for k in 0..9u32 {
            if k % 2 == x % 2 {
                continue;
            }
            sum += k;
        }
        sum
    }
    early_return(x: u32) -> u32 = WORDS, {
        if x < 3 {
            return x + 100;
        }
        x / 2
    }
    step_by_ranges(x: u32) -> u32 = WORDS, {
        let mut sum = 0;
        for k in (0..=x % 50).step_by(3) {
            sum += k;
        }
        for k in (1..x % 40).step_by(4).rev() {
            sum = sum * 3 % 1000 + k;
        }
        for k in (1..=x % 40).rev().step_by(7) {
            sum = sum * 3 % 1000 + k;
        }
        sum
    }
    match_ranges_and_guards(x: u32) -> u32 = WORDS, {
        match x {
            0 => 5,
            1..=3 if x % 2 == 1 => 6,
            2 | 7 => 7,
            k @ 8..=40 => k,
            _ => 9,
        }
    }
    wrapping_methods(x: u32) -> u32 = WORDS, {
        x.wrapping_add(3).wrapping_mul(5).wrapping_shl(33) ^ x.wrapping_sub(9)
    }
    unsigned_difference(x: u32) -> u32 = WORDS, {
        if x >= 3 { x - 3 } else { 0 }
    }
    float_to_unsigned_cast(x: f32) -> u32 = FLOATS, {
        x as u32
    }
    float_to_signed_cast(x: f32) -> i32 = FLOATS, {
        x as i32
    }
    float_rounding(x: f32) -> i32 = FLOATS, {
        x.round() as i32
    }
    array_of_zeros(x: u32) -> u32 = WORDS, {
        let mut list = [0u32; 4];
        list[x as usize % 4] = 3;
        let mut sum = 0;
        for item in list {
            sum = sum * 2 + item;
        }
        sum
    }
    capturing_closure(x: u32) -> u32 = WORDS, {
        let base = x % 10;
        let add = |y: u32| base + y;
        add(1) * add(2)
    }
    assertions(x: u32) -> u32 = WORDS, {
        assert!(x % 2 < 2, "never");
        debug_assert_ne!(x.count_ones(), 33);
        x
    }
    short_circuit_side_effects(x: u32) -> u32 = WORDS, {
        let mut n = 0;
        if x > 2 && { n += 1; x < 1000 } || { n += 10; false } {
            n += 100;
        }
        n
    }
}

#[kernel]
fn read_past_the_end(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = x[i[0] + 1];
}

#[kernel]
fn divide_by_element(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = 7 / x[i];
}

/// The error names the work-item that failed. A GPU returns it later, if the kernels have traps.
#[test]
fn kernel_panic_reports_the_work_item() {
    on_each(|accelerator| {
        let words = [3u32, 2, 1, 0];
        let x = ArrayView::new(&words);
        let mut found = [0u32; 4];
        let mut y = ArrayViewMut::new(&mut found);
        let view = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let fails = accelerator.device_path().starts_with("cpu") || cfg!(debug_assertions);
        let results = [
            view.parallel_for_each(x.extent(), read_past_the_end(&x, &mut y)).and_then(|()| view.wait()),
            view.parallel_for_each(x.extent(), divide_by_element(&x, &mut y)).and_then(|()| view.wait()),
        ];
        for result in results {
            match result {
                // Both kernels fail at index 3. An error of a whole row is reported for its first work-item.
                Err(Error::KernelPanicked { index, .. }) if fails => assert!(index == [0] || index == [3]),
                result => assert!(!fails && result.is_ok(), "{result:?}"),
            }
        }
        let found = y.to_vec().unwrap();
        assert_eq!(found.len(), 4);
    });
}

#[kernel(tile = [16])]
fn without_a_barrier(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut s: [u32; 16];
    s[t.local[0]] = t.global[0] as u32;
    y[t.global] = s[15 - t.local[0]];
}

/// Other GPU systems do not detect this race.
#[test]
fn checked_accelerator_reports_a_missing_barrier() {
    let mut found = [0u32; 32];
    let mut y = ArrayViewMut::new(&mut found);
    let domain = y.extent().tile([16]).unwrap();
    let result =
        Accelerator::cpu_checked().default_view().parallel_for_each(domain, without_a_barrier(&mut y));
    let text = result.unwrap_err().to_string();
    assert!(text.contains("`s`") && text.contains("without_a_barrier"), "{text}");
}
