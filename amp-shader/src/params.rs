//! The layout of the launch parameters.
//!
//! The parameters are one uniform block of 32-bit words, so WGSL's alignment rules for structs do not matter:
//!
//! 1. the extent of the domain;
//! 2. the number of tiles in each dimension;
//! 3. the width of the grid of workgroups;
//! 4. for each capture, the words of the value, or the view's offset, extent and strides;
//! 5. the id of the pipeline, if the shader has traps.

use crate::{CaptureKind, Linked, TypeInfo};

/// The launch parameters for one capture.
#[derive(Clone, Copy, Debug)]
pub enum CaptureParams<'a> {
    /// The words of a value, in declaration order and without padding. A `bool` and a `usize` take one word
    /// each.
    Value(&'a [u32]),
    /// The layout of a view in its buffer, in elements.
    View {
        /// The position of the view's first element.
        offset: u32,
        /// The view's extent, one size for each dimension.
        extent: &'a [u32],
        /// The strides, one for each dimension.
        stride: &'a [u32],
    },
}

/// The index of the first word of each launch parameter.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) rank: usize,
    /// The index of the first word of each capture.
    pub(crate) captures: Vec<usize>,
    /// The word of the pipeline's id, if the shader has traps.
    pub(crate) trap: Option<usize>,
    pub(crate) words: usize,
}

impl Layout {
    pub(crate) fn new(
        rank: usize,
        captures: impl Iterator<Item = (CaptureKind, &'static TypeInfo, usize)>,
        traps: bool,
    ) -> Self {
        let mut words = 2 * rank + 1;
        let captures = captures
            .map(|(kind, element, view_rank)| {
                let at = words;
                words += match kind {
                    CaptureKind::Value => element.words(),
                    CaptureKind::Read | CaptureKind::Write => 1 + 2 * view_rank,
                };
                at
            })
            .collect();
        let trap = traps.then_some(words);
        words += usize::from(traps);
        Layout { rank, captures, trap, words }
    }

    pub(crate) fn extent(&self, dimension: usize) -> usize {
        dimension
    }

    pub(crate) fn tiles(&self, dimension: usize) -> usize {
        self.rank + dimension
    }

    pub(crate) fn grid_width(&self) -> usize {
        2 * self.rank
    }

    pub(crate) fn offset(&self, capture: usize) -> usize {
        self.captures[capture]
    }

    pub(crate) fn view_extent(&self, capture: usize, dimension: usize) -> usize {
        self.captures[capture] + 1 + dimension
    }

    pub(crate) fn stride(&self, capture: usize, rank: usize, dimension: usize) -> usize {
        self.captures[capture] + 1 + rank + dimension
    }
}

impl Linked {
    /// The words of all launch parameters. The caller writes them to the uniform block at binding 0.
    ///
    /// `extent` is the domain's, `tiles` the number of tiles (workgroups) in each dimension, and `grid_width`
    /// the number of workgroups in the first dimension of the dispatch.
    pub fn params(
        &self,
        extent: &[u32],
        tiles: &[u32],
        grid_width: u32,
        captures: &[CaptureParams<'_>],
    ) -> Vec<u32> {
        let mut words = Vec::with_capacity(self.params_words());
        words.extend_from_slice(extent);
        words.extend_from_slice(tiles);
        words.push(grid_width);
        for capture in captures {
            match capture {
                CaptureParams::Value(value) => words.extend_from_slice(value),
                CaptureParams::View { offset, extent, stride } => {
                    words.push(*offset);
                    words.extend_from_slice(extent);
                    words.extend_from_slice(stride);
                }
            }
        }
        words.resize(self.params_words(), 0);
        words
    }

    /// The size of the uniform block in words: a multiple of four, never zero.
    pub fn params_words(&self) -> usize {
        self.layout.words.next_multiple_of(4)
    }
}
