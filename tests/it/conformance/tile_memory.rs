//! Chapter 2 of the C++ AMP specification: tile memory of every type, and barriers in every statement.

use amp::prelude::*;

use crate::conformance::on_each_queue;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: i32,
    b: i32,
}

/// A collective function with tile memory as a by-reference argument.
#[device]
fn right_neighbour(b: &TileBarrier, l: usize, shared: &mut [i32; 8], v: i32) -> i32 {
    b.wait();
    shared[l] = v;
    b.wait();
    shared[(l + 1) % 8]
}

#[kernel(tile = [8])]
fn every_type(t: TiledIndex<1>, y: &mut ArrayViewMut<i32>) {
    #[tile_static]
    let mut one: i32;
    #[tile_static]
    let mut row: [i32; 8];
    #[tile_static]
    let mut grid: [[i32; 4]; 2];
    #[tile_static]
    let mut pair: Pair;
    let l = t.local[0];
    if l == 3 {
        one = t.global[0] as i32;
        pair = Pair { a: 7, b: t.tile[0] as i32 };
    }
    row[l] = l as i32;
    grid[l / 4][l % 4] = l as i32 * 10;
    t.barrier.wait();
    let mut sum = one + pair.a * pair.b + row[7 - l] + grid[1 - l / 4][l % 4];
    {
        #[tile_static]
        let mut pairs: [Pair; 8];
        pairs[l] = Pair { a: sum, b: l as i32 };
        t.barrier.wait();
        let other = pairs[l ^ 1];
        sum = other.a * 2 + other.b;
    }
    y[t.global] = sum + right_neighbour(&t.barrier, l, &mut row, l as i32);
}

#[test]
fn l_19_tile_memory_holds_scalars_arrays_and_structs() {
    on_each_queue(|on| {
        let mut values = [0; 24];
        let mut y = ArrayViewMut::new(&mut values);
        on.parallel_for_each(y.extent().tile([8]).unwrap(), every_type(&mut y)).unwrap();
        y.finish().unwrap();
        let sum = |tile: i32, l: i32| tile * 8 + 3 + 7 * tile + (7 - l) + ((1 - l / 4) * 4 + l % 4) * 10;
        for (i, value) in (0..).zip(values) {
            let (tile, l) = (i / 8, i % 8);
            assert_eq!(value, sum(tile, l ^ 1) * 2 + (l ^ 1) + (l + 1) % 8, "at {i}");
        }
    });
}

/// An 8x8 input, and the sums of its 4x4 tiles.
fn values_and_tile_sums() -> (Vec<i32>, [i32; 4]) {
    let values: Vec<i32> = (0..64).map(|i| i * i % 37).collect();
    let mut sums = [0; 4];
    for (i, value) in values.iter().enumerate() {
        sums[i / 32 * 2 + i % 8 / 4] += value;
    }
    (values, sums)
}

/// A kernel that sums its tile, with barriers, in nested statements. The list names them from the innermost to the outermost.
/// They execute if `x` is 2, and do not if `x` is 1.
macro_rules! tile_sum_within {
    ([] $name:ident ($t:ident $x:ident $a:ident $b:ident $shared:ident) $body:tt) => {
        #[kernel(tile = [4, 4])]
        fn $name($t: TiledIndex<2>, $x: u32, $a: &ArrayView<i32, 2>, $b: &mut ArrayViewMut<i32, 2>) {
            #[tile_static]
            let mut $shared: [[i32; 4]; 4];
            $body
        }
    };
    ([work $($rest:tt)*] $name:ident ($t:ident $x:ident $a:ident $b:ident $shared:ident)) => {
        tile_sum_within! { [$($rest)*] $name ($t $x $a $b $shared) {
            let [row, column] = $t.local.into();
            $shared[row][column] = $a[$t.global];
            $t.barrier.wait();
            if row == 0 && column == 0 {
                let mut sum = 0;
                for r in 0..4 {
                    for c in 0..4 {
                        sum += $shared[r][c];
                    }
                }
                $b[$t.tile] = sum;
            }
            $t.barrier.wait();
        } }
    };
    ([while $($rest:tt)*] $name:ident ($t:ident $x:ident $($more:ident)*) $body:tt) => {
        tile_sum_within! { [$($rest)*] $name ($t $x $($more)*) { while $x > 1 { $body break; } } }
    };
    ([for $($rest:tt)*] $name:ident ($t:ident $x:ident $($more:ident)*) $body:tt) => {
        tile_sum_within! { [$($rest)*] $name ($t $x $($more)*) { for _ in 1..$x { $body break; } } }
    };
    ([loop $($rest:tt)*] $name:ident ($t:ident $x:ident $($more:ident)*) $body:tt) => {
        tile_sum_within! { [$($rest)*] $name ($t $x $($more)*) { loop { if $x < 2 { break; } $body break; } } }
    };
    ([if $($rest:tt)*] $name:ident ($t:ident $x:ident $($more:ident)*) $body:tt) => {
        tile_sum_within! { [$($rest)*] $name ($t $x $($more)*) { if $x > 1 $body } }
    };
    ([else $($rest:tt)*] $name:ident ($t:ident $x:ident $($more:ident)*) $body:tt) => {
        tile_sum_within! { [$($rest)*] $name ($t $x $($more)*) { if $x < 2 {} else $body } }
    };
    ([match $($rest:tt)*] $name:ident ($t:ident $x:ident $($more:ident)*) $body:tt) => {
        tile_sum_within! { [$($rest)*] $name ($t $x $($more)*) { match $x { 0 | 1 => {} _ => $body } } }
    };
}

/// Runs one kernel for each list of statements, such as `if for`, which nest in one another around the sum.
macro_rules! nested_sums {
    ($($($statement:ident)+),+) => {
        let (values, expected) = values_and_tile_sums();
        on_each_queue(|on| {$({
            tile_sum_within! { [work $($statement)+] kernel (t x a b shared) }
            for (x, expected) in [(2, expected), (1, [100; 4])] {
                let mut sums = [100; 4];
                let a = ArrayView::with_extent([8, 8], &values).unwrap();
                let mut b = ArrayViewMut::with_extent([2, 2], &mut sums).unwrap();
                on.parallel_for_each(a.extent().tile([4, 4]).unwrap(), kernel(x, &a, &mut b)).unwrap();
                b.finish().unwrap();
                assert_eq!(sums, expected, "within {}", stringify!($($statement)+));
            }
        })+});
    };
}

#[test]
fn l_20_barriers_in_every_statement() {
    nested_sums!(while, for, loop, if, match);
}

#[test]
fn l_20_barriers_in_every_statement_in_a_while() {
    nested_sums!(while while, for while, loop while, if while, match while);
}

#[test]
fn l_20_barriers_in_every_statement_in_a_for() {
    nested_sums!(while for, for for, loop for, if for, match for);
}

#[test]
fn l_20_barriers_in_every_statement_in_a_loop() {
    nested_sums!(while loop, for loop, loop loop, if loop, match loop);
}

#[test]
fn l_20_barriers_in_every_statement_in_an_if() {
    nested_sums!(while if, for if, loop if, if if, match if);
}

#[test]
fn l_20_barriers_in_every_statement_in_a_match() {
    nested_sums!(while match, for match, loop match, if match, match match);
}

#[test]
fn l_21_barriers_in_an_else() {
    nested_sums!(else, else if, if else, else else, else while, loop else);
}

#[test]
fn l_22_barriers_without_tile_memory() {
    macro_rules! waits {
        ($on:expr, $rank:literal, $tile:tt, $extent:tt) => {{
            #[kernel(tile = $tile)]
            fn waits(t: TiledIndex<$rank>, y: &mut ArrayViewMut<u32, $rank>) {
                t.barrier.wait();
                y[t.global] += t.local[0] as u32;
                t.barrier.wait();
                y[t.global] += 1;
                t.barrier.wait();
            }
            let extent = Extent::new($extent);
            let mut values = vec![5u32; extent.size()];
            let mut y = ArrayViewMut::with_extent($extent, &mut values).unwrap();
            $on.parallel_for_each(extent.tile($tile).unwrap(), waits(&mut y)).unwrap();
            y.finish().unwrap();
            let row = values.len() / $extent[0];
            let tile: [usize; $rank] = $tile;
            for (i, value) in values.into_iter().enumerate() {
                assert_eq!(value as usize, 6 + i / row % tile[0], "at {i}");
            }
        }};
    }
    on_each_queue(|on| {
        waits!(on, 1, [16], [64]);
        waits!(on, 2, [2, 8], [6, 16]);
        waits!(on, 3, [3, 2, 4], [6, 4, 8]);
    });
}
