//! The stage of templates that the compiler writes: its pieces own their text, and contain types of the IR.

use super::entries::{Entries, Subject};
use crate::analysis::VaryingBits;
use crate::ir::{Callee, Len, Source, Ty};
use amp_shader::staged::{self, Stage};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::fmt::Debug;

/// The stage of templates that the compiler writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draft;

impl Stage for Draft {
    type Text = String;
    type Type = Ty;
    type Function = Function;
    type Constant = Source;
    type Length = Len;
    type File = File;
    type Line = Line;
    type Note = Note;
    type List<T: Clone + Debug + 'static> = Vec<T>;
    type Pointer<T: Clone + Debug + 'static> = Box<T>;
}

pub(crate) type Piece = staged::Piece<Draft>;
pub(crate) type Message = staged::Message<Draft>;
pub(crate) type Argument = staged::Argument<Draft>;
pub(crate) type Closure = staged::Closure<Draft>;
pub(crate) type Root = staged::Root<Draft>;
pub(crate) type Step = staged::Step<Draft>;
pub(crate) type SubviewStep = staged::SubviewStep<Draft>;

/// The source file of the macro call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct File;

/// The source line of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line(pub(super) Span);

/// A function that rustc selects, and the site at which rustc reports that it is missing.
#[derive(Clone, Debug)]
pub(crate) enum Function {
    /// A called function, with the types of the arguments and of the result.
    Called { callee: Callee, types: Vec<Ty>, result: Ty, site: Span },
    /// A function that a call of `callee` passes by its path, as argument `position`. `types` are the types of the call's
    /// arguments.
    Passed { path: Source, callee: Callee, position: usize, types: Vec<Ty> },
    /// The method of an operator's trait, such as `add`.
    Operator { method: &'static str, lhs: Ty, rhs: Ty, result: Ty, site: Span },
}

/// A piece without text.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    /// The beginning of a statement, given by the index of its site. The validator's messages point to that
    /// site.
    Mark(usize),
    /// A const check of a type: the name of the runtime's function, and the span at which rustc reports a
    /// failed check.
    Check(&'static str, Ty, Span),
    /// The const check that `From` converts elements of this type.
    Convertible(Ty, Span),
    /// The const checks of the call before the note.
    Call(Box<CallChecks>),
}

/// The facts about a call that its const checks need.
#[derive(Clone, Debug)]
pub(crate) struct CallChecks {
    pub(super) callee: Callee,
    pub(super) types: Vec<Ty>,
    pub(super) result: Ty,
    /// Whether the receiver is a value, and not a variable. A const check must then assert that the callee
    /// does not modify it.
    pub(super) value_receiver: bool,
    /// The varying arguments, if a kernel calls a collective function.
    pub(super) varying_arguments: Option<VaryingBits>,
    /// Whether the analysis assumed that this collective method does not modify its receiver. A const check
    /// verifies the assumption.
    pub(super) assumes_unmodified: bool,
    /// Whether the user wrote a method call `a.f(b)`, and not a call by path.
    pub(super) method: bool,
    /// The span of the function's name.
    pub(super) site: Span,
}

impl Note {
    /// Adds the const checks to the entries.
    pub(super) fn check(&self, entries: &mut Entries) {
        match self {
            Note::Mark(_) => {}
            Note::Check(question, ty, site) => entries.check(&[Subject::Type(ty)], *site, |types| {
                let ty = &types[0];
                assertion(question, *site, quote!(#ty))
            }),
            Note::Convertible(from, site) => {
                let capture = from.element_of_capture();
                let subject = capture.map_or(Subject::Stored(from), Subject::Capture);
                entries.check(&[subject], *site, |types| {
                    let ty = &types[0];
                    let stored = capture.map(|_| quote!(::amp::__private::stored(#ty)));
                    assertion("assert_convertible", *site, stored.unwrap_or_else(|| ty.clone()))
                });
            }
            Note::Call(call) => call.check(entries),
        }
    }
}

impl CallChecks {
    /// Adds the const checks of the call to the entries.
    fn check(&self, entries: &mut Entries) {
        let CallChecks { callee, types, result, site, method, .. } = self;
        let subject = Subject::Item(callee, types, result);
        if self.value_receiver {
            let question = match callee {
                Callee::MaybeBuiltin(..) => "assert_user_receiver_unmodified",
                _ => "assert_receiver_unmodified",
            };
            entries.check(&[subject], *site, |items| {
                let item = &items[0];
                assertion(question, *site, quote!(#item))
            });
        }
        // Whether the callee reaches a barrier may depend on an argument. The check fails if such an argument
        // varies.
        if let Some(varying) = &self.varying_arguments {
            let subject = Subject::Item(callee, types, result);
            let methods = varying.methods().map(|(callee, types)| Subject::Item(callee, types, &Ty::Unit));
            let subjects: Vec<_> = std::iter::once(subject).chain(methods).collect();
            entries.check(&subjects, *site, |items| {
                let (item, mut methods) = (&items[0], items[1..].iter());
                let varying = varying.print(|_, _| {
                    let method = methods.next();
                    quote!(#method)
                });
                let unmodified = self
                    .assumes_unmodified
                    .then(|| assertion("assert_receiver_unmodified_for_barrier", *site, quote!(#item)));
                let uniform = assertion("assert_uniform_arguments", *site, quote!(#item, #varying, #method));
                quote!(#unmodified; #uniform)
            });
        }
    }
}

/// Prints a call of one of the runtime's const checks with the user's span, so that rustc reports a failed
/// check there.
fn assertion(question: &str, site: Span, of: TokenStream) -> TokenStream {
    let site = site.resolved_at(Span::call_site());
    let question = Ident::new(question, site);
    quote_spanned!(site=> ::amp::__private::#question(#of))
}
