//! Sub-boxes: sections of a source, and the elements in them.

use crate::program::Section;

/// A section of the complete source.
#[derive(Clone, Debug)]
pub(crate) struct SubBox {
    pub origin: Vec<usize>,
    pub extent: Vec<usize>,
}

impl SubBox {
    /// Returns the section of the source that results from nested sections.
    pub(crate) fn of(whole: &[usize], sections: &[Section]) -> SubBox {
        let mut part = SubBox { origin: vec![0; whole.len()], extent: whole.to_vec() };
        for (origin, extent) in sections {
            part.origin.iter_mut().zip(origin).for_each(|(at, start)| *at += start);
            part.extent.clone_from(extent);
        }
        part
    }

    /// Returns a section that begins at `origin`. If it would exceed the source, it begins before `origin`.
    pub(crate) fn section(whole: &[usize], origin: &[usize], extent: &[usize]) -> SubBox {
        let first = origin.iter().zip(whole).zip(extent);
        let origin = first.map(|((&origin, &whole), &size)| origin.min(whole - size)).collect();
        SubBox { origin, extent: extent.to_vec() }
    }

    /// The projection at one index of dimension 0.
    pub(crate) fn projection(&self, index: usize) -> SubBox {
        let mut part = self.clone();
        part.origin[0] += index;
        part.extent[0] = 1;
        part
    }

    /// The row-major indices, in the source, of the sub-box's elements.
    pub(crate) fn elements(&self, whole: &[usize]) -> Vec<usize> {
        let mut elements = vec![0];
        for ((&size, &start), &len) in whole.iter().zip(&self.origin).zip(&self.extent) {
            elements =
                elements.iter().flat_map(|at| (start..start + len).map(move |i| at * size + i)).collect();
        }
        elements
    }
}

/// Whether elements, given by their row-major indices, are contiguous.
pub(crate) fn is_contiguous(elements: &[usize]) -> bool {
    elements.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// The index in `elements` of the element `at`.
pub(crate) fn position(elements: &[usize], at: usize) -> usize {
    elements.binary_search(&at).unwrap_or_default()
}
