//! Operators of structs, of glam's vectors and of indices: the error names the operation and, for structs, the line in the
//! operator's function.

use super::*;
use glam::{IVec2, IVec3, IVec4, UVec2, UVec3};
use std::ops::{Add, AddAssign, Mul, Neg, Not, Sub};

/// An amount of money with overloaded operators.
#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Money {
    cents: i32,
}

#[device]
impl Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Self::Output {
        Money { cents: self.cents + other.cents }
    }
}

#[device]
impl Sub for Money {
    type Output = Money;
    fn sub(self, other: Self) -> Self {
        // Uses two other operators of the type.
        self + -other
    }
}

#[device]
impl Mul<Money> for i32 {
    type Output = Money;
    fn mul(self, other: Money) -> Money {
        Money { cents: self * other.cents }
    }
}

#[device]
impl Neg for Money {
    type Output = Money;
    fn neg(self) -> Money {
        Money { cents: -self.cents }
    }
}

#[device]
impl Not for Money {
    type Output = Money;
    fn not(self) -> Money {
        Money { cents: 100 / self.cents }
    }
}

#[device]
impl AddAssign<i32> for Money {
    fn add_assign(&mut self, cents: i32) {
        self.cents += cents;
    }
}

#[device]
impl PartialEq for Money {
    fn eq(&self, other: &Money) -> bool {
        self.cents - other.cents == 0
    }
}

/// The line of the attribute of `impl Add for Money`.
const FIRST: u32 = line!() - 56;
const NEG: u32 = FIRST + 25;

/// A struct with a derived comparison, field by field.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Account {
    id: u32,
    balance: Money,
}

/// Runs a kernel over the amounts `a` and `b`. Returns the result of the first work-item.
fn run(which: u32, a: i32, b: i32) -> amp::Result<i32> {
    let mut y = ArrayViewMut::<i32>::without_source([2])?;
    let mut amounts = vec![Money { cents: a }; 2];
    let mut amounts = ArrayViewMut::new(&mut amounts);
    let (x, id) = (Money { cents: b }, 3u32);
    let on = checked();
    match which {
        0 => on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = (amounts[i] + x).cents))?,
        1 => on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = (amounts[i] - x).cents))?,
        2 => on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = (a * x).cents))?,
        3 => on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = (-amounts[i]).cents))?,
        4 => on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = (!amounts[i]).cents))?,
        5 => on.parallel_for_each(
            2,
            amp!(|i: Index<1>| {
                amounts[i] += b;
                y[i] = amounts[i].cents;
            }),
        )?,
        6 => on.parallel_for_each(
            2,
            amp!(|i: Index<1>| {
                let mut own = amounts[i];
                own += b;
                y[i] = own.cents;
            }),
        )?,
        7 => on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = i32::from(amounts[i] == x)))?,
        8 => on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = i32::from(amounts[i] != x)))?,
        9 => on.parallel_for_each(
            2,
            amp!(|i: Index<1>| {
                y[i] = i32::from(Account { id, balance: amounts[i] } == Account { id, balance: x });
            }),
        )?,
        10 => on.parallel_for_each(
            Extent::new([2]).tile([2])?,
            amp!(tile = [2], |t: TiledIndex<1>| {
                #[tile_static]
                let mut row: [Money; 2];
                row[t.local[0]] = amounts[t.global];
                row[t.local[0]] += b;
                y[t.global] = row[t.local[0]].cents;
            }),
        )?,
        _ => on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = amounts[i].add(x).cents))?,
    }
    y.to_vec().map(|all| all[0])
}

#[test]
fn overloaded_operators_of_structs() {
    let (add, sub, mul) = (
        "attempt to add with overflow",
        "attempt to subtract with overflow",
        "attempt to multiply with overflow",
    );
    let neg = "attempt to negate with overflow";
    for (which, right, wanted, wrong, line, what) in [
        (0, (1, 2), 3, (i32::MAX, 1), FIRST + 4, add),
        (1, (1, 2), -1, (i32::MIN, 1), FIRST + 4, add),
        (1, (1, 2), -1, (0, i32::MIN), NEG + 4, neg),
        (2, (3, 2), 6, (1 << 20, 1 << 20), FIRST + 21, mul),
        (3, (3, 0), -3, (i32::MIN, 0), NEG + 4, neg),
        (4, (3, 0), 33, (0, 0), NEG + 12, "attempt to divide by zero"),
        (5, (3, 4), 7, (i32::MAX, 1), NEG + 19, add),
        (6, (3, 4), 7, (i32::MAX, 1), NEG + 19, add),
        (7, (3, 3), 1, (i32::MIN, 1), NEG + 26, sub),
        (8, (3, 3), 0, (i32::MIN, 1), NEG + 26, sub),
        (9, (3, 3), 1, (i32::MIN, 1), NEG + 26, sub),
        (10, (3, 4), 7, (i32::MAX, 1), NEG + 19, add),
        (11, (3, 4), 7, (i32::MAX, 1), FIRST + 4, add),
    ] {
        assert_eq!(run(which, right.0, right.1).unwrap(), wanted, "{which}");
        let (index, message) = panicked(run(which, wrong.0, wrong.1).map(|_| ()));
        assert_eq!(index, [0], "{which}");
        let location = format!("at tests/it/checked/operators.rs:{line}");
        assert!(message.starts_with(what) && message.ends_with(&location), "{which}: {message} {location}");
    }
}

/// Runs a kernel with two values of `n`. The first run succeeds; the second panics in the first work-item, at a line of this
/// file.
macro_rules! pairs {
    ($($name:ident ($right:expr, $wrong:expr) $message:literal => |$i:ident, $x:ident, $n:ident| $value:expr;)*) => {$(
        #[test]
        fn $name() {
            let values: Vec<IVec3> = vec![IVec3::new(7, 8, 9); 10];
            let $x = ArrayView::new(&values);
            for ($n, fails) in [($right, false), ($wrong, true)] {
                let mut y = ArrayViewMut::<i32>::without_source([10]).unwrap();
                let result = checked().parallel_for_each(10, amp!(|$i: Index<1>| y[$i] = $value));
                if fails {
                    let (index, message) = panicked(result);
                    assert_eq!(index, [0], "{message}");
                    let start = concat!($message, ", at tests/it/checked/operators.rs:");
                    assert!(message.starts_with(start), "{message}");
                } else {
                    result.unwrap();
                }
            }
        }
    )*};
}

pairs! {
    vector_addition (1, i32::MAX) "attempt to add with overflow: 8 + 2147483647 in `i32`" => |i, x, n| (x[i] + IVec3::new(0, n, 0)).x;
    vector_subtraction (1u32, 4) "attempt to subtract with overflow: 3 - 4 in `u32`" => |i, x, n| x[i].x + (UVec2::new(5, 3) - UVec2::splat(n)).x as i32;
    vector_times_scalar (1, 1 << 29) "attempt to multiply with overflow: 7 * 536870912 in `i32`" => |i, x, n| (x[i] * n).x;
    scalar_times_vector (1, 1 << 29) "attempt to multiply with overflow: 536870912 * 7 in `i32`" => |i, x, n| (n * x[i]).x;
    vector_division (1, 0) "attempt to divide by zero: 8 / 0 in `i32`" => |i, x, n| (x[i] / IVec3::new(1, n, 1)).x;
    vector_remainder (1, 0) "attempt to divide by zero: 7 % 0 in `i32`" => |i, x, n| (x[i] % n).x;
    vector_negation (1, i32::MIN) "attempt to negate with overflow: -(-2147483648) in `i32`" => |i, x, n| (-IVec2::new(n, n)).x & x[i].x;
    vector_abs (1, i32::MIN) "attempt to compute `abs` of -2147483648 with overflow in `i32`" => |i, x, n| IVec2::new(3, n).abs().y & x[i].x;
    vector_dot (1, 1 << 28) "attempt to compute `dot` of [7, 8, 9] with overflow in `i32`" => |i, x, n| x[i].dot(IVec3::new(1, n, 1));
    vector_length_squared (1, 1 << 16) "attempt to compute `length_squared` of [65536, 1] with overflow in `i32`" => |i, x, n| IVec2::new(n, 1).length_squared() & x[i].x;
    vector_element_sum (1, i32::MAX) "attempt to compute `element_sum` of [2147483647, 2147483647, 0, 0] with overflow in `i32`" => |i, x, n| IVec4::new(n, n, 0, 0).element_sum() & x[i].x;
    element_sum_of_an_expression (1, i32::MAX) "attempt to compute `element_sum` of [2147483647, 8, -9] with overflow in `i32`" => |i, x, n| (x[i] * IVec3::new(0, 1, -1) + IVec3::new(n, 0, 0)).element_sum();
    element_sum_by_path (1, i32::MAX) "attempt to compute `element_sum` of [7, 2147483647] with overflow in `i32`" => |i, x, n| IVec2::element_sum(IVec2::new(x[i].x, n));
    vector_element_product (1, 1 << 16) "attempt to compute `element_product` of [65536, 65536, 1] with overflow in `u32`" => |i, x, n| x[i].x + UVec3::new(n, n, 1).element_product() as i32;
    vector_compound_assignment (1, i32::MAX) "attempt to add with overflow: 8 + 2147483647 in `i32`" => |i, x, n| { let mut v = x[i]; v += IVec3::new(0, n, 0); v.x };
    index_subtraction (0, 1) "attempt to subtract with overflow: 0 - 1 in `usize`, which has 32 bits on a device" => |i, x, n| x[i].x + (i - n)[0] as i32;
    extent_subtraction (3, 11) "attempt to subtract with overflow: 10 - 11 in `usize`, which has 32 bits on a device" => |i, x, n| x[i].x + (x.extent() - n)[0] as i32;
    index_division_by_zero (3, 0) "attempt to divide by zero: 0 / 0 in `usize`" => |i, x, n| x[i].x + (i / n)[0] as i32;
    remainder_by_an_index (1, 0) "attempt to divide by zero: 9 % 0 in `usize`" => |i, x, n| x[i].x + (9 % (i + n))[0] as i32;
    index_compound_assignment (0, 1) "attempt to subtract with overflow: 0 - 1 in `usize`, which has 32 bits on a device" => |i, x, n| { let mut at = i; at -= n; x[i].x + at[0] as i32 };
}
