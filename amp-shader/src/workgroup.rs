//! Workgroup sizes, and the decision whether a launch treats its domain as one-dimensional.

use crate::template::Template;

/// A launch with fewer workgroups than this is short. For a short launch, compiling a pipeline for one
/// dimension costs more time than that pipeline saves.
const SHORT_DOMAIN: u64 = 64;

impl Template<'_> {
    /// The extent of a workgroup in the kernel's dimensions: the tile of a tiled kernel, otherwise 256
    /// work-items, most of them along the last dimension, where memory is contiguous.
    pub fn workgroup(&self) -> Vec<u32> {
        if let Some(tile) = self.tile {
            return tile.iter().map(|&size| u32::try_from(size).unwrap_or(u32::MAX)).collect();
        }
        let mut size = vec![1; self.rank];
        for (size, items) in size.iter_mut().rev().zip(if self.rank == 1 { [256, 1] } else { [32, 8] }) {
            *size = items;
        }
        size
    }

    /// The length of a workgroup if the launch should treat the domain as one-dimensional, else `None`.
    /// `most` is the device's limit for the work-items in a workgroup.
    ///
    /// There are two reasons to do so. The device's limit may be below 256 work-items. Or the domain is short
    /// in dimensions in which workgroups are long, so that many work-items would be outside the domain. In
    /// that case, one dimension is chosen if it needs at most three fifths of the workgroups that the domain's
    /// own dimensions need, and the launch is not short (`SHORT_DOMAIN`).
    ///
    /// Each work-item divides its linear id to get its index. An id fits 32 bits, because a domain never has
    /// more than 2^32 work-items.
    pub fn one_dimensional_workgroup(&self, domain: &[u32], most: u32) -> Option<u32> {
        if self.tile.is_some() {
            return None;
        }
        let own = self.workgroup();
        let items: u32 = own.iter().product();
        // The greatest power of two that does not exceed the limit.
        let longest = items.min(1 << most.max(1).ilog2());
        if longest < items {
            return Some(longest);
        }
        let total: u64 = domain.iter().fold(1, |product, &extent| product.saturating_mul(extent.into()));
        let groups = own.iter().zip(domain).map(|(&size, &extent)| u64::from(extent.div_ceil(size)));
        let groups = groups.fold(1, u64::saturating_mul);
        let spares = total.div_ceil(items.into()).saturating_mul(5) <= groups.saturating_mul(3);
        (groups >= SHORT_DOMAIN && spares).then_some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(domain: &[u32]) -> Option<u32> {
        untiled(domain.len()).one_dimensional_workgroup(domain, 256)
    }

    fn untiled(rank: usize) -> Template<'static> {
        Template {
            name: "k",
            file: "",
            line: 0,
            traps: Default::default(),
            rank,
            tile: None,
            captures: &[],
            tile_static: &[],
            body: &[],
            entries: &[],
        }
    }

    #[test]
    fn workgroup_size_respects_the_device_limit() {
        let [line, plane] = [1, 2].map(untiled);
        assert_eq!(line.one_dimensional_workgroup(&[500], 1024), None);
        assert_eq!(line.one_dimensional_workgroup(&[500], 256), None);
        assert_eq!(line.one_dimensional_workgroup(&[500], 100), Some(64));
        assert_eq!(plane.one_dimensional_workgroup(&[64, 64], 64), Some(64));
        assert_eq!(plane.one_dimensional_workgroup(&[64, 64], 16), Some(16));
        assert_eq!(plane.one_dimensional_workgroup(&[64, 64], 0), Some(1));
        let tiled = Template { tile: Some(&[16, 16]), ..untiled(2) };
        assert_eq!(tiled.one_dimensional_workgroup(&[64, 64], 64), None);
    }

    #[test]
    fn short_domains_run_as_one_dimension() {
        for domain in [
            &[u32::MAX, 1, 1][..],
            &[1, u32::MAX, 1, 1],
            &[1_000_000, 4],
            &[3, 10_000],
            &[2, 3, 5000],
            &[31, 41, 11],
            &[1000, 33],
        ] {
            assert_eq!(over(domain), Some(256), "{domain:?}");
        }
        // Domains that fill their workgroups well, or that need fewer than `SHORT_DOMAIN` workgroups.
        for domain in
            [&[100, 100][..], &[5], &[8, 32], &[6, 1000], &[3, 3], &[2, 1000], &[0, 0], &[1, 0], &[7, 9, 40]]
        {
            assert_eq!(over(domain), None, "{domain:?}");
        }
    }
}
