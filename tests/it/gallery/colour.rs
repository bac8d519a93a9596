//! Conversions of colours, after the crates `palette` and `image`.
//!
//! Uses `From` between structs, a blend trait with an enum of modes, constant matrices, `matches!`, struct update, and
//! `u32::from_str_radix`-like parsing of hexadecimal digits with nested functions.

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Rgb {
    r: f32,
    g: f32,
    b: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Hsv {
    hue: f32,
    saturation: f32,
    value: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[repr(C)]
struct Srgba8 {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum Blend {
    Over,
    Multiply,
    Screen,
    Mix(u8),
}

#[device]
impl Rgb {
    const WHITE: Self = Self { r: 1.0, g: 1.0, b: 1.0 };
    const LUMA: [f32; 3] = [0.2126, 0.7152, 0.0722];

    fn map(self, f: impl Fn(f32) -> f32) -> Self {
        Self { r: f(self.r), g: f(self.g), b: f(self.b) }
    }

    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self { r: f(self.r, other.r), g: f(self.g, other.g), b: f(self.b, other.b) }
    }

    fn luminance(&self) -> f32 {
        let [r, g, b] = Self::LUMA;
        r * self.r + g * self.g + b * self.b
    }

    fn blend(self, below: Self, mode: Blend) -> Self {
        match mode {
            Blend::Over => self,
            Blend::Multiply => self.zip(below, |a, b| a * b),
            Blend::Screen => Self::WHITE.zip(self.zip(below, |a, b| (1.0 - a) * (1.0 - b)), |one, x| one - x),
            Blend::Mix(weight) => {
                let t = f32::from(weight) / 255.0;
                self.zip(below, |a, b| a * t + b * (1.0 - t))
            }
        }
    }
}

#[device]
impl From<Rgb> for Hsv {
    fn from(Rgb { r, g, b }: Rgb) -> Self {
        let max = r.max(g).max(b);
        let delta = max - r.min(g).min(b);
        let sector = match max {
            _ if delta == 0.0 => 0.0,
            m if m == r => ((g - b) / delta).rem_euclid(6.0),
            m if m == g => (b - r) / delta + 2.0,
            _ => (r - g) / delta + 4.0,
        };
        let saturation = if max > 0.0 { delta / max } else { 0.0 };
        Hsv { hue: 60.0 * sector, saturation, value: max }
    }
}

#[device]
impl From<Hsv> for Rgb {
    fn from(hsv: Hsv) -> Self {
        let sector = hsv.hue / 60.0;
        let chroma = hsv.value * hsv.saturation;
        let x = chroma * (1.0 - (sector % 2.0 - 1.0).abs());
        let (r, g, b) = match sector as u32 {
            0 => (chroma, x, 0.0),
            1 => (x, chroma, 0.0),
            2 => (0.0, chroma, x),
            3 => (0.0, x, chroma),
            4 => (x, 0.0, chroma),
            _ => (chroma, 0.0, x),
        };
        let m = hsv.value - chroma;
        Rgb { r, g, b }.map(|c| c + m)
    }
}

#[device]
impl From<Srgba8> for Rgb {
    fn from(pixel: Srgba8) -> Self {
        fn linear(byte: u8) -> f32 {
            match f32::from(byte) / 255.0 {
                c @ ..=0.04045 => c / 12.92,
                c => ((c + 0.055) / 1.055).powf(2.4),
            }
        }
        Rgb { r: linear(pixel.r), g: linear(pixel.g), b: linear(pixel.b) }
    }
}

#[device]
impl From<Rgb> for Srgba8 {
    fn from(colour: Rgb) -> Self {
        let encode = |c: f32| {
            let c = c.clamp(0.0, 1.0);
            let encoded = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
            (255.0 * encoded).round() as u8
        };
        Srgba8 { r: encode(colour.r), g: encode(colour.g), b: encode(colour.b), a: u8::MAX }
    }
}

#[device]
impl Srgba8 {
    /// A colour such as `#f80` or `#ff8800`.
    fn parse(text: &[u8]) -> Option<Self> {
        fn nibble(byte: u8) -> Option<u8> {
            Some(match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'f' => byte - b'a' + 10,
                b'A'..=b'F' => byte - b'A' + 10,
                _ => return None,
            })
        }
        let pair = |high, low| Some(nibble(high)? << 4 | nibble(low)?);
        match *text {
            [b'#', r, g, b] => Some(Srgba8 { r: pair(r, r)?, g: pair(g, g)?, b: pair(b, b)?, a: 255 }),
            [b'#', r0, r1, g0, g1, b0, b1] => {
                Some(Self { r: pair(r0, r1)?, g: pair(g0, g1)?, b: pair(b0, b1)?, a: 255 })
            }
            _ => None,
        }
    }
}

const MODES: [Blend; 4] = [Blend::Over, Blend::Multiply, Blend::Screen, Blend::Mix(64)];
const NAMED: [[u8; 7]; 3] = [*b"#f80   ", *b"#1e90FF", *b"#bad!  "];

#[device]
fn converted(pixel: Srgba8, k: usize) -> (Srgba8, f32) {
    let below = Srgba8::parse(NAMED[k % 3].trim_ascii_end()).unwrap_or(Srgba8 { a: 255, ..pixel });
    let colour = Rgb::from(pixel).blend(below.into(), MODES[k % MODES.len()]);
    let mut hsv: Hsv = colour.into();
    hsv.hue = (hsv.hue + 30.0) % 360.0;
    let turned = Rgb::from(hsv);
    (turned.into(), turned.luminance())
}

#[kernel]
fn convert(
    i: Index<1>,
    pixels: &ArrayView<Srgba8>,
    output: &mut ArrayViewMut<Srgba8>,
    lights: &mut ArrayViewMut<f32>,
) {
    let (pixel, light) = converted(pixels[i], i[0]);
    output[i] = pixel;
    lights[i] = light;
}

#[test]
fn colours_are_those_of_the_host() {
    let pixels: Vec<Srgba8> = (0..120u32)
        .map(|k| k.wrapping_mul(2_654_435_761).to_le_bytes())
        .map(|[r, g, b, a]| Srgba8 { r, g, b, a })
        .collect();
    on_each_queue(|queue| {
        let mut output = ArrayViewMut::without_source([120])?;
        let mut lights = ArrayViewMut::without_source([120])?;
        queue.parallel_for_each(120, convert(&ArrayView::new(&pixels), &mut output, &mut lights))?;
        for (k, &pixel) in pixels.iter().enumerate() {
            let (expected, light) = converted(pixel, k);
            let got: Srgba8 = output[k];
            let differences =
                [got.r.abs_diff(expected.r), got.g.abs_diff(expected.g), got.b.abs_diff(expected.b)];
            assert!(differences.iter().all(|&d| d <= 1), "{k}: {got:?}, {expected:?}");
            assert!((lights[k] - light).abs() < 1e-3, "{k}");
        }
        Ok(())
    });
}
