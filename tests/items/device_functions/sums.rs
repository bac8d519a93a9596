//! `Sum` and `Product` of the user's own types, with bodies other than a fold by the operator.

use amp::prelude::*;
use amp_tests::on_each;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Mul};

#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, GpuType)]
struct Cents(u32);

#[device]
impl AddAssign for Cents {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

#[device]
impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        let mut total = Self::default();
        for item in items {
            if item.0 % 7 == 3 {
                continue;
            }
            total += item;
        }
        total
    }
}

#[device]
impl<'a> Sum<&'a Cents> for Cents {
    fn sum<I: Iterator<Item = &'a Cents>>(items: I) -> Self {
        items.copied().sum()
    }
}

/// Its sum is not its `+`.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Peak {
    height: i32,
    count: u32,
}

#[device]
impl Add for Peak {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Peak { height: self.height + other.height, count: 100 }
    }
}

#[device]
impl Sum for Peak {
    fn sum<I: Iterator<Item = Self>>(peaks: I) -> Self {
        peaks.fold(Self { height: -9, count: 0 }, |mut highest, Peak { height, count }| {
            highest.height = highest.height.max(height);
            Peak { count: highest.count + count, ..highest }
        })
    }
}

#[device]
impl Product for Peak {
    fn product<I: Iterator<Item = Self>>(mut peaks: I) -> Self {
        let mut lowest = Peak { height: 99, count: 1 };
        while let Some(peak) = peaks.next() {
            lowest.height = lowest.height.min(peak.height);
            lowest.count *= peak.count + 1;
        }
        lowest
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Metres(f32);

#[device]
impl<'a> Sum<&'a Metres> for Metres {
    fn sum<I: Iterator<Item = &'a Metres>>(lengths: I) -> Self {
        Self(lengths.filter(|it| it.0 > -2.0).map(|it| it.0 * 2.0).sum())
    }
}

#[device]
impl Product for Metres {
    fn product<I: Iterator<Item = Self>>(lengths: I) -> Self {
        let mut product = 1.0;
        lengths.for_each(|Metres(it)| product *= it + 1.0);
        Metres(product)
    }
}

/// A matrix of two columns, with a type parameter.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Diagonal<T> {
    entries: [T; 2],
}

impl<T: Scalar> Diagonal<T> {
    const ONE: Self = Diagonal { entries: [T::ONE, T::ONE] };
}

#[device]
impl<T: Scalar> Mul for Diagonal<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.entries, other.entries);
        Diagonal { entries: [a * c, b * d] }
    }
}

#[device]
impl<T: Scalar> Product for Diagonal<T> {
    fn product<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ONE, Mul::mul)
    }
}

#[device]
impl<T: Scalar> Sum for Diagonal<T> {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        Diagonal { entries: all.map(|it| it.entries).fold([T::ZERO; 2], |a, b| [a[0] + b[0], a[1] + b[1]]) }
    }
}

#[device]
fn total<T: Scalar + Sum + Product>(list: [T; 3]) -> T {
    list.into_iter().sum::<T>() + list.into_iter().product::<T>()
}

#[device]
fn sums(i: u32) -> [u32; 8] {
    let basket = [Cents(199), Cents(25 * i), Cents(i * i)];
    let by_value: Cents = basket.into_iter().sum();
    let by_reference = basket.iter().sum::<Cents>();
    let few: Option<Cents> = basket.iter().map(|it| (it.0 < 300).then_some(*it)).sum();
    let peaks = [Peak { height: i as i32 - 5, count: i }, Peak { height: 3 - i as i32, count: 2 }];
    let (highest, lowest): (Peak, Peak) = (peaks.into_iter().sum(), peaks.into_iter().product());
    let lengths = [Metres(i as f32 - 4.0), Metres(0.5), Metres(-3.0)];
    let (length, volume) = (lengths.iter().sum::<Metres>(), lengths.into_iter().product::<Metres>());
    let diagonals = (1..4).map(|k| Diagonal { entries: [k * i as i32, 1 - k] });
    let (sum, product) = (diagonals.clone().sum::<Diagonal<i32>>(), diagonals.product::<Diagonal<i32>>());
    [
        by_value.0 + 1000 * by_reference.0,
        few.map_or(7, |it| it.0),
        (highest.height * 1000) as u32 + highest.count,
        (lowest.height * 1000) as u32 + lowest.count,
        (length.0 * 8.0) as i32 as u32,
        (volume.0 * 8.0) as i32 as u32,
        (sum.entries[0] * 31 + sum.entries[1]) as u32,
        (product.entries[0] * 31 + product.entries[1]) as u32
            + total([i, 2, 3])
            + total([0.5, i as f32, 2.0]) as u32,
    ]
}

#[test]
fn sums_with_bodies_of_their_own() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut y = ArrayViewMut::<[u32; 8]>::without_source([16]).unwrap();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = sums(i[0] as u32))).unwrap();
        for (i, y) in y.to_vec().unwrap().into_iter().enumerate() {
            assert_eq!(y, sums(i as u32), "{i}");
        }
    });
}

#[test]
fn empty_sums_have_the_first_value() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut y = ArrayViewMut::<Peak>::without_source([4]).unwrap();
        let extent = y.extent();
        let peaks = amp!(|i: Index<1>| {
            let list = [Peak { height: 1, count: 2 }; 3];
            y[i] = list.into_iter().take(i[0]).sum();
        });
        on.parallel_for_each(extent, peaks).unwrap();
        let expected = [(-9, 0), (1, 2), (1, 4), (1, 6)].map(|(height, count)| Peak { height, count });
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
