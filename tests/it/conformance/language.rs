//! Chapter 2 of the C++ AMP specification: functions, operators and references in kernels, compared with the host.
//! `tests/ui` tests unsupported constructs, and `tile_memory.rs` tests tiles.

use amp::prelude::*;

use crate::conformance::on_each_queue;

const TWO: i32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Counter {
    value: i32,
    step: i32,
}

#[device]
impl Counter {
    const START: i32 = 3;
    const LANES: usize = 4;

    fn new(step: i32) -> Self {
        Counter { value: Self::START, step }
    }

    fn next(&self) -> i32 {
        self.value + self.step
    }

    fn advance(&mut self) -> i32 {
        self.value = self.next();
        twice(self.value)
    }

    fn both(step: i32) -> i32 {
        let mut counter = Self::new(step);
        counter.advance() + Self::scaled(counter.value, |v| v - 1)
    }

    fn scaled(v: i32, by: impl Fn(i32) -> i32) -> i32 {
        by(v) * TWO
    }
}

#[device]
impl std::ops::Add for Counter {
    type Output = Counter;

    fn add(self, other: Counter) -> Counter {
        Counter { value: self.value + other.value, step: self.step }
    }
}

#[device]
fn twice(v: i32) -> i32 {
    v * TWO
}

#[device]
fn free(v: i32) -> i32 {
    let by_closure = |v: i32| twice(v) + Counter::both(v);
    let mut counter = Counter::new(v);
    twice(v) + counter.advance() + Counter::both(v) + by_closure(v)
}

/// Compares one body in a kernel and on the host, for the inputs 0 to 63.
macro_rules! compare_with_host {
    (|$v:ident: $ty:ty| -> $result:ty $body:block) => {{
        #[device]
        fn one($v: $ty) -> $result $body
        let values: Vec<$ty> = (0..64).map(|v| v as $ty).collect();
        let expected: Vec<$result> = values.iter().map(|&v| one(v)).collect();
        on_each_queue(|on| {
            let mut results = vec![<$result>::default(); 64];
            let (x, mut y) = (ArrayView::new(&values), ArrayViewMut::new(&mut results));
            on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = one(x[i]))).unwrap();
            y.finish().unwrap();
            assert_eq!(results, expected);
        });
    }};
}

#[test]
fn l_02_functions_methods_and_closures_call_one_another() {
    compare_with_host!(|v: i32| -> i32 { free(v) });
    compare_with_host!(|v: i32| -> i32 {
        let mut counter = Counter::new(v);
        counter.advance() + Counter::both(v)
    });
    compare_with_host!(|v: i32| -> i32 {
        let call = |v: i32| free(v) + Counter::scaled(v, twice);
        call(v)
    });
}

#[test]
fn l_03_device_function_gives_the_same_result_on_the_host() {
    assert_eq!(free(5), 10 + 16 + (16 + 14) + (10 + 30));
    compare_with_host!(|v: i32| -> i32 { free(v) });
}

#[test]
fn l_09_constants_as_values_lengths_and_tiles() {
    const TILE: usize = 2 * Counter::LANES;
    #[kernel(tile = [TILE])]
    fn reversed(t: TiledIndex<1>, y: &mut ArrayViewMut<i32>) {
        #[tile_static]
        let mut values: [i32; TILE];
        values[t.local[0]] = t.global[0] as i32 + Counter::START;
        t.barrier.wait();
        let pair: [i32; Counter::LANES / 2] = [values[TILE - 1 - t.local[0]], TWO];
        y[t.global] = pair[0] * pair[1];
    }
    on_each_queue(|on| {
        let mut values = [0; 16];
        let mut y = ArrayViewMut::new(&mut values);
        on.parallel_for_each(y.extent().tile([8]).unwrap(), reversed(&mut y)).unwrap();
        y.finish().unwrap();
        let expected: Vec<i32> = (0..16).map(|i| (i / 8 * 8 + 7 - i % 8 + 3) * 2).collect();
        assert_eq!(values[..], expected);
    });
}

#[test]
fn l_10_host_functions_next_to_kernels_may_return_results() {
    // The host function stands in a module with kernels, and no kernel calls it.
    fn parsed(text: &str) -> Result<i32, std::num::ParseIntError> {
        let count: i32 = text.parse()?;
        assert!(count > 0, "not a count");
        Ok(count)
    }
    assert_eq!(parsed("7").map(free), Ok(free(7)));
    assert!(parsed("seven").is_err());
}

#[test]
fn l_23_compound_assignments_equal_the_host() {
    compare_with_host!(|v: i32| -> i32 {
        let mut r = v - 20;
        r += 7;
        r *= v;
        r -= 3;
        r /= 5;
        r %= 11;
        r <<= 3;
        r |= v;
        r ^= 0x55;
        r &= 0x7ff;
        r >>= 1;
        r
    });
    compare_with_host!(|v: u32| -> u32 {
        let mut r = v;
        r += 0xf000_0007;
        r /= v + 1;
        r %= 1000;
        r *= 17;
        r <<= v % 8;
        r |= 1 << (v % 32);
        r ^= v;
        r &= 0x00ff_ffff;
        r >>= 2;
        r -= r / 2;
        r
    });
    compare_with_host!(|v: f32| -> f32 {
        let mut r = v;
        r += 0.5;
        r *= 3.0;
        r -= 8.0;
        r /= 2.0;
        r %= 16.0;
        r
    });
}

#[test]
fn l_24_comparisons_equal_the_host() {
    macro_rules! compared {
        ($ty:ty, $values:expr) => {
            on_each_queue(|on| {
                let values: Vec<$ty> = $values.to_vec();
                let n = values.len();
                let mut found = vec![0u32; n * n];
                let x = ArrayView::new(&values);
                let mut y = ArrayViewMut::with_extent([n, n], &mut found).unwrap();
                let kernel = amp!(|i: Index<2>| {
                    let (a, b) = (x[i[0]], x[i[1]]);
                    let (less, more) = ((a < b) as u32, (a > b) as u32);
                    let (at_most, at_least) = ((a <= b) as u32, (a >= b) as u32);
                    y[i] = less
                        | more << 1
                        | at_most << 2
                        | at_least << 3
                        | ((a == b) as u32) << 4
                        | ((a != b) as u32) << 5;
                });
                on.parallel_for_each([n, n], kernel).unwrap();
                y.finish().unwrap();
                for (k, found) in found.into_iter().enumerate() {
                    let (a, b) = (values[k / n], values[k % n]);
                    let truths = [a < b, a > b, a <= b, a >= b, a == b, a != b];
                    let expected =
                        truths.into_iter().rev().fold(0, |bits, truth| bits * 2 + u32::from(truth));
                    assert_eq!(found, expected, "{a} compared with {b}");
                }
            });
        };
    }
    compared!(i32, [0, 1, -1, 2, -2, i32::MIN, i32::MIN + 1, i32::MAX, i32::MAX - 1]);
    compared!(u32, [0, 1, 2, u32::MAX, u32::MAX - 1, 1 << 31, (1 << 31) - 1]);
    let floats = [0.0f32, -0.0, 1.0, -1.0, f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, 1.0e-30];
    compared!(f32, floats);
}

#[device]
fn add_and_double(a: &mut i32, b: i32) -> i32 {
    *a += b;
    let inner = &mut *a;
    *inner *= 2;
    *a
}

#[test]
fn l_25_reference_parameter_changes_the_variable() {
    compare_with_host!(|v: i32| -> i32 {
        let mut local = v;
        let first = add_and_double(&mut local, 1);
        let second = add_and_double(&mut local, first);
        local + second
    });
}

#[device]
fn add_to(target: &mut i32, v: i32) {
    *target += v;
}

#[test]
fn l_26_condition_selects_the_written_variable() {
    compare_with_host!(|v: i32| -> i32 {
        let (mut a, mut b, mut rows) = (1, 10, [100, 1000]);
        if v % 2 == 0 {
            add_to(&mut a, v)
        } else {
            add_to(&mut b, v)
        }
        let chosen = &mut rows[(v % 2) as usize];
        add_to(chosen, v);
        *chosen += 1;
        a + b * 3 + rows[0] * 5 + rows[1] * 7
    });
}

#[test]
fn l_27_view_element_as_reference_argument() {
    on_each_queue(|on| {
        let (mut sums, added) = ((0..50).collect::<Vec<i32>>(), (0..50).map(|v| v * v).collect::<Vec<_>>());
        let (mut c, a) = (ArrayViewMut::new(&mut sums), ArrayView::new(&added));
        on.parallel_for_each(c.extent(), amp!(|i: Index<1>| add_to(&mut c[i], a[i]))).unwrap();
        c.finish().unwrap();
        assert!(sums.iter().zip(0..).all(|(&sum, v)| sum == v + v * v));
    });
}

#[device]
fn row_sum(row: &[i32; 3]) -> i32 {
    row[0] + row[1] + row[2]
}

#[test]
fn l_29_nested_arrays_and_arrays_of_structs() {
    compare_with_host!(|v: i32| -> i32 {
        let mut grid = [[0; 3]; 4];
        for row in 0..4 {
            for column in 0..3 {
                grid[row][column] = v * row as i32 - column as i32;
            }
        }
        let mut counters = [Counter::new(v); 3];
        counters[1].step = 9;
        let gone = counters[1].advance();
        row_sum(&grid[(v % 4) as usize]) + gone + counters[2].next() + counters[1].value
    });
}

#[device]
fn power<const N: u32>(v: i32) -> i32 {
    let mut product = 1;
    for _ in 0..N {
        product *= v;
    }
    product
}

#[test]
fn l_30_const_parameter_instantiates_the_function() {
    compare_with_host!(|v: i32| -> i32 { power::<0>(v) + power::<1>(v) * 10 + power::<3>(v % 8) * 100 });
}

/// C++ AMP also tests the operators `()` and `[]`. Stable Rust cannot implement the trait of `()`, and the method of `[]` returns
/// a reference (`tests/ui/index_operator.rs`). `tests/items/device_functions/traits.rs` tests the other operators.
#[test]
fn l_31_user_defined_operators() {
    compare_with_host!(|v: i32| -> i32 {
        let sum = Counter::new(v) + Counter { value: 5, step: 1 } + Counter::new(1);
        sum.value * 100 + sum.step
    });
}

mod private {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    pub(super) struct Hidden {
        inside: i32,
    }

    #[device]
    impl Hidden {
        pub(super) fn of(inside: i32) -> Self {
            Hidden { inside }
        }

        pub(super) fn grown(&mut self) -> i32 {
            self.grow();
            self.inside()
        }

        fn grow(&mut self) {
            self.inside += 1;
        }

        fn inside(&self) -> i32 {
            self.inside
        }
    }
}

#[test]
fn l_32_private_fields_and_methods() {
    compare_with_host!(|v: i32| -> i32 {
        let mut hidden = private::Hidden::of(v);
        hidden.grown() + hidden.grown()
    });
}
