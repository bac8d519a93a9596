//! A median filter and edges of images, after `medianFilter` and `SobelFilter` of the CUDA samples and the crate `imageproc`.
//!
//! Uses `sort_unstable`, `windows` of a sorted array, `clamp` of signed indices, nested `flat_map`, and kernels as arrays of arrays.

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, GpuType)]
struct Size {
    width: usize,
    height: usize,
}

const SOBEL: [[i32; 3]; 3] = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]];

#[device]
impl Size {
    /// The position of a pixel, or of the nearest one in the image.
    fn clamped(&self, x: isize, y: isize) -> usize {
        let x = x.clamp(0, self.width as isize - 1) as usize;
        let y = y.clamp(0, self.height as isize - 1) as usize;
        y * self.width + x
    }

    fn neighbourhood(&self, image: &[u8], x: usize, y: usize) -> [[u8; 3]; 3] {
        let mut window = [[0; 3]; 3];
        for (dy, row) in (-1..=1).zip(&mut window) {
            for (dx, pixel) in (-1..=1).zip(row) {
                *pixel = image[self.clamped(x as isize + dx, y as isize + dy)];
            }
        }
        window
    }
}

#[device]
fn median(window: [[u8; 3]; 3]) -> u8 {
    let mut values = [0; 9];
    for (value, &pixel) in values.iter_mut().zip(window.iter().flatten()) {
        *value = pixel;
    }
    values.sort_unstable();
    values[values.len() / 2]
}

/// The greatest difference of two neighbours in order.
#[device]
fn widest_gap(mut values: [u8; 6]) -> u8 {
    values.sort_by(|a, b| b.cmp(a));
    values.windows(2).map(|pair| pair[0] - pair[1]).max().unwrap_or(0)
}

#[device]
fn convolve(window: &[[u8; 3]; 3], weight: impl Fn(usize, usize) -> i32) -> i32 {
    window
        .iter()
        .enumerate()
        .flat_map(|(r, row)| row.iter().enumerate().map(move |(c, &pixel)| (r, c, pixel)))
        .map(|(r, c, pixel)| i32::from(pixel) * weight(r, c))
        .sum()
}

#[device]
fn edge(window: [[u8; 3]; 3]) -> u8 {
    let gx: i32 = convolve(&window, |r, c| SOBEL[r][c]);
    let gy: i32 = convolve(&window, |r, c| SOBEL[c][r]);
    u8::try_from(gx.abs() + gy.abs()).unwrap_or(u8::MAX)
}

#[device]
fn threshold(histogram: &[u32; 8]) -> Option<usize> {
    let total: u32 = histogram.iter().sum();
    let mut below = 0;
    histogram.iter().position(|count| {
        below += count;
        2 * below >= total
    })
}

#[kernel]
fn filter(i: Index<2>, size: Size, image: &ArrayView<u8>, output: &mut ArrayViewMut<[u8; 4], 2>) {
    let window = size.neighbourhood(&image[..], i[1], i[0]);
    let mut histogram = [0; 8];
    window.iter().flatten().for_each(|&pixel| histogram[usize::from(pixel >> 5)] += 1);
    let [[a, b, c], _, [d, e, f]] = window;
    let level = threshold(&histogram).map_or(u8::MAX, |level| level as u8);
    output[i] = [median(window), edge(window), widest_gap([a, b, c, d, e, f]), level];
}

#[test]
fn images_are_those_of_the_host() {
    let size = Size { width: 13, height: 9 };
    let image: Vec<u8> = (0..13 * 9).map(|k: u32| (k * k * 31 + k * 7) as u8).collect();
    on_each_queue(|queue| {
        let mut output = ArrayViewMut::without_source([9, 13])?;
        queue.parallel_for_each([9, 13], filter(size, &ArrayView::new(&image), &mut output))?;
        for y in 0..9 {
            for x in 0..13 {
                let window = size.neighbourhood(&image, x, y);
                let mut sorted = window.concat();
                sorted.sort();
                let mut outer = [window[0], window[2]].concat();
                outer.sort();
                let gap = outer.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
                let expected = [sorted[4], edge(window), gap, sorted[4] >> 5];
                assert_eq!(output[[y, x]], expected, "{x}, {y}");
            }
        }
        Ok(())
    });
}
