//! Atomic views on the host: shared handles to one source.

use amp::prelude::*;

use crate::everywhere::everywhere;

#[test]
fn atomic_views_are_shared_and_may_overlap() {
    everywhere(|view| {
        let mut values: Vec<i32> = (0..24).collect();
        let mut whole = ArrayViewMut::with_extent([2, 3, 4], &mut values).unwrap();
        let all = whole.as_atomic();
        let copy = all;
        assert_eq!(all.extent(), copy.extent());
        assert_eq!(all.project(1).unwrap().project(2).unwrap().to_vec().unwrap(), [20, 21, 22, 23]);
        assert_eq!(all.section([0, 1, 3], [2, 2, 1]).unwrap().to_vec().unwrap(), [7, 11, 19, 23]);
        assert_eq!(all.view_as([24]).unwrap().section([22], [2]).unwrap().to_vec().unwrap(), [22, 23]);
        assert!(all.section([0, 1, 3], [2, 2, 2]).is_err() && all.project(2).is_err());
        copy.synchronize_to(view).unwrap();
        assert_eq!(all.to_vec().unwrap(), (0..24).collect::<Vec<_>>());
    });
}

#[test]
fn what_is_shared_comes_home_as_before() {
    everywhere(|view| {
        let mut values: Vec<i32> = (0..12).collect();
        let mut whole = ArrayViewMut::with_extent([3, 4], &mut values).unwrap();
        assert_eq!(whole.as_atomic().extent(), Extent::from([3, 4]));
        {
            let mut middle = whole.section_mut([0, 1], [3, 2]).unwrap();
            view.parallel_for_each(middle.extent(), amp!(|i: Index<2>| middle[i] += 100)).unwrap();
        }
        assert_eq!(whole.as_atomic().to_vec().unwrap()[8..12], [8, 109, 110, 11]);
        whole.finish().unwrap();
        assert_eq!(values, [0, 101, 102, 3, 4, 105, 106, 7, 8, 109, 110, 11]);
    });
}

#[test]
fn several_threads_have_one_source() {
    everywhere(|view| {
        let mut array = Array::from_slice_on(view, [3], &[1u32, 2, 3]).unwrap();
        let atomic = array.as_atomic();
        let sums = std::thread::scope(|scope| {
            let part = |at: usize| atomic.section([at], [2]).and_then(|part| part.to_vec());
            let threads = [0, 1].map(|at| scope.spawn(move || part(at).unwrap().iter().sum::<u32>()));
            threads.map(|thread| thread.join().unwrap())
        });
        assert_eq!(sums, [3, 5]);
    });
}
