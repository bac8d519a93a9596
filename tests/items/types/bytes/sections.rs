//! Sections of small elements that begin or end within a word: launches, copies and discards keep their neighbours.

use amp::prelude::*;
use amp_tests::on_each;

#[test]
fn sections_keep_the_rest_of_a_word() {
    on_each(|on| {
        let queue = on.default_view();
        let mut bytes: Vec<u8> = (100..113).collect();
        let mut view = ArrayViewMut::new(&mut bytes);
        {
            let mut part = view.section_mut([3], [7]).unwrap();
            part.discard_data();
            queue.parallel_for_each(7, amp!(|i: Index<1>| part[i] = i[0] as u8)).unwrap();
        }
        view[10] = 77;
        {
            let mut part = view.section_mut([11], [2]).unwrap();
            queue.parallel_for_each(2, amp!(|i: Index<1>| part[i] += 1)).unwrap();
        }
        {
            let mut part = view.section_mut([1], [1]).unwrap();
            part.write().unwrap()[0] = 5;
        }
        view.finish().unwrap();
        assert_eq!(bytes, [100, 5, 102, 0, 1, 2, 3, 4, 5, 6, 77, 112, 113], "on {}", on.description());
    });
}

#[test]
fn copies_replace_parts_of_words() {
    on_each(|on| {
        let queue = on.default_view();
        let mut bytes = [9u8; 13];
        let mut view = ArrayViewMut::new(&mut bytes);
        queue.parallel_for_each(13, amp!(|i: Index<1>| view[i] = i[0] as u8)).unwrap();
        let source = Array::from_slice_on(&queue, [5], &[50u8, 51, 52, 53, 54]).unwrap();
        copy(&source, &mut view.section_mut([2], [5]).unwrap()).unwrap();
        copy(&[200u8, 201][..], &mut view.section_mut([9], [2]).unwrap()).unwrap();
        copy_async(&source.section([1], [3]).unwrap(), &mut view.section_mut([7], [3]).unwrap())
            .wait()
            .unwrap();
        queue.parallel_for_each(13, amp!(|i: Index<1>| view[i] += 1)).unwrap();
        assert_eq!(view.section([1], [3]).unwrap().to_vec().unwrap(), [2, 51, 52]);
        view.finish().unwrap();
        assert_eq!(bytes, [1, 2, 51, 52, 53, 54, 55, 52, 53, 54, 202, 12, 13], "on {}", on.description());
    });
}

#[test]
fn columns_of_bytes_are_written() {
    let expected: Vec<bool> = (0..35).map(|k| k % 5 == 2 || k % 5 == 3).collect();
    on_each(|on| {
        let mut flags = ArrayViewMut::<bool, 2>::without_source([7, 5]).unwrap();
        let mut columns = flags.section_mut([0, 2], [7, 2]).unwrap();
        on.default_view().parallel_for_each([7, 2], amp!(|i: Index<2>| columns[i] = true)).unwrap();
        drop(columns);
        assert_eq!(flags.to_vec().unwrap(), expected);
    });
}

#[test]
fn queues_exchange_parts_of_words() {
    let all = Accelerator::all();
    let mut bytes = [0u8; 30];
    let mut view = ArrayViewMut::new(&mut bytes);
    for round in 0..3 {
        for (n, on) in all.iter().enumerate() {
            let start = 1 + n * 7 + round;
            let mut part = view.section_mut([start], [7]).unwrap();
            on.default_view().parallel_for_each(7, amp!(|i: Index<1>| part[i] += (i[0] + 1) as u8)).unwrap();
        }
    }
    view.finish().unwrap();
    let mut expected = [0u8; 30];
    for round in 0..3 {
        for n in 0..all.len() {
            (0..7).for_each(|k| expected[1 + n * 7 + round + k] += k as u8 + 1);
        }
    }
    assert_eq!(bytes, expected);
}
