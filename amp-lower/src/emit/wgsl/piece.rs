//! Pieces of a template. They correspond to [`amp_shader::Piece`], but contain types of the compiler's IR.
//! The expansion contains each piece as a Rust expression for an `amp_shader::Piece`.

use super::call_arg::{CallArg, Step};
use super::entries::{Entries, Subject};
use crate::analysis::VaryingBits;
use crate::ir::{Callee, Len, TokenKey, Ty};
use amp_shader::{Atomic, AtomicTarget, BoundsRequirement, Capability, Operation, Size, TypeInfo};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// Prints a template as a Rust expression for a list of pieces.
pub(crate) fn pieces(parts: &[Piece], entries: &mut Entries) -> TokenStream {
    // Pieces whose text the compiler can determine become text. Adjacent texts are merged.
    let mut merged: Vec<Piece> = Vec::new();
    for part in parts {
        match (merged.last_mut(), part.with_known_types()) {
            (_, Piece::Mark(_)) => {}
            (Some(Piece::Text(last)), Piece::Text(text)) => last.push_str(&text),
            (_, part) => merged.push(part),
        }
    }
    let pieces: Vec<_> = merged.iter().filter_map(|part| part.piece(entries)).collect();
    quote!(&[#(#pieces),*])
}

fn bounds_requirement(requirement: &BoundsRequirement) -> TokenStream {
    let BoundsRequirement { capture, dimension, size } = requirement;
    let size = match size {
        Size::Domain(dimension) => quote!(Domain(#dimension)),
        Size::Tiles(dimension) => quote!(Tiles(#dimension)),
        Size::Extent(capture, dimension) => quote!(Extent(#capture, #dimension)),
        Size::Value(capture) => quote!(Value(#capture)),
        Size::Constant(number) => quote!(Constant(#number)),
    };
    let private = quote!(::amp::__private);
    quote!(#private::BoundsRequirement { capture: #capture, dimension: #dimension, size: #private::Size::#size })
}

/// Prints a call of one of the runtime's const checks with the user's span, so that rustc reports a failed
/// check there.
fn assertion(question: &str, site: Span, of: TokenStream) -> TokenStream {
    let site = site.resolved_at(Span::call_site());
    let question = Ident::new(question, site);
    quote_spanned!(site=> ::amp::__private::#question(#of))
}

/// A call of a device function.
#[derive(Clone, Debug)]
pub(crate) struct DeviceCall {
    pub(crate) callee: Callee,
    pub(super) types: Vec<Ty>,
    pub(super) result: Ty,
    pub(crate) arguments: Vec<CallArg>,
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

impl DeviceCall {
    fn piece(&self, piece: &TokenStream, entries: &mut Entries) -> TokenStream {
        let DeviceCall { callee, types, result, arguments, site, .. } = self;
        let item = entries.item(callee, types, result, *site);
        let given: Vec<_> = arguments.iter().map(|given| given.rust_argument(entries)).collect();
        self.checks(entries);
        if let Callee::MaybeBuiltin(ty, method) = callee {
            let (name, ty) = (method.name, entries.ty(ty));
            return quote!(#piece::MaybeBuiltin(#name, #ty, #item, &[#(#given),*]));
        }
        quote!(#piece::Call(#item, &[#(#given),*]))
    }

    /// Adds the const checks of the call to the entries.
    fn checks(&self, entries: &mut Entries) {
        let DeviceCall { callee, types, result, site, method, .. } = self;
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

/// A piece of a template. [`amp_shader::Piece`] documents the variants without a comment.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    /// The beginning of a statement, given by the index of its site. The validator's messages point to that
    /// site.
    Mark(usize),
    Type(Ty),
    Literal(Ty, String),
    Const(Ty, TokenKey),
    /// The components of a value of this index type, separated by commas.
    Components(Ty, Vec<Piece>),
    /// The length of an array of this type, and the span at which rustc reports errors about it.
    Length(Ty, Span),
    /// A const check that a value of this type can be subscripted. The piece prints no text.
    Subscript(Ty, Span),
    /// The text `true` or `false`: whether a method modifies its receiver.
    MutatesReceiver(Callee, Vec<Ty>, Ty, Span),
    /// An operation: the types of its operands (for a conversion, source and target type) and its span.
    Operation(Operation, Ty, Ty, Span),
    /// An operation whose operator may be user-defined: the method of the operator's trait, such as `add`,
    /// the types of the operands, the type of the result, and the span.
    Operator(Operation, &'static str, Ty, Ty, Ty, Span),
    /// A call of a built-in method on a receiver of this type, and the span of the call.
    Method(&'static str, Ty, Span),
    /// A field of a value of this type. The name of an enum variant's field contains the variant: `Some.0`.
    Field(Ty, String),
    Variant(Ty, String, Vec<(String, Vec<Piece>)>),
    IsVariant(Ty, String, Vec<Piece>),
    Splat(Vec<Piece>, Len),
    Call(Box<DeviceCall>),
    /// A call of a callable parameter: its index, and the arguments.
    CallParameter(usize, Vec<Vec<Piece>>),
    /// The WGSL declarations for the by-reference parameter with this index, in a parameter list.
    Reference(usize),
    /// The declarations of the parameters that describe the layout of the view parameter with this index, in
    /// a parameter list.
    View(usize),
    /// The declarations for a slice parameter: its position among all parameters, and its index in the list
    /// of the function's view parameters, followed by its slice parameters.
    SliceParameter(usize, usize),
    /// The memory that a by-reference parameter refers to.
    Parameter(usize),
    Atomic(Atomic, AtomicTarget),
    /// A statement such as `let x = value`, whose value has this type: the pieces before the value, and the
    /// pieces of the value. If the type is zero-sized, only the value's side effects are printed.
    Bound(Ty, Vec<Piece>, Vec<Piece>),
    /// A `return` with a value of this type. If the type is zero-sized, `return` has no value.
    Return(Ty, Vec<Piece>),
    /// A piece without text, for the linker: the kernel's accesses are in bounds if these requirements hold.
    RequiresBounds(Vec<BoundsRequirement>),
    /// A piece without text, for the linker: the function computes indices from its arguments, so bounds
    /// proofs of its callers do not cover its accesses.
    MayIndexAnywhere,
    /// A piece without text, for the linker: the source position of the accesses and assertions that follow.
    At(Span),
    /// An assertion, or a panic if there is no condition. Only shaders with traps contain it.
    Assert(Option<Vec<Piece>>, Box<Message>),
    /// An operator that the shader checks if it has traps: the operation and the types of the operands. The
    /// operands follow, separated by `Infix` and closed by `EndChecked`.
    Checked(Operation, Ty, Ty),
    Infix(String),
    EndChecked,
    /// The operator of a compound assignment to the variable that the pieces print.
    CheckedAssign(Operation, Ty, Ty, Vec<Piece>),
    /// The further argument of a checked operation, behind the parenthesis of `Operation` or `Operator`.
    SiteArgument,
    /// A statement that prints a line.
    Print(Box<Message>),
    /// The beginning of a subscript of an array of this type, which the shader checks if it has traps.
    Item(Ty),
    EndItem,
    /// A piece without text, for the linker: a barrier of the tile follows.
    BeforeBarrier,
    /// A piece without text, for the linker: a barrier of the tile stands before.
    Barrier,
    /// A piece without text, for the linker: the body of a loop without barriers and without a termination
    /// proof begins here.
    LoopStart,
    /// A piece without text, for the linker: drivers must not rearrange the floating-point operations that
    /// follow.
    Strict,
    /// A piece without text, for the linker: the loop that begins here has no termination proof.
    MayNotTerminate,
    /// A piece without text, for the linker: the loop that begins here terminates if this constant is not
    /// zero. The first field is the constant's type.
    TerminatesIfNonZero(Ty, TokenKey),
    /// A piece without text, for the linker: the loop that begins here terminates if this type is an integer
    /// of at least 32 bits.
    TerminatesIfInteger(Ty),
    /// A struct literal: its type, its fields, and the base expression for the remaining fields.
    Record(Ty, Vec<(String, Vec<Piece>)>, Option<Vec<Piece>>),
    Value(usize),
    Load(usize),
    EndLoad(usize),
    /// The beginning of a read of an element, whose value is then converted. The fields are the capture, the
    /// type of its elements, and the type to convert to. The span is that of the conversion, or `None` for
    /// `as`.
    Convert(usize, Ty, Ty, Option<Span>),
    EndConvert(usize, Ty),
    LoadPart(usize, Vec<Piece>, Vec<Step>),
    Assign(usize, Vec<Piece>, Vec<Step>, Option<&'static str>, Vec<Piece>),
    Extent(usize),
    /// A constant offset in each dimension, after the subscripts of an element: 2 for `x[i + 2]`.
    Offset(usize, Vec<i32>),
}

/// The message of an assertion.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// Whether the text is a format string.
    pub(crate) formatted: bool,
    /// The values of a format string: name, type and pieces of each.
    pub(crate) values: Vec<(Option<String>, Ty, Vec<Piece>)>,
}

impl Message {
    /// Prints the message as a Rust expression.
    fn printed(&self, entries: &mut Entries) -> TokenStream {
        let Message { text, formatted, values } = self;
        let values = values.iter().map(|(name, ty, value)| {
            let (ty, value) = (entries.ty(ty), pieces(value, entries));
            let name = match name {
                Some(name) => quote!(::core::option::Option::Some(#name)),
                None => quote!(::core::option::Option::None),
            };
            quote!((#name, #ty, #value))
        });
        let values: Vec<_> = values.collect();
        quote! {
            &::amp::__private::Message { text: #text, formatted: #formatted, values: &[#(#values),*] }
        }
    }
}

impl Piece {
    /// Returns a piece with the same text. If the text depends on no type or value that rustc or the linker
    /// resolves, the result is `Piece::Text`.
    pub(crate) fn with_known_types(&self) -> Piece {
        match self {
            // A scalar that needs a device capability, such as `f64`, stays a typed piece, because the linker
            // derives the capabilities of a shader from types.
            Piece::Type(Ty::Scalar(scalar)) if Capability::of(*scalar).is_none() => {
                Piece::Text(scalar.wgsl().to_owned())
            }
            Piece::Literal(Ty::Scalar(scalar), digits) if Capability::of(*scalar).is_none() => {
                Piece::Text(amp_shader::literal(&TypeInfo::Scalar(*scalar), digits))
            }
            other => other.clone(),
        }
    }

    /// Prints the Rust expression for the `Piece`. `None` for a `Mark` and for a const check.
    pub(crate) fn piece(&self, entries: &mut Entries) -> Option<TokenStream> {
        let piece = quote!(::amp::__private::Piece);
        Some(match self {
            Piece::Mark(_) => return None,
            Piece::Text(text) => quote!(#piece::Text(#text)),
            Piece::Type(ty) => {
                let ty = entries.ty(ty);
                quote!(#piece::Type(#ty))
            }
            Piece::Literal(ty, digits) => {
                let ty = entries.ty(ty);
                quote!(#piece::Literal(#ty, #digits))
            }
            Piece::Const(ty, path) => {
                let (words, ty) = (words(path), entries.ty(ty));
                quote!(#piece::Const(#ty, #words))
            }
            Piece::Components(ty, index) => {
                let (ty, index) = (entries.ty(ty), pieces(index, entries));
                quote!(#piece::Components(#ty, #index))
            }
            Piece::MutatesReceiver(callee, types, result, site) => {
                let item = entries.item(callee, types, result, *site);
                quote!(#piece::MutatesReceiver(#item))
            }
            Piece::Length(ty, site) => {
                entries.check(&[Subject::Type(ty)], *site, |types| {
                    let ty = &types[0];
                    assertion("assert_has_len", *site, quote!(#ty))
                });
                let ty = entries.ty(ty);
                quote!(#piece::Length(#ty))
            }
            Piece::Subscript(ty, site) => {
                entries.check(&[Subject::Type(ty)], *site, |types| {
                    let ty = &types[0];
                    assertion("assert_has_subscripts", *site, quote!(#ty))
                });
                return None;
            }
            Piece::Operation(operation, lhs, rhs, site) => {
                // rustc itself reports an `as` between types without a conversion, so a cast needs no const
                // check.
                let checked = *operation != Operation::Cast;
                for ty in [lhs, rhs].into_iter().filter(|ty| checked && ty.known_info().is_none()) {
                    entries.check(&[Subject::Type(ty)], *site, |types| {
                        let ty = &types[0];
                        assertion("assert_builtin_operand", *site, quote!(#ty))
                    });
                }
                let (name, lhs, rhs) = (operation_name(*operation), entries.ty(lhs), entries.ty(rhs));
                quote!(#piece::Operation(::amp::__private::Operation::#name, #lhs, #rhs))
            }
            Piece::Operator(operation, method, lhs, rhs, result, site) => {
                let name = operation_name(*operation);
                let item = entries.operator(method, lhs, rhs, result, *site);
                let (lhs, rhs) = (entries.ty(lhs), entries.ty(rhs));
                quote!(#piece::Operator(::amp::__private::Operation::#name, #lhs, #rhs, #item))
            }
            Piece::Method(name, ty, site) => {
                if ty.known_info().is_none() {
                    entries.check(&[Subject::Type(ty)], *site, |types| {
                        let ty = &types[0];
                        assertion("assert_builtin_receiver", *site, quote!(#ty))
                    });
                }
                let ty = entries.ty(ty);
                quote!(#piece::Method(#name, #ty))
            }
            Piece::Field(ty, name) => {
                let ty = entries.ty(ty);
                quote!(#piece::Field(#ty, #name))
            }
            Piece::Call(call) => call.piece(&piece, entries),
            Piece::CallParameter(position, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|argument| pieces(argument, entries)).collect();
                quote!(#piece::CallParameter(#position, &[#(#arguments),*]))
            }
            Piece::Reference(position) => quote!(#piece::Reference(#position)),
            Piece::View(view) => quote!(#piece::View(#view)),
            Piece::SliceParameter(position, view) => quote!(#piece::SliceParameter(#position, #view)),
            Piece::Parameter(position) => quote!(#piece::Parameter(#position)),
            Piece::Atomic(operation, target) => {
                let name = Ident::new(&format!("{operation:?}"), Span::call_site());
                let target = match target {
                    AtomicTarget::Capture(capture) => quote!(Capture(#capture)),
                    AtomicTarget::Tile(tile) => quote!(Tile(#tile)),
                };
                quote!(#piece::Atomic(::amp::__private::Atomic::#name, ::amp::__private::AtomicTarget::#target))
            }
            Piece::RequiresBounds(requirements) => {
                let requirements = requirements.iter().map(bounds_requirement);
                quote!(#piece::RequiresBounds(&[#(#requirements),*]))
            }
            Piece::At(site) => {
                // `line!` expands to the line of its own tokens, because they have the user's span.
                let at = quote_spanned!(*site=> ::core::concat!(::core::file!(), ":", ::core::line!()));
                quote!(#piece::At(#at))
            }
            Piece::Assert(condition, message) => {
                let condition = match condition {
                    Some(condition) => {
                        let condition = pieces(condition, entries);
                        quote!(::core::option::Option::Some(#condition))
                    }
                    None => quote!(::core::option::Option::None),
                };
                let message = message.printed(entries);
                quote!(#piece::Assert(#condition, #message))
            }
            Piece::Print(message) => {
                let message = message.printed(entries);
                quote!(#piece::Print(#message))
            }
            Piece::Checked(operation, lhs, rhs) => {
                let name = operation_name(*operation);
                let (lhs, rhs) = (entries.ty(lhs), entries.ty(rhs));
                quote!(#piece::Checked(::amp::__private::Operation::#name, #lhs, #rhs))
            }
            Piece::Infix(text) => quote!(#piece::Infix(#text)),
            Piece::EndChecked => quote!(#piece::EndChecked),
            Piece::CheckedAssign(operation, lhs, rhs, place) => {
                let name = operation_name(*operation);
                let (lhs, rhs, place) = (entries.ty(lhs), entries.ty(rhs), pieces(place, entries));
                quote!(#piece::CheckedAssign(::amp::__private::Operation::#name, #lhs, #rhs, #place))
            }
            Piece::SiteArgument => quote!(#piece::SiteArgument),
            Piece::Item(ty) => {
                let ty = entries.ty(ty);
                quote!(#piece::Item(#ty))
            }
            Piece::EndItem => quote!(#piece::EndItem),
            Piece::BeforeBarrier => quote!(#piece::BeforeBarrier),
            Piece::Barrier => quote!(#piece::Barrier),
            Piece::LoopStart => quote!(#piece::LoopStart),
            Piece::MayIndexAnywhere => quote!(#piece::MayIndexAnywhere),
            Piece::Strict => quote!(#piece::Strict),
            Piece::MayNotTerminate => quote!(#piece::MayNotTerminate),
            Piece::Bound(ty, before, value) => {
                let ty = entries.ty(ty);
                let (before, value) = (pieces(before, entries), pieces(value, entries));
                quote!(#piece::Bound(#ty, #before, #value))
            }
            Piece::Return(ty, value) => {
                let (ty, value) = (entries.ty(ty), pieces(value, entries));
                quote!(#piece::Return(#ty, #value))
            }
            Piece::TerminatesIfInteger(ty) => {
                let ty = entries.ty(ty);
                quote!(#piece::TerminatesIfInteger(#ty))
            }
            Piece::TerminatesIfNonZero(ty, path) => {
                let (words, ty) = (words(path), entries.ty(ty));
                quote!(#piece::TerminatesIfNonZero(#ty, #words))
            }
            Piece::Record(ty, fields, rest) => {
                let (ty, fields) = (entries.ty(ty), named_pieces(fields, entries));
                let rest = match rest {
                    Some(rest) => {
                        let rest = pieces(rest, entries);
                        quote!(::core::option::Option::Some(#rest))
                    }
                    None => quote!(::core::option::Option::None),
                };
                quote!(#piece::Record(#ty, &[#(#fields),*], #rest))
            }
            Piece::Variant(ty, variant, fields) => {
                let (ty, fields) = (entries.ty(ty), named_pieces(fields, entries));
                quote!(#piece::Variant(#ty, #variant, &[#(#fields),*]))
            }
            Piece::IsVariant(ty, variant, value) => {
                let (ty, value) = (entries.ty(ty), pieces(value, entries));
                quote!(#piece::IsVariant(#ty, #variant, #value))
            }
            Piece::Splat(value, len) => {
                let value = pieces(value, entries);
                quote!(#piece::Splat(#value, #len))
            }
            Piece::Value(capture) => quote!(#piece::Value(#capture)),
            Piece::Load(capture) => quote!(#piece::Load(#capture)),
            Piece::EndLoad(capture) => quote!(#piece::EndLoad(#capture)),
            Piece::Convert(capture, from, ty, site) => {
                if let Some(site) = site
                    && from.known_info().is_none()
                {
                    self.check_convertible(from, *site, entries);
                }
                let ty = entries.ty(ty);
                quote!(#piece::Convert(#capture, #ty))
            }
            Piece::EndConvert(capture, ty) => {
                let ty = entries.ty(ty);
                quote!(#piece::EndConvert(#capture, #ty))
            }
            Piece::LoadPart(capture, subscripts, steps) => {
                let (subscripts, steps) = (pieces(subscripts, entries), rust_steps(steps, entries));
                quote!(#piece::LoadPart(#capture, #subscripts, #steps))
            }
            Piece::Assign(capture, subscripts, steps, operator, value) => {
                let (subscripts, steps) = (pieces(subscripts, entries), rust_steps(steps, entries));
                let value = pieces(value, entries);
                let operator = match operator {
                    Some(operator) => quote!(::core::option::Option::Some(#operator)),
                    None => quote!(::core::option::Option::None),
                };
                quote!(#piece::Assign(#capture, #subscripts, #steps, #operator, #value))
            }
            Piece::Extent(capture) => quote!(#piece::Extent(#capture)),
            Piece::Offset(capture, steps) => quote!(#piece::Offset(#capture, &[#(#steps),*])),
        })
    }

    /// Adds the const check that `From` can convert elements of this type.
    fn check_convertible(&self, from: &Ty, site: Span, entries: &mut Entries) {
        let question = "assert_convertible";
        match from.element_of_capture() {
            Some(capture) => entries.check(&[Subject::Capture(capture)], site, |types| {
                let ty = &types[0];
                assertion(question, site, quote!(::amp::__private::stored(#ty)))
            }),
            None => entries.check(&[Subject::Stored(from)], site, |types| {
                let ty = &types[0];
                assertion(question, site, quote!(#ty))
            }),
        }
    }
}

/// Prints the Rust expression for a list of [`amp_shader::Step`].
pub(super) fn rust_steps(steps: &[Step], entries: &mut Entries) -> TokenStream {
    let steps: Vec<_> = steps.iter().map(|step| step.rust_step(entries)).collect();
    quote!(&[#(#steps),*])
}

/// Prints fields as pairs of a name and pieces.
fn named_pieces(fields: &[(String, Vec<Piece>)], entries: &mut Entries) -> Vec<TokenStream> {
    let one = |(name, parts): &(String, Vec<Piece>)| {
        let parts = pieces(parts, entries);
        quote!((#name, #parts))
    };
    fields.iter().map(one).collect()
}

fn operation_name(operation: Operation) -> Ident {
    Ident::new(&format!("{operation:?}"), Span::call_site())
}

/// Prints a closure that appends the value of a constant, as 32-bit words, to a list.
fn words(path: &TokenKey) -> TokenStream {
    let path = &path.0;
    let out = Ident::new("out", Span::mixed_site());
    quote!(|#out| {
        use ::amp::__private::{ConstantWords as _, NoWords as _};
        (&::amp::__private::ConstantValue(&#path)).append(#out)
    })
}
