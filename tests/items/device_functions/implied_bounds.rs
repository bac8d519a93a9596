//! Type parameters with bounds of the standard library only: kernels add the bound by `Value`, the host does not. The host's results
//! are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Add, Mul};

#[device]
fn sort<T: PartialOrd + Copy>(list: &mut [T]) {
    for i in 1..list.len() {
        let mut j = i;
        while j > 0 && list[j - 1] > list[j] {
            list.swap(j - 1, j);
            j -= 1;
        }
    }
}

#[device]
fn chosen<T>(first: bool, a: T, b: T) -> T {
    if first { a } else { b }
}

#[device]
fn dot<T, const N: usize>(a: [T; N], b: [T; N]) -> T
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    let mut sum = T::default();
    for k in 0..N {
        sum = sum + a[k] * b[k];
    }
    sum
}

#[device]
fn least<T: Copy + PartialOrd>(list: &ArrayView<T>, n: usize) -> T {
    let mut least = list[0];
    for k in 1..n {
        if list[k] < least {
            least = list[k];
        }
    }
    least
}

#[derive(Clone, Copy, GpuType)]
struct Stack<T, const N: usize> {
    items: [T; N],
    len: usize,
}

#[device]
impl<T: Copy + Default, const N: usize> Stack<T, N> {
    fn new() -> Self {
        Stack { items: [T::default(); N], len: 0 }
    }

    fn push(&mut self, item: T) -> Result<(), T> {
        if self.len == N {
            return Err(item);
        }
        self.items[self.len] = item;
        self.len += 1;
        Ok(())
    }

    fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(self.items[self.len])
    }
}

#[device]
fn all(k: usize, v: u32) -> u32 {
    let mut list = [v % 10, k as u32, 7, v % 17, 3];
    sort(&mut list);
    let mut stack = Stack::<u32, 4>::new();
    let mut refused = 0;
    for item in list {
        if let Err(item) = stack.push(item) {
            refused += item;
        }
    }
    let mut sum = dot([list[0], list[4]], [100, 1000]) + chosen(v % 2 == 0, refused, v);
    while let Some(item) = stack.pop() {
        sum = sum * 3 + item;
    }
    sum
}

#[kernel]
fn copied<T>(i: Index<1>, n: usize, x: &ArrayView<T>, y: &mut ArrayViewMut<T>)
where
    T: Copy + PartialOrd,
{
    y[i] = chosen(i[0] == 0, least(x, n), x[i]);
}

/// A host function calls a device function with a type that kernels cannot hold.
fn on_the_host<T: Clone>(list: &[T]) -> T {
    chosen(list.len() > 1, list[0].clone(), list[list.len() - 1].clone())
}

#[test]
fn standard_bounds_suffice_in_device_functions() {
    let input: Vec<u32> = (0..64).map(|k| k * 7919 % 1009).collect();
    let expected: Vec<u32> = input.iter().enumerate().map(|(k, v)| all(k, *v)).collect();
    on_each(|on| {
        let x = ArrayView::new(&input);
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        on.default_view().parallel_for_each(64, amp!(|i: Index<1>| y[i] = all(i[0], x[i]))).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn standard_bounds_suffice_for_elements() {
    on_each(|on| {
        let x = [3.0f32, 1.0, 2.0];
        let mut y = [0.0f32; 3];
        let mut out = ArrayViewMut::new(&mut y);
        on.default_view().parallel_for_each(3, copied(3, &ArrayView::new(&x), &mut out)).unwrap();
        out.finish().unwrap();
        assert_eq!(y, [1.0, 1.0, 2.0]);
    });
}

#[test]
fn the_host_calls_them_with_other_types() {
    assert_eq!(on_the_host(&["a".to_owned(), "b".to_owned()]), "a");
}

/// No method names `T`.
#[derive(Clone, Copy, GpuType)]
struct Slots<T, const N: usize> {
    items: [Option<T>; N],
    used: u32,
}

#[device]
impl<T: Copy, const N: usize> Slots<T, N> {
    fn is_full(&self) -> bool {
        self.used == N as u32
    }

    fn emptied(self) -> Self {
        Self { used: 0, ..self }
    }
}

#[device]
impl<T: Copy + PartialOrd> Slots<T, 2> {
    fn is_sorted(&self) -> bool {
        self.items[0] <= self.items[1]
    }
}

/// The only method that names `T` returns a reference.
#[device]
impl<T: Copy, const N: usize> Slots<T, N> {
    fn at(&self, k: usize) -> Option<&T> {
        self.items[k].as_ref()
    }

    fn position(&self) -> Option<usize> {
        (0..N).find(|&k| self.items[k].is_none())
    }
}

/// A marker that kernels cannot hold.
#[derive(Clone, Copy)]
struct Metre;

#[derive(Clone, Copy, GpuType)]
struct Quantity<U> {
    value: f32,
    unit: std::marker::PhantomData<U>,
}

#[device]
impl<U: Copy + Send + Sync + 'static> Quantity<U> {
    fn is_long(&self) -> bool {
        self.value > 20.0
    }
}

#[device]
fn of_owner(k: usize, v: u32) -> u32 {
    let slots = Slots { items: [(v % 3 > 0).then_some(v % 7), Some(k as u32 % 5)], used: v % 4 };
    let length = Quantity::<Metre> { value: k as f32, unit: std::marker::PhantomData };
    u32::from(slots.is_full())
        + 2 * u32::from(slots.is_sorted())
        + 4 * slots.position().map_or(3, |p| p as u32)
        + 16 * slots.at(1).copied().unwrap_or(0)
        + 256 * slots.emptied().used
        + 1024 * u32::from(length.is_long())
}

#[test]
fn methods_need_not_name_the_parameters_of_their_type() {
    let input: Vec<u32> = (0..64).map(|k| k * 7919 % 1009).collect();
    let expected: Vec<u32> = input.iter().enumerate().map(|(k, v)| of_owner(k, *v)).collect();
    on_each(|on| {
        let x = ArrayView::new(&input);
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        on.default_view().parallel_for_each(64, amp!(|i: Index<1>| y[i] = of_owner(i[0], x[i]))).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, GpuType)]
struct Rank {
    major: u32,
    minor: u32,
}

/// `Ord` and `Eq` promise the operators of their supertraits.
#[device]
fn place<K: Ord>(key: impl Fn(usize) -> K, n: usize) -> u32 {
    let mut bits = 0;
    for k in 1..n {
        bits = bits * 4 + u32::from(key(k - 1) > key(k)) + 2 * u32::from(key(k) == key(0));
    }
    bits
}

#[device]
fn alike<T: Copy + Eq, const N: usize>(list: [T; N], item: T) -> u32 {
    let mut count = 0;
    for k in 0..N {
        count += u32::from(list[k] == item);
    }
    count
}

/// A bound of an associated type.
#[device]
trait Code {
    type Symbol: Copy + PartialOrd + PartialEq;

    fn decode(&self, code: u32) -> Self::Symbol;

    fn follows(&self, symbol: Self::Symbol, code: u32) -> u32 {
        let own = self.decode(code);
        if own == symbol { 2 } else { u32::from(own > symbol) }
    }
}

#[derive(Clone, Copy, GpuType)]
struct ZigZag {
    bias: u32,
}

#[device]
impl Code for ZigZag {
    type Symbol = i32;

    fn decode(&self, code: u32) -> i32 {
        ((code + self.bias) >> 1) as i32 ^ -((code & 1) as i32)
    }
}

#[device]
impl Code for Rank {
    type Symbol = Rank;

    fn decode(&self, code: u32) -> Rank {
        Rank { major: code % 3, minor: self.minor }
    }
}

#[device]
fn greatest<C: Code>(code: C, list: [C::Symbol; 2]) -> u32 {
    u32::from(list[0] < list[1]) + 2 * code.follows(list[0], 3) + 8 * code.follows(list[1], 4)
}

#[device]
fn ordered(k: usize, v: u32) -> u32 {
    let rank = |n: u32| Rank { major: n % 2, minor: n % 3 };
    place(|n| rank(v >> n), 4)
        + 64 * place(|n| (v >> n) % 3, 4)
        + 4096 * alike([rank(v), rank(v / 2), rank(k as u32)], rank(v / 4))
        + 16384 * greatest(ZigZag { bias: v % 2 }, [v as i32 % 3 - 1, 2])
        + 16384 * 32 * greatest(rank(v), [rank(v / 2), rank(1)])
}

#[test]
fn bounds_of_order_give_operators() {
    let input: Vec<u32> = (0..64).map(|k| k * 7919 % 1009).collect();
    let expected: Vec<u32> = input.iter().enumerate().map(|(k, v)| ordered(k, *v)).collect();
    on_each(|on| {
        let x = ArrayView::new(&input);
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        on.default_view().parallel_for_each(64, amp!(|i: Index<1>| y[i] = ordered(i[0], x[i]))).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
