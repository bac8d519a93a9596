//! Subviews as arguments of device functions.
//!
//! The linker instantiates the function for the view that the subview is a part of. Further parameters of the
//! instance, and of the closures in it, hold the layout of the subview: the position of its first element,
//! its extent and its strides. The last stride is one and omitted.

use std::fmt::Write as _;

use super::call::ReferenceTarget;
use super::{LinkError, Linker, selection};
use crate::{Capture, CaptureKind, Piece, Root, Step, SubviewStep, TypeInfo, field_info, item_info};

/// A subview that stands for a view parameter of the current function, or a slice that stands for a slice
/// parameter.
#[derive(Clone)]
pub(super) struct Subview {
    memory: Memory,
    rank: usize,
    /// The common prefix of the names of its layout parameters: `amp_v0` of `amp_v0_extent1`.
    name: String,
    /// Whether it is a slice of constants, whose position and length are one parameter.
    is_constant: bool,
}

/// The memory that a subview or slice is a part of.
#[derive(Clone, Copy)]
enum Memory {
    /// The view of this capture.
    View(usize),
    /// The array that is the target of this parameter of the current function.
    Array(usize),
}

/// The layout of a subview, as WGSL expressions.
pub(super) struct SubviewLayout {
    at: String,
    extent: Vec<String>,
    /// The strides of all dimensions but the last.
    stride: Vec<String>,
}

impl Subview {
    fn numbers(&self) -> SubviewLayout {
        let Subview { rank, name, .. } = self;
        if self.is_constant {
            let (at, extent) = (format!("{name}.x"), vec![format!("{name}.y")]);
            return SubviewLayout { at, extent, stride: Vec::new() };
        }
        SubviewLayout {
            at: format!("{name}_at"),
            extent: (0..*rank).map(|d| format!("{name}_extent{d}")).collect(),
            stride: (1..*rank).map(|d| format!("{name}_stride{}", d - 1)).collect(),
        }
    }
}

impl SubviewLayout {
    fn all(self) -> Vec<String> {
        std::iter::once(self.at).chain(self.extent).chain(self.stride).collect()
    }
}

impl<'t> Linker<'t> {
    /// The capture index of a view. For a subview, the index of the capture that the kernel made it from.
    pub(super) fn root(&self, capture: usize) -> usize {
        match self.subview(capture).map(|part| part.memory) {
            None => capture,
            Some(Memory::View(view)) => view,
            // A slice of an array belongs to no capture, so this index has no meaning. Accesses to such a
            // slice do not use the index: `item_of_array` prints them.
            Some(Memory::Array(_)) => 0,
        }
    }

    /// The capture that holds a view. For a subview, the capture of the view that it is a part of.
    pub(super) fn capture(&self, capture: usize) -> &'t Capture {
        &self.template.captures[self.root(capture)]
    }

    /// The rank of a view or subview.
    pub(super) fn rank(&self, capture: usize) -> usize {
        self.subview(capture).map_or(self.capture(capture).rank, |part| part.rank)
    }

    fn subview(&self, capture: usize) -> Option<&Subview> {
        self.subviews.get(capture.checked_sub(self.template.captures.len())?)
    }

    /// Whether the index denotes a subview, whose layout is passed as parameters.
    pub(super) fn is_subview(&self, capture: usize) -> bool {
        self.subview(capture).is_some()
    }

    /// The name of the parameter that holds the size of a subview in a dimension. `None` if the index denotes
    /// a whole captured view.
    pub(super) fn subview_extent(&self, capture: usize, dimension: usize) -> Option<String> {
        self.subview(capture).map(|part| match part.is_constant {
            true => format!("{}.y", part.name),
            false => format!("{}_extent{dimension}", part.name),
        })
    }

    /// The name of the parameter that holds a stride of a subview. The outer `None` means that the index
    /// denotes a whole captured view, the inner `None` that the stride is one.
    pub(super) fn subview_stride(&self, capture: usize, dimension: usize) -> Option<Option<String>> {
        self.subview(capture)
            .map(|part| (dimension + 1 < part.rank).then(|| format!("{}_stride{dimension}", part.name)))
    }

    /// The text before the subscripts of a subview's element: `amp_place2(`, then the layout arguments.
    /// Declares this function, which computes the element's position. `None` if the index denotes a whole
    /// captured view.
    pub(super) fn subview_element_function(&mut self, capture: usize) -> Option<String> {
        let numbers = self.subview(capture)?.numbers();
        let rank = numbers.extent.len();
        let name = self.finder_of_rank(rank);
        let known: Vec<_> = std::iter::once(numbers.at).chain(numbers.stride).collect();
        Some(format!("{name}({}, ", known.join(", ")))
    }

    /// Declares the function that computes the position of an element in a subview of this rank, and returns
    /// its name.
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

    /// The layout of a subview, as arguments of a function: the first position, the strides and the extents.
    /// `None` if the index denotes a whole captured view.
    pub(super) fn subview_layout_arguments(&self, capture: usize) -> Option<Vec<String>> {
        let SubviewLayout { at, extent, stride } = self.subview(capture)?.numbers();
        Some(std::iter::once(at).chain(stride).chain(extent).collect())
    }

    /// Whether the index denotes a slice of an array.
    pub(super) fn is_slice_of_array(&self, capture: usize) -> bool {
        self.array_of_slice(capture).is_some()
    }

    /// The first position and the strides of a subview, as arguments for the function of an atomic operation.
    pub(super) fn layout_arguments(&self, capture: usize) -> Vec<String> {
        let Some(part) = self.subview(capture) else { return Vec::new() };
        let SubviewLayout { at, stride, .. } = part.numbers();
        std::iter::once(at).chain(stride).collect()
    }

    /// Registers a subview that is the argument for the callee's view parameter `number`, and returns its
    /// index among captures and subviews. Appends its layout to `given`.
    pub(super) fn subview_argument(
        &mut self,
        capture: usize,
        steps: &[SubviewStep],
        number: usize,
        given: &mut Vec<String>,
    ) -> Result<usize, LinkError> {
        let memory = Memory::View(self.root(capture));
        self.part(capture, steps, memory, format!("amp_v{number}"), given)
    }

    fn part(
        &mut self,
        capture: usize,
        steps: &[SubviewStep],
        memory: Memory,
        name: String,
        given: &mut Vec<String>,
    ) -> Result<usize, LinkError> {
        let mut numbers = self.numbers(capture);
        for step in steps {
            self.step(&mut numbers, step)?;
        }
        let rank = numbers.extent.len();
        given.extend(numbers.all());
        Ok(self.add(Subview { memory, rank, name, is_constant: false }))
    }

    /// Registers a subview, and returns its index among captures and subviews.
    fn add(&mut self, part: Subview) -> usize {
        self.subviews.push(part);
        self.template.captures.len() + self.subviews.len() - 1
    }

    /// Registers the slice that a call passes for the callee's parameter `position`: the part of a view, or
    /// of a slice parameter of the caller, that the steps select. Appends its layout to `given`, and returns
    /// its index among captures and subviews.
    pub(super) fn slice_argument(
        &mut self,
        part: usize,
        steps: &[SubviewStep],
        position: usize,
        given: &mut Vec<String>,
    ) -> Result<usize, LinkError> {
        let memory = match self.array_of_slice(part) {
            Some(_) => Memory::Array(position),
            None => Memory::View(self.root(part)),
        };
        // The callee may index the slice by any value, so bounds proofs of the kernel do not cover these
        // accesses to the view.
        self.may_index_anywhere |= matches!(memory, Memory::View(_));
        self.part(part, steps, memory, format!("amp_s{position}"), given)
    }

    /// Registers a slice of an array that a call passes for the callee's parameter `position`. `layout` is
    /// its first position and its length. Returns its index among captures and subviews.
    pub(super) fn slice_of_array(
        &mut self,
        position: usize,
        layout: [String; 2],
        given: &mut Vec<String>,
    ) -> usize {
        given.extend(layout);
        let (memory, name) = (Memory::Array(position), format!("amp_s{position}"));
        self.add(Subview { memory, rank: 1, name, is_constant: false })
    }

    /// Registers a slice of constants that a call passes for the callee's parameter `position`, as one value. Returns its
    /// index among captures and subviews.
    pub(super) fn slice_of_constants(&mut self, position: usize) -> usize {
        self.may_index_anywhere = true;
        let (memory, name) = (Memory::Array(position), format!("amp_s{position}"));
        self.add(Subview { memory, rank: 1, name, is_constant: true })
    }

    /// Registers a whole array that a call passes as a slice for the callee's parameter `position`. `array` is
    /// the array's type.
    pub(super) fn whole_array(
        &mut self,
        position: usize,
        array: Option<&'static TypeInfo>,
        given: &mut Vec<String>,
    ) -> usize {
        let length = match array {
            Some(TypeInfo::Array(_, length)) => *length,
            _ => 0,
        };
        self.slice_of_array(position, ["0u".to_owned(), format!("{length}u")], given)
    }

    /// If the caller passes on its slice parameter `part`, returns the array behind it as the target of the
    /// callee's parameter `position`. The target is empty for a slice of a view: the callee accesses the
    /// view's buffer, a global variable, by its name.
    pub(super) fn place_of_slice(
        &mut self,
        position: usize,
        part: usize,
        given: &mut Vec<String>,
    ) -> Result<ReferenceTarget, LinkError> {
        match self.array_of_slice(part) {
            Some(outer) => self.place(position, Root::Parameter(outer), &[], given),
            None => Ok(ReferenceTarget::default()),
        }
    }

    /// The index of the parameter whose array a slice is a part of. `None` for a slice of a view.
    fn array_of_slice(&self, part: usize) -> Option<usize> {
        match self.subview(part)?.memory {
            Memory::Array(position) => Some(position),
            Memory::View(_) => None,
        }
    }

    /// Prints an item of a slice of an array, or the component of the item that the steps select. `None` if
    /// `part` is no such slice.
    pub(super) fn item_of_array(
        &mut self,
        part: usize,
        subscript: &[Piece],
        steps: &[Step],
    ) -> Result<Option<String>, LinkError> {
        let Some(position) = self.array_of_slice(part) else { return Ok(None) };
        let Some(SubviewLayout { at, extent, .. }) = self.subview(part).map(Subview::numbers) else {
            return Ok(None);
        };
        let call = extent.first().and_then(|length| self.checked_item_call(length));
        let mut subscript = self.text(subscript)?;
        if let Some(call) = call {
            subscript = format!("{call}{subscript})");
        }
        let mut item = format!("{}[{at} + {subscript}]", self.parameter(position));
        let mut ty = self.reference_targets.get(position).and_then(|place| place.ty).map(item_info);
        for step in steps {
            match step {
                Step::Field(of, field) => {
                    item += &selection(self.ty(*of), field);
                    ty = Some(field_info(self.ty(*of), field));
                }
                Step::Index(index) => {
                    let index = self.text(index)?;
                    match ty {
                        Some(TypeInfo::Slice(inner)) => item = self.item_of_slice(inner, &item, &index),
                        _ => {
                            let _ = write!(item, "[{index}]");
                        }
                    }
                    ty = ty.map(item_info);
                }
            }
        }
        Ok(Some(item))
    }

    /// Whether a capture is a value, and not a view.
    pub(super) fn is_value(&self, capture: usize) -> bool {
        !self.is_subview(capture) && self.capture(capture).kind == CaptureKind::Value
    }

    fn numbers(&mut self, capture: usize) -> SubviewLayout {
        if let Some(part) = self.subview(capture) {
            return part.numbers();
        }
        let rank = self.rank(capture);
        SubviewLayout {
            at: self.start(capture),
            extent: (0..rank).map(|d| self.view_extent(capture, d)).collect(),
            stride: (1..rank).map(|d| self.full_stride(capture, d - 1)).collect(),
        }
    }

    fn step(&mut self, numbers: &mut SubviewLayout, step: &SubviewStep) -> Result<(), LinkError> {
        match step {
            SubviewStep::Section(origin, extent) => {
                for (d, part) in origin.iter().enumerate() {
                    let part = self.text(part)?;
                    numbers.at = match numbers.stride.get(d) {
                        Some(stride) => format!("{} + {part} * {stride}", numbers.at),
                        None => format!("{} + {part}", numbers.at),
                    };
                }
                numbers.extent = self.each(extent)?;
            }
            SubviewStep::Project(index) => {
                let index = self.text(index)?;
                if numbers.stride.is_empty() {
                    return Ok(());
                }
                numbers.extent.remove(0);
                let stride = numbers.stride.remove(0);
                numbers.at = format!("{} + {index} * {stride}", numbers.at);
            }
            SubviewStep::ViewAs(extent) => {
                numbers.extent = self.each(extent)?;
                // The strides of contiguous elements in row-major order.
                let inner = (1..numbers.extent.len()).map(|d| numbers.extent[d..].join(" * "));
                numbers.stride = inner.map(|inner| format!("({inner})")).collect();
            }
        }
        Ok(())
    }

    /// The WGSL texts of the components of an extent. The compiler has put parentheses around each component
    /// that needs them as an operand of `*`.
    fn each(&mut self, numbers: &[&[Piece]]) -> Result<Vec<String>, LinkError> {
        numbers.iter().map(|number| self.text(number)).collect()
    }

    /// The declarations of the layout parameters of a view parameter. Empty if the argument is a whole
    /// captured view.
    pub(super) fn view_parameters(&self, view: usize) -> String {
        let declared: Vec<_> =
            self.layout_parameters_of(view).into_iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        declared.join(", ")
    }

    /// The names and types of the layout parameters of all view parameters of the current function.
    pub(super) fn layout_parameters(&self) -> Vec<(String, &'static str)> {
        let count = self.views.as_ref().map_or(0, Vec::len);
        (0..count).flat_map(|view| self.layout_parameters_of(view)).collect()
    }

    fn layout_parameters_of(&self, view: usize) -> Vec<(String, &'static str)> {
        let capture = self.views.as_ref().and_then(|views| views.get(view));
        match capture.and_then(|capture| self.subview(*capture)) {
            Some(part) if part.is_constant => vec![(part.name.clone(), "vec2<u32>")],
            Some(part) => part.numbers().all().into_iter().map(|name| (name, "u32")).collect(),
            None => Vec::new(),
        }
    }
}
