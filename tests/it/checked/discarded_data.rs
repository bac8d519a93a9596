//! Reads of discarded data: the checked accelerator reports an element that was read before it was written again.

use super::*;

#[test]
fn read_of_discarded_data_is_reported() {
    let mut values = vec![1u32; 100];
    let mut sum = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let mut y = ArrayViewMut::new(&mut values);
    y.discard_data();
    let x = y.as_view();
    let result = checked().parallel_for_each(100, amp!(|i: Index<1>| sum[i] = x[i]));
    assert_eq!(uninitialized(result), ("x".into(), vec![0], 0));

    checked().parallel_for_each(100, amp!(|i: Index<1>| y[i] = 2)).unwrap();
    let x = y.as_view();
    checked().parallel_for_each(100, amp!(|i: Index<1>| sum[i] = x[i])).unwrap();
    assert_eq!(sum[99], 2);
}

#[test]
fn compound_assignment_reads_the_element() {
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    y.discard_data();
    let result = checked().parallel_for_each(100, amp!(|i: Index<1>| y[i] += 2));
    assert_eq!(uninitialized(result), ("y".into(), vec![0], 0));
    checked().parallel_for_each(100, amp!(|i: Index<1>| y[99 - i[0]] = 2)).unwrap();
    checked().parallel_for_each(100, amp!(|i: Index<1>| y[i] += 2)).unwrap();
    assert_eq!(y[50], 4);
}

#[test]
fn new_memory_is_zero() {
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    checked().parallel_for_each(100, amp!(|i: Index<1>| y[i] += 2)).unwrap();
    let mut a = Array::<u32>::new_on(&checked(), [100]).unwrap();
    checked().parallel_for_each(100, amp!(|i: Index<1>| a[i] += 2)).unwrap();
    assert_eq!((y[7], a.to_vec().unwrap()[7]), (2, 2));
}

#[test]
fn elements_that_a_launch_skipped_stay_discarded() {
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let mut z = ArrayViewMut::<u32>::without_source([100]).unwrap();
    y.discard_data();
    let kernel = amp!(|i: Index<1>| {
        if i[0] != 70 {
            y[i] = 3;
        }
    });
    checked().parallel_for_each(100, kernel).unwrap();
    let x = y.as_view();
    checked().parallel_for_each(70, amp!(|i: Index<1>| z[i] = x[i])).unwrap();
    let result = checked().parallel_for_each(100, amp!(|i: Index<1>| z[i] = x[i]));
    assert_eq!(uninitialized(result), ("x".into(), vec![70], 70));

    // After a write by the host or by another accelerator, reads are valid as well.
    y[70] = 3;
    let x = y.as_view();
    checked().parallel_for_each(100, amp!(|i: Index<1>| z[i] = x[i])).unwrap();
    y.discard_data();
    Accelerator::cpu().default_view().parallel_for_each(100, amp!(|i: Index<1>| y[i] = 4)).unwrap();
    let x = y.as_view();
    checked().parallel_for_each(100, amp!(|i: Index<1>| z[i] = x[i])).unwrap();
    assert_eq!(z[70], 4);
}

#[test]
fn elements_that_the_host_skipped_stay_discarded() {
    let mut values = vec![1u32; 100];
    let mut z = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let mut y = ArrayViewMut::new(&mut values);
    for with in [false, true] {
        y.discard_data();
        for n in (0..100).filter(|n| with || *n != 70) {
            y[n] = 3;
        }
        let x = y.as_view();
        let result = checked().parallel_for_each(100, amp!(|i: Index<1>| z[i] = x[i]));
        if with {
            result.unwrap();
        } else {
            assert_eq!(uninitialized(result), ("x".into(), vec![70], 70));
        }
    }
    // `write()` returns a slice, so all its elements count as written.
    y.discard_data();
    y.write().unwrap()[3] = 4;
    let x = y.as_view();
    checked().parallel_for_each(100, amp!(|i: Index<1>| z[i] = x[i])).unwrap();
    assert_eq!(z[3], 4);
}

#[test]
fn elements_that_a_copy_skipped_stay_discarded() {
    let mut z = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let source = [5u32; 30];
    for (len, with) in [(29, false), (30, true)] {
        y.discard_data();
        let from = ArrayView::new(&source[..len]);
        copy(&from, &mut y.section_mut([40], [len]).unwrap()).unwrap();
        let x = y.as_view();
        let result = checked().parallel_for_each(30, amp!(|i: Index<1>| z[i] = x[i + 40]));
        if with {
            result.unwrap();
        } else {
            assert_eq!(uninitialized(result), ("x".into(), vec![69], 29));
        }
    }
}

#[test]
fn launch_without_checks_counts_as_writing_all_elements() {
    let mut z = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    for (on, fails) in [(Accelerator::cpu().default_view(), false), (checked(), true)] {
        y.discard_data();
        on.parallel_for_each(50, amp!(|i: Index<1>| y[i * 2] = 4)).unwrap();
        let x = y.as_view();
        let result = checked().parallel_for_each(100, amp!(|i: Index<1>| z[i] = x[i]));
        if fails {
            assert_eq!(uninitialized(result), ("x".into(), vec![1], 1));
        } else {
            result.unwrap();
        }
    }
}

#[test]
fn discard_of_a_section_keeps_the_rest() {
    let mut values = vec![1u32; 64];
    let mut sum = ArrayViewMut::<u32, 2>::without_source([8, 8]).unwrap();
    let mut y = ArrayViewMut::with_extent([8, 8], &mut values).unwrap();
    y.section_mut([2, 3], [4, 4]).unwrap().discard_data();
    let x = y.as_view();
    let result = checked().parallel_for_each([8, 8], amp!(|i: Index<2>| sum[i] = x[i]));
    assert_eq!(uninitialized(result), ("x".into(), vec![2, 3], 2));

    let kernel = amp!(|i: Index<2>| {
        if i[0] < 2 || i[0] >= 6 || i[1] < 3 || i[1] >= 7 {
            sum[i] = x[i];
        }
    });
    checked().parallel_for_each([8, 8], kernel).unwrap();
    let mut inner = y.section_mut([2, 3], [4, 4]).unwrap();
    checked().parallel_for_each([4, 4], amp!(|i: Index<2>| inner[i] = 5)).unwrap();
    drop(inner);
    let x = y.as_view();
    checked().parallel_for_each([8, 8], amp!(|i: Index<2>| sum[i] = x[i])).unwrap();
    assert_eq!((sum[[2, 3]], sum[[2, 2]]), (5, 1));
}

#[test]
fn components_of_elements_are_tracked_separately() {
    let mut y = ArrayViewMut::<[u32; 2]>::without_source([10]).unwrap();
    y.discard_data();
    checked().parallel_for_each(10, amp!(|i: Index<1>| y[i][1] = 3)).unwrap();
    let mut z = ArrayViewMut::<u32>::without_source([10]).unwrap();
    let x = y.as_view();
    checked().parallel_for_each(10, amp!(|i: Index<1>| z[i] = x[i][1])).unwrap();
    let result = checked().parallel_for_each(10, amp!(|i: Index<1>| z[i] = x[i][0]));
    assert_eq!(uninitialized(result), ("x".into(), vec![0], 0));
    assert_eq!(z[9], 3);
}

#[test]
fn error_message_states_the_remedy() {
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    y.discard_data();
    let line = line!() + 1;
    let error = checked().parallel_for_each(4, amp!(|i: Index<1>| y[i] *= 2)).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains(&format!("work-item [0] read it at tests/it/checked/discarded_data.rs:{line}")),
        "{text}"
    );
    assert!(text.contains("read `y` at [0] before it was written") && text.contains("write it first"));
}
