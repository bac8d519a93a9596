//! Shortest paths, after Floyd-Warshall programs for CUDA and the crate `petgraph`.
//!
//! Uses a distance type over `Option` with `Add`, `Ord` and `min`, a matrix of it, nested ranges, and `flatten`.

use std::ops::Add;

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum Distance {
    Finite(u32),
    Infinite,
}

#[device]
impl Add for Distance {
    type Output = Distance;

    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Distance::Finite(a), Distance::Finite(b)) => Distance::Finite(a.saturating_add(b)),
            _ => Distance::Infinite,
        }
    }
}

#[device]
impl Distance {
    fn is_less(self, other: Self) -> bool {
        use Distance::*;
        match (self, other) {
            (Finite(a), Finite(b)) => a < b,
            (Finite(_), Infinite) => true,
            _ => false,
        }
    }
}

#[device]
impl From<Option<u32>> for Distance {
    fn from(length: Option<u32>) -> Self {
        length.map_or(Distance::Infinite, Distance::Finite)
    }
}

#[device]
impl From<Distance> for Option<u32> {
    fn from(distance: Distance) -> Self {
        match distance {
            Distance::Finite(length) => Some(length),
            Distance::Infinite => None,
        }
    }
}

const N: usize = 6;
type Matrix<T> = [[T; N]; N];

#[device]
fn all_pairs(edges: &[(u8, u8, u32); 9]) -> (Matrix<Distance>, Matrix<Option<u8>>) {
    let mut distance = [[Distance::Infinite; N]; N];
    let mut next = [[None; N]; N];
    for (node, row) in distance.iter_mut().enumerate() {
        row[node] = Distance::Finite(0);
    }
    for &(from, to, length) in edges {
        let (f, t) = (usize::from(from), usize::from(to));
        distance[f][t] = Some(length).into();
        next[f][t] = Some(to);
    }
    for k in 0..N {
        for i in 0..N {
            for j in 0..N {
                let through = distance[i][k] + distance[k][j];
                if through.is_less(distance[i][j]) {
                    distance[i][j] = through;
                    next[i][j] = next[i][k];
                }
            }
        }
    }
    (distance, next)
}

/// The number of edges on the shortest path.
#[device]
fn hops(next: &Matrix<Option<u8>>, from: usize, to: usize) -> Option<usize> {
    let mut at = from;
    let mut count = 0;
    while at != to {
        at = next[at][to]? as usize;
        count += 1;
    }
    Some(count)
}

/// Bellman-Ford with optional distances, for comparison.
#[device]
fn from_source(edges: &[(u8, u8, u32)], source: usize) -> [Option<u32>; N] {
    let mut best = [None; N];
    best[source] = Some(0);
    for _ in 1..N {
        for &(from, to, length) in edges.iter() {
            let Some(length) = best[from as usize].map(|d: u32| d + length) else { continue };
            let known = &mut best[to as usize];
            if known.is_none_or(|known| length < known) {
                *known = Some(length);
            }
        }
    }
    best
}

#[device]
fn edges(seed: u32) -> [(u8, u8, u32); 9] {
    std::array::from_fn(|k| {
        let k = k as u32;
        let hash = (seed * 9 + k).wrapping_mul(2_654_435_761) >> 8;
        ((k % N as u32) as u8, ((k + 1 + hash % 4) % N as u32) as u8, hash >> 4 & 15)
    })
}

#[device]
fn summary(seed: u32) -> [u32; 4] {
    let edges = edges(seed);
    let (distance, next) = all_pairs(&edges);
    let lengths = distance.map(|row| row.map(|d| Option::<u32>::from(d)));
    let reached = lengths.iter().flatten().filter(|length| length.is_some()).count();
    let longest = lengths.iter().flatten().filter_map(|&length| length).max();
    let agree = (0..N).filter(|&source| from_source(&edges, source) == lengths[source]).count();
    let hops: usize = (0..N * N).filter_map(|pair| hops(&next, pair / N, pair % N)).sum();
    [reached as u32, longest.unwrap_or_default(), agree as u32, hops as u32]
}

#[kernel]
fn summarize(i: Index<1>, summaries: &mut ArrayViewMut<[u32; 4]>) {
    summaries[i] = summary(i[0] as u32);
}

#[test]
fn paths_are_those_of_the_host() {
    let expected: Vec<_> = (0..40).map(summary).collect();
    assert!(expected.iter().any(|[reached, ..]| *reached < 36));
    on_each_queue(|queue| {
        let mut summaries = ArrayViewMut::without_source([40])?;
        queue.parallel_for_each(40, summarize(&mut summaries))?;
        assert_eq!(summaries.to_vec()?, expected);
        Ok(())
    });
}
