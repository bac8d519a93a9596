//! Launches on a device: computes the specialisation, fetches the pipeline, and records a dispatch. The
//! specialisation contains facts that are fixed at launch: contiguous views, aliases, the shape of the grid,
//! and whether the views meet the requirements under which all accesses are in bounds.

use std::any::TypeId;
use std::sync::Arc;

use amp_shader::{
    CaptureKind, CaptureParams, ReportedFailures, Scalar, Size, Specialisation, Template, TypeInfo,
};

use super::buffer::GpuBuffer;
use super::grid::{count_tiles, grid, ids_do_not_wrap};
use super::indirect::IndirectCount;
use super::pipeline::Pipeline;
use super::queue::{CountedWorkgroups, Queue, Workgroups};
use super::traps;
use crate::support::error::{Error, Result};
use crate::support::trace::KernelDetails;

/// A captured value or view, in the form that a launch on a device needs.
pub enum Binding {
    /// The words of a captured value.
    Value(Vec<u32>),
    /// A captured view.
    View {
        /// The buffer with the view's data.
        buffer: Arc<GpuBuffer>,
        /// The position of the view's first element in the buffer, in elements.
        offset: usize,
        /// The extent of the view.
        extent: Vec<usize>,
        /// The distance in elements between neighbours along each dimension.
        stride: Vec<usize>,
        /// Whether the view starts at the beginning of the buffer, and its elements are contiguous.
        contiguous: bool,
        /// Whether the kernel writes to the view.
        written: bool,
    },
}

/// Records a launch over `extent`. The caller must have checked that the extent is not empty, fits into 32
/// bits, and is a multiple of the tile. With a count, a launch over a domain with one dimension is an indirect dispatch.
pub(crate) fn launch(
    queue: &Queue,
    kernel: TypeId,
    template: &Template<'_>,
    extent: &[usize],
    bindings: &[Binding],
    count: Option<&IndirectCount>,
    traced: Option<KernelDetails>,
) -> Result<()> {
    let device = &queue.device;
    let extent = words(template, extent)?;
    let most = device.limits.max_compute_invocations_per_workgroup;
    let line = template.one_dimensional_workgroup(&extent, most);
    let tiles = count_tiles(template, &extent, line);
    let (grid, folded) = grid(template, &tiles, device.limits.max_compute_workgroups_per_dimension)?;
    let in_bounds = meets_bounds_requirements(template, &extent, &tiles, bindings);
    // If the grid is folded or the launch is one-dimensional, the shader computes indices from the linear ids
    // of work-items. A one-dimensional launch uses the same shader whether or not its grid is folded.
    let (folded, counted) = (folded && line.is_none(), folded || line.is_some());
    let few = counted && ids_do_not_wrap(template, grid, line);
    let pipeline = pipeline(queue, kernel, template, bindings, Shape { folded, few, in_bounds, line })?;
    let sizes = Sizes { extent: &extent, tiles: &tiles, grid };
    let count = count.filter(|_| extent.len() == 1);
    let workgroup = line.or(template.workgroup().first().copied()).unwrap_or(1);
    let count = count.and_then(|count| counted_workgroups(count, workgroup, &sizes));
    dispatch(queue, pipeline, template, &sizes, bindings, count, traced)
}

/// Compiles a kernel. Records a dispatch of no workgroups, because some drivers compile only at the first dispatch.
pub(crate) fn warm_up(
    queue: &Queue,
    kernel: TypeId,
    template: &Template<'_>,
    bindings: &[Binding],
) -> Result<()> {
    let nothing = vec![0; template.rank];
    // The domains of later launches are unknown. An empty domain meets every bounds requirement that depends
    // on the domain. Most launches meet these requirements, too, so they use the pipeline that is compiled
    // here.
    let in_bounds = meets_bounds_requirements(template, &nothing, &nothing, bindings);
    let most = queue.device.limits.max_compute_invocations_per_workgroup;
    let line = template.one_dimensional_workgroup(&nothing, most);
    let shape = Shape { folded: false, few: line.is_some(), in_bounds, line };
    let pipeline = pipeline(queue, kernel, template, bindings, shape)?;
    let sizes = Sizes { extent: &nothing, tiles: &nothing, grid: [0, 1, 1] };
    dispatch(queue, pipeline, template, &sizes, bindings, None, None)?;
    queue.flush()
}

/// The fields of a [`Specialisation`] that depend on extents.
struct Shape {
    folded: bool,
    few: bool,
    in_bounds: bool,
    line: Option<u32>,
}

/// Returns the pipeline for this specialisation, and compiles it if necessary.
fn pipeline(
    queue: &Queue,
    kernel: TypeId,
    template: &Template<'_>,
    bindings: &[Binding],
    shape: Shape,
) -> Result<Arc<Pipeline>> {
    let device = &queue.device;
    device.check()?;
    let alias = aliases(template, bindings)?;
    let contiguous = bindings.iter().map(|it| matches!(it, Binding::View { contiguous: true, .. })).collect();
    let Shape { folded, few, in_bounds, line } = shape;
    // The reports of a launch need storage buffers beside those of the views.
    let views = template.captures.iter().filter(|capture| capture.kind != CaptureKind::Value).count();
    let most = device.limits.max_storage_buffers_per_shader_stage;
    let traps = if views < most as usize { traps::wanted(template) } else { ReportedFailures::None };
    let specialisation = Specialisation {
        contiguous,
        alias,
        folded_grid: folded,
        in_bounds,
        one_dimensional: line,
        no_id_wrap: few,
        traps,
        print: views + usize::from(traps != ReportedFailures::None) < most as usize,
    };
    device.pipelines.get(queue, kernel, template, specialisation)
}

/// Whether the views meet the kernel's bounds requirements for this domain and number of tiles, so that accesses need no
/// bounds checks.
fn meets_bounds_requirements(
    template: &Template<'_>,
    domain: &[u32],
    tiles: &[u32],
    bindings: &[Binding],
) -> bool {
    let size = |size| match size {
        Size::Domain(dimension) => domain.get(dimension).map(|&size| size.into()),
        Size::Tiles(dimension) => tiles.get(dimension).map(|&size| size.into()),
        Size::Extent(capture, dimension) => match bindings.get(capture)? {
            Binding::View { extent, .. } => extent.get(dimension).map(|&size| size as u64),
            Binding::Value(_) => None,
        },
        Size::Value(capture) => match (bindings.get(capture)?, template.captures.get(capture)?.element) {
            (Binding::Value(words), TypeInfo::Scalar(Scalar::Usize)) => words.first().map(|&it| it.into()),
            _ => None,
        },
        Size::Constant(number) => Some(number.into()),
    };
    template
        .bounds_requirements()
        .is_some_and(|requirements| requirements.iter().all(|requirement| requirement.holds(size)))
}

/// The sizes of a dispatch.
struct Sizes<'s> {
    /// The extent of the domain.
    extent: &'s [u32],
    /// The number of tiles in each dimension.
    tiles: &'s [u32],
    /// The number of workgroups in each dimension of the grid.
    grid: [u32; 3],
}

/// The parameters of an indirect dispatch in workgroups of this size. `None` if a number exceeds 32 bits.
fn counted_workgroups<'a>(
    count: &'a IndirectCount,
    workgroup: u32,
    sizes: &Sizes<'_>,
) -> Option<CountedWorkgroups<'a>> {
    let Binding::View { buffer, offset, .. } = &count.binding else { return None };
    let size = u32::try_from(count.size).ok()?.checked_mul(workgroup)?;
    let most = sizes.tiles.iter().product();
    let params = [u32::try_from(*offset).ok()?, size, most, sizes.grid[0]];
    Some(CountedWorkgroups { buffer, params })
}

fn dispatch(
    queue: &Queue,
    pipeline: Arc<Pipeline>,
    template: &Template<'_>,
    sizes: &Sizes<'_>,
    bindings: &[Binding],
    count: Option<CountedWorkgroups<'_>>,
    traced: Option<KernelDetails>,
) -> Result<()> {
    let mut shapes = Vec::with_capacity(bindings.len());
    for binding in bindings {
        shapes.push(match binding {
            Binding::Value(_) => (0, Vec::new(), Vec::new()),
            Binding::View { offset, extent, stride, .. } => {
                (words(template, &[*offset])?[0], words(template, extent)?, words(template, stride)?)
            }
        });
    }
    let slots: Vec<_> = bindings
        .iter()
        .zip(&shapes)
        .map(|(binding, (offset, extent, stride))| match binding {
            Binding::Value(value) => CaptureParams::Value(value),
            Binding::View { .. } => CaptureParams::View { offset: *offset, extent, stride },
        })
        .collect();
    let mut params = pipeline.linked.params(sizes.extent, sizes.tiles, sizes.grid[0], &slots);
    let buffers: Vec<_> = pipeline
        .linked
        .storage
        .iter()
        .filter_map(|storage| match &bindings[storage.capture] {
            Binding::View { buffer, .. } => Some(buffer.clone()),
            Binding::Value(_) => None,
        })
        .collect();
    if let Some(traps) = &pipeline.linked.traps
        && let Some(word) = params.get_mut(traps.word)
    {
        *word = queue.traps.register(&pipeline, &buffers);
        if traps.output_binding.is_some() {
            queue.output.register(*word, &pipeline);
        }
    }
    queue.record(template.name, pipeline, &params, &buffers, Workgroups { grid: sizes.grid, count }, traced)
}

/// Converts sizes to 32 bits, because a device computes with `u32`.
fn words(template: &Template<'_>, sizes: &[usize]) -> Result<Vec<u32>> {
    let word = |&size: &usize| {
        u32::try_from(size).map_err(|_| Error::LimitExceeded {
            what: format!("elements of a view that kernel `{}` captures on a device", template.name),
            needed: size as u64,
            limit: u32::MAX.into(),
        })
    };
    sizes.iter().map(word).collect()
}

/// For each capture, returns the capture whose binding it shares: the first one over the same buffer if both
/// are atomic, otherwise itself. Returns an error if a written buffer still has two bindings, because a
/// device does not order accesses through two bindings. Two arrays over one wgpu buffer are an example.
fn aliases(template: &Template<'_>, bindings: &[Binding]) -> Result<Vec<usize>> {
    let mut alias: Vec<usize> = (0..bindings.len()).collect();
    for (b, second) in bindings.iter().enumerate() {
        for (a, first) in bindings[..b].iter().enumerate() {
            if let (
                Binding::View { buffer: x, written: writes_x, .. },
                Binding::View { buffer: y, written: writes_y, .. },
            ) = (first, second)
                && x.is_same_buffer(y)
            {
                if Arc::ptr_eq(x, y)
                    && let (Some(first), Some(second)) = (template.captures.get(a), template.captures.get(b))
                    && first.element == second.element
                    && template.atomic_captures().get(a..=b).is_some_and(|all| all[0] && all[b - a])
                {
                    alias[b] = a;
                    break;
                }
                if *writes_x || *writes_y {
                    let name = |capture: usize| {
                        template.captures.get(capture).map_or("?", |capture| capture.name).to_owned()
                    };
                    let views = if *writes_x { [name(a), name(b)] } else { [name(b), name(a)] };
                    return Err(Error::Aliasing { kernel: template.name.to_owned(), views });
                }
            }
        }
    }
    Ok(alias)
}

#[cfg(test)]
mod tests {
    use amp_shader::{Atomic, AtomicTarget, BoundsRequirement, Capture, CaptureKind, Piece};

    use super::*;
    use crate::device::accelerator::{Accelerator, Backend};

    const TEMPLATE: Template<'static> = Template {
        name: "k",
        file: "",
        line: 0,
        traps: ReportedFailures::None,
        rank: 1,
        tile: None,
        captures: &[],
        tile_static: &[],
        body: &[],
        entries: &[],
    };

    const fn capture(name: &'static str, kind: CaptureKind, atomic: bool) -> Capture {
        Capture { name, kind, element: &TypeInfo::Scalar(Scalar::I32), rank: 1, atomic }
    }

    /// A kernel that adds 1 through the first view, and 10 to the same elements through the second view. It
    /// writes the last element of the second view by a plain store.
    const BOTH: Template<'static> = Template {
        name: "both",
        captures: &[capture("a", CaptureKind::Write, true), capture("b", CaptureKind::Write, true)],
        body: &[
            Piece::Text("let before = "),
            Piece::Load(0),
            Piece::Text("amp_global[0]"),
            Piece::EndLoad(0),
            Piece::Text(";\n_ = "),
            Piece::Atomic(Atomic::Add, AtomicTarget::Capture(0)),
            Piece::Text("amp_global[0], 1i);\nif amp_global[0] >= 4u { _ = "),
            Piece::Atomic(Atomic::Add, AtomicTarget::Capture(1)),
            Piece::Text("amp_global[0] - 4u, 10i); }\nif amp_global[0] == 7u { "),
            Piece::Assign(1, &[Piece::Text("3u")], &[], None, &[Piece::Text("before - 5i")]),
            Piece::Text("; }\n"),
        ],
        ..TEMPLATE
    };

    /// A view of a buffer of 8 elements, from element `offset` on.
    fn view(buffer: &Arc<GpuBuffer>, offset: usize) -> Binding {
        Binding::View {
            buffer: buffer.clone(),
            offset,
            extent: vec![8 - offset],
            stride: vec![1],
            contiguous: offset == 0,
            written: true,
        }
    }

    #[test]
    fn atomic_views_of_one_buffer_share_a_binding() {
        for accelerator in Accelerator::all().iter().filter(|it| matches!(it.backend(), Backend::Gpu(_))) {
            let queue = accelerator.default_view().queue().expect("it opens");
            let buffer = queue.allocate(32, false).expect("there is memory");
            let bindings = [view(&buffer, 0), view(&buffer, 4)];
            launch(&queue, TypeId::of::<Launched>(), &BOTH, &[8], &bindings, None, None).expect("it runs");
            let mut bytes = [0u8; 32];
            buffer.download(&mut [(0, &mut bytes)], 4).expect("it comes back");
            let values: Vec<i32> = bytemuck::pod_collect_to_vec(&bytes);
            assert_eq!(values, [1, 1, 1, 1, 11, 11, 11, -5], "on {accelerator}");
        }
    }

    const fn requirement(size: Size) -> BoundsRequirement {
        BoundsRequirement { capture: 1, dimension: 0, size }
    }

    /// A kernel that captures a value and a view, with a bounds requirement of each kind for the view.
    const WITH_REQUIREMENTS: Template<'static> = Template {
        captures: &[
            Capture {
                element: &TypeInfo::Scalar(Scalar::Usize),
                rank: 0,
                ..capture("n", CaptureKind::Value, false)
            },
            capture("y", CaptureKind::Write, false),
        ],
        body: &[Piece::RequiresBounds(&[
            requirement(Size::Domain(0)),
            requirement(Size::Tiles(0)),
            requirement(Size::Value(0)),
            requirement(Size::Constant(3)),
            requirement(Size::Extent(1, 0)),
        ])],
        ..TEMPLATE
    };

    const TILED: Template =
        Template { body: &[Piece::RequiresBounds(&[requirement(Size::Tiles(0))])], ..WITH_REQUIREMENTS };

    #[test]
    fn bounds_checks_are_omitted_only_if_requirements_hold() {
        for accelerator in Accelerator::all().iter().filter(|it| matches!(it.backend(), Backend::Gpu(_))) {
            let queue = accelerator.default_view().queue().expect("it opens");
            let buffer = queue.allocate(32, false).expect("there is memory");
            let in_bounds = |template: &Template<'_>, domain, n, offset| {
                meets_bounds_requirements(
                    template,
                    &[domain],
                    &[domain / 2],
                    &[Binding::Value(vec![n]), view(&buffer, offset)],
                )
            };
            assert!(in_bounds(&WITH_REQUIREMENTS, 8, 8, 0) && in_bounds(&WITH_REQUIREMENTS, 4, 1, 4));
            // In this order: the domain, the value, and the literal exceed the view.
            assert!(
                !in_bounds(&WITH_REQUIREMENTS, 9, 8, 0)
                    && !in_bounds(&WITH_REQUIREMENTS, 8, 9, 0)
                    && !in_bounds(&WITH_REQUIREMENTS, 1, 1, 6)
            );
            // There are more tiles than the view has elements.
            assert!(in_bounds(&TILED, 16, 1, 0) && !in_bounds(&TILED, 18, 1, 0));
            // A template without requirements, or with an invalid one, keeps the bounds checks.
            assert!(!in_bounds(&TEMPLATE, 1, 1, 0));
            for requirement in [
                requirement(Size::Domain(1)),
                requirement(Size::Tiles(1)),
                requirement(Size::Extent(0, 0)),
                requirement(Size::Extent(1, 1)),
                requirement(Size::Value(1)),
                BoundsRequirement { capture: 0, ..requirement(Size::Constant(0)) },
            ] {
                let body = vec![Piece::RequiresBounds(vec![requirement].leak())].leak();
                assert!(!in_bounds(&Template { body, ..WITH_REQUIREMENTS }, 1, 1, 0), "{requirement:?}");
            }
            // A captured float cannot be the size in a requirement.
            let float = Capture { element: &TypeInfo::Scalar(Scalar::F32), ..WITH_REQUIREMENTS.captures[0] };
            let slots = vec![float, WITH_REQUIREMENTS.captures[1]].leak();
            assert!(!in_bounds(&Template { captures: slots, ..WITH_REQUIREMENTS }, 1, 1, 0));
        }
    }

    struct Launched;

    #[test]
    fn other_views_of_one_buffer_are_aliasing_errors() {
        for accelerator in Accelerator::all().iter().filter(|it| matches!(it.backend(), Backend::Gpu(_))) {
            let queue = accelerator.default_view().queue().expect("it opens");
            let buffer = queue.allocate(32, false).expect("there is memory");
            let bindings = [view(&buffer, 0), view(&buffer, 4)];
            let slots: [Capture; 2] = [BOTH.captures[0], capture("b", CaptureKind::Write, false)];
            let body = &[
                Piece::Text("_ = "),
                Piece::Load(1),
                Piece::Text("0u"),
                Piece::EndLoad(1),
                Piece::Text(";\n"),
            ];
            let template = Template { captures: slots.to_vec().leak(), body, ..BOTH };
            let result = launch(&queue, TypeId::of::<Launched>(), &template, &[8], &bindings, None, None);
            let views = ["a".to_owned(), "b".to_owned()];
            assert_eq!(result, Err(Error::Aliasing { kernel: "both".to_owned(), views }));
        }
    }
}
