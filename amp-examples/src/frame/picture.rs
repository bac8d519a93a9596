//! Pictures: PNG files, still or animated.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// Writes a picture, row by row from the top.
///
/// # Errors
/// If the file cannot be written, or there are not `width` times as many pixels as rows.
pub fn still(path: &Path, width: usize, pixels: &[Colour]) -> io::Result<()> {
    let mut encoder = encoder(path, width, pixels.len())?;
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.as_flattened())?;
    Ok(writer.finish()?)
}

/// Writes a picture of grey numbers from 0 to 1.
///
/// # Errors
/// Those of [`still`].
pub fn grey(path: &Path, width: usize, values: &[f32]) -> io::Result<()> {
    let pixels: Vec<Colour> = values.iter().map(|value| [(value * 255.0).round() as u8; 3]).collect();
    still(path, width, &pixels)
}

/// Writes pictures that follow one another, `delay` milliseconds each, again and again. A pixel is the number of a colour
/// in the palette. Viewers that do not know animated PNGs show the first one.
///
/// # Errors
/// Those of [`still`].
pub fn animation(
    path: &Path,
    width: usize,
    palette: &[Colour; 256],
    frames: &[Vec<u8>],
    delay: u16,
) -> io::Result<()> {
    let Some(first) = frames.first() else { return Err(io::Error::other("an animation without pictures")) };
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
        return Err(io::Error::other(format!("{pixels} pixels are no rows of {width}")));
    };
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), w, h);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    Ok(encoder)
}

/// Colours in between some, which lie evenly from 0 to 1.
#[must_use]
pub fn between(stops: &[Colour], at: f32) -> Colour {
    let place = at.clamp(0.0, 1.0) * (stops.len().max(1) - 1) as f32;
    let colour = |n: usize| stops.get(n).or(stops.last()).copied().unwrap_or_default();
    let (low, high, part) = (colour(place as usize), colour(place as usize + 1), place.fract());
    let mix = |d: usize| f32::from(low[d]) + (f32::from(high[d]) - f32::from(low[d])) * part;
    [0, 1, 2].map(|d| mix(d).round() as u8)
}

/// 256 colours in between some.
#[must_use]
pub fn palette(stops: &[Colour]) -> [Colour; 256] {
    std::array::from_fn(|n| between(stops, n as f32 / 255.0))
}

/// From black by violet and orange to pale yellow, each lighter than the one before: for temperatures and densities.
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
    fn colours_in_between() {
        let stops = [[0, 0, 0], [100, 200, 50], [200, 0, 250]];
        assert_eq!(between(&stops, 0.25), [50, 100, 25]);
        assert_eq!((between(&stops, -1.0), between(&stops, 9.0)), ([0, 0, 0], [200, 0, 250]));
        assert_eq!(between(&stops, f32::NAN), [0, 0, 0]);
        assert_eq!((palette(&stops)[0], palette(&stops)[255]), (stops[0], stops[2]));
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        let path = std::env::temp_dir().join("amp-no-picture.png");
        for (width, pixels) in [(0, 0), (3, 7), (0, 5)] {
            assert!(still(&path, width, &vec![[0; 3]; pixels]).is_err());
        }
        assert!(animation(&path, 4, &palette(&EMBER), &[], 40).is_err());
    }
}
