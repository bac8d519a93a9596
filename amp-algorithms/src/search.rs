//! Binary searches in a sorted input, one for each element of a second input: `lower_bound`, `upper_bound`,
//! `binary_search`.

use amp::prelude::*;
use amp::{Op, Result, compose, op};

use crate::forms::array_forms;
use crate::input::Input;
use crate::key::{Key, Ordered};

/// The index that [`binary_search`] writes for a value that the sorted input does not contain.
///
/// ```
/// assert_eq!(amp_algorithms::NOT_FOUND, u32::MAX);
/// ```
pub const NOT_FOUND: u32 = u32::MAX;

/// The kinds of a search: for the first position, for the position after the last equal element, or for an equal element.
const LOWER: u32 = 0;
const UPPER: u32 = 1;
const EQUAL: u32 = 2;

/// Each work-item searches for one value among the sorted items.
#[kernel]
fn search_each<B: Ordered>(
    i: Index<1>,
    len: usize,
    kind: u32,
    sorted: impl Fn(usize) -> B,
    value: impl Fn(usize) -> B,
    out: &mut ArrayViewMut<u32>,
) {
    let wanted = value(i[0]);
    let mut low = 0;
    let mut high = len;
    while low < high {
        let middle = low + (high - low) / 2;
        let item = sorted(middle);
        if item < wanted || (kind == UPPER && item == wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let mut found = low as u32;
    if kind == EQUAL {
        found = NOT_FOUND;
        if low < len && sorted(low) == wanted {
            found = low as u32;
        }
    }
    out[i] = found;
}

/// Searches for each of the `values` among `len` sorted items. There must be at least one value.
fn search<K: Key>(
    queue: &AcceleratorView,
    kind: u32,
    sorted: impl Input<Item = K>,
    len: usize,
    values: impl Input<Item = K>,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    if len == 0 {
        let none = if kind == EQUAL { NOT_FOUND } else { 0 };
        return crate::elementwise::write_each(queue, op!(|_k: usize| none), out);
    }
    let ordered = op!(|key: K| key.to_ordered());
    let (sorted, value) = (ordered_op(sorted, ordered), ordered_op(values, ordered));
    queue.parallel_for_each(out.extent(), search_each(len, kind, sorted, value, out))
}

fn ordered_op<K: Key>(
    input: impl Input<Item = K>,
    ordered: impl Op<fn(K) -> K::Ordered> + Copy,
) -> impl Op<fn(usize) -> K::Ordered> + Copy {
    compose(ordered, input.load())
}

/// Writes the number of sorted elements that are not greater than each value.
pub(crate) fn upper_index<K: Key>(
    queue: &AcceleratorView,
    sorted: impl Input<Item = K>,
    len: usize,
    values: impl Input<Item = K>,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    search(queue, UPPER, sorted, len, values, out)
}

array_forms! {
    /// For each value, the first position in `sorted` at which it can be inserted without breaking the order: the number
    /// of lesser elements. Floats have the order of `total_cmp`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (sorted, values) = (ArrayView::new(&[1, 3, 3, 8]), ArrayView::new(&[3, 0, 9]));
    /// assert_eq!(alg::lower_bound(&sorted, &values)?.to_vec()?, [1, 0, 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    lower_bound lower_bound_on lower_bound_into [S: Input<Item = K>, V: Input<Item = K>, K: Key] (sorted: S, values: V) -> u32 {
        op: values.load(),
        len: values.count()?,
        run: |queue, _n, out| search(queue, LOWER, sorted, sorted.count()?, values, out),
    }

    /// For each value, the last position in `sorted` at which it can be inserted without breaking the order: the number
    /// of elements that are not greater.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (sorted, values) = (ArrayView::new(&[1, 3, 3, 8]), ArrayView::new(&[3, 0, 9]));
    /// assert_eq!(alg::upper_bound(&sorted, &values)?.to_vec()?, [3, 0, 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    upper_bound upper_bound_on upper_bound_into [S: Input<Item = K>, V: Input<Item = K>, K: Key] (sorted: S, values: V) -> u32 {
        op: values.load(),
        len: values.count()?,
        run: |queue, _n, out| search(queue, UPPER, sorted, sorted.count()?, values, out),
    }

    /// For each value, the position of the first equal element in `sorted`, or [`NOT_FOUND`].
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (sorted, values) = (ArrayView::new(&[1, 3, 3, 8]), ArrayView::new(&[3, 0, 8]));
    /// assert_eq!(alg::binary_search(&sorted, &values)?.to_vec()?, [1, alg::NOT_FOUND, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    binary_search binary_search_on binary_search_into [S: Input<Item = K>, V: Input<Item = K>, K: Key] (sorted: S, values: V) -> u32 {
        op: values.load(),
        len: values.count()?,
        run: |queue, _n, out| search(queue, EQUAL, sorted, sorted.count()?, values, out),
    }
}
