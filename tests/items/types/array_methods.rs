//! Methods of arrays (`swap`, `fill`, `len`, `clone`, iterators), and methods of the user's types with the same names.

use crate::compare::compare;
use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Window {
    items: [u32; 4],
    of: [[u32; 2]; 2],
}

#[device]
impl Window {
    fn of(x: u32) -> Window {
        Window { items: [x, x + 1, x + 2, x + 3], of: [[x, 1], [2, 3]] }
    }

    fn rearrange(&mut self, by: usize) {
        self.items.swap(0, by);
        self.of.swap(0, 1);
        self.of[by % 2].swap(0, 1);
    }

    fn rotate(&mut self, by: usize) {
        self.items.rotate_left(1);
        self.of.rotate_right(by % 3);
        self.of[by % 2].rotate_left(by % 3);
    }

    fn clear(&mut self, value: u32) {
        self.of.fill([value, 7]);
        self.of[1].fill(value + 1);
    }

    fn sum(&self) -> u32 {
        let mut sum = self.of[0][0] + 10 * self.of[0][1] + 100 * self.of[1][0] + 1000 * self.of[1][1];
        for k in 0..self.items.len() {
            sum = sum * 5 + self.items[k];
        }
        sum
    }
}

/// `len` is the number of pushed items, not the length of the array.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Stack {
    items: [u32; 8],
    count: u32,
}

#[device]
impl Stack {
    fn new() -> Stack {
        Stack { items: [0; 8], count: 0 }
    }

    fn len(&self) -> u32 {
        self.count
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn push(&mut self, value: u32) {
        if self.len() < self.items.len() as u32 {
            self.items[self.count as usize] = value;
            self.count += 1;
        }
    }

    fn pop(&mut self) -> u32 {
        self.count -= 1;
        self.items[self.count as usize]
    }
}

#[device]
fn list_of(x: u32) -> [u32; 4] {
    [x, 5, 9, 2]
}

type Square = [[u32; 2]; 2];

#[device]
fn turned(square: &Square) -> u32 {
    let mut square = *square;
    square.swap(0, 1);
    square[0].swap(0, 1);
    square[0][0] + 10 * square[0][1] + 100 * square[1][0] + 1000 * square.len() as u32
}

compare!(swap_and_fill_of_fields, |i, x: u32, y: u32| {
    let mut window = Window::of(x[i] % 50);
    window.rearrange(x[i] as usize % 4);
    let first = window.sum();
    window.items.swap(1, x[i] as usize % 3);
    window.clear(x[i] % 9);
    window.items.fill(first % 7);
    y[i] = first ^ window.sum();
});

compare!(arrays_are_rotated, |i, x: u32, y: u32| {
    let by = x[i] as usize;
    let mut list = [x[i] % 10, 2, 3, 4, 5];
    list.rotate_left(1);
    list.rotate_right(by % 6);
    let mut rows = [[1, 2, 3], [x[i] % 7, 5, 6], [7, 8, 9]];
    rows.rotate_left(by % 4);
    rows[by % 3].rotate_right(2);
    let mut window = Window::of(x[i] % 50);
    window.rotate(by);
    window.items.rotate_left(by % 5);
    window.items.rotate_right(1);
    let mut a = list_of(x[i] % 100);
    a.rotate_left(3);
    let mut sum = window.sum() % 1000000;
    for v in &list {
        sum = (sum * 7 + *v) % 1000003;
    }
    for k in 0..9 {
        sum = (sum * 5 + rows[k / 3][k % 3]) % 1000003;
    }
    y[i] = sum * 4 + a[0] + 2 * a[3] + x[i].rotate_left(3) % 7;
});

compare!(arrays_from_breaks_are_mapped, |i, x: u32, y: u32| {
    let mut n = x[i];
    let chosen = loop {
        n += 3;
        if n % 7 == 0 {
            break [n, 1];
        }
        if n % 5 == 0 {
            break [2, n];
        }
    }
    .map(|v| v + 1);
    y[i] = chosen[0] * 1000 + chosen[1];
});

compare!(swap_and_fill_of_results_and_aliases, |i, x: u32, y: u32| {
    let mut a = list_of(x[i] % 100);
    a.swap(0, 3);
    let mut sum = 0;
    for k in 0..a.len() {
        sum = sum * 3 + a[k];
    }
    let b = a;
    a.fill(sum);
    y[i] = if a.is_empty() { 0 } else { sum + a[2] + b[0] + turned(&[[x[i] % 10, 2], [3, 4]]) };
});

compare!(user_defined_len_and_is_empty, |i, x: u32, y: u32| {
    let mut stack = Stack::new();
    for k in 0..x[i] % 11 {
        stack.push(k + x[i] % 3);
    }
    let all = stack.len();
    let mut sum = 0;
    while !stack.is_empty() {
        sum = sum * 3 + stack.pop();
    }
    let other = Stack { items: [1; 8], count: 5 };
    y[i] = sum + 1000 * all + other.len();
});

compare!(char_and_byte_literals_cast_to_integers, |i, x: u32, y: u32| {
    let letter = x[i] % 128;
    let kind = if letter >= b'a' as u32 && letter <= b'z' as u32 {
        1
    } else if letter == '\n' as u32 || letter == b'\'' as u32 || letter as i32 == '\u{7f}' as i32 {
        2
    } else {
        b'0' as u32
    };
    y[i] = kind + 'é' as u32 + b'~' as f32 as u32;
});

#[device]
fn more(v: &mut [u32; 2]) -> u32 {
    v[0] += 100;
    v[0] + v[1]
}

compare!(clone_copies_the_value, |i, x: u32, y: u32| {
    let own: u32 = x[i];
    let mut list = [own % 10, 3];
    let sum = more(&mut list.clone());
    let old = &list.clone();
    let copy = &mut list.clone();
    copy[1] = 50;
    list[0] = 7;
    for v in &mut list.clone() {
        *v += 1000;
    }
    for v in &list.clone() {
        list[1] += *v;
    }
    y[i] = sum + old[0] * 10 + copy[1] + list[0] + list[1] + own.clone() % 3 + (own % 5, 2).clone().0;
});

/// The length of an array is uniform, whatever its items are.
#[kernel(tile = [4])]
fn summed(t: TiledIndex<1>, x: &ArrayView<Window>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut sums: [u32; 4];
    let (me, list, window) = (t.local[0], list_of(y[t.global]), x[t.global]);
    sums[me] = y[t.global];
    t.barrier.wait();
    for k in 0..list.len() {
        let next = sums[(me + 1) % 4] + list[k];
        t.barrier.wait();
        sums[me] = next;
        t.barrier.wait();
    }
    for k in 0..window.items.len() {
        let next = sums[(me + k) % 4] ^ window.items[k];
        t.barrier.wait();
        sums[me] = next;
        t.barrier.wait();
    }
    y[t.global] = sums[me];
}

#[test]
fn array_lengths_are_uniform_loop_bounds() {
    let windows: Vec<_> = (0..8).map(Window::of).collect();
    let start: Vec<u32> = (0..8).map(|n| n * n).collect();
    let mut expected = start.clone();
    for (sums, windows) in expected.chunks_mut(4).zip(windows.chunks(4)) {
        let lists: Vec<_> = sums.iter().map(|sum| list_of(*sum)).collect();
        for k in 0..4 {
            let next: Vec<_> = (0..4).map(|me| sums[(me + 1) % 4] + lists[me][k]).collect();
            sums.copy_from_slice(&next);
        }
        for k in 0..4 {
            let next: Vec<_> = (0..4).map(|me| sums[(me + k) % 4] ^ windows[me].items[k]).collect();
            sums.copy_from_slice(&next);
        }
    }
    amp_tests::on_each(|accelerator| {
        let mut found = start.clone();
        let (x, mut y) = (ArrayView::new(&windows), ArrayViewMut::new(&mut found));
        let domain = Extent::new([8]).tile([4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, summed(&x, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(found, expected, "on {}", accelerator.description());
    });
}

/// Arrays in elements of a view that is read, and of a view that is written.
#[kernel]
fn of_elements(i: Index<1>, x: &ArrayView<Window>, y: &mut ArrayViewMut<Window>) {
    let mut sum = x[i].items.len() as u32;
    for (k, item) in x[i].items.iter().enumerate() {
        sum += *item * (k as u32 + 1);
    }
    for (k, item) in y[i].items.iter().enumerate() {
        if *item > sum {
            break;
        }
        sum ^= *item << k;
    }
    // This loop has no early exit.
    for (k, item) in y[i].items.iter().enumerate() {
        sum += *item ^ (k as u32);
    }
    y[i].items[0] = sum;
}

#[test]
fn iteration_over_arrays_in_elements() {
    let windows: Vec<_> = (0..9).map(Window::of).collect();
    let expected = windows.iter().map(|window| {
        let weighted: u32 = window.items.iter().zip(1..).map(|(item, k)| item * k).sum();
        let mut sum = 4 + weighted;
        for (k, item) in window.items.iter().enumerate() {
            if *item > sum {
                break;
            }
            sum ^= *item << k;
        }
        for (k, item) in (0..).zip(&window.items) {
            sum += *item ^ k;
        }
        sum
    });
    let expected: Vec<_> = expected.collect();
    amp_tests::on_each(|accelerator| {
        let mut found = windows.clone();
        let (x, mut y) = (ArrayView::new(&windows), ArrayViewMut::new(&mut found));
        let view = accelerator.default_view();
        view.parallel_for_each(Extent::new([9]), of_elements(&x, &mut y)).unwrap();
        y.finish().unwrap();
        let found: Vec<_> = found.iter().map(|window| window.items[0]).collect();
        assert_eq!(found, expected, "on {}", accelerator.description());
    });
}

mod mapped_arrays {
    use amp::prelude::*;

    use crate::compare::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let counts = (<[u32; 3]>::default()).map(|v| v + z[k]);
        let pairs: [u32; 2] = { [k, k + 1] }.map(|v| v as u32 * 2);
        let found = [k, [7u32, z[k]].iter().position(|&v| v == z[k]).unwrap_or(9)].map(|v| v as u32);
        let made = { let mut n = z[k]; n += 1; if n > 5 { [n, 1] } else { let m = n * 2; [m; 2] } }.map(|v| v + 3);
        let chosen = match k % 3 { 0 => [1u32; 2], 1 => pairs, _ => found }.map(|v| v * 2);
        let sums = [1, 2].map(|v| [v, v + 1]).map(|[a, b]| a * 10 + b);
        z[k] = counts[1] + pairs[0] * 3 + found[1] * 5 + chosen[1] * 7 + sums[1] + made[0] * 11 + made[1];
        y[k] = x[k];
    }
}
