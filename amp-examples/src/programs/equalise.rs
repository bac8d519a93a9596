//! Histogram equalisation, which brightens a dark picture: a histogram counts the shades of grey. Each shade is
//! replaced by the one that has the desired number of pixels below it.

use amp::prelude::*;

use crate::harness::picture::{self, Colour};
use crate::harness::{
    DOWNLOAD, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Work, data, same,
};

/// Shades of grey.
const SHADES: usize = 256;
/// Work-items along a side of a tile. A tile has as many work-items as there are shades.
const SIDE: usize = 16;

/// The perceived brightness of a colour.
#[device]
pub fn shade(red: u32, green: u32, blue: u32) -> u32 {
    (299 * red + 587 * green + 114 * blue + 500) / 1000
}

/// One work-item for each pixel, which is three bytes. All work-items count in one histogram.
#[kernel]
pub fn count(
    i: Index<2>,
    image: &ArrayView<u8, 2>,
    shades: &mut ArrayViewMut<u32, 2>,
    counts: &mut ArrayViewMut<u32>,
) {
    let at = 3 * i[1];
    let shade = shade(image[[i[0], at]] as u32, image[[i[0], at + 1]] as u32, image[[i[0], at + 2]] as u32);
    shades[i] = shade;
    atomic_fetch_add(&mut counts[shade as usize], 1);
}

/// Like [`count`], but each tile counts in a histogram in tile memory. It adds this histogram to `counts` at
/// the end.
#[kernel(tile = [SIDE, SIDE])]
pub fn count_in_tiles(
    t: TiledIndex<2>,
    image: &ArrayView<u8, 2>,
    shades: &mut ArrayViewMut<u32, 2>,
    counts: &mut ArrayViewMut<u32>,
) {
    #[tile_static]
    let mut own: [u32; SHADES];
    let lane = t.local[0] * SIDE + t.local[1];
    own[lane] = 0;
    t.barrier.wait();
    let (row, at) = (t.global[0], 3 * t.global[1]);
    if shades.extent().contains(t.global) {
        let shade = shade(image[[row, at]] as u32, image[[row, at + 1]] as u32, image[[row, at + 2]] as u32);
        shades[t.global] = shade;
        atomic_fetch_add(&mut own[shade as usize], 1);
    }
    t.barrier.wait();
    atomic_fetch_add(&mut counts[lane], atomic_load(&own[lane]));
}

/// Replaces each shade by its entry in a table.
#[kernel]
pub fn replace(i: Index<2>, table: &ArrayView<u8>, shades: &mut ArrayViewMut<u32, 2>) {
    shades[i] = table[shades[i] as usize] as u32;
}

/// The new shade for each shade, which is the cumulative histogram scaled to the range of shades.
fn table(counts: &[u32]) -> Vec<u8> {
    let total = counts.iter().map(|&count| u64::from(count)).sum::<u64>().max(1);
    let below = counts.iter().scan(0u64, |sum, &count| {
        *sum += u64::from(count);
        Some(*sum - u64::from(count).div_ceil(2))
    });
    below.map(|below| (below * (SHADES as u64 - 1) / total) as u8).collect()
}

/// The serial reference.
pub fn serial(image: &[u8], result: &mut [u32]) {
    let mut counts = [0; SHADES];
    for (result, colour) in result.iter_mut().zip(image.chunks_exact(3)) {
        *result = shade(colour[0].into(), colour[1].into(), colour[2].into());
        counts[*result as usize] += 1;
    }
    let table = table(&counts);
    for result in result {
        *result = table[*result as usize].into();
    }
}

/// Launches the histogram.
type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, u8, 2>,
    &mut ArrayViewMut<'_, u32, 2>,
    &mut ArrayViewMut<'_, u32>,
) -> amp::Result<()>;

fn plain(
    on: &AcceleratorView,
    image: &ArrayView<'_, u8, 2>,
    shades: &mut ArrayViewMut<'_, u32, 2>,
    counts: &mut ArrayViewMut<'_, u32>,
) -> amp::Result<()> {
    on.parallel_for_each(shades.extent(), count(image, shades, counts))
}

fn tiled(
    on: &AcceleratorView,
    image: &ArrayView<'_, u8, 2>,
    shades: &mut ArrayViewMut<'_, u32, 2>,
    counts: &mut ArrayViewMut<'_, u32>,
) -> amp::Result<()> {
    let domain = shades.extent().tile([SIDE, SIDE])?.pad();
    on.parallel_for_each(domain, count_in_tiles(image, shades, counts))
}

/// Equalises an image on an accelerator. Calls `lap` after the launch of each step.
fn equalise(
    on: &AcceleratorView,
    launch: Launch,
    image: &ArrayView<'_, u8, 2>,
    shades: &mut ArrayViewMut<'_, u32, 2>,
    mut lap: impl FnMut(&'static str) -> amp::Result<()>,
) -> amp::Result<()> {
    let mut counts = ArrayViewMut::without_source([SHADES])?;
    launch(on, image, shades, &mut counts)?;
    lap("count")?;
    let table = table(&counts.to_vec()?);
    on.parallel_for_each(shades.extent(), replace(&ArrayView::new(&table), shades))?;
    lap("replace")
}

/// The program.
pub const PROGRAM: Program = Program {
    name: "equalise",
    summary: "histogram equalisation of a picture's bytes; writes pictures before and after",
    size: Size { names: &["ROWS", "COLUMNS"], default: &[1080, 1920], quick: &[61, 83] },
    variants: &[
        Variant { name: "serial", summary: "two passes on one core" },
        Variant { name: "plain", summary: "all work-items count in one histogram" },
        Variant { name: "tiles", summary: "each tile counts in tile memory first" },
    ],
    overview: Some(Overview { size: &[540, 960], variants: &["tiles"] }),
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let size @ [rows, columns] = session.size();
    let dark = scene(size)?;
    let mut expected: Vec<u32> = data::zeros(&size)?;
    session.set_work(Work::Items((rows * columns) as f64, "Gpixel/s"));
    session.serial(&mut expected, |_| {}, |result| serial(&dark, result));
    for (name, launch) in [("plain", plain as Launch), ("tiles", tiled)] {
        session.variant(name, |on, timer| {
            let mut result = vec![0; rows * columns];
            timer.measure(|watch| {
                result.fill(u32::MAX);
                let mut shades = ArrayViewMut::with_extent(size, &mut result)?;
                watch.start_with_garbage(&shades)?;
                let image = ArrayView::with_extent([rows, 3 * columns], &dark)?;
                shades.discard_data();
                image.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                equalise(on, launch, &image, &mut shades, |name| watch.lap(name))?;
                shades.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(same(&result, &expected))
        });
    }
    session.picture("equalise_before.png", |_, path| {
        let pixels: Vec<Colour> = dark.as_chunks::<3>().0.to_vec();
        Ok(picture::write_rgb(path, columns, &pixels)?)
    });
    session.picture("equalise_after.png", |on, path| {
        let mut shades = ArrayViewMut::without_source(size)?;
        equalise(on, tiled, &ArrayView::with_extent([rows, 3 * columns], &dark)?, &mut shades, |_| Ok(()))?;
        let pixels: Vec<Colour> = shades.read()?.iter().map(|&shade| [shade as u8; 3]).collect();
        Ok(picture::write_rgb(path, columns, &pixels)?)
    });
    Ok(())
}

/// A test picture: hills at night, row by row, three bytes for each pixel.
fn scene(size @ [rows, columns]: [usize; 2]) -> Result<Vec<u8>, RunError> {
    let noise = data::floats(&size, 7)?;
    let mut bytes = data::zeros(&[rows, columns, 3])?;
    for (n, (pixel, grain)) in bytes.chunks_exact_mut(3).zip(noise).enumerate() {
        let (y, x) = ((n / columns) as f32 / rows as f32, (n % columns) as f32 / columns as f32);
        let mut colour = [10.0 + 22.0 * y, 14.0 + 26.0 * y, 30.0 + 28.0 * y];
        for hill in 1..5 {
            let far = hill as f32;
            let top = 0.35
                + 0.13 * far
                + 0.08 * (x * (9.0 - far) + far * far).sin() / far.sqrt()
                + 0.01 * (x * 61.0 + far).sin();
            if y > top {
                let fog = 34.0 - 8.0 * far + 30.0 * (y - top);
                colour = [fog * 0.8, fog, fog * 0.9];
            }
        }
        let moon = ((x - 0.72).powi(2) * (columns as f32 / rows as f32).powi(2) + (y - 0.2).powi(2)).sqrt();
        if moon < 0.06 {
            colour = [74.0, 72.0, 62.0];
        }
        for (byte, channel) in pixel.iter_mut().zip(colour) {
            *byte = (channel + 3.0 * grain + 8.0 * (-moon * 9.0).exp()) as u8;
        }
    }
    Ok(bytes)
}
