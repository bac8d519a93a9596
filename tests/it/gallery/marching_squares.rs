//! Contour lines by a table of cases, after `marchingCubes` of the CUDA samples and Paul Bourke's polygonise.
//!
//! Uses a constant table of options of tuples, tables of tuples, closures over corners, and `enumerate` with `fold`
//! into bits.

use amp::glam::vec2;
use amp::prelude::*;

use super::on_each_queue;

/// The edges that a contour crosses, for each set of corners inside.
const CASES: [[Option<(usize, usize)>; 2]; 16] = [
    [None, None],
    [Some((3, 0)), None],
    [Some((0, 1)), None],
    [Some((3, 1)), None],
    [Some((1, 2)), None],
    [Some((3, 2)), Some((1, 0))],
    [Some((0, 2)), None],
    [Some((3, 2)), None],
    [Some((2, 3)), None],
    [Some((2, 0)), None],
    [Some((0, 3)), Some((2, 1))],
    [Some((2, 1)), None],
    [Some((1, 3)), None],
    [Some((1, 0)), None],
    [Some((0, 3)), None],
    [None, None],
];
const CORNERS: [(usize, usize); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];
const EDGES: [[usize; 2]; 4] = [[0, 1], [1, 2], [2, 3], [3, 0]];
const ISO: f32 = 0.5;

#[derive(Clone, Copy, Debug, GpuType)]
struct Square {
    values: [f32; 4],
    origin: Vec2,
}

#[device]
impl Square {
    fn new(x: usize, y: usize, field: impl Fn(usize, usize) -> f32) -> Self {
        Square { values: CORNERS.map(|(dx, dy)| field(x + dx, y + dy)), origin: vec2(x as f32, y as f32) }
    }

    fn case(&self) -> usize {
        self.values.iter().enumerate().fold(0, |bits, (k, &value)| bits | usize::from(value > ISO) << k)
    }

    fn corner(&self, k: usize) -> Vec2 {
        let (x, y) = CORNERS[k];
        self.origin + vec2(x as f32, y as f32)
    }

    fn crossing(&self, edge: usize) -> Vec2 {
        let [a, b] = EDGES[edge];
        let (va, vb) = (self.values[a], self.values[b]);
        if (vb - va).abs() < f32::EPSILON {
            return self.corner(a);
        }
        self.corner(a).lerp(self.corner(b), (ISO - va) / (vb - va))
    }

    fn length(&self) -> f32 {
        CASES[self.case()]
            .iter()
            .filter_map(|&edge| edge)
            .map(|(from, to)| self.crossing(from).distance(self.crossing(to)))
            .sum()
    }
}

#[device]
fn field(x: usize, y: usize) -> f32 {
    let (dx, dy) = (x as f32 - 7.3, y as f32 - 5.1);
    let ring = ((dx * dx + dy * dy).sqrt() - 4.0).abs();
    (1.5 - ring).clamp(0.0, 1.0)
}

#[kernel]
fn measure(i: Index<2>, lengths: &mut ArrayViewMut<f32, 2>, segments: &mut ArrayViewMut<u32, 2>) {
    let square = Square::new(i[1], i[0], field);
    lengths[i] = square.length();
    segments[i] = CASES[square.case()].iter().filter(|edge| edge.is_some()).count() as u32;
}

#[test]
fn contours_are_those_of_the_host() {
    on_each_queue(|queue| {
        let mut lengths = ArrayViewMut::without_source([11, 15])?;
        let mut segments = ArrayViewMut::without_source([11, 15])?;
        queue.parallel_for_each([11, 15], measure(&mut lengths, &mut segments))?;
        let (lengths, segments) = (lengths.to_vec()?, segments.to_vec()?);
        for k in 0..11 * 15 {
            let square = Square::new(k % 15, k / 15, field);
            assert_eq!(segments[k], CASES[square.case()].iter().flatten().count() as u32, "{k}");
            assert!((lengths[k] - square.length()).abs() < 1e-4, "{k}");
        }
        assert!((40.0..70.0).contains(&lengths.iter().sum::<f32>()));
        Ok(())
    });
}
