//! Rule: tile and tile memory fit every device, if their sizes are literals. For sizes that are constants,
//! the expansion contains a const assertion instead.

use amp_shader::limits::{TILE_BYTES, TILE_ITEMS};

use crate::analysis;
use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{Kernel, Source};
use crate::site::Site;

pub(super) fn check(kernel: &Kernel, diagnostics: &mut Diagnostics) {
    if let Some(tile) = &kernel.tile {
        let sizes: Vec<_> = tile.iter().map(Source::integer).collect();
        for (size, written) in sizes.iter().zip(tile) {
            if *size == Some(0) {
                diagnostics.report(Code::AMP019, Site::of(written), "a tile without work-items");
            }
        }
        let known = sizes.iter().flatten().try_fold(1usize, |product, size| product.checked_mul(*size));
        if known.is_none_or(|known| known > TILE_ITEMS as usize)
            && let (Some(first), Some(last)) = (tile.first(), tile.last())
        {
            let site = Site { last: Site::of(last).last, ..Site::of(first) };
            let detail =
                known.map_or("too many work-items to count".to_owned(), |n| format!("{n} work-items"));
            diagnostics.report(Code::AMP019, site, detail);
        }
    }
    let mut bytes = 0usize;
    for variable in &kernel.body.tile_static {
        bytes = bytes.saturating_add(analysis::bytes(&variable.ty).unwrap_or(0));
        if bytes > TILE_BYTES as usize {
            let detail = format!("with `{}` the tile memory takes {bytes} bytes", variable.ident);
            return diagnostics.report(Code::AMP019, Site::of(&variable.written_type), detail);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn tile_limits_are_checked() {
        codes("tile = [64, 32], |t: TiledIndex<2>| { }", &["AMP019"]);
        codes("tile = [0], |t: TiledIndex<1>| { }", &["AMP019"]);
        codes(
            "tile = [16], |t: TiledIndex<1>| { #[tile_static] let mut a: [[f32; 100]; 100]; }",
            &["AMP019"],
        );
    }
}
