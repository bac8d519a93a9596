//! The syntax of a chain: a source, then the calls of adaptors, from the innermost to the outermost.
//!
//! A chain is recognised by its source, because a macro does not see types:
//!
//! ```rust,ignore
//! (0..n).map(f).sum()          // a range in parentheses
//! x.iter().rev().sum()         // `iter`, `iter_mut`, `into_iter`, `chunks`, `windows`
//! iter::once(a).chain(w)       // a function of `std::iter`
//! ```
//!
//! In a position where Rust calls `into_iter`, as in `for v in &w` and `.zip(w)`, any other expression must
//! be an array or a view.

use super::own;
use crate::lower::context::{Binding, Context};
use crate::lower::expr::{range, without_parentheses};
use crate::vocabulary::iterators::is_adaptor;
use syn::Expr;

/// A chain of iterators.
#[derive(Clone, Debug)]
pub(super) struct Chain<'e> {
    pub(super) source: Source<'e>,
    /// The calls of adaptors, innermost first.
    pub(super) steps: Vec<&'e syn::ExprMethodCall>,
}

/// The source of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'e> {
    /// `a..b`, `a..=b`, `a..`
    Range(&'e syn::ExprRange),
    /// The name of a range, or a clone of one.
    RangeVariable(&'e Expr),
    /// An iterator in a variable, given by its index in `Names::iterators`, and whether the source is a clone of it.
    Variable(usize, bool),
    /// The elements of an array or view.
    Elements(&'e Expr, Access),
    /// `w.chunks(n)`, `w.chunks_exact(n)`, their `_mut` variants or `w.windows(n)`. The field is the whole
    /// call.
    Parts(&'e syn::ExprMethodCall),
    /// `w.split(f)` and its variants, or `w.chunk_by(f)`
    PartsBy(&'e syn::ExprMethodCall),
    /// `once(value)`
    Once(&'e Expr),
    /// `repeat(value)`
    Repeat(&'e Expr),
    /// `repeat_n(value, count)`
    RepeatN(&'e Expr, &'e Expr),
    /// `iter::zip(a, b)`
    Zip(&'e syn::ExprCall),
    /// `iter::from_fn(f)`
    FromFn(&'e Expr),
    /// `iter::successors(first, f)`
    Successors(&'e Expr, &'e Expr),
    /// A call of a function that returns an iterator.
    Function(&'e Expr),
    /// A value of a user's type that implements `Iterator`.
    Own(&'e Expr),
}

/// The access of a chain to the elements of its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// `x.iter()`, `&x`
    Shared,
    /// `x.iter_mut()`, `&mut x`
    Mutable,
    /// `x.into_iter()`, `x`: by value, or by reference if `x` is a reference.
    Owned,
}

/// The chain that an expression denotes, if it is one for certain.
pub(super) fn of<'e>(cx: &Context<'_>, it: &'e Expr) -> Option<Chain<'e>> {
    if range::is_variable(cx, it) {
        return Some(Chain { source: Source::RangeVariable(it), steps: Vec::new() });
    }
    if let Some(Binding::Iterator(iterator)) = cx.index_binding(without_parentheses(it)) {
        return Some(Chain { source: Source::Variable(iterator, false), steps: Vec::new() });
    }
    match without_parentheses(it) {
        Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
            let Some(Binding::Iterator(iterator)) = cx.index_binding(without_parentheses(&call.receiver))
            else {
                return None;
            };
            Some(Chain { source: Source::Variable(iterator, true), steps: Vec::new() })
        }
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let count = call.args.len();
            if is_adaptor(call) {
                let mut chain = match of(cx, &call.receiver) {
                    Some(chain) => chain,
                    None if is_of_iterators_only(call) => of_function(cx, &call.receiver, true)?,
                    None => return None,
                };
                chain.steps.push(call);
                return Some(chain);
            }
            if own::is_struct(cx, &call.receiver) {
                match (name.as_str(), count) {
                    ("iter" | "iter_mut", 0) => {
                        return Some(Chain { source: Source::Function(it), steps: Vec::new() });
                    }
                    ("into_iter", 0) => {
                        return Some(Chain { source: Source::Own(&call.receiver), steps: Vec::new() });
                    }
                    _ => {}
                }
            }
            // An iterator in a variable that stands for an array of parts: `pairs.iter()` after `as_chunks`.
            if (name.as_str(), count) == ("iter", 0)
                && let Some(Binding::Iterator(iterator)) =
                    cx.index_binding(without_parentheses(&call.receiver))
            {
                return Some(Chain { source: Source::Variable(iterator, false), steps: Vec::new() });
            }
            if let Some(flattened) = flattened(call) {
                return Some(Chain {
                    source: Source::Elements(&flattened.receiver, Access::Shared),
                    steps: vec![flattened],
                });
            }
            let access = match (name.as_str(), count) {
                ("iter", 0) => Access::Shared,
                ("iter_mut", 0) => Access::Mutable,
                ("into_iter", 0) => match of(cx, &call.receiver) {
                    None => Access::Owned,
                    chain => return chain,
                },
                (
                    "chunks" | "chunks_mut" | "chunks_exact" | "chunks_exact_mut" | "rchunks" | "rchunks_mut"
                    | "windows",
                    1,
                ) => {
                    return Some(Chain { source: Source::Parts(call), steps: Vec::new() });
                }
                ("split" | "split_inclusive" | "rsplit" | "chunk_by", 1)
                    if is_callback(cx, &call.args[0]) =>
                {
                    return Some(Chain { source: Source::PartsBy(call), steps: Vec::new() });
                }
                ("splitn" | "rsplitn", 2) if is_callback(cx, &call.args[1]) => {
                    return Some(Chain { source: Source::PartsBy(call), steps: Vec::new() });
                }
                _ => return None,
            };
            Some(Chain { source: Source::Elements(&call.receiver, access), steps: Vec::new() })
        }
        Expr::Range(range) => Some(Chain { source: Source::Range(range), steps: Vec::new() }),
        Expr::Call(call) => Some(Chain { source: function(call)?, steps: Vec::new() }),
        _ => None,
    }
}

/// The chain of an iterator that a function returns, `row(i).map(f)`, or of a value of a user's type, `bits.map(f)`. The caller knows that the expression is neither an
/// `Option` nor an array. Without adaptors, it may still be a value of a user's type, unless `is_certain` is set.
pub(super) fn of_function<'e>(cx: &Context<'_>, it: &'e Expr, is_certain: bool) -> Option<Chain<'e>> {
    if of(cx, it).is_some() {
        return None;
    }
    match without_parentheses(it) {
        Expr::MethodCall(call) if is_adaptor(call) => {
            let mut chain = of_function(cx, &call.receiver, true)?;
            chain.steps.push(call);
            Some(chain)
        }
        value if is_certain && own::is_value(value) => {
            Some(Chain { source: Source::Own(value), steps: Vec::new() })
        }
        call @ (Expr::MethodCall(_) | Expr::Call(_)) if is_certain || of_struct_of_views(call) => {
            Some(Chain { source: Source::Function(call), steps: Vec::new() })
        }
        _ => None,
    }
}

/// Whether a call is an adaptor that only iterators have. Other adaptors, such as `map`, `filter` and `take`, are also
/// methods of an `Option` or an array, or likely ones of a user's type.
fn is_of_iterators_only(call: &syn::ExprMethodCall) -> bool {
    const NAMES: [&str; 11] = [
        "by_ref",
        "cycle",
        "enumerate",
        "filter_map",
        "flat_map",
        "fuse",
        "map_while",
        "peekable",
        "skip_while",
        "step_by",
        "take_while",
    ];
    is_adaptor(call) && NAMES.iter().any(|name| call.method == name)
}

/// Whether an expression ends in an adaptor that neither an `Option` nor an array has.
pub(super) fn is_of_iterators(it: &Expr) -> bool {
    match without_parentheses(it) {
        Expr::MethodCall(call) => {
            let is_one = ["chain", "rev", "skip"].iter().any(|name| call.method == name);
            is_of_iterators_only(call) || is_one && is_adaptor(call)
        }
        _ => false,
    }
}

/// Whether the expression of a `for` is a chain of an iterator that a function returns, or of a value of a user's type.
pub(in crate::lower) fn is_of_function(cx: &Context<'_>, it: &Expr) -> bool {
    match of(cx, it) {
        Some(chain) => matches!(chain.source, Source::Function(_) | Source::Own(_)),
        None => (loops_over_function(it) || own::is_iterated(cx, it)) && of_function(cx, it, true).is_some(),
    }
}

/// Whether a call is that of a function which takes a struct of views.
pub(super) fn of_struct_of_views(it: &Expr) -> bool {
    let Expr::Call(call) = it else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    path.path.segments.last().is_some_and(|last| crate::parse::view_structs::is_hidden(&last.ident))
}

/// The chain that an expression denotes where Rust calls `into_iter` on it.
pub(super) fn iterable<'e>(cx: &Context<'_>, it: &'e Expr) -> Chain<'e> {
    if is_of_function(cx, it)
        && let Some(chain) = of_function(cx, it, true)
    {
        return chain;
    }
    of(cx, it).unwrap_or_else(|| {
        let (of, access) = match without_parentheses(it) {
            Expr::Reference(of) if of.mutability.is_some() => (&*of.expr, Access::Mutable),
            Expr::Reference(of) => (&*of.expr, Access::Shared),
            other => (other, Access::Owned),
        };
        Chain { source: Source::Elements(of, access), steps: Vec::new() }
    })
}

/// `it.by_ref()` for `&mut it`, if the name is that of an iterator or of a range. `None` for other expressions.
pub(in crate::lower) fn by_ref(cx: &Context<'_>, it: &Expr) -> Option<Expr> {
    let Expr::Reference(reference) = without_parentheses(it) else { return None };
    let name = without_parentheses(&reference.expr);
    let is_iterator =
        matches!(cx.index_binding(name), Some(Binding::Iterator(_))) || range::is_name(cx, name);
    let span = reference.and_token.span;
    (reference.mutability.is_some() && is_iterator).then(|| syn::parse_quote_spanned!(span=> #name.by_ref()))
}

/// Whether the expression of a `for` is an iterator that a function returns: it has an adaptor that arrays lack, or the
/// function takes a struct of views.
fn loops_over_function(it: &Expr) -> bool {
    match without_parentheses(it) {
        Expr::MethodCall(call) if is_adaptor(call) => {
            call.method != "map" || loops_over_function(&call.receiver)
        }
        call => of_struct_of_views(call),
    }
}

/// The call of `as_flattened` before a call of `iter`. `None` for other calls.
fn flattened(call: &syn::ExprMethodCall) -> Option<&syn::ExprMethodCall> {
    let Expr::MethodCall(flattened) = without_parentheses(&call.receiver) else { return None };
    let is_one = call.method == "iter" && flattened.method == "as_flattened";
    (is_one && call.args.is_empty() && flattened.args.is_empty()).then_some(flattened)
}

/// Whether an argument is a closure or names a function: `|&b| b == 0`, `u8::is_ascii_whitespace`, `is_comma`.
fn is_callback(cx: &Context<'_>, it: &Expr) -> bool {
    match without_parentheses(it) {
        Expr::Closure(_) => true,
        Expr::Path(path) => match path.path.get_ident() {
            Some(name) => match cx.lookup(name) {
                Some(Binding::Closure(_) | Binding::Function(_) | Binding::Callable(_)) => true,
                Some(_) => false,
                None => !cx.signature.infers_captures && !cx.is_constant(name),
            },
            None => path.path.segments.last().is_some_and(|last| {
                last.ident.to_string().starts_with(|first: char| first.is_lowercase() || first == '_')
            }),
        },
        _ => false,
    }
}

/// The source that a call makes, if it calls a function of `std::iter`.
fn function(call: &syn::ExprCall) -> Option<Source<'_>> {
    let Expr::Path(path) = &*call.func else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let name = names.next()?;
    let owner = names.next()?;
    // The marks of `parse/iterator_results.rs` and `parse/iterator_calls.rs`.
    match (owner.as_str(), name.as_str(), call.args.len()) {
        ("Iterator", "fuse", 1) => return Some(Source::Function(&call.args[0])),
        ("IntoIterator", "into_iter", 1) => return Some(Source::Own(&call.args[0])),
        _ => {}
    }
    if owner != "iter" {
        return None;
    }
    match (name.as_str(), call.args.len()) {
        ("once", 1) => Some(Source::Once(&call.args[0])),
        ("repeat", 1) => Some(Source::Repeat(&call.args[0])),
        ("repeat_n", 2) => Some(Source::RepeatN(&call.args[0], &call.args[1])),
        ("zip", 2) => Some(Source::Zip(call)),
        ("from_fn", 1) => Some(Source::FromFn(&call.args[0])),
        ("successors", 2) => Some(Source::Successors(&call.args[0], &call.args[1])),
        _ => None,
    }
}

/// Whether the chain is `a..b` or `a..=b` with at most one `rev` and at most one `step_by`. A `for` loop
/// counts such a range without an iterator.
pub(super) fn is_counted_range(cx: &Context<'_>, it: &Expr) -> bool {
    let Some(Chain { source: Source::Range(range), steps }) = of(cx, it) else { return false };
    let count = |name: &str| steps.iter().filter(|step| step.method == name).count();
    let (turned, stepped) = (count("rev"), count("step_by"));
    range.start.is_some()
        && range.end.is_some()
        && turned + stepped == steps.len()
        && turned < 2
        && stepped < 2
}
