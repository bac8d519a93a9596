//! Prints types: as Rust tokens, as expressions of their `TypeInfo`, and as the bounds that make their names
//! valid.

use super::ty::{Projection, Ty};
use super::type_queries;
use amp_shader::{Scalar, field_hash};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::cell::Cell;

/// The bounds that the names of some types need in a `where` clause of the expansion.
#[derive(Default)]
pub(crate) struct Bounds {
    pub(crate) bounds: Vec<TokenStream>,
    /// The projections whose bounds `bounds` already contains.
    of: Vec<Ty>,
}

impl Ty {
    /// The type in Rust, where `AmpK0`, `AmpK1`, .. name the capture types.
    pub(crate) fn rust(&self) -> TokenStream {
        match self {
            Ty::Error | Ty::Var(_) => quote!(_),
            Ty::Unit => quote!(()),
            Ty::Scalar(scalar) => {
                if *scalar == Scalar::F16 {
                    return quote!(::amp::__private::f16);
                }
                let name = proc_macro2::Ident::new(scalar.rust(), proc_macro2::Span::call_site());
                quote!(::core::primitive::#name)
            }
            Ty::Index(rank) => quote!(::amp::Index<#rank>),
            Ty::Extent(rank) => quote!(::amp::Extent<#rank>),
            Ty::Array(element, len) => {
                let element = element.rust();
                quote!([#element; #len])
            }
            Ty::Tuple(fields) => {
                let fields = fields.iter().map(Ty::rust);
                quote!((#(#fields,)*))
            }
            Ty::Reference(mutable, to) => {
                let to = to.rust();
                if *mutable {
                    quote!(::amp::__private::ByMut<#to>)
                } else {
                    quote!(::amp::__private::ByRef<#to>)
                }
            }
            Ty::Hole(hole) => hole.rust(),
        }
    }

    /// A Rust expression for the `&'static TypeInfo` of the type.
    pub(crate) fn info(&self) -> TokenStream {
        match self {
            Ty::Unit => quote!(&::amp::__private::TypeInfo::Unit),
            Ty::Scalar(scalar) => {
                let name = proc_macro2::Ident::new(&format!("{scalar:?}"), proc_macro2::Span::call_site());
                quote!(&::amp::__private::TypeInfo::Scalar(::amp::__private::Scalar::#name))
            }
            Ty::Index(rank) | Ty::Extent(rank) => quote!(&::amp::__private::TypeInfo::Index(#rank)),
            Ty::Array(element, len) => {
                let element = element.info();
                quote!(&::amp::__private::TypeInfo::Array(#element, #len))
            }
            Ty::Tuple(fields) => {
                let fields = fields.iter().map(Ty::info);
                quote!(&::amp::__private::TypeInfo::Tuple(&[#(#fields),*]))
            }
            Ty::Reference(_, to) => to.info(),
            Ty::Hole(hole) if !self.is_nameable() => hole.info(),
            // If the struct has no such field, a path to the field's type would cause a second error. So this
            // expression looks up the field by name in the `TypeInfo` of the struct.
            Ty::Hole(hole)
                if matches!(**hole, Projection::Field(..)) && type_queries::is_asked(&hole.rust()) =>
            {
                type_queries::info(type_queries::here(|| hole.info()))
            }
            Ty::Error | Ty::Var(_) | Ty::Hole(_) => {
                let name = self.rust();
                type_queries::info(quote!(<#name as ::amp::__private::ShaderType>::INFO))
            }
        }
    }

    /// The type in Rust, for use as the `Self` type in a projection of a trait other than `Value`. A type
    /// name of the user is printed as its `Projections::This`, which is the same type. If the type is not a
    /// `Value`, rustc then reports only that, and not that the type lacks the other trait.
    fn if_value(&self) -> TokenStream {
        let name = self.rust();
        match self {
            // In a keyed impl, a bound and its uses must name the type in the same way.
            Ty::Hole(hole) if !is_keyed() && matches!(**hole, Projection::Named(_)) => {
                part_of(name, quote!(This))
            }
            _ => name,
        }
    }

    /// Whether the type's Rust name contains a capture type (`AmpK0`, ..). In keyed impls (see
    /// [`with_keys`]), the name of every projection does.
    pub(crate) fn is_of_a_key(&self) -> bool {
        match self {
            Ty::Array(element, _) | Ty::Reference(_, element) => element.is_of_a_key(),
            Ty::Tuple(fields) => fields.iter().any(Ty::is_of_a_key),
            Ty::Hole(hole) => match &**hole {
                Projection::TypeOf(_) => false,
                Projection::Named(written) => written.0.to_string().contains("AmpK"),
                Projection::Element(_) | Projection::StoredElement(_) | Projection::ArgumentForm(..) => true,
                Projection::Extent(view) => view.is_of_a_key(),
                _ if is_keyed() => true,
                Projection::Output(_, lhs, rhs) => lhs.is_of_a_key() || rhs.is_of_a_key(),
                Projection::ScalarOf(ty)
                | Projection::IntegerOf(ty, _)
                | Projection::ElementOf(ty)
                | Projection::Field(ty, _) => ty.is_of_a_key(),
                Projection::Returned(callee, arguments) | Projection::Parameter(callee, _, arguments) => {
                    callee.is_of_a_key(arguments)
                }
            },
            _ => false,
        }
    }

    /// Whether the type has a Rust name. The type of a constant has none, and neither has a type that is
    /// computed from one.
    pub(crate) fn is_nameable(&self) -> bool {
        match self {
            Ty::Array(element, _) | Ty::Reference(_, element) => element.is_nameable(),
            Ty::Tuple(fields) => fields.iter().all(Ty::is_nameable),
            Ty::Hole(hole) => match &**hole {
                Projection::TypeOf(_) => false,
                Projection::Output(_, lhs, rhs) => lhs.is_nameable() && rhs.is_nameable(),
                Projection::ScalarOf(ty)
                | Projection::IntegerOf(ty, _)
                | Projection::ElementOf(ty)
                | Projection::Field(ty, _) => ty.is_nameable(),
                Projection::Named(_)
                | Projection::Element(_)
                | Projection::StoredElement(_)
                | Projection::Extent(_)
                | Projection::ArgumentForm(..) => true,
                Projection::Returned(_, arguments) | Projection::Parameter(_, _, arguments) => {
                    arguments.iter().all(Ty::is_nameable)
                }
            },
            _ => true,
        }
    }

    /// Appends to `into` the bounds that make the type's name valid in a generic impl, innermost first.
    pub(crate) fn bounds(&self, into: &mut Bounds) {
        match self {
            _ if !self.is_nameable() => {}
            Ty::Array(element, _) | Ty::Reference(_, element) => element.bounds(into),
            Ty::Tuple(fields) => fields.iter().for_each(|field| field.bounds(into)),
            Ty::Hole(_) if into.of.contains(self) => {}
            Ty::Hole(hole) => {
                into.of.push(self.clone());
                match &**hole {
                    Projection::Named(_)
                    | Projection::StoredElement(_)
                    | Projection::TypeOf(_)
                    | Projection::ArgumentForm(..) => return,
                    Projection::Element(_) => {}
                    Projection::Extent(view) => {
                        // Only the argument type of a capture needs a bound. rustc finds the impl of other
                        // view types.
                        if let Ty::Hole(hole) = view
                            && let Projection::ArgumentForm(..) = **hole
                        {
                            let view = view.rust();
                            into.bounds.push(quote!(#view: ::amp::__private::ViewArgument));
                        }
                        return;
                    }
                    Projection::Output(name, lhs, rhs) => {
                        lhs.bounds(into);
                        rhs.bounds(into);
                        let (lhs, by) = output(name, lhs, rhs);
                        into.bounds.push(quote!(#lhs: #by));
                    }
                    Projection::ScalarOf(ty) | Projection::ElementOf(ty) => {
                        ty.bounds(into);
                        let (ty, by) = parted(ty);
                        into.bounds.push(quote!(#ty: #by));
                        return;
                    }
                    Projection::IntegerOf(ty, _) => {
                        ty.bounds(into);
                        let (ty, by) = whole(ty);
                        into.bounds.push(quote!(#ty: #by));
                        return;
                    }
                    Projection::Field(ty, name) => {
                        ty.bounds(into);
                        let (ty, by) = field(ty, name);
                        into.bounds.push(quote!(#ty: #by));
                    }
                    Projection::Returned(callee, arguments) => {
                        arguments.iter().for_each(|argument| argument.bounds(into));
                        let (who, by) = callee.implementation(arguments);
                        into.bounds.push(quote!(#who: #by));
                        return;
                    }
                    Projection::Parameter(callee, position, arguments) => {
                        arguments.iter().for_each(|argument| argument.bounds(into));
                        let (who, by) = callee.parameter(*position, arguments);
                        into.bounds.push(quote!(#who: #by));
                        return;
                    }
                }
                let name = hole.rust();
                into.bounds.push(quote!(#name: ::amp::__private::Value));
            }
            Ty::Error | Ty::Var(_) | Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) => {}
        }
    }
}

impl Projection {
    /// An expression for the `&'static TypeInfo` of a type without a Rust name. It is computed from the
    /// `TypeInfo`s of the types in the projection.
    fn info(&self) -> TokenStream {
        let private = quote!(::amp::__private);
        match self {
            Projection::TypeOf(path) => {
                let path = &path.0;
                quote!(#private::const_info(&#path))
            }
            Projection::Output(name, lhs, rhs) => {
                let (lhs, rhs) = (lhs.info(), rhs.info());
                quote!(#private::result_info(#name, #lhs, #rhs))
            }
            Projection::ScalarOf(ty) => {
                let ty = ty.info();
                quote!(#private::scalar_info(#ty))
            }
            Projection::IntegerOf(ty, signed) => {
                let ty = ty.info();
                quote!(#private::integer_info(#ty, #signed))
            }
            Projection::ElementOf(ty) => {
                let ty = ty.info();
                quote!(#private::item_info(#ty))
            }
            Projection::Field(ty, name) => {
                let ty = ty.info();
                quote!(#private::field_info(#ty, #name))
            }
            Projection::Named(_)
            | Projection::Element(_)
            | Projection::StoredElement(_)
            | Projection::Returned(..)
            | Projection::Parameter(..)
            | Projection::Extent(_)
            | Projection::ArgumentForm(..) => {
                let name = self.rust();
                type_queries::info(quote!(<#name as #private::ShaderType>::INFO))
            }
        }
    }

    fn rust(&self) -> TokenStream {
        match self {
            Projection::Named(written) => written.0.clone(),
            Projection::TypeOf(_) => quote!(_),
            Projection::Element(capture) | Projection::StoredElement(capture) => {
                let key = key_ident(*capture);
                quote!(<#key as ::amp::__private::CaptureType>::Element)
            }
            Projection::Extent(view) => {
                let view = view.rust();
                quote!(<#view as ::amp::__private::ViewArgument>::Extent)
            }
            Projection::ArgumentForm(capture, mutable) => {
                let key = key_ident(*capture);
                let name = if *mutable { quote!(ByMut) } else { quote!(ByRef) };
                quote!(<#key as ::amp::__private::CaptureType>::#name)
            }
            Projection::Output(name, lhs, rhs) => {
                let (lhs, by) = output(name, lhs, rhs);
                quote!(<#lhs as #by>::Output)
            }
            Projection::ScalarOf(ty) => part(ty, quote!(Scalar)),
            Projection::IntegerOf(ty, signed) => {
                let (ty, by) = whole(ty);
                let name = if *signed { quote!(Signed) } else { quote!(Unsigned) };
                quote!(<#ty as #by>::#name)
            }
            Projection::ElementOf(ty) => part(ty, quote!(Item)),
            Projection::Field(ty, name) => {
                let (ty, by) = field(ty, name);
                quote!(<#ty as #by>::Type)
            }
            Projection::Returned(callee, arguments) => {
                let (who, by) = callee.implementation(arguments);
                quote!(<#who as #by>::Output)
            }
            Projection::Parameter(callee, position, arguments) => {
                let (who, by) = callee.parameter(*position, arguments);
                quote!(<#who as #by>::Type)
            }
        }
    }
}

thread_local! {
    /// Whether types are printed in a generic impl with capture types as parameters.
    static KEYED: Cell<bool> = const { Cell::new(false) };
}

/// Prints types in a generic impl with capture types as parameters.
///
/// The name of each projection needs a bound there, and the bound must be written exactly like the use. rustc
/// normalises a name without type parameters in some positions and not in others. So such a name gets a
/// capture type as an extra parameter.
pub(crate) fn with_keys<R>(print: impl FnOnce() -> R) -> R {
    let before = KEYED.replace(true);
    let printed = print();
    KEYED.set(before);
    printed
}

/// Whether types are printed in a generic impl with capture types as parameters; see [`with_keys`].
pub(super) fn is_keyed() -> bool {
    KEYED.get()
}

/// The capture type to add to a name as an extra parameter; see [`with_keys`]. `None` outside keyed impls, or
/// if `has_one` tells that the name already contains a capture type.
pub(super) fn key_unless(has_one: bool) -> Option<proc_macro2::Ident> {
    (KEYED.get() && !has_one).then(|| key_ident(0))
}

/// The `Self` type and the trait of an operator with these operand types: `A` and `Add<B>`. In a keyed impl,
/// the trait also takes a capture type.
fn output(name: &str, lhs: &Ty, rhs: &Ty) -> (TokenStream, TokenStream) {
    let key = key_unless(lhs.is_of_a_key() || rhs.is_of_a_key());
    let (lhs, rhs) = (lhs.rust(), rhs.rust());
    let operator = proc_macro2::Ident::new(name, proc_macro2::Span::call_site());
    let by = match key {
        Some(key) => {
            let private = quote!(::amp::__private);
            let hash = field_hash(name);
            quote!(#private::KeyedOperator<#hash, #rhs, #key>)
        }
        None => quote!(::core::ops::#operator<#rhs>),
    };
    (lhs, by)
}

/// The type as a Rust name, and the trait whose associated types are its scalar type and its item type:
/// `Value`, or `KeyedValue` in a keyed impl.
fn parted(ty: &Ty) -> (TokenStream, TokenStream) {
    let by = match key_unless(ty.is_of_a_key()) {
        Some(key) => quote!(::amp::__private::KeyedValue<#key>),
        None => quote!(::amp::__private::Value),
    };
    (ty.rust(), by)
}

/// The path of the scalar type or the item type of `ty`. `name` is `Scalar` or `Item`.
fn part(ty: &Ty, name: TokenStream) -> TokenStream {
    match key_unless(ty.is_of_a_key()) {
        Some(_) => {
            let (ty, by) = parted(ty);
            quote!(<#ty as #by>::#name)
        }
        None => part_of(ty.rust(), name),
    }
}

/// The path of the associated type `name` in the `Projections` of a value type.
pub(crate) fn part_of(ty: impl ToTokens, name: TokenStream) -> TokenStream {
    quote!(<<#ty as ::amp::__private::ShaderType>::Projections as ::amp::__private::Projections>::#name)
}

/// The type as a Rust name, and the trait whose associated types are the signed and unsigned integers of its
/// size: `Integer`, or `KeyedInteger` in a keyed impl.
fn whole(ty: &Ty) -> (TokenStream, TokenStream) {
    let by = match key_unless(ty.is_of_a_key()) {
        Some(key) => quote!(::amp::__private::KeyedInteger<#key>),
        None => quote!(::amp::__private::Integer),
    };
    (ty.rust(), by)
}

/// The type as a Rust name, and the trait whose associated type is the type of the field: `Field`, or
/// `KeyedField` in a keyed impl.
fn field(ty: &Ty, name: &str) -> (TokenStream, TokenStream) {
    let private = quote!(::amp::__private);
    let hash = field_hash(name);
    let by = match key_unless(ty.is_of_a_key()) {
        Some(key) => quote!(#private::KeyedField<#hash, #key>),
        None => quote!(#private::Field<#hash>),
    };
    (ty.if_value(), by)
}

/// The type parameter for the type of a capture.
pub(crate) fn key_ident(capture: usize) -> proc_macro2::Ident {
    proc_macro2::Ident::new(&format!("AmpK{capture}"), proc_macro2::Span::call_site())
}
