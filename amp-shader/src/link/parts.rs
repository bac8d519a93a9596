//! Parts of views that are lent to device functions.
//!
//! A function that is lent a part is made for the view that it is a part of, and is told by numbers which part: the place of the
//! first element, the extent, and how far apart neighbours are in all dimensions but the last, where they lie side by side. These
//! are parameters of the function, and of the closures in it.

use super::{LinkError, Linker};
use crate::{PartStep, Piece, Slot};

/// A part that stands for a view of the function that is being made.
#[derive(Clone)]
pub(super) struct Lent {
    /// The kernel's slot of the view.
    slot: usize,
    rank: usize,
    /// What the names of its numbers begin with.
    name: String,
}

/// The numbers that say where the elements are.
pub(super) struct Numbers {
    at: String,
    extent: Vec<String>,
    /// In all dimensions but the last.
    stride: Vec<String>,
}

impl Lent {
    fn numbers(&self) -> Numbers {
        let Lent { rank, name, .. } = self;
        Numbers {
            at: format!("{name}_at"),
            extent: (0..*rank).map(|d| format!("{name}_extent{d}")).collect(),
            stride: (1..*rank).map(|d| format!("{name}_stride{}", d - 1)).collect(),
        }
    }
}

impl Numbers {
    fn all(self) -> Vec<String> {
        std::iter::once(self.at).chain(self.extent).chain(self.stride).collect()
    }
}

impl Linker<'_> {
    /// What a slot is of the kernel's: itself, or the view that it is a part of.
    pub(super) fn root(&self, slot: usize) -> usize {
        self.part(slot).map_or(slot, |part| part.slot)
    }

    /// What is captured in a slot, or the view that it is a part of.
    pub(super) fn slot(&self, slot: usize) -> &'static Slot {
        &self.template.slots[self.root(slot)]
    }

    /// The rank of a slot's view.
    pub(super) fn rank(&self, slot: usize) -> usize {
        self.part(slot).map_or(self.slot(slot).rank, |part| part.rank)
    }

    fn part(&self, slot: usize) -> Option<&Lent> {
        self.parts.get(slot.checked_sub(self.template.slots.len())?)
    }

    /// Whether a slot is a part of a view, of which a function is told by numbers.
    pub(super) fn is_part(&self, slot: usize) -> bool {
        self.part(slot).is_some()
    }

    /// A number of a part: a dimension of its extent.
    pub(super) fn part_extent(&self, slot: usize, dimension: usize) -> Option<String> {
        self.part(slot).map(|part| format!("{}_extent{dimension}", part.name))
    }

    /// How far apart neighbours of a part are; nothing, where they lie side by side.
    pub(super) fn part_stride(&self, slot: usize, dimension: usize) -> Option<Option<String>> {
        self.part(slot)
            .map(|part| (dimension + 1 < part.rank).then(|| format!("{}_stride{dimension}", part.name)))
    }

    /// The function that finds an element of a part, up to its first subscript; it is declared where it is used.
    pub(super) fn part_finder(&mut self, slot: usize) -> Option<String> {
        let numbers = self.part(slot)?.numbers();
        let rank = numbers.extent.len();
        let name = self.finder_of_rank(rank);
        let known: Vec<_> = std::iter::once(numbers.at).chain(numbers.stride).collect();
        Some(format!("{name}({}, ", known.join(", ")))
    }

    /// The same, where the numbers have other names.
    pub(super) fn finder_of_rank(&mut self, rank: usize) -> String {
        let name = format!("amp_place{rank}");
        let strides = (1..rank).map(|d| format!("s{}: u32", d - 1));
        let subscripts = (0..rank).map(|d| format!("i{d}: u32"));
        let parameters: Vec<_> =
            std::iter::once("at: u32".to_owned()).chain(strides).chain(subscripts).collect();
        let terms: String = (1..rank).map(|d| format!(" + i{0} * s{0}", d - 1)).collect();
        let (parameters, last) = (parameters.join(", "), rank - 1);
        let text = format!("fn {name}({parameters}) -> u32 {{ return at{terms} + i{last}; }}\n");
        self.support.insert(name.clone(), text);
        name
    }

    /// The numbers without the extent: what an atomic operation is told of a part.
    pub(super) fn told(&self, slot: usize) -> Vec<String> {
        let Some(part) = self.part(slot) else { return Vec::new() };
        let Numbers { at, stride, .. } = part.numbers();
        std::iter::once(at).chain(stride).collect()
    }

    /// A part that is lent to a function, as its view of a number: what has to be passed for it goes to `given`.
    pub(super) fn lent_part(
        &mut self,
        slot: usize,
        steps: &[PartStep],
        number: usize,
        given: &mut Vec<String>,
    ) -> Result<usize, LinkError> {
        let mut numbers = self.numbers(slot);
        for step in steps {
            self.step(&mut numbers, step)?;
        }
        let rank = numbers.extent.len();
        given.extend(numbers.all());
        self.parts.push(Lent { slot: self.root(slot), rank, name: format!("amp_v{number}") });
        Ok(self.template.slots.len() + self.parts.len() - 1)
    }

    fn numbers(&mut self, slot: usize) -> Numbers {
        if let Some(part) = self.part(slot) {
            return part.numbers();
        }
        let rank = self.rank(slot);
        Numbers {
            at: self.start(slot),
            extent: (0..rank).map(|d| self.view_extent(slot, d)).collect(),
            stride: (1..rank).map(|d| self.full_stride(slot, d - 1)).collect(),
        }
    }

    fn step(&mut self, numbers: &mut Numbers, step: &PartStep) -> Result<(), LinkError> {
        match step {
            PartStep::Section(origin, extent) => {
                for (d, part) in origin.iter().enumerate() {
                    let part = self.text(part)?;
                    numbers.at = match numbers.stride.get(d) {
                        Some(stride) => format!("{} + {part} * {stride}", numbers.at),
                        None => format!("{} + {part}", numbers.at),
                    };
                }
                numbers.extent = self.each(extent)?;
            }
            PartStep::Project(index) => {
                let index = self.text(index)?;
                if numbers.stride.is_empty() {
                    return Ok(());
                }
                numbers.extent.remove(0);
                let stride = numbers.stride.remove(0);
                numbers.at = format!("{} + {index} * {stride}", numbers.at);
            }
            PartStep::ViewAs(extent) => {
                numbers.extent = self.each(extent)?;
                // Row by row.
                let inner = (1..numbers.extent.len()).map(|d| numbers.extent[d..].join(" * "));
                numbers.stride = inner.map(|inner| format!("({inner})")).collect();
            }
        }
        Ok(())
    }

    /// Numbers, each of which can be a factor.
    fn each(&mut self, numbers: &[&[Piece]]) -> Result<Vec<String>, LinkError> {
        numbers.iter().map(|number| self.text(number)).collect()
    }

    /// The declaration of the parameters that stand for a function's view: none, where it is a view of the kernel's.
    pub(super) fn view_parameters(&self, view: usize) -> String {
        let declared: Vec<_> =
            self.numbers_of_view(view).into_iter().map(|name| format!("{name}: u32")).collect();
        declared.join(", ")
    }

    /// The names of the parameters that stand for the views of the function that is being made.
    pub(super) fn numbers_of_views(&self) -> Vec<String> {
        let count = self.views.as_ref().map_or(0, Vec::len);
        (0..count).flat_map(|view| self.numbers_of_view(view)).collect()
    }

    fn numbers_of_view(&self, view: usize) -> Vec<String> {
        let slot = self.views.as_ref().and_then(|views| views.get(view));
        slot.and_then(|slot| self.part(*slot)).map_or(Vec::new(), |part| part.numbers().all())
    }
}
