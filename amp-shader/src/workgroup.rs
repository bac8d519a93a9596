//! How large the workgroups of a kernel are.

use crate::template::Template;

/// So many workgroups are soon done, whatever they leave undone, and their kernel need not be compiled once more.
const FEW: u64 = 64;

impl Template {
    /// The extent of a workgroup in the kernel's dimensions: its tile, or 256 work-items, most of them along the last
    /// dimension, where memory is contiguous.
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

    /// The size of a workgroup on a device that has so many work-items in one at most, if it is not the same as ever. Tiles are as the
    /// kernel says.
    pub fn workgroup_within(&self, most: u32, over: Option<Vec<u32>>) -> Option<Vec<u32>> {
        let mut sizes = over.clone().unwrap_or_else(|| self.workgroup());
        if self.tile.is_some() || sizes.iter().product::<u32>() <= most {
            return over;
        }
        // All are powers of two. The last is what lies side by side in memory.
        while sizes.iter().product::<u32>() > most.max(1) {
            if let Some(size) = sizes.iter_mut().find(|size| **size > 1) {
                *size /= 2;
            }
        }
        Some(sizes)
    }

    /// The size of a workgroup over a domain of more than a few workgroups, if it is not the same as ever: one that is short where workgroups are long
    /// would leave most of their work-items without work, and take more of them than there can be. Of the domain's own shape
    /// only powers of two are taken, so that a kernel has few of them.
    pub fn workgroup_over(&self, domain: &[u32]) -> Option<Vec<u32>> {
        if self.tile.is_some() || self.rank == 1 || domain.contains(&0) {
            return None;
        }
        let own = self.workgroup();
        let count = |sizes: &[u32]| -> u64 {
            sizes.iter().zip(domain).map(|(&size, &extent)| u64::from(extent.div_ceil(size))).product()
        };
        if own.iter().zip(domain).all(|(size, extent)| size <= extent) || count(&own) < FEW {
            return None;
        }
        let mut sizes = own.clone();
        let mut left: u32 = own.iter().product();
        // Each as long as the domain, but the last one not longer than ever, as long as others have use for it.
        let longest = sizes[self.rank - 1];
        for (d, (size, &extent)) in sizes.iter_mut().zip(domain).enumerate().rev() {
            let most = if d + 1 == self.rank { longest } else { left };
            *size = extent.clamp(1, most).next_power_of_two();
            left /= *size;
        }
        for (size, &extent) in sizes.iter_mut().zip(domain).rev() {
            while left > 1 && *size < extent {
                *size *= 2;
                left /= 2;
            }
        }
        (count(&sizes) * 5 <= count(&own) * 3).then_some(sizes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(domain: &[u32]) -> Option<Vec<u32>> {
        untiled(domain.len()).workgroup_over(domain)
    }

    fn untiled(rank: usize) -> Template {
        Template { name: "k", file: "", line: 0, rank, tile: None, slots: &[], tile_static: &[], body: &[] }
    }

    #[test]
    fn workgroups_are_no_larger_than_a_device_has_them() {
        let [line, plane] = [1, 2].map(untiled);
        assert_eq!(line.workgroup_within(256, None), None);
        assert_eq!(line.workgroup_within(100, None), Some(vec![64]));
        assert_eq!(plane.workgroup_within(64, None), Some(vec![2, 32]));
        assert_eq!(plane.workgroup_within(16, None), Some(vec![1, 16]));
        assert_eq!(plane.workgroup_within(128, Some(vec![64, 4])), Some(vec![32, 4]));
        assert_eq!(plane.workgroup_within(0, None), Some(vec![1, 1]));
        let tiled = Template { tile: Some(&[16, 16]), ..untiled(2) };
        assert_eq!(tiled.workgroup_within(64, None), None);
    }

    #[test]
    fn workgroups_follow_domains_that_are_short_where_they_are_long() {
        assert_eq!(over(&[u32::MAX, 1, 1]), Some(vec![256, 1, 1]));
        assert_eq!(over(&[1, u32::MAX, 1, 1]), Some(vec![1, 256, 1, 1]));
        assert_eq!(over(&[1_000_000, 4]), Some(vec![64, 4]));
        assert_eq!(over(&[3, 10_000]), Some(vec![4, 64]));
        assert_eq!(over(&[2, 3, 5000]), Some(vec![2, 4, 32]));
        // As ever.
        for domain in
            [&[100, 100][..], &[5], &[8, 32], &[6, 1000], &[3, 3], &[2, 1000], &[0, 0], &[1, 0], &[7, 9, 40]]
        {
            assert_eq!(over(domain), None, "{domain:?}");
        }
        // Never more than 256, and never none.
        for domain in [[1, 1, 1], [1, 500, 1], [u32::MAX; 3], [300, 1, 3], [17, 0, 5]] {
            let size: u64 = over(&domain).unwrap_or_default().iter().map(|&size| u64::from(size)).product();
            assert!((1..=256).contains(&size), "{domain:?}");
        }
    }
}
