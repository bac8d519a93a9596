//! Reports for the tool `amp explain`: the facts that the compiler derived about each kernel of a source file.
//!
//! The reports come from the source alone, without rustc. So the WGSL of a kernel contains stand-ins where a type, a
//! constant or a function is known to rustc only. `Kernel::explain` of the runtime has the exact WGSL.

use crate::analysis::{Facts, TripCount, Uniformity};
use crate::diagnostics::Diagnostics;
use crate::emit::{cpu, wgsl};
use crate::ir::{Expr, ExprKind, Kernel, Len, Role, Stmt, Ty, Unary, Var};
use crate::site::{Site, quoted};
use crate::{analysis, check, lower, parse, validate};
use amp_shader::{AccessPath, BoundsRequirement, Size};
use proc_macro2::{Span, TokenStream};
use syn::visit::Visit;

/// The report about one kernel.
#[derive(Clone, Debug)]
pub struct Report {
    /// The kernel's name: that of a kernel function, or `closure in f, line 12` for a closure in the function `f`.
    pub name: String,
    /// The line of the attribute or of `amp!`, and the last line of the kernel.
    pub lines: (usize, usize),
    /// The number of dimensions of the domain.
    pub rank: usize,
    /// The extent of the tile, as written.
    pub tile: Vec<String>,
    /// The captures.
    pub captures: Vec<Capture>,
    /// The variables in tile memory, with their types.
    pub tile_memory: Vec<(String, String)>,
    /// The local variables that the user wrote.
    pub variables: Vec<Variable>,
    /// The loops, in the order of their lines.
    pub loops: Vec<Loop>,
    /// The accesses to views, in the order of their lines.
    pub accesses: Vec<Access>,
    /// The conditions that a launch tests so that the shader needs no bounds checks, such as `x.extent()[0] >= n`.
    pub requirements: Vec<String>,
    /// The lines with a subscript that is not proved to be in bounds. If there is one, the shader checks all
    /// subscripts.
    pub unproved_lines: Vec<usize>,
    /// The operations of one work-item: one entry for the code outside of loops, and one for each loop.
    pub work: Vec<Work>,
    /// The WGSL, with stand-ins for what only rustc knows; `None` if the kernel cannot be linked with them.
    pub wgsl: Option<String>,
    /// Whether the WGSL contains stand-ins.
    pub has_stand_ins: bool,
}

/// A capture of a kernel.
#[derive(Clone, Debug)]
pub struct Capture {
    /// The name.
    pub name: String,
    /// The kind: a value, a read view, a written view.
    pub kind: &'static str,
    /// The type of the value or of the elements, if the source shows it.
    pub ty: String,
    /// Whether atomic operations access the elements.
    pub atomic: bool,
    /// Whether each work-item accesses only the element at its own index.
    pub exclusive: bool,
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The line of the declaration.
    pub line: usize,
    /// `tile` if the value is uniform in the tile, `row` if it is uniform in a row only, otherwise `varying`.
    pub uniformity: &'static str,
    /// The reason why the value is not uniform in the tile.
    pub reason: String,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The line of the loop.
    pub line: usize,
    /// How the CPU runs the loop.
    pub execution: &'static str,
}

/// An access to a view by the code of the CPU back end.
#[derive(Clone, Debug)]
pub struct Access {
    /// The name of the view.
    pub view: String,
    /// The line.
    pub line: usize,
    /// Whether the access writes.
    pub stores: bool,
    /// The elements that a row of work-items accesses.
    pub elements: &'static str,
    /// Whether the index is checked once for a row, and not for each work-item.
    pub checked_by_row: bool,
    /// Whether the access is atomic.
    pub atomic: bool,
}

/// The operations of a work-item, outside of loops or in one iteration of a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The line of the innermost loop; `None` outside of loops.
    pub loop_line: Option<usize>,
    /// The number of elements that are read from views.
    pub loads: usize,
    /// The number of elements that are written to views.
    pub stores: usize,
    /// The size in bytes of the elements that are read and written. Elements whose type the source does not show
    /// do not count.
    pub bytes: usize,
    /// Arithmetic operations and calls of methods on floats.
    pub float_operations: usize,
    /// Arithmetic operations and calls of methods on integers.
    pub integer_operations: usize,
    /// Atomic operations.
    pub atomics: usize,
    /// Calls of device functions, whose work is not counted.
    pub calls: usize,
}

/// The report about a kernel, or the name and the line of a kernel that amp rejects.
pub type Found = Result<Report, (String, usize)>;

/// The reports about the kernels of a source file: `#[kernel]` functions and `amp!` closures outside of macros. A kernel
/// that amp rejects is an error with its name and line.
///
/// # Errors
/// The message of the parser if the source is not Rust.
pub fn kernels(source: &str) -> Result<Vec<Found>, String> {
    let file: syn::File = syn::parse_str(source).map_err(|error| {
        let start = error.span().start();
        format!("line {}: {error}", start.line)
    })?;
    let mut found = Finder { reports: Vec::new(), function: String::new() };
    found.visit_file(&file);
    Ok(found.reports)
}

/// Finds the kernels of a file.
struct Finder {
    reports: Vec<Found>,
    /// The name of the function around the current node.
    function: String,
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let outer = std::mem::replace(&mut self.function, item.sig.ident.to_string());
        let attribute = item.attrs.iter().find(|attribute| is_named(attribute.path(), "kernel"));
        match attribute {
            Some(attribute) => self.kernel(attribute, item),
            None => syn::visit::visit_item_fn(self, item),
        }
        self.function = outer;
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let outer = std::mem::replace(&mut self.function, item.sig.ident.to_string());
        syn::visit::visit_impl_item_fn(self, item);
        self.function = outer;
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        if is_named(&called.path, "amp") {
            let lines = lines(called.tokens.clone(), called.path.segments[0].ident.span());
            let name = format!("closure in {}, line {}", self.function, lines.0);
            let tokens = called.tokens.clone();
            let report = report(name.clone(), lines, |diagnostics| parse::closure(tokens, &[], diagnostics));
            self.reports.push(report.ok_or((name, lines.0)));
        } else if let Ok(arguments) =
            called.parse_body_with(syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated)
        {
            // Kernels may stand in macros such as `assert!(f(amp!(..)))`.
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}

impl Finder {
    fn kernel(&mut self, attribute: &syn::Attribute, item: &syn::ItemFn) {
        let options = match &attribute.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        let mut plain = item.clone();
        plain.attrs.retain(|attribute| !is_named(attribute.path(), "kernel"));
        let name = item.sig.ident.to_string();
        // The first line is that of the attribute, which the kernel also has in reports at run time.
        let first = attribute.pound_token.span.start().line;
        let lines = (first, item.block.brace_token.span.close().end().line);
        let tokens = quote::quote!(#plain);
        let report = report(name.clone(), lines, |diagnostics| {
            parse::kernel(options, syn::parse2(tokens), None, diagnostics)
        });
        self.reports.push(report.ok_or((name, lines.0)));
    }
}

fn is_named(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == name)
}

fn lines(tokens: TokenStream, first: Span) -> (usize, usize) {
    let last = tokens.into_iter().last().map_or(first, |token| token.span());
    (first.start().line, last.end().line)
}

/// Compiles a kernel up to the emission of WGSL and CPU code. `None` if amp rejects the kernel.
fn report(
    name: String,
    lines: (usize, usize),
    parse: impl FnOnce(&mut Diagnostics) -> syn::Result<parse::KernelInput>,
) -> Option<Report> {
    let mut diagnostics = Diagnostics::default();
    let input = diagnostics.parsed(parse).ok()?;
    let mut kernel = lower::kernel(&input, &mut diagnostics);
    analysis::assume_receivers_unmodified(&mut kernel);
    let facts = Facts::new(kernel);
    let kernel = &*facts.kernel;
    check::kernel(&facts, &mut diagnostics);
    diagnostics.finish().ok()?;
    let (template, _) = wgsl::kernel(&facts);
    let linked = validate::link(&facts, &template, false, amp_shader::ReportedFailures::None);
    let (requirements, unproved) = facts.bounds_proofs();
    let mut loops = Vec::new();
    let mut work = vec![Work::default()];
    for stmt in &kernel.body.block {
        find_loops(&facts, stmt, &mut loops);
        count_stmt(kernel, stmt, 0, &mut work);
    }
    work.retain(|work| *work != Work { loop_line: work.loop_line, ..Work::default() });
    let mut accesses: Vec<_> =
        cpu::kernel(&facts, Span::call_site()).accesses.iter().map(|it| it.described(kernel)).collect();
    accesses.sort_by_key(|access| access.line);
    let mut unproved_lines: Vec<_> = unproved.iter().map(line).collect();
    unproved_lines.sort_unstable();
    unproved_lines.dedup();
    Some(Report {
        name,
        lines,
        rank: kernel.rank,
        tile: kernel.tile.iter().flatten().map(|size| quoted(size)).collect(),
        captures: captures(&facts),
        tile_memory: kernel
            .body
            .tile_static
            .iter()
            .map(|variable| (variable.ident.to_string(), quoted(&variable.written_type)))
            .collect(),
        variables: variables(&facts),
        loops,
        accesses,
        requirements: requirements.iter().map(|it| requirement(kernel, it)).collect(),
        unproved_lines,
        work,
        has_stand_ins: validate::has_holes(&facts, &template) || has_constants(kernel),
        wgsl: linked.map(|linked| linked.wgsl),
    })
}

/// Whether a kernel contains a constant, or an array length, whose value only rustc knows.
fn has_constants(kernel: &Kernel) -> bool {
    let mut found = kernel.tile.iter().flatten().any(|size| size.integer().is_none());
    found |= kernel.body.variables.iter().any(|variable| has_constant_length(&variable.ty));
    found |= kernel.body.tile_static.iter().any(|variable| has_constant_length(&variable.ty));
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut |expr| {
            found |= matches!(expr.kind, ExprKind::Const(_) | ExprKind::Repeat(_, Len::Const(_)));
        });
    }
    found
}

fn has_constant_length(ty: &Ty) -> bool {
    match ty {
        Ty::Array(_, Len::Const(_)) => true,
        Ty::Array(item, Len::Number(_)) => has_constant_length(item),
        _ => false,
    }
}

fn line(site: &Site) -> usize {
    site.first.start().line
}

fn captures(facts: &Facts) -> Vec<Capture> {
    let describe = |(n, capture): (usize, &crate::ir::Capture)| Capture {
        name: capture.ident.to_string(),
        kind: match capture.role {
            Role::Value => "value",
            Role::Read => "read view",
            Role::Write => "written view",
            Role::ValueOrView => "value or view",
        },
        ty: description(&capture.element),
        atomic: capture.atomic,
        exclusive: facts.is_exclusive(n),
    };
    facts.kernel.captures.iter().enumerate().map(describe).collect()
}

/// The name of a type; empty if the source does not show it.
fn description(ty: &Ty) -> String {
    match ty {
        Ty::Error | Ty::Var(_) => String::new(),
        known => known.describe().trim_matches('`').to_owned(),
    }
}

fn variables(facts: &Facts) -> Vec<Variable> {
    let kernel = &*facts.kernel;
    let mut found = Vec::new();
    for (n, variable) in kernel.body.variables.iter().enumerate() {
        if variable.temporary || variable.reference.is_some() {
            continue;
        }
        let var = Var(n);
        found.push(Variable {
            name: variable.ident.to_string(),
            line: variable.ident.span().start().line,
            uniformity: match facts.uniformity.of(var) {
                Uniformity::Tile => "tile",
                Uniformity::Row => "row",
                Uniformity::Varying => "varying",
            },
            reason: facts.uniformity.cause_in_words(kernel, var).unwrap_or_default(),
        });
    }
    found.sort_by_key(|variable| variable.line);
    found
}

/// Appends the loops of a statement, with the way in which the CPU runs them.
fn find_loops(facts: &Facts, stmt: &Stmt, loops: &mut Vec<Loop>) {
    stmt.walk(&mut |stmt| {
        let site = match stmt {
            Stmt::For { range, .. } => range.start.site,
            Stmt::While { site, .. } => *site,
            _ => return,
        };
        let execution = match (facts.uniformity.of_loop(&facts.kernel, stmt), facts.masked_trip_count(stmt)) {
            (Uniformity::Tile | Uniformity::Row, _) => {
                "once for a row: all work-items take the same iterations, and each iteration is a vector loop over the row"
            }
            (Uniformity::Varying, Some(TripCount::Uniform)) => {
                "masked: the lanes of a row run the loop together, and lanes that have left it are inactive"
            }
            (Uniformity::Varying, Some(TripCount::PerLane | TripCount::Unbounded)) => {
                "masked: the lanes of a row run the loop together until the last lane has finished"
            }
            (Uniformity::Varying, None) => "for each work-item: the lanes differ, so there is no vector code across them",
        };
        loops.push(Loop { line: line(&site), execution });
    });
}

fn requirement(kernel: &Kernel, requirement: &BoundsRequirement) -> String {
    let name = |capture: usize| kernel.captures[capture].ident.to_string();
    let size = match requirement.size {
        Size::Domain(dimension) => format!("domain[{dimension}]"),
        Size::Tiles(dimension) => format!("number of tiles in dimension {dimension}"),
        Size::Extent(capture, dimension) => format!("{}.extent()[{dimension}]", name(capture)),
        Size::Value(capture) => name(capture),
        Size::Constant(number) => number.to_string(),
    };
    format!("{}.extent()[{}] >= {size}", name(requirement.capture), requirement.dimension)
}

/// Adds the operations of a statement to `work[at]`, and those of its loops to new entries.
fn count_stmt(kernel: &Kernel, stmt: &Stmt, at: usize, work: &mut Vec<Work>) {
    let own_loop = match stmt {
        Stmt::For { range, .. } => Some(range.start.site),
        Stmt::While { site, .. } => Some(*site),
        _ => None,
    };
    let inner = match own_loop {
        Some(site) => {
            work.push(Work { loop_line: Some(line(&site)), ..Work::default() });
            work.len() - 1
        }
        None => at,
    };
    // The bounds of a `for` are evaluated once, the condition of a `while` in each iteration.
    let conditions = if matches!(stmt, Stmt::While { .. }) { inner } else { at };
    if let Stmt::Assign { place, operator, value } = stmt {
        if let Some((capture, subscripts)) = stored_element(place) {
            work[at].stores += 1;
            work[at].bytes += size_of_type(&kernel.captures[capture].element);
            subscripts.iter().for_each(|part| count(kernel, part, &mut work[at]));
            if operator.is_some() {
                work[at].loads += 1;
                work[at].bytes += size_of_type(&kernel.captures[capture].element);
            }
        } else {
            place.children().into_iter().for_each(|child| count(kernel, child, &mut work[at]));
        }
        if operator.is_some() {
            count_operation(&place.ty, &mut work[at]);
        }
        count(kernel, value, &mut work[at]);
    } else {
        stmt.expressions().into_iter().for_each(|expr| count(kernel, expr, &mut work[conditions]));
    }
    for block in stmt.blocks() {
        block.iter().for_each(|stmt| count_stmt(kernel, stmt, inner, work));
    }
}

/// The capture and the subscripts of the element that a place belongs to.
fn stored_element(place: &Expr) -> Option<(usize, &[Expr])> {
    match &place.kind {
        ExprKind::Element { capture, index } => Some((*capture, index)),
        ExprKind::Field(whole, _) | ExprKind::Subscript(whole, _) => stored_element(whole),
        _ => None,
    }
}

fn count(kernel: &Kernel, expr: &Expr, work: &mut Work) {
    expr.walk(&mut |expr| match &expr.kind {
        ExprKind::Element { capture, .. } => {
            work.loads += 1;
            work.bytes += size_of_type(&kernel.captures[*capture].element);
        }
        ExprKind::Binary(operator, left, _) if !operator.is_lazy() => {
            // The type of a comparison is `bool`, so the type of its operand tells whether it is a float operation.
            let ty = if operator.is_comparison() { &left.ty } else { &expr.ty };
            count_operation(ty, work);
        }
        ExprKind::Unary(Unary::Neg, _) | ExprKind::Method { .. } => count_operation(&expr.ty, work),
        ExprKind::Call { .. } | ExprKind::CallParameter { .. } => work.calls += 1,
        ExprKind::Atomic { .. } => work.atomics += 1,
        _ => {}
    });
}

fn count_operation(ty: &Ty, work: &mut Work) {
    match ty {
        Ty::Scalar(scalar) if scalar.is_float() => work.float_operations += 1,
        Ty::Scalar(_) => work.integer_operations += 1,
        // Vectors and types that only rustc knows are mostly floats.
        _ => work.float_operations += 1,
    }
}

/// The size of a scalar or an array of scalars in bytes; zero if the source does not show the type.
fn size_of_type(ty: &Ty) -> usize {
    match ty {
        Ty::Scalar(scalar) => scalar.bytes(),
        Ty::Array(item, Len::Number(len)) => size_of_type(item) * len,
        _ => 0,
    }
}

impl cpu::AccessReport {
    fn described(&self, kernel: &Kernel) -> Access {
        let (capture, site, stores, path) = self.parts();
        Access {
            view: kernel.captures[capture].ident.to_string(),
            line: line(&site),
            stores,
            elements: AccessPath::description(path),
            checked_by_row: path.is_checked_by_row(),
            atomic: path.is_atomic(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(source: &str) -> Report {
        let mut reports = kernels(source).expect("the source parses");
        assert_eq!(reports.len(), 1);
        reports.remove(0).expect("the kernel is accepted")
    }

    #[test]
    fn report_lists_captures_accesses_and_proofs() {
        let report = only(
            "#[kernel]
             fn product(i: Index<1>, n: usize, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
                 let mut sum = 0.0;
                 for k in 0..n {
                     sum += x[k] * x[i[0] / 2 + k];
                 }
                 y[i] = sum;
             }",
        );
        assert_eq!((&*report.name, report.lines, report.rank), ("product", (1, 8), 1));
        let captures: Vec<_> = report.captures.iter().map(|it| (&*it.name, it.kind, &*it.ty)).collect();
        let expected = [("n", "value", "usize"), ("x", "read view", "f32"), ("y", "written view", "f32")];
        assert_eq!(captures, expected);
        let variables: Vec<_> = report.variables.iter().map(|it| (&*it.name, it.uniformity)).collect();
        assert_eq!(variables, [("sum", "varying"), ("k", "tile")]);
        assert!(report.variables[0].reason.contains("index"), "{}", report.variables[0].reason);
        assert_eq!((report.loops.len(), report.loops[0].line), (1, 4));
        assert!(report.loops[0].execution.starts_with("once for a row"));
        assert_eq!(report.requirements, ["x.extent()[0] >= n", "y.extent()[0] >= domain[0]"]);
        assert_eq!(report.unproved_lines, [5]);
        let outside = Work { stores: 1, bytes: 4, ..Work::default() };
        let inside = Work {
            loop_line: Some(4),
            loads: 2,
            bytes: 8,
            float_operations: 2,
            integer_operations: 2,
            ..Work::default()
        };
        assert_eq!(report.work, [outside, inside]);
        assert!(report.wgsl.expect("it links").contains("@compute"));
        assert!(!report.has_stand_ins);
    }

    #[test]
    fn closures_and_rejected_kernels_are_found() {
        let found = kernels(
            "fn run() {
                 launch(amp!(|i: Index<1>| y[i] = 1.0));
                 check!(amp!(|i: Index<1>| y[i] = vec![1.0]));
             }",
        )
        .expect("the source parses");
        let names: Vec<_> =
            found.iter().map(|it| it.as_ref().map_or_else(|(name, _)| &**name, |it| &*it.name)).collect();
        assert_eq!(names, ["closure in run, line 2", "closure in run, line 3"]);
        assert!(found[0].is_ok() && found[1].is_err());
        assert!(kernels("fn (").is_err_and(|message| message.starts_with("line 1")));
    }
}
