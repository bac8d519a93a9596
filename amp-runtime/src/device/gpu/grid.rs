//! The grid of workgroups of a launch. If the device permits one workgroup for each tile in every dimension,
//! the grid has the domain's dimensions. The shader then computes an index without a division. Otherwise the
//! grid is folded: it has two dimensions, and the shader computes an index from a linear id by divisions. A
//! domain with a short last dimension is treated as one-dimensional.

use amp_shader::Template;

use crate::support::error::{Error, Result};

/// The number of tiles in each dimension. If `line` is set, the launch treats the domain as one-dimensional:
/// `line` is the number of work-items in a workgroup, and all tiles are in the last dimension.
pub(super) fn count_tiles(template: &Template<'_>, extent: &[u32], line: Option<u32>) -> Vec<u32> {
    let Some(length) = line else {
        return extent.iter().zip(template.workgroup()).map(|(&size, tile)| size.div_ceil(tile)).collect();
    };
    // The product does not saturate, because a domain has at most `u32::MAX` indices.
    let total = extent.iter().fold(1u32, |product, &size| product.saturating_mul(size));
    let mut tiles = vec![1; extent.len()];
    if let Some(last) = tiles.last_mut() {
        *last = total.div_ceil(length);
    }
    tiles
}

/// The grid of workgroups, and whether it is folded. If the tiles fit the limit, the grid has their
/// dimensions in reverse order. Otherwise it has two dimensions that are as equal as possible.
pub(super) fn grid(template: &Template<'_>, tiles: &[u32], limit: u32) -> Result<([u32; 3], bool)> {
    if tiles.len() <= 3 && tiles.iter().all(|&count| count <= limit) {
        let mut grid = [1; 3];
        for (size, &count) in grid.iter_mut().zip(tiles.iter().rev()) {
            *size = count;
        }
        return Ok((grid, false));
    }
    let total = tiles.iter().fold(1u64, |product, &count| product.saturating_mul(count.into()));
    let limit = u64::from(limit);
    let rows = total.div_ceil(limit);
    if rows > limit {
        let what = format!("tiles of a launch of kernel `{}`", template.name);
        return Err(Error::LimitExceeded { what, needed: total, limit: limit * limit });
    }
    // The casts are lossless: both values are at most `limit`, which came from a `u32`.
    Ok(([total.div_ceil(rows) as u32, rows as u32, 1], true))
}

/// Whether the ids of all work-items of a grid fit into 32 bits without wrapping.
pub(super) fn ids_do_not_wrap(template: &Template<'_>, grid: [u32; 3], line: Option<u32>) -> bool {
    let own =
        || template.workgroup().iter().fold(1, |product, &size| u64::from(size).saturating_mul(product));
    let items = line.map_or_else(own, u64::from);
    grid.iter().fold(items, |product, &count| product.saturating_mul(count.into())) < 1 << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: Template<'static> = Template {
        name: "k",
        file: "",
        line: 0,
        traps: amp_shader::ReportedFailures::None,
        rank: 1,
        tile: None,
        captures: &[],
        tile_static: &[],
        body: &[],
        entries: &[],
    };

    #[test]
    fn grid_has_the_dimensions_of_the_tiles_or_is_folded() {
        assert_eq!(grid(&TEMPLATE, &[65535], 65535), Ok(([65535, 1, 1], false)));
        assert_eq!(grid(&TEMPLATE, &[5, 7, 65535], 65535), Ok(([65535, 7, 5], false)));
        assert_eq!(grid(&TEMPLATE, &[1, 5, 7, 3], 65535), Ok(([105, 1, 1], true)));
        assert_eq!(grid(&TEMPLATE, &[65536], 65535), Ok(([32768, 2, 1], true)));
        assert_eq!(grid(&TEMPLATE, &[1 << 20, 1 << 4], 65535), Ok(([65281, 257, 1], true)));
        assert!(grid(&TEMPLATE, &[1 << 20, 1 << 20], 65535).is_err());
        // Domains with the maximum size, `u32::MAX` indices, in one of the dimensions.
        for domain in [&[u32::MAX][..], &[u32::MAX, 1], &[1, u32::MAX, 1], &[u32::MAX, 1, 1, 1, 1]] {
            let template = Template { rank: domain.len(), ..TEMPLATE };
            let tiles = count_tiles(&template, domain, template.one_dimensional_workgroup(domain, 256));
            assert!(grid(&template, &tiles, 65535).is_ok(), "{domain:?}");
        }
        assert_eq!(count_tiles(&Template { rank: 2, ..TEMPLATE }, &[3, 1000], Some(64)), [1, 47]);
    }
}
