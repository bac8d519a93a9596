//! Views of small elements: errors on the CPU accelerators, `explain` and `warm_up`.

use crate::types::small_elements::on_each;
use amp::prelude::*;
use amp::{Error, Kernel};

#[kernel]
fn neighbour(i: Index<1>, v: &ArrayView<u8>, y: &mut ArrayViewMut<u32>) {
    y[i] = v[i[0] + 1] as u32;
}

#[test]
fn out_of_bounds_index_is_an_error_on_the_cpu() {
    let all = [1u8, 2, 3, 4, 5];
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        // The view has more elements after the section, but the section does not.
        let view = ArrayView::new(&all);
        let section = view.section([1], [3]).unwrap();
        let mut y = ArrayViewMut::without_source([3]).unwrap();
        let result = on.default_view().parallel_for_each(3, neighbour(&section, &mut y));
        match result {
            Err(Error::KernelPanicked { index, message, .. }) => {
                assert_eq!(index, [2]);
                assert!(message.contains("`v`"), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn checked_accelerator_reports_a_read_of_discarded_data() {
    let on = Accelerator::cpu_checked().default_view();
    let mut array = Array::from_slice_on(&on, [5], &[1i8, 2, 3, 4, 5]).unwrap();
    let mut y = ArrayViewMut::without_source([5]).unwrap();
    on.parallel_for_each(5, amp!(|i: Index<1>| y[i] = array[i] as i32)).unwrap();
    array.discard_data();
    match on.parallel_for_each(5, amp!(|i: Index<1>| y[i] = array[i] as i32)) {
        Err(Error::Uninitialized { variable, index, .. }) => {
            assert_eq!((&*variable, &*index), ("array", &[0][..]))
        }
        other => panic!("{other:?}"),
    }
    array.write().unwrap().fill(-7);
    on.parallel_for_each(5, amp!(|i: Index<1>| y[i] = array[i] as i32)).unwrap();
    assert_eq!(y.to_vec().unwrap(), [-7; 5]);
}

#[test]
fn explain_describes_reads_of_small_elements() {
    let (all, mut y) = ([1u16; 8], ArrayViewMut::without_source([8]).unwrap());
    let v = ArrayView::new(&all);
    let explained = amp!(|i: Index<1>| y[i] = v[i] as u32).explain();
    assert_eq!(explained.captures[0].name, "v");
    assert_eq!(explained.captures[0].accesses[0].what, "elements side by side");
    assert!(explained.needs.is_empty() && explained.wgsl.unwrap().contains("array<u32>"));
}

#[test]
fn warm_up_transfers_nothing() {
    on_each(|on| {
        let (all, mut y) = ([1u8; 9], ArrayViewMut::without_source([9]).unwrap());
        let v = ArrayView::new(&all);
        on.default_view().warm_up(neighbour(&v, &mut y)).unwrap();
        assert_eq!(v.transfers().uploads, 0);
    });
}
