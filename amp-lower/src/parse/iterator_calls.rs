//! Calls of free functions that return an iterator, `collatz(n).count()`, and values of types that implement `Iterator`, as far
//! as the syntax does not show that they are iterators.
//!
//! A macro sees no types. Therefore the expansion of a function that returns an `impl Iterator` declares a macro with its name,
//! and that of an `impl Iterator` one with the name of the type. The expansion of a kernel or device function asks for the macros
//! of the functions that it calls where Rust accepts an iterator, as it asks for those of structs of views (`view_structs`). Then
//! it marks the calls and values:
//!
//! ```text
//! collatz(n).count()                 Iterator::fuse(collatz(n)).count()
//! squares(n).map(f).sum()            IntoIterator::into_iter(squares(n)).map(f).sum()
//! let dice = Dice(7).map(f);         let dice = IntoIterator::into_iter(Dice(7)).map(f);
//! ```
//!
//! The second is a call of a function without a macro. It returns a value of a user's type, because `map` and `sum` together show
//! an iterator.
//!
//! Two more questions are about names of functions of the standard library (`standard_functions`), and about functions whose
//! arguments may be iterators (`iterator_arguments`).
//!
//! The question imports the function by its path, outside the body. So there is none about a name that the body or a
//! parameter declares. `asks` and `mark` share one visitor, so they agree on the calls.

use super::iterator_arguments::{Kind, kind, kind_of_type};
use super::standard_functions::{self, Function};
use super::{iterator_parameters, iterator_results};
use crate::site::Site;
use crate::vocabulary::iterators::{COMPARISONS, is_adaptor, is_consumer, is_of_iterators_only};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt};

/// The tokens that the macro of a type that implements `Iterator` passes on in place of a declaration.
pub(crate) fn answer() -> TokenStream {
    quote!(iterator)
}

/// The tokens that the macro of a function passes on: whether it returns an iterator, and the positions of the parameters that
/// are iterators. Empty for a function without iterators.
pub(crate) fn answer_of(signature: &syn::Signature) -> TokenStream {
    let (peeking, others) = iterator_parameters::positions(signature);
    let returns = iterator_results::item(signature).is_some().then(answer);
    let takes = (!others.is_empty()).then(|| quote!(takes #(#others)*));
    let peeks = (!peeking.is_empty()).then(|| quote!(peeks #(#peeking)*));
    quote!(#returns #takes #peeks)
}

/// Whether a name may be that of a declared macro. Others would shadow macros of the standard library.
pub(crate) fn may_be_declared(name: &Ident) -> bool {
    const MACROS: [&str; 35] = [
        "assert",
        "assert_eq",
        "assert_ne",
        "cfg",
        "column",
        "compile_error",
        "concat",
        "dbg",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
        "env",
        "eprint",
        "eprintln",
        "file",
        "format",
        "format_args",
        "include",
        "include_bytes",
        "include_str",
        "line",
        "matches",
        "module_path",
        "option_env",
        "panic",
        "print",
        "println",
        "stringify",
        "thread_local",
        "todo",
        "unimplemented",
        "unreachable",
        "vec",
        "write",
        "writeln",
    ];
    let name = name.to_string();
    !name.starts_with("r#") && !MACROS.contains(&&*name)
}

/// Whether a method call may have an iterator as its receiver. The methods `len`, `peek` and the like are left out: they would
/// make many calls possible ones, and rarely follow a function that returns an iterator.
fn may_be_of_iterator(call: &syn::ExprMethodCall) -> bool {
    let is_other = call.args.is_empty() && OTHERS.iter().any(|name| call.method == name);
    is_other || is_adaptor(call) || is_consumer(call) && !is_rare(&call.method.to_string())
}

/// Methods of iterators without arguments that are neither adaptors nor consumers.
const OTHERS: [&str; 2] = ["collect", "into_iter"];

fn is_rare(name: &str) -> bool {
    ["len", "next_if", "next_if_eq", "peek", "peek_mut"].contains(&name)
}

/// Whether the argument of a method call may be an iterator.
fn takes_iterator(call: &syn::ExprMethodCall) -> bool {
    COMPARISONS.into_iter().chain(["chain", "zip"]).any(|name| call.method == name)
}

/// The answers of the macros about the paths of functions and types.
pub(crate) struct Answers {
    /// Functions that return an `impl Iterator`, and types that implement `Iterator`.
    pub(crate) iterators: Vec<syn::Path>,
    /// Functions that take an iterator at this position, and whether it is a `Peekable`.
    pub(crate) takes: Vec<(syn::Path, usize, bool)>,
    /// The others.
    pub(crate) others: Vec<syn::Path>,
}

impl Answers {
    /// Records the tokens that a macro passed on.
    pub(crate) fn add(&mut self, path: &syn::Path, answer: &TokenStream) {
        let mut tokens = answer.clone().into_iter().map(|token| token.to_string()).peekable();
        if tokens.next_if_eq("iterator").is_some() {
            self.iterators.push(path.clone());
        }
        let mut peeks = false;
        for token in tokens {
            match token.as_str() {
                "takes" => {}
                "peeks" => peeks = true,
                position => {
                    let position = position.trim_end_matches("usize").parse();
                    self.takes.extend(position.ok().map(|position| (path.clone(), position, peeks)));
                }
            }
        }
    }
}

/// The position of a call or a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// A call of a function where Rust accepts an iterator.
    Possible,
    /// A call of a function where only an iterator is correct.
    Certain,
    /// A value of this type before `map` and the like, in a variable that is used as an iterator.
    Value,
    /// The name of a function of the standard library that the module may import.
    Standard(&'static Function),
    /// An argument of a function at this position.
    Argument(usize, Kind),
}

/// The functions that a body calls, and which may return iterators, and the types that may be iterators. `block` has the
/// generics of its block.
pub(crate) fn asks(
    signature: &syn::Signature,
    body: &syn::Block,
    block: Option<&syn::Generics>,
) -> Vec<syn::Path> {
    let (mut found, mut functions) = (Vec::new(), Vec::new());
    let mut add = |_: &mut Expr, path: &syn::Path, position: Position| match position {
        Position::Argument(..) => functions.push(path.clone()),
        _ => found.push(path.clone()),
    };
    Calls::new(signature, body, block, &mut add).visit_block_mut(&mut body.clone());
    // There is a limit for their number, and most functions with arguments take no iterators.
    found.extend(functions);
    let mut known = HashSet::new();
    found.retain(|path| known.insert(path.clone()));
    found
}

/// Marks the calls and values. Returns the checks of `standard_functions`.
#[must_use]
pub(crate) fn mark(
    signature: &syn::Signature,
    body: &mut syn::Block,
    block: Option<&syn::Generics>,
    answers: &Answers,
) -> TokenStream {
    let mut checks = TokenStream::new();
    let mut checked = HashSet::new();
    let mut mark = |it: &mut Expr, path: &syn::Path, position: Position| {
        let is_iterator = answers.iterators.contains(path);
        let is_other = || answers.others.contains(path);
        if let Position::Standard(function) = position {
            if is_other() {
                function.by_path(it);
                // One message for all calls of another function.
                if checked.insert((path.to_token_stream().to_string(), *function)) {
                    checks.extend(function.check(path));
                }
            }
            return;
        }
        // Messages point at the call. The hygiene is that of generated code, for which there are no lints.
        let span = Site::of(it).first.resolved_at(Span::mixed_site());
        if let Position::Argument(at, kind) = position {
            let taken = answers.takes.iter().find(|(function, taken, _)| function == path && *taken == at);
            if let Some((.., peeks)) = taken {
                kind.mark(it, *peeks, span);
            }
            return;
        }
        if is_iterator && position != Position::Value {
            *it = syn::parse_quote_spanned!(span=> ::core::iter::Iterator::fuse(#it));
        } else if is_iterator || position == Position::Certain && is_other() {
            *it = syn::parse_quote_spanned!(span=> ::core::iter::IntoIterator::into_iter(#it));
        }
    };
    let names = body.clone();
    Calls::new(signature, &names, block, &mut mark).visit_block_mut(body);
    checks
}

/// Marks the calls and values in a kernel. Also returns the checks of `standard_functions`.
pub(crate) fn marked_kernel(item: TokenStream, answers: &Answers) -> (TokenStream, TokenStream) {
    match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(mut kernel) => {
            let checks = mark(&kernel.sig, &mut kernel.block, None, answers);
            (kernel.into_token_stream(), checks)
        }
        Err(_) => (item, TokenStream::new()),
    }
}

/// Calls `found` with each call and value that may be an iterator, and the path of its function or type without generic
/// arguments.
struct Calls<'f> {
    /// The names that the function declares. `None` if it imports names by a glob.
    declared: Option<HashSet<String>>,
    /// The variables that may be iterators.
    iterated: HashSet<String>,
    /// The variables that certainly are iterators.
    certain: HashSet<String>,
    /// The kinds of variables that may be arguments.
    kinds: HashMap<String, Kind>,
    found: &'f mut dyn FnMut(&mut Expr, &syn::Path, Position),
}

impl<'f> Calls<'f> {
    fn new(
        signature: &syn::Signature,
        body: &syn::Block,
        block: Option<&syn::Generics>,
        found: &'f mut dyn FnMut(&mut Expr, &syn::Path, Position),
    ) -> Self {
        let mut names = Names::default();
        names.visit_signature(signature);
        block.into_iter().for_each(|generics| names.visit_generics(generics));
        names.visit_block(body);
        let declared = (!names.has_glob).then_some(names.declared);
        let Names { iterated, certain, mut kinds, repeated, .. } = names;
        kinds.retain(|name, _| !repeated.contains(name));
        Calls { declared, iterated, certain, kinds, found }
    }

    /// Reports the expression, if it is a call of a free function.
    fn function(&mut self, it: &mut Expr, position: Position) {
        if let Expr::Call(call) = &*it
            && let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func
            && let Some(path) = self.free_function(path)
        {
            (self.found)(it, &path, position);
        }
    }

    /// The path of a free function, without its generic arguments. `None` for another path.
    fn free_function(&self, path: &syn::Path) -> Option<syn::Path> {
        let last = &path.segments.last()?.ident;
        let is_function = last.to_string().starts_with(|c: char| c.is_lowercase() || c == '_');
        // `u32::from(x).max(y)`, `Bits::new(v).count()` and `iter::once(v).chain(w)` are other calls.
        let mut owners = path.segments.iter().rev().skip(1).map(|segment| segment.ident.to_string());
        let is_other = owners.any(|owner| {
            let is_type = owner.starts_with(|c: char| c.is_ascii_uppercase());
            is_type || owner == "iter" || PRIMITIVES.contains(&&*owner)
        });
        (is_function && !is_other && may_be_declared(last)).then(|| self.outside(path))?
    }

    /// The path without generic arguments, if the function does not declare its first name.
    fn outside(&self, path: &syn::Path) -> Option<syn::Path> {
        let mut path = path.clone();
        path.segments.last_mut()?.arguments = syn::PathArguments::None;
        let first = plain_name(&path.segments.first()?.ident);
        let is_outside = first != "Self" && !self.declared.as_ref()?.contains(&first);
        is_outside.then_some(path)
    }

    /// Reports the arguments of a free function that may be iterators.
    fn arguments(&mut self, call: &mut syn::ExprCall) {
        let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return };
        let Some(path) = self.free_function(path).filter(|path| !may_be_ambiguous(path)) else { return };
        for (at, argument) in call.args.iter_mut().enumerate() {
            let (by_mut, name) = match &*argument {
                Expr::Reference(it) if it.mutability.is_some() => match &*it.expr {
                    Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => {
                        (true, variable(expr))
                    }
                    other => (true, variable(other)),
                },
                other => (false, variable(other)),
            };
            let kind = match name {
                Some(name) => self.kinds.get(&name).copied(),
                None => kind(argument),
            };
            // A `&mut` to an array is no iterator.
            let kind = kind.filter(|kind| !by_mut || *kind != Kind::List);
            if let Some(kind) = kind {
                (self.found)(argument, &path, Position::Argument(at, kind));
            }
        }
    }

    /// Reports the name of a function of the standard library.
    fn standard(&mut self, name: &mut Expr, function: &'static Function) {
        if let Expr::Path(path) = &*name
            && let Some(path) = self.outside(&path.path)
        {
            (self.found)(name, &path, Position::Standard(function));
        }
    }

    /// Reports the expression, if a constructor makes it: `Dice(7)`, `Dice::new(7)`, `Dice { seed: 7 }`.
    fn value(&mut self, it: &mut Expr) {
        let path = match &*it {
            Expr::Struct(literal) => &literal.path,
            Expr::Call(call) => match &*call.func {
                Expr::Path(syn::ExprPath { qself: None, path, .. }) => path,
                _ => return,
            },
            _ => return,
        };
        let is_type = |name: &Ident| {
            let name = name.to_string();
            name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.contains(|c: char| c.is_ascii_lowercase())
        };
        let mut path = path.clone();
        let last = path.segments.last().map(|last| last.ident.clone());
        if path.segments.len() > 1 && !last.as_ref().is_some_and(is_type) {
            path.segments.pop();
            path.segments.pop_punct();
        }
        if path.segments.last().is_some_and(|last| is_type(&last.ident))
            && let Some(path) = self.outside(&path)
        {
            (self.found)(it, &path, Position::Value);
        }
    }
}

/// The source of a chain, `f(n)` in `f(n).map(g).skip(1)`, and whether an adaptor follows, and one that is not `map`.
fn source(it: &mut Expr) -> (&mut Expr, bool, bool) {
    let is_adaptor = matches!(&*it, Expr::MethodCall(call) if is_adaptor(call));
    let is_call = matches!(it, Expr::MethodCall(_));
    if is_call && !is_adaptor {
        return (it, false, false);
    }
    match it {
        Expr::Paren(inner) => source(&mut inner.expr),
        Expr::Group(inner) => source(&mut inner.expr),
        Expr::MethodCall(call) => {
            let is_map = call.method == "map";
            let (it, _, others) = source(&mut call.receiver);
            (it, true, others || !is_map)
        }
        other => (other, false, false),
    }
}

/// Whether a path is a name that the preludes of amp or of the standard library contain. If the module declares it by a macro, its
/// import is ambiguous.
fn may_be_ambiguous(path: &syn::Path) -> bool {
    const NAMES: [&str; 9] = [
        "align_of",
        "align_of_val",
        "copy",
        "copy_async",
        "drop",
        "parallel_for_each",
        "size_of",
        "size_of_val",
        "uniform",
    ];
    path.get_ident().is_some_and(|name| {
        let name = name.to_string();
        NAMES.contains(&&*name) || name.starts_with("atomic_")
    })
}

/// Lower-case names of types.
const PRIMITIVES: [&str; 20] = [
    "bool", "char", "f16", "f32", "f64", "f128", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8",
    "u16", "u32", "u64", "u128", "usize", "slice",
];

impl VisitMut for Calls<'_> {
    fn visit_expr_mut(&mut self, it: &mut Expr) {
        visit_mut::visit_expr_mut(self, it);
        match it {
            Expr::Call(call) => {
                if let Some(function) = standard_functions::called(call) {
                    self.standard(&mut call.func, function);
                }
                self.arguments(call);
            }
            Expr::MethodCall(call) => {
                for argument in &mut call.args {
                    if let Some(function) = standard_functions::argument(argument) {
                        self.standard(argument, function);
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_expr_method_call_mut(&mut self, it: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, it);
        if is_of_iterators_only(it)
            && let (source, true, _) = source(&mut it.receiver)
        {
            self.function(source, Position::Certain);
        }
        if may_be_of_iterator(it) {
            self.function(&mut it.receiver, Position::Possible);
        }
        if takes_iterator(it) {
            it.args.iter_mut().for_each(|argument| self.function(argument, Position::Possible));
        }
    }

    fn visit_expr_for_loop_mut(&mut self, it: &mut syn::ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, it);
        self.function(&mut it.expr, Position::Possible);
    }

    fn visit_local_mut(&mut self, it: &mut syn::Local) {
        visit_mut::visit_local_mut(self, it);
        let (Pat::Ident(name), Some(init)) = (&it.pat, &mut it.init) else { return };
        let name = plain_name(&name.ident);
        if self.iterated.contains(&name) {
            self.function(&mut init.expr, Position::Possible);
        }
        if let (source, true, is_certain) = source(&mut init.expr)
            && (self.certain.contains(&name) || is_certain && self.iterated.contains(&name))
        {
            self.value(source);
        }
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        let parsed = it.parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated);
        if let Ok(mut values) = parsed {
            values.iter_mut().for_each(|value| self.visit_expr_mut(value));
            it.tokens = values.into_token_stream();
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The names that a function declares: parameters, variables, and items of its body.
#[derive(Default)]
struct Names {
    declared: HashSet<String>,
    /// The variables before a method of iterators.
    iterated: HashSet<String>,
    /// The variables before an adaptor that is not `map`, and a consumer.
    certain: HashSet<String>,
    /// The kinds of variables that may be arguments.
    kinds: HashMap<String, Kind>,
    /// The names of several variables.
    repeated: HashSet<String>,
    has_glob: bool,
}

impl Names {
    /// Records the kind of a variable.
    fn add_kind(&mut self, pattern: &Pat, kind: Option<Kind>) {
        if let (Pat::Ident(name), Some(kind)) = (pattern, kind) {
            self.kinds.insert(plain_name(&name.ident), kind);
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_type_param(&mut self, it: &'ast syn::TypeParam) {
        self.declared.insert(plain_name(&it.ident));
    }

    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        if !self.declared.insert(plain_name(&it.ident)) {
            self.repeated.insert(plain_name(&it.ident));
        }
        visit::visit_pat_ident(self, it);
    }

    fn visit_pat_type(&mut self, it: &'ast syn::PatType) {
        self.add_kind(&it.pat, kind_of_type(&it.ty));
        visit::visit_pat_type(self, it);
    }

    fn visit_local(&mut self, it: &'ast syn::Local) {
        if let Some(init) = &it.init {
            self.add_kind(&it.pat, kind(&init.expr));
        }
        visit::visit_local(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        if may_be_of_iterator(it) {
            self.iterated.extend(variable(&it.receiver));
        }
        if is_of_iterators_only(it)
            && let (source, _, true) = source(&mut it.receiver.clone())
        {
            self.certain.extend(variable(source));
        }
        visit::visit_expr_method_call(self, it);
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        self.iterated.extend(variable(&it.expr));
        visit::visit_expr_for_loop(self, it);
    }

    fn visit_stmt(&mut self, it: &'ast Stmt) {
        let Stmt::Item(item) = it else { return visit::visit_stmt(self, it) };
        let name = match item {
            syn::Item::Fn(it) => &it.sig.ident,
            syn::Item::Mod(it) => &it.ident,
            syn::Item::Struct(it) => &it.ident,
            syn::Item::Enum(it) => &it.ident,
            syn::Item::Type(it) => &it.ident,
            syn::Item::Use(it) => return self.visit_item_use(it),
            _ => return,
        };
        self.declared.insert(plain_name(name));
    }

    fn visit_use_name(&mut self, it: &'ast syn::UseName) {
        self.declared.insert(plain_name(&it.ident));
    }

    fn visit_use_rename(&mut self, it: &'ast syn::UseRename) {
        self.declared.insert(plain_name(&it.rename));
    }

    fn visit_use_glob(&mut self, _: &'ast syn::UseGlob) {
        self.has_glob = true;
    }

    fn visit_use_path(&mut self, it: &'ast syn::UsePath) {
        // `use shapes::{self}` imports the name of the path.
        self.declared.insert(plain_name(&it.ident));
        visit::visit_use_path(self, it);
    }
}

/// The name of a variable, `it` or `it.clone()`.
fn variable(it: &Expr) -> Option<String> {
    match it {
        Expr::Path(path) => path.path.get_ident().map(plain_name),
        Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => variable(&call.receiver),
        _ => None,
    }
}

/// The text of an identifier without `r#`.
fn plain_name(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Answers, asks, mark};
    use quote::ToTokens;

    fn asked(body: &str) -> String {
        let body = syn::parse_str(body).expect("a body");
        let found = asks(&syn::parse_quote!(fn f<T>(g: impl Fn(u32) -> u32, n: u32)), &body, None);
        let found = found.iter().map(|path| path.to_token_stream().to_string().replace(' ', ""));
        let mut found: Vec<_> = found.collect();
        found.sort();
        found.join(" ")
    }

    #[test]
    fn questions_cover_calls_that_may_return_iterators() {
        assert_eq!(asked("{ a(n).count() + m::b::<2>(n).max() }"), "a m::b");
        assert_eq!(asked("{ for v in a(n) { assert_eq!(b(v).sum(), 3); } }"), "a b");
        assert_eq!(
            asked("{ let it = a(n); it.nth(2); let dice = Dice::new(n).map(c); dice.take(2).sum() }"),
            "Dice a"
        );
    }

    #[test]
    fn questions_omit_names_of_the_function_and_other_calls() {
        assert_eq!(
            asked("{ fn a() {} use m::b; a().count() + b().count() + g(n).count() + T::c().count() }"),
            ""
        );
        assert_eq!(asked("{ use m::*; a().count() }"), "");
        assert_eq!(
            asked("{ a(n).max(3) + u32::from(n).min() + iter::once(n).count() + Self::b(n).last() }"),
            ""
        );
        assert_eq!(asked("{ let w = Lanes::new(n).map(c); w.map(c).sum() }"), "");
    }

    #[test]
    fn questions_cover_standard_functions_and_arguments() {
        assert_eq!(
            asked("{ swap(&mut a, &mut b); w.fold(n, max) + successors(a, b).count() }"),
            "max successors swap"
        );
        assert_eq!(asked("{ total(0..n); crc(n.to_le_bytes()); pick(Dice::new(n)) }"), "crc pick total");
        assert_eq!(asked("{ let mut dice = Dice(n); pick(w, &mut dice); other(n, w) }"), "pick");
        assert_eq!(asked("{ let take = n; take(&mut a) + mem::take(&mut a) + a.min(b) }"), "");
    }

    #[test]
    fn calls_are_marked() {
        let mut body = syn::parse_quote!({ a(n).count() + b(n).map(c).sum() + b(n).count() });
        let answers = Answers {
            iterators: vec![syn::parse_quote!(a)],
            takes: Vec::new(),
            others: vec![syn::parse_quote!(b)],
        };
        let _ = mark(&syn::parse_quote!(fn f(n: u32)), &mut body, None, &answers);
        let expected: syn::Block = syn::parse_quote!({
            ::core::iter::Iterator::fuse(a(n)).count()
                + ::core::iter::IntoIterator::into_iter(b(n)).map(c).sum()
                + b(n).count()
        });
        assert_eq!(body.to_token_stream().to_string(), expected.to_token_stream().to_string());
        let mut body = syn::parse_quote!({ min(total(0..n), take(&mut m)) });
        let answers = Answers {
            iterators: Vec::new(),
            takes: vec![(syn::parse_quote!(total), 0, false)],
            others: vec![syn::parse_quote!(take)],
        };
        let checks = mark(&syn::parse_quote!(fn f(n: u32)), &mut body, None, &answers);
        let expected: syn::Block =
            syn::parse_quote!({ min(total((0..n).into_iter()), ::core::mem::take(&mut m)) });
        assert_eq!(body.to_token_stream().to_string(), expected.to_token_stream().to_string());
        assert!(checks.to_string().contains("assert_same_function"));
    }
}
