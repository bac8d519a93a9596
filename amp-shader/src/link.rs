//! The linker: turns a template into a WGSL shader. It fills the holes, declares the structs and helper
//! functions that the text uses, and numbers the bindings.
//!
//! Declarations are made on first use and deduplicated by their text. WGSL functions cannot have buffers or
//! functions as parameters. So the linker instantiates a device function with view or callable parameters
//! once for each distinct argument: see the modules `call`, `view_parameters` and `callable`.

mod aggregate_eq;
mod call;
mod callable;
mod checked_arithmetic;
mod constant_slices;
mod entry;
mod load;
mod module_scope;
mod sub_word;
mod subviews;
mod sum;
mod traps;
mod view_parameters;
mod zero_sized;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::{self, Write as _};

use crate::atomic::word_scalar;
use crate::f64_functions::F64_FUNCTIONS;
use crate::nesting::{SHADER_NESTING_LIMIT, nesting};
use crate::params::Layout;
use crate::strict::strict;
use crate::support::{method, support};
use crate::support_library::{CALLED_DIRECTLY, LIBRARY};
pub use traps::{Position, RecordedValue, Trap, TrapFailure, Traps};

use crate::{
    Capability, CaptureKind, Entry, Item, ItemRef, Operation, Piece, ReportedFailures, Scalar, Template,
    TypeInfo, TypeRef,
};

/// Facts about a launch on which its shader may rely. The template and these facts together identify a
/// pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Specialisation {
    /// For each capture, whether its view starts at the beginning of its buffer and its elements are
    /// contiguous.
    pub contiguous: Vec<bool>,
    /// For each capture, the index of the first capture whose view is in the same buffer. A capture beyond
    /// the end of this list shares its buffer with no other capture. Only atomic captures of one element type
    /// may share a buffer. They share one binding, because WGSL does not order accesses to one buffer through
    /// different bindings.
    pub alias: Vec<usize>,
    /// Whether the number of tiles exceeds the device's limit in some dimension. The launch then dispatches a
    /// two-dimensional grid, and the shader computes a linear id for each tile.
    pub folded_grid: bool,
    /// Whether all bounds requirements of [`Template::bounds_requirements`] hold.
    pub in_bounds: bool,
    /// The number of work-items in a workgroup, if the shader treats the domain as one-dimensional: see
    /// [`Template::one_dimensional_workgroup`].
    pub one_dimensional: Option<u32>,
    /// Whether the ids of all dispatched work-items fit 32 bits, including those outside the domain, which
    /// fill the last workgroups. Then one comparison detects a work-item outside the domain. Otherwise its id
    /// might wrap around to one in the domain.
    pub no_id_wrap: bool,
    /// The failures of work-items of which the shader records the first.
    pub traps: ReportedFailures,
    /// Whether the shader may print lines. Otherwise `amp::print!` does nothing.
    pub print: bool,
}

impl Specialisation {
    /// The capture whose buffer binding this capture uses.
    fn bound(&self, capture: usize) -> usize {
        self.alias.get(capture).copied().unwrap_or(capture)
    }
}

/// A shader, and the facts about it that a launch needs.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The WGSL source.
    pub wgsl: String,
    /// The name of the WGSL entry point.
    pub entry: &'static str,
    /// The extent of a workgroup. In each dimension of the kernel, a launch dispatches
    /// `ceil(extent / workgroup)` workgroups. If the shader treats the domain as one-dimensional, this vector
    /// has one component: the number of work-items in a workgroup.
    pub workgroup: Vec<u32>,
    /// The storage buffers, in the order of their bindings. Binding 0 is the uniform block of parameters.
    pub storage: Vec<StorageBinding>,
    /// The size in bytes of the tile variables that the shader declares in workgroup memory.
    pub tile_static_bytes: u32,
    /// The optional capabilities that the adapter must have to run the shader.
    pub needs: Vec<Capability>,
    /// The nesting depth of the control flow, with called functions counted as inlined: see [`nesting`].
    pub nesting: u32,
    /// Whether all loops terminate, whatever the data is.
    pub terminates: bool,
    /// Whether all accesses to buffers and arrays are proved to be in bounds for any data.
    pub bounds_proved: bool,
    /// The traps, if the specialisation asks for them and the shader has any.
    pub traps: Option<Traps>,
    pub(crate) layout: Layout,
}

/// One storage buffer of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageBinding {
    /// The number of the binding in group 0.
    pub binding: u32,
    /// The index of the capture whose view is in the buffer.
    pub capture: usize,
    /// Whether the kernel writes to the buffer.
    pub writable: bool,
}

/// The reason why the linker cannot turn a template into a shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// WGSL and the support library have no such operation for these operand types.
    Operation(Operation, String, String),
    /// A struct literal does not fit this type: the type is no struct, or fields are missing.
    Record(String),
    /// The type, which the second field names, has no method with the name in the first field.
    Method(&'static str, String),
    /// The kernel accesses elements of this type atomically, but WGSL has no atomics for them.
    Atomic(String),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Operation(operation, lhs, rhs) => {
                write!(f, "the kernel language has no `{operation:?}` for `{lhs}` and `{rhs}`")
            }
            LinkError::Record(ty) => write!(f, "`{ty}` is not a struct with these fields"),
            LinkError::Method(name, ty) => write!(f, "`{ty}` has no method `{name}` on a device"),
            LinkError::Atomic(ty) => write!(f, "there are no atomic operations on `{ty}`"),
        }
    }
}

impl std::error::Error for LinkError {}

/// Links a template into the shader of a kernel.
pub fn link(template: &Template<'_>, specialisation: &Specialisation) -> Result<Linked, LinkError> {
    link_with(
        template,
        specialisation,
        Reports { traps: specialisation.traps != ReportedFailures::None, lines: false },
    )
}

/// Links a template. Links it again if the shader cannot fail, and so needs no traps, or if it prints lines.
fn link_with(
    template: &Template<'_>,
    specialisation: &Specialisation,
    reports: Reports,
) -> Result<Linked, LinkError> {
    let rank = template.rank;
    let captures = template.captures.iter().map(|s| (s.kind, s.element, s.rank));
    let layout = Layout::new(rank, captures, reports.any());
    let workgroup =
        specialisation.one_dimensional.map_or_else(|| template.workgroup(), |length| vec![length]);
    let mut linker = Linker::new(template, specialisation, &layout, reports);
    linker.declare_ops()?;
    let body = linker.text(template.body)?;
    let needed =
        Reports { traps: reports.traps && linker.may_fail, lines: specialisation.print && linker.has_lines };
    if needed != reports {
        return link_with(template, specialisation, needed);
    }
    let checked_finders = linker.checked_position_functions();
    let finders = linker.position_functions() + &checked_finders;
    let entry = linker.entry(&body, &workgroup);
    let globals = linker.globals()?;

    let mut wgsl = String::new();
    if linker.needs.contains(&Capability::F16) {
        wgsl += "enable f16;\n";
    }
    let pools = linker.pool_declarations();
    wgsl += &linker.structs_text;
    wgsl += &globals;
    wgsl += &pools;
    wgsl += &linker.trap_declarations();
    wgsl += &linker.output_declarations();
    wgsl += &finders;
    wgsl += &linker.word_function_texts();
    wgsl += &library(&linker, &entry);
    for text in linker.support.values() {
        wgsl += text;
    }
    wgsl += &linker.conversions_text;
    wgsl += &linker.functions_text;
    wgsl += &entry;

    let storage = linker.storage();
    // Loops in support functions have no termination proof, so a shader with such a function does not count
    // as terminating.
    let ends = linker.terminates && !linker.support.values().any(|text| has_loop(text));
    let inside = specialisation.in_bounds
        && template.bounds_requirements().is_some()
        && !linker.may_index_anywhere
        && !linker.has_assertions;
    let traps = linker.traps();
    let needs = linker.needs;
    let (nesting, _) = nesting(&wgsl);
    // Traps add branches. A kernel that nests as deeply as drivers allow has none.
    if reports.traps && nesting > SHADER_NESTING_LIMIT {
        return link_with(template, specialisation, Reports { traps: false, ..reports });
    }
    Ok(Linked {
        wgsl,
        entry: "amp_main",
        workgroup,
        storage,
        tile_static_bytes: template.tile_static_words() as u32 * 4,
        needs,
        nesting,
        terminates: ends,
        bounds_proved: inside,
        traps,
        layout,
    })
}

/// The reports of a shader to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reports {
    /// The first failure of a work-item.
    traps: bool,
    /// Printed lines.
    lines: bool,
}

impl Reports {
    const fn any(self) -> bool {
        self.traps || self.lines
    }
}

/// The functions of the support library that the shader uses, in an order in which each follows those that it
/// calls.
fn library(linker: &Linker<'_>, entry: &str) -> String {
    let mut needed: Vec<&str> = Vec::new();
    for (name, text) in LIBRARY.iter().chain(F64_FUNCTIONS).rev() {
        let is_called = needed.iter().any(|caller| caller.contains(name))
            || linker.support.values().any(|caller| caller.contains(name))
            || CALLED_DIRECTLY.contains(name)
                && (entry.contains(name) || linker.functions_text.contains(name));
        if is_called {
            needed.push(text);
        }
    }
    needed.into_iter().rev().collect()
}

fn has_loop(text: &str) -> bool {
    ["loop {", "while ", "for (", "amp_fmod"].iter().any(|word| text.contains(word))
}

pub(crate) struct Linker<'t> {
    template: &'t Template<'t>,
    specialisation: &'t Specialisation,
    layout: &'t Layout,
    reports: Reports,
    /// The types and functions that rustc found for the kernel or device function whose pieces are being
    /// joined.
    entries: &'t [Entry],
    /// One string for each declared struct: its name, then its body.
    structs: Vec<String>,
    structs_text: String,
    support: BTreeMap<String, String>,
    functions: Vec<(String, String)>,
    function_names: HashSet<String>,
    /// The WGSL name of each linked device function whose text does not depend on the arguments of a call.
    known_functions: HashMap<*const Item, String>,
    functions_text: String,
    pub(crate) conversions: HashSet<String>,
    pub(crate) conversions_text: String,
    needs: Vec<Capability>,
    terminates: bool,
    /// Whether the shader contains a function that computes indices from its arguments. The bounds proofs of
    /// the kernel do not cover the accesses of such a function.
    may_index_anywhere: bool,
    /// Whether drivers must not rearrange the floating-point operations of the current function.
    strict: bool,
    /// For each parameter of the current function that is by reference or callable: the memory or function
    /// that it stands for in the current call.
    reference_targets: Vec<call::ReferenceTarget>,
    /// The index of the kernel's capture for each view parameter of the current function; `None` in the
    /// kernel itself.
    views: Option<Vec<usize>>,
    /// The subviews that are passed to functions. Their capture indices follow those of the captures: with
    /// two captures, the first subview has index 2.
    subviews: Vec<subviews::Subview>,
    /// For each capture, whether all accesses to its elements are atomic.
    atomic: Vec<bool>,
    /// The indices of the captures whose elements the shader accesses.
    indexed_captures: BTreeSet<usize>,
    /// The WGSL functions for elements with components of less than 32 bits: maps the function's name to its
    /// text.
    word_functions: BTreeMap<String, String>,
    /// The types that occur in the names of `word_functions`. The name contains the index of the type in this
    /// list.
    word_types: Vec<&'static TypeInfo>,
    /// How the shader accesses the buffer of each capture whose elements have components of less than 32
    /// bits.
    word_accesses: BTreeMap<usize, sub_word::WordAccess>,
    /// The launch parameters that the shader caches in private variables: maps the index of the parameter's
    /// word in the uniform block to the variable's name.
    cached_params: BTreeMap<usize, String>,
    /// The items of slices of constants.
    pools: Vec<constant_slices::Pool>,
    /// The source file of the code that is being printed.
    file: &'static str,
    /// The source position of the code that is being printed, if it is known.
    at: Option<Position>,
    /// Whether `at` is the position of the call of the current function.
    is_at_call: bool,
    /// Whether the current function has a site at the position of its call.
    has_site_of_caller: bool,
    /// Whether a work-item may fail.
    may_fail: bool,
    /// Whether the shader prints lines.
    has_lines: bool,
    /// The sites of the traps, and of the printed lines.
    sites: Vec<traps::Site>,
    /// The captures whose subscripts the shader tests.
    checked_captures: BTreeSet<usize>,
    /// The constant offsets after the subscripts of a checked access, until its brackets are closed.
    pending_offset: Option<&'static [i32]>,
    /// The site of a checked operation, until `Piece::SiteArgument` prints it as an argument.
    pending_site: Option<usize>,
    /// For each operation that is being printed, from the outermost one inwards, whether it is checked.
    checked_operations: Vec<bool>,
    /// Whether the accesses that are being printed are proved to be in bounds.
    proved: bool,
    /// Whether the shader contains an assertion that accesses memory.
    has_assertions: bool,
}

impl<'t> Linker<'t> {
    fn new(
        template: &'t Template<'t>,
        specialisation: &'t Specialisation,
        layout: &'t Layout,
        reports: Reports,
    ) -> Self {
        Linker {
            template,
            specialisation,
            layout,
            reports,
            entries: template.entries,
            structs: Vec::new(),
            structs_text: String::new(),
            support: BTreeMap::new(),
            functions: Vec::new(),
            function_names: HashSet::new(),
            known_functions: HashMap::new(),
            functions_text: String::new(),
            conversions: HashSet::new(),
            conversions_text: String::new(),
            needs: Vec::new(),
            terminates: true,
            may_index_anywhere: false,
            strict: false,
            reference_targets: Vec::new(),
            views: None,
            subviews: Vec::new(),
            atomic: template.atomic_captures(),
            indexed_captures: BTreeSet::new(),
            word_functions: BTreeMap::new(),
            word_types: Vec::new(),
            word_accesses: BTreeMap::new(),
            cached_params: BTreeMap::new(),
            pools: Vec::new(),
            file: "",
            at: None,
            is_at_call: false,
            has_site_of_caller: false,
            may_fail: false,
            has_lines: false,
            sites: Vec::new(),
            checked_captures: BTreeSet::new(),
            pending_offset: None,
            pending_site: None,
            checked_operations: Vec::new(),
            proved: specialisation.in_bounds && template.bounds_requirements().is_some(),
            has_assertions: false,
        }
    }

    /// The text before a subscript of an array of this length: the call that checks it, if the shader has traps.
    fn item_start(&mut self, length: Option<usize>) -> String {
        let call = length.and_then(|length| self.checked_item_call(&format!("{length}u")));
        self.checked_operations.push(call.is_some());
        call.unwrap_or_default()
    }

    /// Joins pieces, and declares everything that they use.
    fn text(&mut self, pieces: &[Piece]) -> Result<String, LinkError> {
        let mut out = String::new();
        for piece in pieces {
            match self.rebased_on_kernel(*piece) {
                Piece::Note(never) => match never {},
                Piece::Text(text) => out += text,
                Piece::Type(ty) => out += &self.spell(self.ty(ty)),
                Piece::Zero(ty) => {
                    let _ = write!(out, "{}()", self.spell(self.ty(ty)));
                }
                Piece::Literal(ty, text) => out += &literal(self.ty(ty), text),
                Piece::Const(ty, value) => {
                    let mut words = Vec::new();
                    value(&mut words);
                    let mut words = words.into_iter();
                    out += &self.build(self.ty(ty), &mut |kind| scalar(kind, &mut words));
                }
                Piece::Operation(operation, lhs, rhs) => {
                    let (lhs, rhs) = (self.ty(lhs), self.ty(rhs));
                    out += &match self.checked_operation(operation, lhs, rhs) {
                        Some((name, site)) => {
                            self.pending_site = Some(site);
                            name
                        }
                        None => self.operation(operation, lhs, rhs)?,
                    };
                }
                Piece::Item(array) => {
                    let length = match self.ty(array) {
                        TypeInfo::Array(_, length) => Some(*length),
                        TypeInfo::Index(rank) => Some(*rank),
                        TypeInfo::Vector(_, lanes) => Some(*lanes as usize),
                        _ => None,
                    };
                    out += &self.item_start(length);
                }
                Piece::ItemOf(length) => out += &self.item_start(Some(length)),
                Piece::EndItem => out += if self.checked_operations.pop() == Some(true) { ")" } else { "" },
                Piece::Print(message) => out += &self.print(message)?,
                Piece::SiteArgument => {
                    if let Some(site) = self.pending_site.take() {
                        let _ = write!(out, "{site}u, ");
                    }
                }
                Piece::Checked(operation, lhs, rhs) => {
                    let checked = self.checked_operation(operation, self.ty(lhs), self.ty(rhs));
                    self.checked_operations.push(checked.is_some());
                    match checked {
                        Some((name, site)) => {
                            let _ = write!(out, "{name}({site}u, ");
                        }
                        None if operation == Operation::Neg => out += "-",
                        None => {}
                    }
                }
                Piece::Infix(text) => {
                    out += if self.checked_operations.last() == Some(&true) { ", " } else { text };
                }
                Piece::EndChecked => {
                    out += if self.checked_operations.pop() == Some(true) { ")" } else { "" };
                }
                Piece::CheckedAssign(operation, lhs, rhs, place) => {
                    let checked = self.checked_operation(operation, self.ty(lhs), self.ty(rhs));
                    self.checked_operations.push(checked.is_some());
                    match checked {
                        Some((name, site)) => {
                            let place = self.text(place)?;
                            let _ = write!(out, " = {name}({site}u, {place}, ");
                        }
                        None => {
                            let _ = write!(out, " {}= ", operation.sign());
                        }
                    }
                }
                Piece::Operator(operation, lhs, rhs, item) => {
                    let (lhs, rhs) = (self.ty(lhs), self.ty(rhs));
                    out += &match self.item(item) {
                        Some(item) => self.by_value(item, lhs, rhs)?,
                        None if let Some((name, site)) = self.checked_operation(operation, lhs, rhs) => {
                            self.pending_site = Some(site);
                            name
                        }
                        None if *rhs == TypeInfo::Unit => self.operation(operation, lhs, lhs)?,
                        None => self.operation(operation, lhs, rhs)?,
                    };
                }
                Piece::Method(name, receiver) => out += &self.method(name, self.ty(receiver))?,
                Piece::MaybeBuiltin(name, receiver, item, arguments) => match self.item(item) {
                    None => {
                        let name = self.method(name, self.ty(receiver))?;
                        let arguments: Result<Vec<_>, _> =
                            arguments.iter().map(|it| self.plain(it)).collect();
                        let _ = write!(out, "{name}({})", arguments?.join(", "));
                    }
                    Some(item) => out += &self.call(item, arguments)?,
                },
                Piece::Field(ty, field) => out += &selection(self.ty(ty), field),
                Piece::Record(ty, fields, rest) => out += &self.record(self.ty(ty), fields, rest)?,
                Piece::Variant(ty, name, fields) => out += &self.variant(self.ty(ty), name, fields)?,
                Piece::IsVariant(ty, name, value) => out += &self.is_variant(self.ty(ty), name, value)?,
                Piece::Length(ty) => {
                    let length = match self.ty(ty) {
                        TypeInfo::Array(_, length) => *length,
                        TypeInfo::Index(rank) => *rank,
                        _ => 0,
                    };
                    let _ = write!(out, "{length}u");
                }
                Piece::LengthOf(ty, value) => match self.ty(ty) {
                    TypeInfo::Slice(_) => {
                        let _ = write!(out, "{}.y", self.text(value)?);
                    }
                    TypeInfo::Sum(info) => {
                        let full = info.full_variant().unwrap_or_default();
                        let _ = write!(out, "u32({}.tag == {full}u)", self.text(value)?);
                    }
                    _ => out += &self.text(&[Piece::Length(ty)])?,
                },
                Piece::Subscript(ty, value, subscript) => {
                    out += &self.subscript(self.ty(ty), value, subscript)?;
                }
                Piece::MutatesReceiver(item) => {
                    let mutates = self.item(item).is_some_and(|item| item.mutates_receiver);
                    out += if mutates { "true" } else { "false" };
                }
                Piece::Components(ty, pieces) => {
                    let index = self.text(pieces)?;
                    out += &match self.ty(ty) {
                        TypeInfo::Index(rank) => {
                            (0..*rank).map(|d| format!("{index}[{d}]")).collect::<Vec<_>>().join(", ")
                        }
                        _ => index,
                    };
                }
                Piece::Splat(pieces, count) => {
                    let text = self.text(pieces)?;
                    out += &vec![text; count].join(", ");
                }
                Piece::Call(item, arguments) => {
                    if let Some(item) = self.item(item) {
                        out += &self.call(item, arguments)?;
                    }
                }
                Piece::Reference(position) => out += &self.reference(position),
                Piece::View(view) => out += &self.view_parameters(view),
                Piece::SliceParameter(position, view, _) => {
                    let _ = write!(out, "{}, {}", self.reference(position), self.view_parameters(view));
                }
                Piece::CallParameter(position, arguments) => out += &self.invoke(position, arguments)?,
                Piece::Parameter(position) => out += self.parameter(position),
                Piece::Atomic(operation, target) => out += &self.atomic_call(operation, target)?,
                Piece::Bound(ty, before, value) => {
                    out += &self.value_statement(self.ty(ty), before, value)?
                }
                Piece::Return(ty, value) => out += &self.return_statement(self.ty(ty), value)?,
                Piece::Needs(capability) => self.need(capability),
                Piece::RequiresBounds(_) => {}
                Piece::File(file) => self.file = file,
                Piece::Line(line) => self.go_to_line(line),
                Piece::Assert(condition, message) => out += &self.assertion(condition, message)?,
                Piece::Barrier if self.has_traps() && self.template.tile.is_some() => {
                    out += "amp_trapped = amp_trapped || atomicLoad(&amp_tile_trapped) != 0u;\n";
                }
                Piece::BeforeBarrier if self.has_traps() && self.template.tile.is_some() => {
                    out += "if (amp_trapped) { atomicStore(&amp_tile_trapped, 1u); }\n";
                }
                Piece::LoopStart if self.has_traps() => out += "if (amp_trapped) { break; }\n",
                Piece::BeforeBarrier | Piece::Barrier | Piece::LoopStart => {}
                Piece::MayIndexAnywhere => self.may_index_anywhere = true,
                Piece::Strict => self.strict = true,
                Piece::MayNotTerminate => self.terminates = false,
                Piece::TerminatesIfInteger(ty) => {
                    self.terminates &= matches!(self.ty(ty), TypeInfo::Scalar(scalar) if scalar.is_int() && scalar.narrow_bits().is_none());
                }
                Piece::TerminatesIfNonZero(_, value) => {
                    let mut words = Vec::new();
                    value(&mut words);
                    self.terminates &= words.iter().any(|word| *word != 0);
                }
                // A zero-sized value has no WGSL text.
                Piece::Value(capture) if self.is_zero_sized(capture) => {}
                Piece::Value(capture) => out += &self.capture_name(capture),
                Piece::Load(capture) => out += &self.load(capture)?,
                Piece::EndLoad(capture) => out += &self.end_load(capture)?,
                Piece::Convert(capture, to) => out += &self.convert(capture, self.ty(to))?,
                Piece::EndConvert(capture, to) => out += &self.end_convert(capture, self.ty(to))?,
                Piece::LoadPart(capture, subscripts, steps) => {
                    out += &self.load_part(capture, subscripts, steps)?;
                }
                Piece::Assign(capture, subscripts, steps, operator, value) => {
                    out += &self.assign(capture, subscripts, steps, operator, value)?;
                }
                Piece::Offset(capture, steps) if self.checks_index(capture) => {
                    self.pending_offset = Some(steps);
                }
                Piece::Offset(capture, steps) => out += &self.offset_suffix(capture, steps),
                Piece::Extent(capture) => {
                    let rank = self.rank(capture);
                    let parts: Vec<_> = (0..rank).map(|d| self.view_extent(capture, d)).collect();
                    let _ = write!(out, "array<u32, {rank}>({})", parts.join(", "));
                }
            }
        }
        Ok(out)
    }

    fn ty(&self, ty: TypeRef) -> &'static TypeInfo {
        ty.resolve(self.entries)
    }

    fn item(&self, item: ItemRef) -> Option<&'static Item> {
        item.resolve(self.entries)
    }

    fn need(&mut self, capability: Capability) {
        if !self.needs.contains(&capability) {
            self.needs.push(capability);
        }
    }

    /// The WGSL name of a type. Structs and tuples are declared on first use.
    pub(crate) fn spell(&mut self, ty: &TypeInfo) -> String {
        match ty {
            TypeInfo::Unit => "void".to_owned(),
            TypeInfo::Scalar(scalar) => {
                if let Some(capability) = Capability::of(*scalar) {
                    self.need(capability);
                }
                scalar.wgsl().to_owned()
            }
            TypeInfo::Vector(scalar, lanes) => format!("vec{lanes}<{}>", scalar.wgsl()),
            TypeInfo::Matrix(size) => format!("mat{size}x{size}<f32>"),
            TypeInfo::Array(element, len) => format!("array<{}, {len}>", self.spell(element)),
            TypeInfo::Index(rank) => format!("array<u32, {rank}>"),
            TypeInfo::Slice(_) => "vec2<u32>".to_owned(),
            TypeInfo::Enum(..) => "u32".to_owned(),
            TypeInfo::Tuple(fields) => {
                let fields = fields.iter().enumerate().filter(|(_, field)| !field.is_zero_sized());
                let fields: Vec<_> = fields.map(|(n, field)| (format!("f{n}"), self.spell(field))).collect();
                self.declare("Tuple", &fields)
            }
            TypeInfo::Struct(info) => {
                let fields = info.fields.iter().filter(|(_, field)| !field.is_zero_sized());
                let fields: Vec<_> =
                    fields.map(|(name, field)| (field_name(name), self.spell(field))).collect();
                self.declare(info.name, &fields)
            }
            TypeInfo::Sum(info) => self.declare_sum(info),
        }
    }

    pub(crate) fn declare(&mut self, name: &str, fields: &[(String, String)]) -> String {
        let mut body = String::from(" {");
        for (field, ty) in fields {
            let _ = write!(body, " {field}: {ty},");
        }
        body += " }\n";
        let ident: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let declared = format!("{ident}{body}");
        let known = self.structs.iter().position(|known| *known == declared);
        let spelling = format!("T{}_{ident}", known.unwrap_or(self.structs.len()));
        if known.is_none() {
            let _ = write!(self.structs_text, "struct {spelling}{body}");
            self.structs.push(declared);
        }
        spelling
    }

    fn operation(
        &mut self,
        operation: Operation,
        lhs: &TypeInfo,
        rhs: &TypeInfo,
    ) -> Result<String, LinkError> {
        // The pairs that stand for slices do not tell whether the items are equal.
        if lhs.has_slices() || rhs.has_slices() {
            return Err(LinkError::Operation(operation, self.spell(lhs), self.spell(rhs)));
        }
        let patterns = operation == Operation::Is;
        // A pattern compares an enum by its discriminant, but `compared` uses its `PartialEq`, which may be
        // hand-written. `compared` compares the other types in patterns component by component.
        if !(patterns && matches!(lhs, TypeInfo::Enum(_)))
            && let Some(name) = self.compared(operation, lhs)?
        {
            return Ok(name);
        }
        let operation = if patterns { Operation::Eq } else { operation };
        if self.strict
            && let Some(made) = strict(operation, lhs, rhs, &mut |ty| self.spell(ty))
        {
            if made.text.contains("u64") {
                self.need(Capability::I64);
            }
            self.support.insert(made.name.clone(), made.text);
            return Ok(made.name);
        }
        let mut spell = |ty: &TypeInfo| self.spell(ty);
        let (l, r) = (spell(lhs), spell(rhs));
        let made = support(operation, lhs, rhs, &mut spell).ok_or(LinkError::Operation(operation, l, r))?;
        self.support.insert(made.name.clone(), made.text);
        Ok(made.name)
    }

    /// Prints a struct literal. The WGSL constructor takes the fields in declaration order.
    fn record(
        &mut self,
        ty: &TypeInfo,
        fields: &[(&str, &[Piece])],
        rest: Option<&[Piece]>,
    ) -> Result<String, LinkError> {
        if ty.is_zero_sized() {
            return Ok(String::new());
        }
        let name = self.spell(ty);
        if let TypeInfo::Tuple(_) = ty {
            return self.tuple(&name, fields);
        }
        let TypeInfo::Struct(info) = ty else { return Err(LinkError::Record(name)) };
        let mut parts = Vec::new();
        for (field, _) in info.fields.iter().filter(|(_, field)| !field.is_zero_sized()) {
            let given = fields.iter().find(|(name, _)| name == field);
            parts.push(match (given, rest) {
                (Some((_, value)), _) => self.text(value)?,
                (None, Some(rest)) => format!("{}.{}", self.text(rest)?, field_name(field)),
                (None, None) => return Err(LinkError::Record(name)),
            });
        }
        Ok(format!("{name}({})", parts.join(", ")))
    }

    fn method(&mut self, name: &'static str, receiver: &TypeInfo) -> Result<String, LinkError> {
        let mut spell = |ty: &TypeInfo| self.spell(ty);
        let ty = spell(receiver);
        let made = method(name, receiver, &mut spell).ok_or(LinkError::Method(name, ty))?;
        if !made.text.is_empty() {
            self.support.insert(made.name.clone(), made.text);
        }
        Ok(made.name)
    }

    /// Declares a device function on first use and returns its WGSL name. Functions with equal text share one
    /// declaration.
    fn function(&mut self, item: &'static Item) -> Result<String, LinkError> {
        // Without the cache `known_functions`, a function that calls another twice would link it twice. The
        // work would double with each level of calls.
        let depends = self.views.as_ref().is_some_and(|views| !views.is_empty())
            || self.reference_targets.iter().any(|place| !place.text.is_empty());
        if !depends && let Some(name) = self.known_functions.get(&std::ptr::from_ref(item)) {
            return Ok(name.clone());
        }
        let outer = (self.strict, self.entries, self.file, self.at, self.proved);
        let outer_site = (self.is_at_call, self.has_site_of_caller);
        (self.strict, self.entries, self.proved) = (false, item.entries, false);
        (self.is_at_call, self.has_site_of_caller) = (true, false);
        let body = self.text(item.body);
        (self.strict, self.entries, self.file, self.at, self.proved) = outer;
        let depends = depends || self.has_site_of_caller;
        self.is_at_call = outer_site.0;
        self.has_site_of_caller = outer_site.1 || self.has_site_of_caller && self.is_at_call;
        let body = body?;
        // A by-reference parameter may need no WGSL parameter and leave a surplus comma in the list.
        let body = match body.split_once('{') {
            Some((head, rest)) => format!("{}{{{rest}", call::tidy(head)),
            None => body,
        };
        let name = self.declare_function(item.name, body);
        if !depends {
            self.known_functions.insert(item, name.clone());
        }
        Ok(name)
    }

    /// Declares a WGSL function and returns its name. Functions with equal text share one declaration.
    fn declare_function(&mut self, name: &str, body: String) -> String {
        if let Some((_, name)) = self.functions.iter().find(|(known, _)| *known == body) {
            return name.clone();
        }
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let mut name = format!("fn_{}", plain.trim_matches('_'));
        while !self.function_names.insert(name.clone()) {
            name = format!("fn{}_{}", self.functions.len(), plain.trim_matches('_'));
        }
        let _ = writeln!(self.functions_text, "fn {name}{body}");
        self.functions.push((body, name.clone()));
        name
    }

    /// Whether the buffer of a capture holds its elements in packed form, without WGSL's padding: see
    /// `packed`.
    fn is_packed(&self, capture: usize) -> bool {
        let capture = self.capture(capture);
        capture.kind != CaptureKind::Value
            && !capture.element.has_sub_word_parts()
            && !has_native_layout(capture.element)
    }

    fn capture_name(&self, capture: usize) -> String {
        let name: String = self.capture(capture).name.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        format!("s{}_{name}", self.root(capture))
    }

    /// The text before the subscripts of an element in its buffer, such as `x[at_x(`. `end_element` closes
    /// its brackets.
    fn element(&mut self, capture: usize) -> String {
        self.indexed_captures.insert(self.root(capture));
        match self.capture(capture).kind {
            CaptureKind::Value => format!("{}[", self.capture_name(capture)),
            CaptureKind::Read | CaptureKind::Write => {
                let buffer = self.capture_name(self.specialisation.bound(self.root(capture)));
                format!("{buffer}[{}", self.position_call(capture))
            }
        }
    }

    /// The text after the subscripts that closes the brackets of `element`.
    fn end_element(&mut self, capture: usize) -> String {
        if self.capture(capture).kind == CaptureKind::Value {
            return "]".to_owned();
        }
        self.end_checked_position(capture) + ")]"
    }

    /// The text before the subscripts in the call that computes the position of an element, such as `at_x(`.
    fn position_call(&mut self, capture: usize) -> String {
        if self.checks_index(capture) {
            return self.checked_position_call(capture);
        }
        match self.subview_element_function(capture) {
            Some(finder) => finder,
            None => format!("at_{}(", self.capture_name(capture)),
        }
    }

    /// The element type of a capture whose elements are accessed atomically; `None` for other captures.
    fn atomic(&mut self, capture: usize) -> Result<Option<Scalar>, LinkError> {
        match self.capture(capture).element {
            _ if !self.atomic[self.root(capture)] => Ok(None),
            element => match word_scalar(element) {
                Some(scalar) => Ok(Some(scalar)),
                None => Err(LinkError::Atomic(self.spell(element))),
            },
        }
    }

    /// The WGSL expression that constructs a value from its scalars. `scalar` returns the text of the next
    /// scalar, in the order in which the scalars lie in host memory.
    fn build(&mut self, ty: &TypeInfo, scalar: &mut dyn FnMut(Scalar) -> String) -> String {
        if ty.is_zero_sized() {
            return String::new();
        }
        let parts: Vec<String> = match ty {
            TypeInfo::Unit => return String::new(),
            TypeInfo::Scalar(kind) => {
                self.spell(ty);
                if *kind == Scalar::F16 {
                    self.half_of_bits();
                }
                return scalar(*kind);
            }
            TypeInfo::Enum(..) => return scalar(Scalar::U32),
            // A constant contains the length of a slice, and then its items.
            TypeInfo::Slice(item) => {
                let len = scalar(Scalar::Usize).trim_end_matches('u').parse().unwrap_or(0);
                let items = (0..len).map(|_| self.build(item, scalar)).collect();
                return self.constant_slice(item, items);
            }
            TypeInfo::Sum(info) => {
                let tag = scalar(Scalar::U32);
                let fields = info.fields().map(|(_, _, field)| self.build(field, scalar));
                std::iter::once(tag).chain(fields).collect()
            }
            TypeInfo::Vector(kind, lanes) => (0..*lanes).map(|_| scalar(*kind)).collect(),
            TypeInfo::Matrix(size) => (0..size * size).map(|_| scalar(Scalar::F32)).collect(),
            TypeInfo::Index(rank) => (0..*rank).map(|_| scalar(Scalar::Usize)).collect(),
            TypeInfo::Array(element, len) => (0..*len).map(|_| self.build(element, scalar)).collect(),
            TypeInfo::Tuple(fields) => fields.iter().map(|field| self.build(field, scalar)).collect(),
            TypeInfo::Struct(info) => {
                info.fields.iter().map(|(_, field)| self.build(field, scalar)).collect()
            }
        };
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}({})", self.spell(ty), parts.join(", "))
    }
}

/// The WGSL expression that reads a scalar from the launch parameters, starting at word `at`. Advances `at`
/// past the scalar.
fn decode(scalar: Scalar, at: &mut usize) -> String {
    let mut next = || {
        *at += 1;
        word(*at - 1)
    };
    match scalar {
        Scalar::Bool => format!("({} != 0u)", next()),
        Scalar::U32 | Scalar::Usize | Scalar::U8 | Scalar::U16 => next(),
        Scalar::I8 | Scalar::I16 => format!("bitcast<i32>({})", next()),
        // An `f16` has a whole word of the launch parameters to itself.
        Scalar::F16 => format!("amp_half_of({})", next()),
        Scalar::I32 | Scalar::Isize | Scalar::F32 => format!("bitcast<{}>({})", scalar.wgsl(), next()),
        // naga types a bitcast of two words as a vector, so the shader first combines the words into a `u64`.
        Scalar::F64 | Scalar::I64 | Scalar::U64 => {
            let (low, high) = (next(), next());
            format!("bitcast<{}>(u64({low}) | (u64({high}) << 32u))", scalar.wgsl())
        }
    }
}

/// The WGSL expression for word `at` of the launch parameters.
fn word(at: usize) -> String {
    format!("amp_params[{}].{}", at / 4, ["x", "y", "z", "w"][at % 4])
}

/// The suffix that selects a field of a value, such as `.x` or `[0]`.
fn selection(ty: &TypeInfo, field: &str) -> String {
    match ty {
        TypeInfo::Sum(info) => sum::selection(info, field),
        // In a pattern, the compiler cannot tell whether `Path { field }` is a struct or a variant, so it
        // passes `Path.field`. A struct's field is named by the last component alone.
        TypeInfo::Struct(_) => format!(".{}", field_name(field.rsplit('.').next().unwrap_or_default())),
        TypeInfo::Tuple(_) => format!(".f{field}"),
        TypeInfo::Matrix(_) => match field {
            "x_axis" => "[0]".to_owned(),
            "y_axis" => "[1]".to_owned(),
            "z_axis" => "[2]".to_owned(),
            _ => "[3]".to_owned(),
        },
        _ => format!(".{field}"),
    }
}

/// The name of a struct's field in the shader. The prefix avoids WGSL's keywords.
pub(crate) fn field_name(name: &str) -> String {
    format!("f_{name}")
}

/// Prints a Rust literal, given without its suffix, as a WGSL literal of this type.
pub fn literal(ty: &TypeInfo, text: &str) -> String {
    let TypeInfo::Scalar(scalar) = ty else { return text.to_owned() };
    if let Some(positive) = text.strip_prefix('-') {
        return match scalar {
            Scalar::F32 | Scalar::F64 | Scalar::F16 => format!("(-{})", literal(ty, positive)),
            // The integer -2^63 cannot be written as a negated literal, because 2^63 is no `i64`.
            Scalar::I64 if positive == "9223372036854775808" => "(-9223372036854775807li - 1li)".to_owned(),
            _ => format!("{}({text})", scalar.wgsl()),
        };
    }
    match scalar {
        Scalar::Bool => text.to_owned(),
        Scalar::I32 | Scalar::Isize | Scalar::I8 | Scalar::I16 => format!("{text}i"),
        Scalar::U32 | Scalar::Usize | Scalar::U8 | Scalar::U16 => format!("{text}u"),
        Scalar::F16 => format!("{text}h"),
        Scalar::I64 => format!("{text}li"),
        Scalar::U64 => format!("{text}lu"),
        Scalar::F32 => format!("{text}f"),
        Scalar::F64 => format!("{text}lf"),
    }
}

/// The WGSL expression for a scalar constant whose words come from the iterator.
fn scalar(scalar: Scalar, words: &mut impl Iterator<Item = u32>) -> String {
    let low = words.next().unwrap_or_default();
    let mut wide = || u64::from(low) | u64::from(words.next().unwrap_or_default()) << 32;
    match scalar {
        Scalar::Bool => (if low != 0 { "true" } else { "false" }).to_owned(),
        Scalar::I32 | Scalar::Isize | Scalar::I8 | Scalar::I16 => format!("i32({})", low.cast_signed()),
        Scalar::U32 | Scalar::Usize | Scalar::U8 | Scalar::U16 => format!("{low}u"),
        Scalar::F16 => format!("amp_half_of({low}u)"),
        Scalar::I64 => literal(&TypeInfo::Scalar(Scalar::I64), &wide().cast_signed().to_string()),
        Scalar::U64 => format!("{}lu", wide()),
        Scalar::F32 => {
            let value = f32::from_bits(low);
            // WGSL has no literal for infinity or NaN.
            if value.is_finite() { format!("({value:e}f)") } else { format!("bitcast<f32>({low}u)") }
        }
        Scalar::F64 => {
            let value = f64::from_bits(wide());
            match value.is_finite() {
                true => format!("({value:e}lf)"),
                false => format!("amp_not_finite({}u)", (value as f32).to_bits()),
            }
        }
    }
}

/// Whether elements of this type have the same layout in a WGSL buffer as on the host. On the host, the
/// element type of a view never has padding. So the function checks whether WGSL would add padding.
pub(crate) fn has_native_layout(ty: &TypeInfo) -> bool {
    fn align(ty: &TypeInfo) -> usize {
        match ty {
            TypeInfo::Unit => 1,
            TypeInfo::Scalar(scalar) => scalar.words(),
            TypeInfo::Vector(scalar, lanes) => scalar.words() * (*lanes as usize).next_power_of_two(),
            TypeInfo::Matrix(size) => (*size as usize).next_power_of_two(),
            TypeInfo::Array(element, _) => align(element),
            TypeInfo::Index(_) | TypeInfo::Enum(..) | TypeInfo::Sum(_) | TypeInfo::Slice(_) => 1,
            TypeInfo::Tuple(fields) => fields.iter().map(|field| align(field)).max().unwrap_or(1),
            TypeInfo::Struct(info) => info.fields.iter().map(|(_, field)| align(field)).max().unwrap_or(1),
        }
    }
    let fits = |ty: &TypeInfo| ty.words().is_multiple_of(align(ty));
    match ty {
        TypeInfo::Unit | TypeInfo::Tuple(_) | TypeInfo::Sum(_) | TypeInfo::Slice(_) => false,
        TypeInfo::Scalar(scalar) => *scalar != Scalar::Bool,
        TypeInfo::Index(_) | TypeInfo::Enum(..) => true,
        TypeInfo::Vector(scalar, lanes) => *scalar != Scalar::Bool && *lanes != 3,
        TypeInfo::Matrix(size) => *size != 3,
        TypeInfo::Array(element, _) => has_native_layout(element) && fits(element),
        TypeInfo::Struct(info) => {
            let mut at = 0;
            let mut native = fits(ty);
            for (_, field) in info.fields.iter().filter(|(_, field)| !field.is_zero_sized()) {
                native &= has_native_layout(field) && at % align(field) == 0;
                at += field.words();
            }
            native
        }
    }
}
