//! Subgroup operations on the CPU: collect the values of all lanes in a slice, and compute each lane's result
//! from the slice.

use crate::abi::cpu::PerItemMut;
use crate::types::Scalar;

/// The number of lanes in a subgroup on the CPU accelerator.
pub(super) const WIDTH: usize = 32;

/// Divides the `items` work-items of a tile into subgroups of `width` lanes. For each subgroup, collects the
/// values of all lanes. Then stores `result(values, lane)` for each lane.
pub(super) fn for_each_subgroup<V, R: PerItemMut>(
    items: usize,
    width: usize,
    value: impl Fn(usize) -> V,
    result: impl Fn(&[V], usize) -> R::Item,
    mut results: R,
) {
    let mut values = Vec::with_capacity(width.min(items));
    for first in (0..items).step_by(width) {
        values.clear();
        values.extend((first..items.min(first + width)).map(&value));
        (0..values.len()).for_each(|lane| results.put(first + lane, result(&values, lane)));
    }
}

/// Reduces the values in the order of their lanes.
pub(super) fn fold<T: Copy>(values: &[T], join: impl Fn(T, T) -> T) -> T {
    values[1..].iter().fold(values[0], |sum, value| join(sum, *value))
}

pub(super) fn sum<T: Scalar>(values: &[T]) -> T {
    values.iter().fold(T::ZERO, |sum, value| sum.amp_sum(*value))
}

pub(super) fn product<T: Scalar>(values: &[T]) -> T {
    values.iter().fold(T::ONE, |product, value| product.amp_product(*value))
}

pub(super) fn least<T: Scalar>(values: &[T]) -> T {
    fold(values, |a, b| if b < a { b } else { a })
}

pub(super) fn greatest<T: Scalar>(values: &[T]) -> T {
    fold(values, |a, b| if b > a { b } else { a })
}

/// The result of a shuffle in `lane`: the value of the lane `from(lane, amount)`. `values` contains the value
/// and the `amount` of each lane. If the subgroup has no such lane, the result is the value of `lane` itself.
pub(super) fn shuffled<T: Copy>(values: &[(T, u32)], lane: usize, from: impl Fn(u32, u32) -> u32) -> T {
    let other = from(lane as u32, values[lane].1) as usize;
    values.get(other).unwrap_or(&values[lane]).0
}

pub(super) fn ballot(values: &[bool]) -> [u32; 4] {
    let mut bits = [0u32; 4];
    for (lane, _) in values.iter().enumerate().filter(|(_, value)| **value) {
        bits[lane / 32] |= 1 << (lane % 32);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::cpu::per_item_storage;

    #[test]
    fn last_subgroup_may_be_smaller() {
        let mut lanes = per_item_storage::<u32>(10);
        for_each_subgroup(10, 4, |item| item as u32, |values, _| sum(values), &mut lanes);
        let all: Vec<_> = (0..10).map(|item| lanes.get(item)).collect();
        assert_eq!(all, [6, 6, 6, 6, 22, 22, 22, 22, 17, 17]);
    }

    #[test]
    fn missing_lane_yields_the_own_value() {
        let values = [(5, 1), (6, 1), (7, 1)];
        assert_eq!(shuffled(&values, 0, u32::wrapping_add), 6);
        assert_eq!(shuffled(&values, 2, u32::wrapping_add), 7);
        assert_eq!(shuffled(&values, 0, u32::wrapping_sub), 5);
    }
}
