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
//! The question imports the function by its path, outside the body. So there is none about a name that the body or a
//! parameter declares. `asks` and `mark` share one visitor, so they agree on the calls.

use super::token_sequence;
use crate::site::Site;
use crate::vocabulary::iterators::{self, COMPARISONS, is_adaptor, is_consumer, is_of_iterators_only};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt};

/// The tokens that the macro of a function or type passes on in place of a declaration.
pub(crate) fn answer() -> TokenStream {
    quote!(iterator)
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

/// Whether an item may have a call of a function that returns an iterator. The test avoids that most items are parsed twice.
pub(crate) fn may_have(item: &TokenStream) -> bool {
    token_sequence::contains(item, &["for"])
        || iterators::names()
            .filter(|name| !is_rare(name))
            .chain(OTHERS)
            .any(|name| token_sequence::contains(item, &[".", name]))
}

/// The answers of the macros about the paths of functions and types.
pub(crate) struct Answers {
    /// Functions that return an `impl Iterator`, and types that implement `Iterator`.
    pub(crate) iterators: Vec<syn::Path>,
    /// The others.
    pub(crate) others: Vec<syn::Path>,
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
}

/// The functions that a body calls, and which may return iterators, and the types that may be iterators. `block` has the
/// generics of its block.
pub(crate) fn asks(
    signature: &syn::Signature,
    body: &syn::Block,
    block: Option<&syn::Generics>,
) -> Vec<syn::Path> {
    let mut found = Vec::new();
    let mut add = |_: &mut Expr, path: &syn::Path, _: Position| {
        if !found.contains(path) {
            found.push(path.clone());
        }
    };
    Calls::new(signature, body, block, &mut add).visit_block_mut(&mut body.clone());
    found
}

/// Marks the calls and values.
pub(crate) fn mark(
    signature: &syn::Signature,
    body: &mut syn::Block,
    block: Option<&syn::Generics>,
    answers: &Answers,
) {
    let mut mark = |it: &mut Expr, path: &syn::Path, position: Position| {
        let is_iterator = answers.iterators.contains(path);
        let is_other = || answers.others.contains(path);
        // Messages point at the call. The hygiene is that of generated code, for which there are no lints.
        let span = Site::of(it).first.resolved_at(Span::mixed_site());
        if is_iterator && position != Position::Value {
            *it = syn::parse_quote_spanned!(span=> ::core::iter::Iterator::fuse(#it));
        } else if is_iterator || position == Position::Certain && is_other() {
            *it = syn::parse_quote_spanned!(span=> ::core::iter::IntoIterator::into_iter(#it));
        }
    };
    let names = body.clone();
    Calls::new(signature, &names, block, &mut mark).visit_block_mut(body);
}

/// Marks the calls and values in a kernel.
pub(crate) fn marked_kernel(item: TokenStream, answers: &Answers) -> TokenStream {
    match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(mut kernel) => {
            mark(&kernel.sig, &mut kernel.block, None, answers);
            kernel.into_token_stream()
        }
        Err(_) => item,
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
        Calls { declared, iterated: names.iterated, certain: names.certain, found }
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

/// Lower-case names of types.
const PRIMITIVES: [&str; 20] = [
    "bool", "char", "f16", "f32", "f64", "f128", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8",
    "u16", "u32", "u64", "u128", "usize", "slice",
];

impl VisitMut for Calls<'_> {
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
        if self.certain.contains(&name)
            && let (source, true, _) = source(&mut init.expr)
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
    has_glob: bool,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_type_param(&mut self, it: &'ast syn::TypeParam) {
        self.declared.insert(plain_name(&it.ident));
    }

    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.declared.insert(plain_name(&it.ident));
        visit::visit_pat_ident(self, it);
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
    fn calls_are_marked() {
        let mut body = syn::parse_quote!({ a(n).count() + b(n).map(c).sum() + b(n).count() });
        let answers = Answers { iterators: vec![syn::parse_quote!(a)], others: vec![syn::parse_quote!(b)] };
        mark(&syn::parse_quote!(fn f(n: u32)), &mut body, None, &answers);
        let expected: syn::Block = syn::parse_quote!({
            ::core::iter::Iterator::fuse(a(n)).count()
                + ::core::iter::IntoIterator::into_iter(b(n)).map(c).sum()
                + b(n).count()
        });
        assert_eq!(body.to_token_stream().to_string(), expected.to_token_stream().to_string());
    }
}
