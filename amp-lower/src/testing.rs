//! The test harness of the compiler: compiles a kernel, and compares its WGSL, its CPU code, its diagnostics
//! or the result of an analysis with an expectation.
//!
//! A source is the text between the parentheses of `amp!`. Captures with these names have known types, except
//! in [`codes`] and [`message`]: the views `x`, `y` (`f32`), `z` (`u32`), `b` (`u8`), `h` (`f16`) and `p`
//! (`Body`), and the values `a` (`f32`) and `n` (`usize`).

use crate::analysis::Facts;
use crate::diagnostics::Diagnostics;
use crate::emit::wgsl::{self, Argument, Function, Piece, Root, Step, SubviewStep};
use crate::emit::{cpu, rust_name};
use crate::ir::{Callee, Kernel, Projection, Role, Ty};
use crate::parse::{self, Form, KernelParameter, ParameterKind};
use crate::site::quoted;
use crate::{check, lower, validate};
use amp_shader::{AtomicTarget, ReportedFailures, Scalar};
use expect_test::Expect;
use std::fmt::Write as _;
use syn::parse_quote;

/// Lowers and checks a kernel. Panics if the compiler rejects the kernel.
fn lowered(source: &str) -> Kernel {
    let mut diagnostics = Diagnostics::default();
    let tokens = source.parse().expect("the source has balanced brackets");
    let mut input = parse::closure(tokens, &[], &mut diagnostics).expect("the source parses");
    let value = |ty: syn::Type| ParameterKind::Value(ty);
    let view =
        |role, element: syn::Type| ParameterKind::View { role, element, rank: None, ranked: parse_quote!(1) };
    let parameters = [
        ("a", value(parse_quote!(f32))),
        ("n", value(parse_quote!(usize))),
        ("x", view(Role::Read, parse_quote!(f32))),
        ("y", view(Role::Write, parse_quote!(f32))),
        ("z", view(Role::Write, parse_quote!(u32))),
        ("b", view(Role::Read, parse_quote!(u8))),
        ("h", view(Role::Read, parse_quote!(f16))),
        ("p", view(Role::Write, parse_quote!(Body))),
    ];
    let parameters = parameters.map(|(name, kind)| KernelParameter {
        ident: syn::parse_str(name).expect("a name"),
        kind,
        mutable: false,
    });
    input.form = Form::Function {
        item: Box::new(parse_quote!(
            fn test() {}
        )),
        parameters: parameters.into(),
    };
    let kernel = lower::kernel(&input, &mut diagnostics);
    check::kernel(&Facts::new(kernel.clone()), &mut diagnostics);
    diagnostics.finish().expect("the kernel is accepted");
    kernel
}

/// For each variable in tile memory, whether it is definitely initialised.
pub(crate) fn definitely_initialised(source: &str) -> Vec<bool> {
    Facts::new(lowered(source)).definitely_initialised()
}

/// The names of the kernel's unused variables.
pub(crate) fn unused(source: &str) -> Vec<String> {
    lowered(source).body.unused.iter().map(ToString::to_string).collect()
}

/// Whether some loop has no termination proof, or a proof that depends on a constant or type that only rustc
/// knows.
pub(crate) fn has_unproven_loop(source: &str) -> bool {
    let kernel = lowered(source);
    let (parts, _) = wgsl::kernel(&Facts::new(kernel.clone()));
    parts.iter().any(|part| {
        matches!(
            part,
            Piece::MayNotTerminate | Piece::TerminatesIfNonZero(..) | Piece::TerminatesIfInteger(_)
        )
    })
}

/// Whether barriers must order accesses to views.
pub(crate) fn needs_storage_fence(source: &str) -> bool {
    Facts::new(lowered(source)).needs_storage_fence()
}

/// The bounds requirements of a kernel as text, such as `y.0 >= n`. `None` if some access has no proof.
pub(crate) fn bounds_requirements(source: &str) -> Option<String> {
    let kernel = lowered(source);
    let requirements = Facts::new(kernel.clone()).prove_in_bounds()?;
    let name = |capture: usize| kernel.captures[capture].ident.to_string();
    let words = requirements.iter().map(|requirement| {
        let size = match requirement.size {
            amp_shader::Size::Value(capture) => name(capture),
            amp_shader::Size::Extent(capture, dimension) => format!("{}.{dimension}", name(capture)),
            known => format!("{known:?}"),
        };
        format!("{}.{} >= {size}", name(requirement.capture), requirement.dimension)
    });
    Some(words.collect::<Vec<_>>().join(", "))
}

/// Whether a kernel is memory-bound.
pub(crate) fn is_memory_bound(source: &str) -> bool {
    Facts::new(lowered(source)).is_memory_bound()
}

/// The names of the views that must be contiguous so that the kernel may run over its domain as if the domain had
/// one dimension. Empty if the kernel does not allow this.
pub(crate) fn collapsible_captures(source: &str) -> String {
    let kernel = lowered(source);
    let views = Facts::new(kernel.clone()).collapsible_captures();
    let mut names: Vec<_> =
        views.into_iter().map(|capture| kernel.captures[capture].ident.to_string()).collect();
    names.sort();
    names.join(" ")
}

/// The operations, such as `i % n`, for which a kernel has a specialised body without the division. Rows test at run
/// time whether that body applies.
pub(crate) fn modulo_conditions(source: &str) -> String {
    let kernel = lowered(source);
    let periods = Facts::new(kernel.clone()).specialise_modulo().map_or(Vec::new(), |(_, periods)| periods);
    let words = periods.iter().map(|period| {
        let divisor = match &period.divisor.kind {
            crate::ir::ExprKind::Literal(digits) => digits.clone(),
            _ => "n".to_owned(),
        };
        let operator = if period.is_mask { "&" } else { "%" };
        format!("i {operator} {divisor}")
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Whether a kernel has a body that runs several short rows of the domain as one row.
pub(crate) fn joined_rows(source: &str) -> bool {
    Facts::new(lowered(source)).with_joined_rows().is_some()
}

/// Whether the innermost loops of a kernel stream through memory, so that its rows may have more than 64 work-items.
pub(crate) fn streams(source: &str) -> bool {
    cpu::kernel(&Facts::new(lowered(source)), proc_macro2::Span::call_site()).streams
}

/// Compares the WGSL of a kernel's body with an expectation, and validates the linked shader with naga.
pub(crate) fn wgsl(source: &str, expect: Expect) {
    let kernel = lowered(source);
    let facts = Facts::new(kernel.clone());
    let (parts, _) = wgsl::kernel(&facts);
    // `expect!` removes common indentation from the expectation, so the loop removes it from the text.
    let text = body(&facts, &parts);
    let lines = text.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)));
    expect.assert_eq(&lines.collect::<String>());
    let has_calls = has_calls(&parts);
    let linked = validate::link(&facts, &parts, false, ReportedFailures::None).expect("the kernel links");
    if !has_calls && let Err((offset, message)) = validate::judge(&linked.wgsl) {
        panic!("naga rejects the shader at {offset}: {message}\n{}", linked.wgsl);
    }
    let linked =
        validate::link(&facts, &parts, false, ReportedFailures::All).expect("the kernel links with traps");
    if !has_calls && let Err((offset, message)) = validate::judge(&linked.wgsl) {
        panic!("naga rejects the shader with traps at {offset}: {message}\n{}", linked.wgsl);
    }
}

/// Compares the shader of a kernel with traps with an expectation, and validates it with naga.
pub(crate) fn wgsl_with_traps(source: &str, expect: Expect) {
    let kernel = lowered(source);
    let facts = Facts::new(kernel.clone());
    let (parts, _) = wgsl::kernel(&facts);
    let linked = validate::link(&facts, &parts, false, ReportedFailures::All).expect("the kernel links");
    validate::judge(&linked.wgsl)
        .unwrap_or_else(|(_, message)| panic!("naga rejects the shader: {message}\n{}", linked.wgsl));
    expect.assert_eq(&linked.wgsl);
}

/// Whether the pieces contain a call or a value that only rustc knows.
fn has_calls(parts: &[Piece]) -> bool {
    parts.iter().any(|part| match part {
        Piece::Call(..)
        | Piece::MaybeBuiltin(..)
        | Piece::Record(..)
        | Piece::Variant(..)
        | Piece::IsVariant(..)
        | Piece::Bound(..)
        | Piece::Operator(..) => true,
        Piece::LoadPart(_, index, steps) => has_calls(index) || steps.iter().any(step_has_calls),
        Piece::Assign(_, index, steps, _, value) => {
            has_calls(index) || steps.iter().any(step_has_calls) || has_calls(value)
        }
        Piece::Print(message) => message.values.iter().any(|(_, _, value)| has_calls(value)),
        Piece::Assert(condition, message) => {
            condition.as_ref().is_some_and(|condition| has_calls(condition))
                || message.values.iter().any(|(_, _, value)| has_calls(value))
        }
        _ => false,
    })
}

fn step_has_calls(step: &Step) -> bool {
    matches!(step, Step::Index(parts) if has_calls(parts))
}

/// Returns the WGSL of a kernel's body. Panics if naga rejects the shader.
pub(crate) fn printed(source: &str) -> String {
    let kernel = lowered(source);
    let facts = Facts::new(kernel.clone());
    let (parts, _) = wgsl::kernel(&facts);
    let linked = validate::link(&facts, &parts, false, ReportedFailures::None).expect("the kernel links");
    validate::judge(&linked.wgsl)
        .unwrap_or_else(|(_, message)| panic!("naga rejects the shader: {message}\n{}", linked.wgsl));
    body(&facts, &parts)
}

/// Prints pieces as text, with the user's names for captures.
fn body(facts: &Facts, parts: &[Piece]) -> String {
    let capture = |capture: &usize| facts.kernel.captures[*capture].ident.to_string();
    let mut text = String::new();
    for part in parts {
        let _ = match part {
            Piece::Text(part) => write!(text, "{part}"),
            Piece::Note(_)
            | Piece::Zero(_)
            | Piece::Needs(_)
            | Piece::RequiresBounds(_)
            | Piece::MayIndexAnywhere
            | Piece::Strict
            | Piece::File(_)
            | Piece::Line(_)
            | Piece::Assert(..)
            | Piece::Item(_)
            | Piece::ItemOf(_)
            | Piece::EndItem
            | Piece::BeforeBarrier
            | Piece::Barrier
            | Piece::LoopStart
            | Piece::EndChecked
            | Piece::SiteArgument
            | Piece::MayNotTerminate
            | Piece::TerminatesIfNonZero(..)
            | Piece::TerminatesIfInteger(_) => Ok(()),
            Piece::Type(ty) => match ty {
                Ty::Scalar(scalar) => write!(text, "{}", scalar.wgsl()),
                other => {
                    write!(text, "<{}>", rust_name(other).replace(":: core :: primitive :: ", ""))
                }
            },
            Piece::Literal(Ty::Scalar(scalar), digits) => {
                let suffix = match scalar {
                    Scalar::F32 => "f",
                    Scalar::U32 | Scalar::Usize | Scalar::U8 | Scalar::U16 => "u",
                    Scalar::I32 | Scalar::Isize | Scalar::I8 | Scalar::I16 => "i",
                    _ => "",
                };
                write!(text, "{digits}{suffix}")
            }
            Piece::Literal(_, digits) => write!(text, "{digits}?"),
            Piece::CallParameter(position, _) => write!(text, "@{position}(..)"),
            Piece::Components(_, index) => write!(text, "..{}", body(facts, index)),
            Piece::MutatesReceiver(..) => write!(text, "changes"),
            Piece::Length(ty) => write!(text, "len<{}>", rust_name(ty)),
            Piece::LengthOf(_, value) => write!(text, "{}.len()", body(facts, value)),
            Piece::Subscript(_, value, subscript) => {
                write!(text, "{}[{}]", body(facts, value), body(facts, subscript))
            }
            Piece::Const(_, path) => write!(text, "{}", path.text()),
            Piece::Operation(operation, lhs, rhs) => {
                let (lhs, rhs) = (rust_name(lhs), rust_name(rhs));
                let short = |ty: String| {
                    ty.replace(' ', "").replace("::core::primitive::", "").replace("::amp::__private::", "")
                };
                write!(text, "{operation:?}<{}, {}>", short(lhs), short(rhs))
            }
            Piece::Operator(operation, lhs, rhs, _) => {
                let short = |ty: &Ty| {
                    rust_name(ty)
                        .replace(' ', "")
                        .replace("::core::primitive::", "")
                        .replace("::amp::__private::", "")
                };
                write!(text, "{operation:?}<{}, {}>", short(lhs), short(rhs))
            }
            Piece::Print(message) => writeln!(text, "print({:?})", message.text),
            Piece::Checked(operation, ..) if *operation == amp_shader::Operation::Neg => write!(text, "-"),
            Piece::Checked(..) => Ok(()),
            Piece::Infix(infix) => write!(text, "{infix}"),
            Piece::CheckedAssign(operation, ..) => write!(text, " {}= ", operation.sign()),
            Piece::Method(name, ..) => write!(text, "{name}"),
            Piece::Field(_, name) => write!(text, ".{name}"),
            Piece::Call(function, given) | Piece::MaybeBuiltin(_, _, function, given) => {
                let given: Vec<_> = given.iter().map(|given| argument(facts, given)).collect();
                write!(text, "{}({})", name_of(function), given.join(", "))
            }
            Piece::View(view) => write!(text, "@view {view}"),
            Piece::SliceParameter(position, view, _) => write!(text, "@{position} @view {view}"),
            Piece::Reference(position) | Piece::Parameter(position) => write!(text, "@{position}"),
            Piece::Atomic(operation, target) => {
                let name = match target {
                    AtomicTarget::Capture(view) => capture(view),
                    AtomicTarget::Tile(tile) => facts.kernel.body.tile_static[*tile].name.clone(),
                };
                write!(text, "{}_{name}(", operation.function())
            }
            Piece::Bound(_, before, value) => write!(text, "{}{}", body(facts, before), body(facts, value)),
            Piece::Return(_, value) => write!(text, "return {}", body(facts, value)),
            Piece::Record(ty, fields, rest) => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, value)| format!("{name}: {}", body(facts, value))).collect();
                let rest = rest.as_ref().map_or(String::new(), |rest| format!(", ..{}", body(facts, rest)));
                write!(text, "<{}> {{ {}{rest} }}", rust_name(ty), fields.join(", "))
            }
            Piece::Variant(_, variant, fields) => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, value)| format!("{name}: {}", body(facts, value))).collect();
                write!(text, "{variant} {{ {} }}", fields.join(", "))
            }
            Piece::IsVariant(_, variant, value) => write!(text, "({} is {variant})", body(facts, value)),
            Piece::Splat(value, len) => {
                write!(text, "{}; {}", body(facts, value), quote::ToTokens::to_token_stream(len))
            }
            Piece::Value(value) => write!(text, "{}", capture(value)),
            Piece::Load(view) => write!(text, "{}[", capture(view)),
            Piece::Convert(view, ty) => {
                let ty = rust_name(ty)
                    .replace(' ', "")
                    .replace("::core::primitive::", "")
                    .replace("::amp::__private::", "");
                write!(text, "Convert<{ty}>({}[", capture(view))
            }
            Piece::EndConvert(..) => write!(text, "])"),
            Piece::EndLoad(_) => write!(text, "]"),
            Piece::LoadPart(view, index, steps) => {
                write!(text, "{}[{}]{}", capture(view), body(facts, index), path(facts, steps))
            }
            Piece::Assign(view, index, steps, operator, value) => {
                let (index, steps) = (body(facts, index), path(facts, steps));
                let operator = operator.unwrap_or_default();
                write!(text, "{}[{index}]{steps} {operator}= {}", capture(view), body(facts, value))
            }
            Piece::Offset(_, steps) => write!(text, " by {steps:?}"),
            Piece::Extent(view) => write!(text, "{}.extent", capture(view)),
        };
    }
    text
}

/// The name of a called or passed function.
fn name_of(function: &Function) -> String {
    match function {
        Function::Called { callee, .. } => match callee {
            Callee::Function(path) => quoted(path),
            Callee::Associated(Ty::Hole(hole), name, _) if let Projection::Owner(path, _) = &**hole => {
                format!("<{}>::{name}", path.text())
            }
            Callee::Associated(ty, name, _) => format!("<{}>::{name}", rust_name(ty)),
            Callee::MaybeBuiltin(ty, method) => format!("<{}>::{}?", rust_name(ty), method.name),
        },
        Function::Passed { path, .. } => quoted(path),
        Function::Operator { method, .. } => (*method).to_owned(),
    }
}

/// Prints the steps from an element to one of its components, such as `.position[0]`.
fn path(facts: &Facts, steps: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Field(_, name) => format!(".{name}"),
        Step::Index(parts) => format!("[{}]", body(facts, parts)),
    };
    steps.iter().map(step).collect()
}

/// Prints an argument of a call.
fn argument(facts: &Facts, given: &Argument) -> String {
    let (root, steps) = match given {
        Argument::Barrier => return "barrier".to_owned(),
        Argument::Closure(closure) => {
            let parameters: Vec<_> = closure.parameters.iter().map(|(name, _)| name.clone()).collect();
            let captured = closure.captured.iter().map(|(name, _)| body(facts, name));
            let modified = closure.modified.iter().map(|(_, pointer, _)| pointer.clone());
            let captured: Vec<_> = captured.chain(modified).collect();
            let text = body(facts, &closure.body);
            let text: Vec<_> = text.split_whitespace().collect();
            return format!("|{}; {}| {{ {} }}", parameters.join(", "), captured.join(", "), text.join(" "));
        }
        Argument::Function(function) => return name_of(function),
        Argument::Captured(capture) => return format!("&{}", facts.kernel.captures[*capture].ident),
        Argument::Subview(capture, steps) => {
            let list = |numbers: &[Vec<Piece>]| {
                numbers.iter().map(|number| body(facts, number)).collect::<Vec<_>>().join(", ")
            };
            let steps = steps.iter().map(|step| match step {
                SubviewStep::Section(origin, extent) => {
                    format!(" from [{}] [{}]", list(origin), list(extent))
                }
                SubviewStep::Project(index) => format!(" at {}", body(facts, index)),
                SubviewStep::ViewAs(extent) => format!(" as [{}]", list(extent)),
            });
            return format!("&{}{}", facts.kernel.captures[*capture].ident, steps.collect::<String>());
        }
        Argument::Value(parts) => return body(facts, parts),
        Argument::Place(root, steps) => (root, steps),
        Argument::Slice(root, steps, start, len) => {
            let place = argument(facts, &Argument::Place(root.clone(), steps.clone()));
            return format!("{place} from {} [{}]", body(facts, start), body(facts, len));
        }
    };
    let text = match root {
        Root::Variable(name, _) => format!("&{name}"),
        Root::Tile(tile) => format!("&{}", facts.kernel.body.tile_static[*tile].name),
        Root::Parameter(position) => format!("&@{position}"),
    };
    text + &path(facts, steps)
}

/// Asserts that compiling a source reports these codes, in this order.
pub(crate) fn codes(source: &str, expected: &[&str]) {
    let found = match refused(source) {
        Ok(()) => Vec::new(),
        Err(rejection) => rejection.codes().iter().map(|code| format!("{code:?}")).collect(),
    };
    assert_eq!(found, expected, "{source}");
}

/// The message of the first diagnostic, or an empty string if the compiler accepts the source.
pub(crate) fn message(source: &str) -> String {
    refused(source).err().map_or(String::new(), |rejection| rejection.messages()[0].to_owned())
}

fn refused(source: &str) -> Result<(), crate::Rejection> {
    crate::closure_kernel(source.parse().expect("the source has balanced brackets")).map(|_| ())
}

/// Compares blocks of the `FullRow` variant of the CPU code with an expectation: those that begin with the
/// text `begin`. The blocks are printed with one statement on each line.
pub(crate) fn cpu_code(source: &str, begin: &str, expect: Expect) {
    let printed = cpu::full_row_variant(&Facts::new(lowered(source))).0.to_string();
    let short = printed.replace(":: amp :: __private :: ", "").replace(":: core :: primitive :: ", "");
    let short = short.replace("({ LANES })", "(LANES)").replace("{ LANES }", "LANES");
    let (mut text, mut depth, mut shown) = (String::new(), 0usize, None);
    for line in short.replace("{ ", "{\n").replace("; ", ";\n").replace("}", "\n}\n").lines() {
        let line = line.trim();
        depth -= usize::from(line.starts_with('}'));
        if line.starts_with(begin) {
            shown.get_or_insert(depth);
        }
        if let (Some(from), false) = (shown, line.is_empty()) {
            let _ = writeln!(text, "{}{line}", "    ".repeat(depth - from));
        }
        shown = shown.filter(|from| depth > *from || !line.starts_with('}'));
        depth += usize::from(line.ends_with('{'));
    }
    expect.assert_eq(&text);
}

/// Asserts that two sources have the same WGSL and the same CPU code.
pub(crate) fn same_code(source: &str, other: &str) {
    assert_eq!(printed(source), printed(other));
    let cpu_code = |source| cpu::full_row_variant(&Facts::new(lowered(source))).0.to_string();
    assert_eq!(cpu_code(source), cpu_code(other));
}

/// Whether the CPU code contains a text. Spaces are ignored.
pub(crate) fn cpu_code_contains(source: &str, text: &str) -> bool {
    let cpu_code = cpu::kernel(&Facts::new(lowered(source)), proc_macro2::Span::call_site());
    cpu_code.closure.to_string().replace(' ', "").contains(&text.replace(' ', ""))
}

/// The execution plan for the rows of an untiled kernel, as text.
pub(crate) fn rows(source: &str) -> String {
    cpu::full_row_variant(&Facts::new(lowered(source))).1
}
