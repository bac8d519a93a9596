//! Pictures as PNG files, still or animated.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

/// Red, green and blue.
pub type Colour = [u8; 3];

/// Writes a picture, row by row from the top.
///
/// # Errors
/// The file cannot be written, or the number of pixels is no multiple of `width`.
pub fn write_rgb(path: &Path, width: usize, pixels: &[Colour]) -> io::Result<()> {
    let mut encoder = encoder(path, width, pixels.len())?;
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.as_flattened())?;
    Ok(writer.finish()?)
}

/// Writes a grey picture of brightnesses from 0 to 1.
///
/// # Errors
/// The errors of [`write_rgb`].
pub fn write_grey(path: &Path, width: usize, values: &[f32]) -> io::Result<()> {
    let pixels: Vec<Colour> = values.iter().map(|value| [(value * 255.0).round() as u8; 3]).collect();
    write_rgb(path, width, &pixels)
}

/// Writes an animated PNG that repeats for ever and shows each frame for `delay` milliseconds. A pixel is an index
/// into the palette. Viewers without support for animation show the first frame.
///
/// # Errors
/// The errors of [`write_rgb`].
pub fn write_animation(
    path: &Path,
    width: usize,
    palette: &[Colour; 256],
    frames: &[Vec<u8>],
    delay: u16,
) -> io::Result<()> {
    let Some(first) = frames.first() else {
        return Err(io::Error::other("an animation needs at least one frame"));
    };
    let mut encoder = encoder(path, width, first.len())?;
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.as_flattened());
    encoder.set_animated(frames.len() as u32, 0)?;
    encoder.set_frame_delay(delay, 1000)?;
    let mut writer = encoder.write_header()?;
    for frame in frames {
        writer.write_image_data(frame)?;
    }
    Ok(writer.finish()?)
}

fn encoder<'a>(path: &Path, width: usize, pixels: usize) -> io::Result<png::Encoder<'a, BufWriter<File>>> {
    let height = pixels.checked_div(width).unwrap_or(0);
    let sides = (u32::try_from(width), u32::try_from(height));
    let (Ok(w), Ok(h), true) = (sides.0, sides.1, width * height == pixels && pixels > 0) else {
        return Err(io::Error::other(format!("{pixels} pixels do not fill rows of {width}")));
    };
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), w, h);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    Ok(encoder)
}

/// Interpolates linearly between colours that are evenly spaced from 0 to 1.
#[must_use]
pub fn interpolate(stops: &[Colour], at: f32) -> Colour {
    let position = at.clamp(0.0, 1.0) * (stops.len().max(1) - 1) as f32;
    let colour = |n: usize| stops.get(n).or(stops.last()).copied().unwrap_or_default();
    let (low, high, part) = (colour(position as usize), colour(position as usize + 1), position.fract());
    let mix = |d: usize| f32::from(low[d]) + (f32::from(high[d]) - f32::from(low[d])) * part;
    [0, 1, 2].map(|d| mix(d).round() as u8)
}

/// A palette of 256 colours, interpolated between `stops`.
#[must_use]
pub fn palette(stops: &[Colour]) -> [Colour; 256] {
    std::array::from_fn(|n| interpolate(stops, n as f32 / 255.0))
}

/// From black through violet and orange to pale yellow, with increasing lightness: for temperatures and densities.
pub const EMBER: [Colour; 9] = [
    [0, 0, 4],
    [27, 12, 65],
    [74, 12, 107],
    [120, 28, 109],
    [165, 44, 96],
    [207, 68, 70],
    [237, 105, 37],
    [251, 155, 6],
    [252, 255, 164],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_interpolated() {
        let stops = [[0, 0, 0], [100, 200, 50], [200, 0, 250]];
        assert_eq!(interpolate(&stops, 0.25), [50, 100, 25]);
        assert_eq!((interpolate(&stops, -1.0), interpolate(&stops, 9.0)), ([0, 0, 0], [200, 0, 250]));
        assert_eq!(interpolate(&stops, f32::NAN), [0, 0, 0]);
        assert_eq!((palette(&stops)[0], palette(&stops)[255]), (stops[0], stops[2]));
    }

    #[test]
    fn pixels_that_fill_no_rectangle_are_an_error() {
        let path = std::env::temp_dir().join("amp-invalid-picture.png");
        for (width, pixels) in [(0, 0), (3, 7), (0, 5)] {
            assert!(write_rgb(&path, width, &vec![[0; 3]; pixels]).is_err());
        }
        assert!(write_animation(&path, 4, &palette(&EMBER), &[], 40).is_err());
    }
}
