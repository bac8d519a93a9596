//! V-14 to V-21: overlapping and disjoint sections of one source, written and read on several queues.

use amp::Error;
use amp::prelude::*;

use crate::conformance::{on_each_queue, on_queue_pairs};

#[test]
fn v_14_host_section_overlaps_the_written_section() {
    on_each_queue(|on| {
        for source in ["slice", "array"] {
            let mut values = [0u32; 100];
            let mut array = Array::<u32>::new_on(on, [100]).unwrap();
            let mut base = match source {
                "slice" => ArrayViewMut::new(&mut values),
                _ => array.as_view_mut(),
            };
            {
                let mut first = base.section_mut([0], [15]).unwrap();
                on.parallel_for_each(1, amp!(|_i: Index<1>| first[10] = 17)).unwrap();
            }
            {
                let mut local = base.section_mut([10], [10]).unwrap();
                local[3] = local[0];
                local[0] = 13;
            }
            assert_eq!((base[10], base[13]), (13, 17));
        }
    });
}

/// The same as the previous test, with sections that the kernel makes.
#[test]
fn v_14_overlapping_sections_in_a_kernel() {
    on_each_queue(|on| {
        let mut values = [0u32; 100];
        let mut base = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            {
                let mut first = base.section_mut([i[0] * 25], [15]).unwrap();
                first[10] = 17;
                first[14] = 19;
            }
            let sum = {
                let second = base.section([i[0] * 25 + 10], [10]).unwrap();
                second[0] + second[4] + second[5]
            };
            let mut local = base.section_mut([i[0] * 25 + 10], [10]).unwrap();
            local[3] = local[0];
            local[0] = 13;
            local[9] = sum;
        });
        on.parallel_for_each(4, kernel).unwrap();
        for at in [0, 25, 50, 75] {
            assert_eq!((base[at + 10], base[at + 13], base[at + 14], base[at + 19]), (13, 17, 19, 36));
        }
    });
}

#[test]
fn v_15_host_section_spans_two_written_sections() {
    on_queue_pairs(|here, there| {
        let mut values = [0u32; 100];
        let mut base = ArrayViewMut::new(&mut values);
        {
            let mut first = base.section_mut([0], [15]).unwrap();
            here.parallel_for_each(1, amp!(|_i: Index<1>| first[14] = 97)).unwrap();
        }
        {
            let mut second = base.section_mut([15], [10]).unwrap();
            there.parallel_for_each(1, amp!(|_i: Index<1>| second[0] = 98)).unwrap();
        }
        let local = base.section([10], [10]).unwrap();
        assert_eq!((local[4], local[5]), (97, 98));
    });
}

#[test]
fn v_16_overlapping_sections_of_an_atomic_view() {
    // Two mutable views of one element are impossible. Two atomic views are possible, and see each other's writes.
    on_each_queue(|on| {
        let mut values = [0u32; 100];
        let mut base = ArrayViewMut::new(&mut values);
        {
            let all = base.as_atomic();
            let (first, second) = (all.section([0], [20]).unwrap(), all.section([15], [10]).unwrap());
            let kernel = amp!(|_i: Index<1>| {
                atomic_store(&first[15], 97);
                atomic_store(&second[1], atomic_load(&first[15]) - 1);
                atomic_store(&second[0], 98);
            });
            on.parallel_for_each(1, kernel).unwrap();
        }
        base.finish().unwrap();
        assert_eq!(values[15..17], [98, 96]);
    });
}

/// Fills a source, writes one section on a queue, and reads another section on the host. The sections overlap in V-19 and are
/// disjoint in V-20.
macro_rules! overlap {
    ($on:expr, $rank:literal, $extent:expr, read $read:expr, written $written:expr) => {{
        const FILL: u32 = 77;
        let extent: [usize; $rank] = $extent;
        let (read, written): (([usize; $rank], [usize; $rank]), ([usize; $rank], [usize; $rank])) =
            ($read, $written);
        let size: usize = extent.iter().product();
        let mut values = vec![0u32; size];
        let mut base = ArrayViewMut::with_extent(extent, &mut values).unwrap();
        base.write().unwrap().fill(FILL);
        {
            let mut section = base.section_mut(written.0, written.1).unwrap();
            let kernel = amp!(|i: Index<$rank>| {
                let mut value = 1000;
                for d in 0..$rank {
                    value = value * 10 + i[d] as u32;
                }
                section[i] = value;
            });
            $on.parallel_for_each(written.1, kernel).unwrap();
        }
        let before = base.transfers();
        let section = base.section(read.0, read.1).unwrap();
        let guard = section.read().unwrap();
        let mut common = 0;
        for (flat, &value) in guard.iter().enumerate() {
            let (mut rest, mut at) = (flat, [0; $rank]);
            for d in (0..$rank).rev() {
                at[d] = rest % read.1[d] + read.0[d];
                rest /= read.1[d];
            }
            let inside = (0..$rank).all(|d| (written.0[d]..written.0[d] + written.1[d]).contains(&at[d]));
            let wanted = || (0..$rank).fold(1000, |sum, d| sum * 10 + (at[d] - written.0[d]) as u32);
            assert_eq!(value, if inside { wanted() } else { FILL }, "at {at:?} of {extent:?}");
            common += usize::from(inside);
        }
        drop(guard);
        // Only the common elements are downloaded.
        let moved = base.transfers().downloaded_bytes - before.downloaded_bytes;
        let on_host = $on.accelerator().device_path().starts_with("cpu");
        assert_eq!(moved, if on_host { 0 } else { 4 * common as u64 });
        common
    }};
}

#[test]
fn v_19_section_overlapping_the_written_section_shows_both() {
    on_each_queue(|on| {
        let found = [
            overlap!(on, 1, [10], read([0], [7]), written([5], [5])),
            overlap!(on, 2, [5, 5], read([0, 0], [5, 3]), written([0, 2], [5, 3])),
            overlap!(on, 3, [5, 5, 5], read([2, 0, 0], [1, 1, 4]), written([2, 0, 2], [1, 1, 3])),
            overlap!(on, 5, [4; 5], read([0; 5], [1, 1, 1, 2, 2]), written([0, 0, 0, 1, 1], [1, 1, 2, 2, 2])),
            overlap!(on, 3, [10, 10, 10], read([5, 0, 0], [1, 10, 10]), written([0, 5, 5], [10, 1, 1])),
        ];
        assert_eq!(found, [2, 5, 2, 1, 1]);
    });
}

#[test]
fn v_20_read_of_a_disjoint_section_transfers_nothing() {
    on_each_queue(|on| {
        let found = [
            overlap!(on, 1, [10], read([0], [5]), written([5], [5])),
            overlap!(on, 2, [5, 5], read([0, 0], [5, 2]), written([0, 3], [5, 2])),
            overlap!(on, 3, [5, 5, 5], read([2, 0, 0], [1, 1, 2]), written([2, 0, 2], [1, 1, 3])),
            overlap!(on, 4, [4; 4], read([0; 4], [2, 2, 2, 2]), written([2, 0, 0, 0], [2, 2, 2, 2])),
            overlap!(on, 5, [4; 5], read([0; 5], [1, 1, 1, 2, 2]), written([0, 0, 0, 2, 2], [1, 1, 2, 2, 2])),
            overlap!(on, 2, [10, 10], read([2, 0], [1, 5]), written([2, 5], [1, 5])),
        ];
        assert_eq!(found, [0; 6]);
    });
}

#[test]
fn v_19_sections_of_different_shapes_overlap() {
    on_each_queue(|on| {
        // Rows 4 to 8 of the vector as a 10x10 view, compared with a section of the vector.
        let mut values = vec![77u32; 100];
        let mut line = ArrayViewMut::new(&mut values);
        {
            let mut table = line.view_as_mut([10, 10]).unwrap();
            let mut rows = table.section_mut([4, 0], [5, 10]).unwrap();
            on.parallel_for_each([5, 10], amp!(|i: Index<2>| rows[i] = (10 * i[0] + i[1]) as u32)).unwrap();
        }
        let section = line.section([36], [8]).unwrap();
        assert_eq!(section.read().unwrap()[..], [77, 77, 77, 77, 0, 1, 2, 3]);
        drop(line);
        // A block of the vector as a cube, compared with the first elements of the vector.
        let mut values = vec![77u32; 1000];
        let mut line = ArrayViewMut::new(&mut values);
        {
            let mut cube = line.view_as_mut([10, 10, 10]).unwrap();
            let mut block = cube.section_mut([0, 0, 0], [4, 5, 5]).unwrap();
            on.parallel_for_each(
                [4, 5, 5],
                amp!(|i: Index<3>| block[i] = (100 * i[0] + 10 * i[1] + i[2]) as u32),
            )
            .unwrap();
        }
        let first = line.section([0], [7]).unwrap();
        assert_eq!(first.read().unwrap()[..], [0, 1, 2, 3, 4, 77, 77]);
    });
}

#[test]
fn v_21_reinterpreted_sections_share_memory() {
    on_each_queue(|on| {
        let mut floats = [5.0f32; 30];
        let mut view = ArrayViewMut::new(&mut floats);
        {
            let mut half = view.section_mut([0], [15]).unwrap();
            let mut structs = half.reinterpret_as_mut::<Vec3>().unwrap();
            assert_eq!(structs.extent(), Extent::from([5]));
            on.parallel_for_each(1, amp!(|i: Index<1>| structs[i] = Vec3::new(1.0, 2.0, 3.0))).unwrap();
        }
        // The kernel did not write the other half, so a read of it downloads nothing.
        let before = view.transfers().downloads;
        assert_eq!(view.section([15], [15]).unwrap().read().unwrap()[..], [5.0; 15]);
        assert_eq!(view.transfers().downloads, before);
        let half = view.section([0], [15]).unwrap();
        assert_eq!(half.reinterpret_as::<Vec3>().unwrap()[0], Vec3::new(1.0, 2.0, 3.0));
        view.finish().unwrap();
        assert_eq!(floats[..4], [1.0, 2.0, 3.0, 5.0]);
        assert_eq!(floats[4..], [5.0; 26]);
    });
}

#[test]
fn writes_on_two_queues_are_in_program_order() {
    // The later of two writes wins on every queue.
    on_queue_pairs(|here, there| {
        let mut values = [0u32; 40];
        let mut base = ArrayViewMut::new(&mut values);
        for round in 1..=3u32 {
            for (on, start) in [(here, 0), (there, 10), (here, 20), (there, 5)] {
                let mut section = base.section_mut([start], [20]).unwrap();
                let value = 100 * round + start as u32;
                on.parallel_for_each(20, amp!(|i: Index<1>| section[i] = section[i] % 7 + value)).unwrap();
            }
            base[12] += 1;
        }
        let mut model = [0u32; 40];
        for round in 1..=3u32 {
            for start in [0, 10, 20, 5] {
                for value in &mut model[start..start + 20] {
                    *value = *value % 7 + 100 * round + start as u32;
                }
            }
            model[12] += 1;
        }
        base.finish().unwrap();
        assert_eq!(values, model);
    });
}

#[test]
fn copies_of_an_atomic_view_may_alias() {
    // Safe code cannot make an atomic and a mutable view of one datum, or atomic views of two types. Copies are possible.
    on_each_queue(|on| {
        let mut values = [0u32; 8];
        let mut base = ArrayViewMut::new(&mut values);
        let all = base.as_atomic();
        let again = all;
        let launched = on.parallel_for_each(
            8,
            amp!(|i: Index<1>| {
                atomic_fetch_add(&all[i], 1);
                atomic_fetch_add(&again[7 - i[0]], 1);
            }),
        );
        assert!(!matches!(launched, Err(Error::Aliasing { .. })), "{launched:?}");
        base.finish().unwrap();
        assert_eq!(values, [2; 8]);
    });
}
