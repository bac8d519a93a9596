//! Subviews that kernels make: a race names the element of the captured view, and an index outside a subview is reported.

use AccessKind::{Read, Write};

use super::*;

#[test]
fn race_in_overlapping_sections() {
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let line = line!() + 3;
    let kernel = amp!(|i: Index<1>| {
        let mut own = y.section_mut([i[0] * 3], [4]).unwrap();
        own[3 * (i[0] % 2)] = i[0] as u32;
    });
    let (found, lines) = race(checked().parallel_for_each(30, kernel));
    let expected = Race {
        variable: "y".into(),
        index: vec![6],
        items: [1, 2],
        kinds: [Write, Write],
        same_value: false,
    };
    assert_eq!((found, lines), (expected, [line, line]));

    let kernel = amp!(|i: Index<1>| {
        let mut own = y.section_mut([i[0] * 3], [4]).unwrap();
        own[2 * (i[0] % 2)] = i[0] as u32;
    });
    checked().parallel_for_each(30, kernel).unwrap();
    assert_eq!((y[5], y[6]), (1, 2));
}

#[device]
fn put(v: &mut ArrayViewMut<u32>, at: usize, x: u32) {
    v[at] = x;
}

#[device]
fn next(v: &ArrayView<u32>, at: usize) -> u32 {
    v.section([at], [2]).unwrap()[1]
}

/// The race names the captured view and the index in it, although device functions access a subview.
#[test]
fn race_in_subviews_passed_to_functions() {
    let mut y = ArrayViewMut::<u32, 2>::without_source([10, 8]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        put(&mut y.project_mut(i[0]).unwrap().section_mut([2], [6]).unwrap(), 3, 1);
        put(&mut y.project_mut(9 - i[0]).unwrap(), 5, 2);
    });
    let (found, _) = race(checked().parallel_for_each(10, kernel));
    assert_eq!((found.variable.as_str(), &found.index[..]), ("y", &[5, 5][..]));
    assert_eq!((found.items, found.kinds), ([4, 5], [Write, Write]));

    let kernel = amp!(|i: Index<1>| {
        put(&mut y.project_mut(i[0]).unwrap().section_mut([2], [6]).unwrap(), 3, 1);
        put(&mut y.project_mut(9 - i[0]).unwrap(), 4, 2);
    });
    checked().parallel_for_each(10, kernel).unwrap();

    let mut y = ArrayViewMut::<u32>::without_source([12]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        let sum = next(&y.section([1], [11]).unwrap(), i[0]);
        y[i] = sum;
    });
    let (found, _) = race(checked().parallel_for_each(10, kernel));
    assert_eq!((found.index, found.kinds), (vec![2], [Read, Write]));
}

#[test]
fn subview_that_exceeds_its_view_is_reported() {
    let xs = vec![1.0f32; 60];
    let x = ArrayView::with_extent([6, 10], &xs).unwrap();
    let mut y = ArrayViewMut::<f32>::without_source([6]).unwrap();
    let line = line!() + 2;
    let kernel = amp!(|i: Index<1>| {
        let block = x.section([i[0], 2], [3, 8]).unwrap();
        y[i] = block[[2, 7]];
    });
    let message = format!(
        "the section of extent [3, 8] at [4, 2] leaves `x` of extent [6, 10], at tests/it/checked/subviews.rs:{line}"
    );
    assert_eq!(panicked(checked().parallel_for_each(6, kernel)), (vec![4], message));
    let kernel = amp!(|i: Index<1>| {
        let block = x.section([i[0], 2], [3, 8]).unwrap();
        y[i] = block[[2, 7]];
    });
    checked().parallel_for_each(4, kernel).unwrap();

    let kernel = amp!(|i: Index<1>| y[i] = x.project(i[0] + 2).expect("a row").section([1], [4]).unwrap()[0]);
    let (index, message) = panicked(checked().parallel_for_each(6, kernel));
    assert_eq!(index, [4]);
    assert!(message.starts_with("a row: there is no slice 6 in `x`, which has 6, at "), "{message}");

    let kernel = amp!(|i: Index<1>| {
        let row = x.project(i[0]).unwrap();
        let grid = row.view_as([i[0], 4]).unwrap();
        y[i] = if i[0] > 0 { grid[[0, 3]] } else { 0.0 };
    });
    let (index, message) = panicked(checked().parallel_for_each(6, kernel));
    assert_eq!(index, [3]);
    assert!(
        message.starts_with("`row` of extent [10] has too few elements for an extent of [3, 4], at "),
        "{message}"
    );
}

#[test]
fn index_outside_a_subview_is_reported() {
    let xs = vec![1.0f32; 60];
    let x = ArrayView::with_extent([6, 10], &xs).unwrap();
    let mut y = ArrayViewMut::<f32>::without_source([6]).unwrap();
    // The view has such an element, the section does not.
    let kernel = amp!(|i: Index<1>| {
        let block = x.section([1, 1], [4, 4]).unwrap();
        y[i] = block[[i[0], 0]];
    });
    let (index, message) = panicked(checked().parallel_for_each(6, kernel));
    assert_eq!(index, [4]);
    assert!(
        message.starts_with("index [4, 0] is out of range for `block` of extent [4, 4], at "),
        "{message}"
    );

    let kernel = amp!(|i: Index<1>| put_last(&mut y.section_mut([0], [i[0]]).unwrap()));
    let (index, _) = panicked(checked().parallel_for_each(1, kernel));
    assert_eq!(index, [0]);
}

#[device]
fn put_last(v: &mut ArrayViewMut<f32>) {
    let last = v.extent()[0].wrapping_sub(1);
    v[last] = 1.0;
}

/// Origins and sizes so large that their sum wraps to a small value.
#[test]
fn subview_bounds_checks_do_not_wrap() {
    let xs = vec![1.0f32; 60];
    let (x, huge) = (ArrayView::new(&xs), usize::MAX);
    let mut y = ArrayViewMut::<f32>::without_source([6]).unwrap();
    for on in [Accelerator::cpu_checked(), Accelerator::cpu()] {
        let on = on.default_view();
        let kernel = amp!(|i: Index<1>| y[i] = x.section([huge - 2], [i[0] + 4]).unwrap()[3]);
        assert!(matches!(on.parallel_for_each(6, kernel), Err(Error::KernelPanicked { .. })));
        let kernel = amp!(|i: Index<1>| y[i] = x.section([i[0] + 4], [huge - 2]).unwrap()[3]);
        assert!(matches!(on.parallel_for_each(6, kernel), Err(Error::KernelPanicked { .. })));
        let kernel = amp!(|i: Index<1>| y[i] = x.view_as([huge / 2 + 1, 2]).unwrap()[[i[0], 1]]);
        assert!(matches!(on.parallel_for_each(6, kernel), Err(Error::KernelPanicked { .. })));
    }
}
