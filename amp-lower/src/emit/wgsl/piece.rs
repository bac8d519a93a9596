//! Pieces of a template. They correspond to [`amp_shader::Piece`], but their types may still be holes. The
//! expansion contains each piece as a Rust expression for an `amp_shader::Piece`.

use super::call_arg::{CallArg, Step, SubviewStep};
use crate::ir::rust_names::key_ident;
use crate::ir::{Callee, Len, Projection, TokenKey, Ty};
use crate::vocabulary::types;
use amp_shader::{Atomic, AtomicTarget, BoundsRequirement, Capability, Operation, Size, TypeInfo};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

pub(super) fn pieces(parts: &[Piece]) -> TokenStream {
    let pieces = parts.iter().map(Piece::with_known_types).filter_map(|part| part.piece());
    quote!(&[#(#pieces),*])
}

/// The Rust expression for the `TypeInfo` of a view's elements. An element type need not implement `Value`,
/// so for a capture's elements, the expression uses the capture type.
pub(super) fn element_info(element: &Ty) -> TokenStream {
    let private = quote!(::amp::__private);
    let Ty::Hole(hole) = element else { return element.info() };
    match &**hole {
        Projection::Element(capture) | Projection::StoredElement(capture) => {
            let key = key_ident(*capture);
            quote!(<#key as #private::CaptureType>::INFO)
        }
        Projection::Named(written) => {
            let name = &written.0;
            quote!(<#name as #private::Element>::STORED)
        }
        _ => element.info(),
    }
}

fn bounds_requirement(room: &BoundsRequirement) -> TokenStream {
    let BoundsRequirement { capture, dimension, size } = room;
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

/// The implementation of an operator, `L as DeviceOperator<.., R>`, for a path to its item.
fn operator(method: &str, lhs: &Ty, rhs: &Ty) -> TokenStream {
    let bound = operator_bound(method, rhs);
    let lhs = lhs.rust();
    quote!(#lhs as #bound)
}

/// The bound that a left operand type satisfies if it has this operator for right operands of type `rhs`.
pub(crate) fn operator_bound(method: &str, rhs: &Ty) -> TokenStream {
    let rhs = rhs.rust();
    let hash = amp_shader::field_hash(method);
    quote!(::amp::__private::DeviceOperator<#hash, #rhs>)
}

/// Wraps `of`, an item or a `TypeInfo`, in a call of the runtime's const check `question`. The call has the
/// user's span, so that rustc reports a failed check there.
fn const_query(question: &str, site: Span, of: TokenStream) -> TokenStream {
    let site = site.resolved_at(Span::call_site());
    let question = Ident::new(question, site);
    quote_spanned!(site=> ::amp::__private::#question(#of))
}

/// A call of a device function.
#[derive(Clone, Debug)]
pub(crate) struct DeviceCall {
    pub(crate) callee: Callee,
    pub(super) types: Vec<Ty>,
    pub(crate) arguments: Vec<CallArg>,
    /// Whether a const check must assert that the callee does not modify its receiver, which is a value.
    pub(super) value_receiver: bool,
    /// For a collective function, the bit mask of varying arguments, as a Rust expression. Otherwise `None`.
    pub(super) varying_arguments: Option<TokenStream>,
    /// Whether the kernel assumes that the collective method leaves its receiver unmodified.
    pub(super) assumes_unmodified: bool,
    /// Whether the user wrote a method call, and not a call by path.
    pub(super) method: bool,
    /// The span of the function's name.
    pub(super) site: Span,
}

impl DeviceCall {
    /// Whether the callee is a collective function that a kernel calls. A const check must then test that no
    /// varying argument decides whether the callee reaches a barrier.
    fn is_query(&self) -> bool {
        self.varying_arguments.is_some()
    }

    /// Wraps the callee's item in the const check that no varying argument decides whether the callee reaches
    /// a barrier.
    fn needs_uniform(&self, item: &TokenStream) -> TokenStream {
        let DeviceCall { varying_arguments: varying, assumes_unmodified: assumed, method, site, .. } = self;
        let item = match assumed {
            true => const_query("assert_receiver_unmodified_for_barrier", *site, item.clone()),
            false => item.clone(),
        };
        const_query("assert_uniform_arguments", *site, quote!(#item, #varying, #method))
    }

    fn piece(&self, piece: &TokenStream) -> TokenStream {
        let DeviceCall { callee, types, arguments: given, value_receiver: fixed, site, .. } = self;
        let item = callee.item(types);
        let given = given.iter().map(CallArg::rust_argument);
        if let Callee::MaybeBuiltin(ty, method) = callee {
            let (name, info) = (method.name, ty.info());
            let item =
                if *fixed { const_query("assert_user_receiver_unmodified", *site, item) } else { item };
            return quote!(#piece::MaybeBuiltin(#name, #info, #item, &[#(#given),*]));
        }
        let item = if *fixed { const_query("assert_receiver_unmodified", *site, item) } else { item };
        let item = if self.is_query() { self.needs_uniform(&item) } else { item };
        quote!(#piece::Call(#item, &[#(#given),*]))
    }
}

/// A piece of a template. Variants without a comment are explained at [`amp_shader::Piece`].
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    /// The beginning of a statement, by the index of its site. The validator's messages point there.
    Mark(usize),
    Type(Ty),
    Literal(Ty, String),
    Const(Ty, TokenKey),
    /// The components of a value of this index type, separated by commas.
    Components(Ty, Vec<Piece>),
    /// The length of an array of this type, and the span at which rustc reports errors.
    Length(Ty, Span),
    /// The const check that a value of this type can be subscripted. It prints no text.
    Subscript(Ty, Span),
    /// The text `true` or `false`: whether a method modifies its receiver.
    MutatesReceiver(Callee, Vec<Ty>),
    /// An operation with its operand types (for a conversion: source and target type) and its span.
    Operation(Operation, Ty, Ty, Span),
    /// An operation that the user may have implemented, with the method of its operator trait, such as `add`,
    /// and the types of its operands.
    Operator(Operation, &'static str, Ty, Ty),
    /// A call of a builtin method on this type, with its span.
    Method(&'static str, Ty, Span),
    Field(Ty, String),
    Splat(Vec<Piece>, Len),
    Call(Box<DeviceCall>),
    /// A call of a closure parameter, by its position, with its arguments.
    CallParameter(usize, Vec<Vec<Piece>>),
    /// The declaration of a by-reference parameter in a parameter list.
    Reference(usize),
    /// The parameter declarations that a view parameter needs if its argument is a subview.
    View(usize),
    /// The place that a by-reference parameter refers to.
    Parameter(usize),
    Atomic(Atomic, AtomicTarget),
    /// A statement that ends in a value of this type: the pieces before the value, and those of the value. If
    /// the type is zero-sized, only the value's side effects remain.
    Bound(Ty, Vec<Piece>, Vec<Piece>),
    /// The return of a value of this type, unless it is zero-sized.
    Return(Ty, Vec<Piece>),
    /// The kernel's accesses are in bounds if each view has at least this size.
    RequiresBounds(Vec<BoundsRequirement>),
    /// The function accesses memory at positions that its arguments determine, so they may be out of bounds.
    MayIndexAnywhere,
    /// Drivers must not rearrange the floating-point operations that follow.
    Strict,
    /// The loop that begins here has no termination proof.
    MayNotTerminate,
    /// The loop that begins here terminates if this constant is not zero.
    TerminatesIfNonZero(Ty, TokenKey),
    /// The loop that begins here terminates if this is an integer type.
    TerminatesIfInteger(Ty),
    /// A struct literal: its fields, and the base for the remaining fields.
    Record(Ty, Vec<(String, Vec<Piece>)>, Option<Vec<Piece>>),
    Value(usize),
    Load(usize),
    EndLoad(usize),
    /// The capture, the type of its elements, and the type that the element is converted to.
    Convert(usize, Ty, Ty),
    EndConvert(usize, Ty),
    Element(usize),
    EndElement(usize),
    PlaceField(usize, Ty, String),
    Store(usize),
    StoreValue(usize),
    EndStore(usize),
    Stored(usize, Ty),
    EndStored(usize, Ty),
    Extent(usize),
    /// The end of an element's subscripts, with a constant offset in each dimension.
    Offset(usize, Vec<i32>),
}

impl Piece {
    /// If the piece is a call of a collective function, returns the callee's item wrapped in a const check.
    /// The check fails if a varying argument decides whether the callee reaches a barrier.
    pub(crate) fn needs_uniform(&self) -> Option<TokenStream> {
        match self {
            Piece::Call(called) if called.is_query() => {
                Some(called.needs_uniform(&called.callee.item(&called.types)))
            }
            _ => None,
        }
    }

    /// Calls `look` for this piece and every piece inside it.
    pub(crate) fn walk(&self, look: &mut dyn FnMut(&Piece)) {
        look(self);
        let mut each = |parts: &[Piece]| parts.iter().for_each(|part| part.walk(look));
        match self {
            Piece::Splat(value, _) | Piece::Components(_, value) | Piece::Return(_, value) => each(value),
            Piece::Bound(_, before, value) => {
                each(before);
                each(value);
            }
            Piece::CallParameter(_, arguments) => arguments.iter().for_each(|argument| each(argument)),
            Piece::Record(_, fields, rest) => {
                fields.iter().for_each(|(_, value)| each(value));
                rest.iter().for_each(|rest| each(rest));
            }
            Piece::Call(call) => call.arguments.iter().for_each(|given| match given {
                CallArg::Barrier | CallArg::Captured(_) | CallArg::Function(..) => {}
                CallArg::Subview(_, steps) => {
                    steps.iter().flat_map(SubviewStep::operands).for_each(|number| each(number))
                }
                CallArg::Closure(closure) => each(&closure.body),
                CallArg::Value(value) => each(value),
                CallArg::Place(_, steps) => steps.iter().for_each(|step| match step {
                    Step::Index(index) => each(index),
                    Step::Field(..) => {}
                }),
            }),
            _ => {}
        }
    }

    /// Returns a piece with the same text. The result is `Piece::Text` if the text depends on nothing that
    /// only rustc or the linker knows.
    pub(crate) fn with_known_types(&self) -> Piece {
        match self {
            // A scalar that needs a device capability, such as `f64`, stays a typed piece, because the linker
            // collects capabilities from types.
            Piece::Type(Ty::Scalar(scalar)) if Capability::of(*scalar).is_none() => {
                Piece::Text(scalar.wgsl().to_owned())
            }
            Piece::Literal(Ty::Scalar(scalar), digits) if Capability::of(*scalar).is_none() => {
                Piece::Text(amp_shader::literal(&TypeInfo::Scalar(*scalar), digits))
            }
            other => other.clone(),
        }
    }

    /// The Rust expression for the `Piece`. A mark has none.
    pub(crate) fn piece(&self) -> Option<TokenStream> {
        let piece = quote!(::amp::__private::Piece);
        Some(match self {
            Piece::Mark(_) => return None,
            Piece::Text(text) => quote!(#piece::Text(#text)),
            Piece::Type(ty) => {
                let info = ty.info();
                quote!(#piece::Type(#info))
            }
            Piece::Literal(ty, digits) => {
                let info = ty.info();
                quote!(#piece::Literal(#info, #digits))
            }
            // For other types, rustc infers the type of a constant from its path. For a scalar, the expansion
            // also states the type, because a generic path does not determine it.
            Piece::Const(ty, path) if matches!(ty, Ty::Scalar(_)) || types::is_of_glam(ty) => {
                let (path, name, info) = (&path.0, ty.rust(), ty.info());
                let site = path.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
                let out = Ident::new("out", Span::mixed_site());
                let words = quote_spanned!(site=> ::amp::__private::constant::<#name, _>(&#path, #out));
                quote!(#piece::Const(#info, |#out| #words))
            }
            Piece::Const(_, path) => {
                let path = &path.0;
                quote!(#piece::Const(::amp::__private::const_info(&#path), |out| ::amp::__private::Value::words(&#path, out)))
            }
            Piece::Components(ty, index) => {
                let (info, index) = (ty.info(), pieces(index));
                quote!(#piece::Components(#info, #index))
            }
            Piece::MutatesReceiver(callee, types) => {
                let (info, item) = (Ty::BOOL.info(), callee.item(types));
                quote!(#piece::Const(#info, |out| out.push(::amp::__private::mutates_receiver(#item).into())))
            }
            Piece::Length(ty, site) => {
                let info = ty.info();
                let usize = Ty::USIZE.info();
                let counted = const_query("assert_has_len", *site, quote!(#usize, #info));
                quote!(#piece::Const(#counted, |out| out.push(::amp::__private::length(#info))))
            }
            Piece::Subscript(ty, site) => {
                let nothing = const_query("assert_has_subscripts", *site, ty.info());
                quote!(#piece::Text(#nothing))
            }
            Piece::Operation(operation, lhs, rhs, site) => {
                let name = Ident::new(&format!("{operation:?}"), Span::call_site());
                let (lhs, rhs) = (
                    const_query("assert_builtin_operand", *site, lhs.info()),
                    const_query("assert_builtin_operand", *site, rhs.info()),
                );
                quote!(#piece::Operation(::amp::__private::Operation::#name, #lhs, #rhs))
            }
            Piece::Operator(operation, method, lhs, rhs) => {
                let name = Ident::new(&format!("{operation:?}"), Span::call_site());
                let item = operator(method, lhs, rhs);
                let (lhs, rhs) = (lhs.info(), rhs.info());
                quote!(#piece::Operator(::amp::__private::Operation::#name, #lhs, #rhs, <#item>::ITEM))
            }
            Piece::Method(name, ty, site) => {
                let info = const_query("assert_builtin_receiver", *site, ty.info());
                quote!(#piece::Method(#name, #info))
            }
            Piece::Field(ty, name) => {
                let info = ty.info();
                quote!(#piece::Field(#info, #name))
            }
            Piece::Call(call) => call.piece(&piece),
            Piece::CallParameter(position, arguments) => {
                let arguments = arguments.iter().map(|argument| pieces(argument));
                quote!(#piece::CallParameter(#position, &[#(#arguments),*]))
            }
            Piece::Reference(position) => quote!(#piece::Reference(#position)),
            Piece::View(view) => quote!(#piece::View(#view)),
            Piece::Parameter(position) => quote!(#piece::Parameter(#position)),
            Piece::Atomic(operation, target) => {
                let name = Ident::new(&format!("{operation:?}"), Span::call_site());
                let target = match target {
                    AtomicTarget::Capture(capture) => quote!(Capture(#capture)),
                    AtomicTarget::Tile(tile) => quote!(Tile(#tile)),
                };
                quote!(#piece::Atomic(::amp::__private::Atomic::#name, ::amp::__private::AtomicTarget::#target))
            }
            Piece::RequiresBounds(rooms) => {
                let rooms = rooms.iter().map(bounds_requirement);
                quote!(#piece::RequiresBounds(&[#(#rooms),*]))
            }
            Piece::MayIndexAnywhere => quote!(#piece::MayIndexAnywhere),
            Piece::Strict => quote!(#piece::Strict),
            Piece::MayNotTerminate => quote!(#piece::MayNotTerminate),
            Piece::Bound(ty, before, value) => {
                let (info, before, value) = (ty.info(), pieces(before), pieces(value));
                quote!(#piece::Bound(#info, #before, #value))
            }
            Piece::Return(ty, value) => {
                let (info, value) = (ty.info(), pieces(value));
                quote!(#piece::Return(#info, #value))
            }
            Piece::TerminatesIfInteger(ty) => {
                let info = ty.info();
                quote!(#piece::TerminatesIfInteger(#info))
            }
            Piece::TerminatesIfNonZero(ty, path) => {
                let (path, name, info) = (&path.0, ty.rust(), ty.info());
                quote!(#piece::TerminatesIfNonZero(#info, |out| <#name as ::amp::__private::Value>::words(&#path, out)))
            }
            Piece::Record(ty, fields, rest) => {
                let info = ty.info();
                let fields = fields.iter().map(|(name, parts)| {
                    let parts = pieces(parts);
                    quote!((#name, #parts))
                });
                let rest = match rest {
                    Some(rest) => {
                        let rest = pieces(rest);
                        quote!(::core::option::Option::Some(#rest))
                    }
                    None => quote!(::core::option::Option::None),
                };
                quote!(#piece::Record(#info, &[#(#fields),*], #rest))
            }
            Piece::Splat(value, len) => {
                let value = value.iter().map(Piece::with_known_types).filter_map(|part| part.piece());
                quote!(#piece::Splat(&[#(#value),*], #len))
            }
            Piece::Value(capture) => quote!(#piece::Value(#capture)),
            Piece::Load(capture) => quote!(#piece::Load(#capture)),
            Piece::EndLoad(capture) => quote!(#piece::EndLoad(#capture)),
            Piece::Convert(capture, from, ty) => {
                let (from, info) = (element_info(from), ty.info());
                quote!(#piece::Convert(#capture, ::amp::__private::assert_convertible(#from, #info)))
            }
            Piece::EndConvert(capture, ty) => {
                let info = ty.info();
                quote!(#piece::EndConvert(#capture, #info))
            }
            Piece::PlaceField(capture, ty, name) => {
                let info = ty.info();
                quote!(#piece::PlaceField(#capture, #info, #name))
            }
            Piece::Store(capture) => quote!(#piece::Store(#capture)),
            Piece::StoreValue(capture) => quote!(#piece::StoreValue(#capture)),
            Piece::EndStore(capture) => quote!(#piece::EndStore(#capture)),
            Piece::Stored(capture, ty) => {
                let info = ty.info();
                quote!(#piece::Stored(#capture, #info))
            }
            Piece::EndStored(capture, ty) => {
                let info = ty.info();
                quote!(#piece::EndStored(#capture, #info))
            }
            Piece::Element(capture) => quote!(#piece::Element(#capture)),
            Piece::EndElement(capture) => quote!(#piece::EndElement(#capture)),
            Piece::Extent(capture) => quote!(#piece::Extent(#capture)),
            Piece::Offset(capture, steps) => quote!(#piece::Offset(#capture, &[#(#steps),*])),
        })
    }
}
