//! Arguments of calls in a template. They correspond to [`amp_shader::Argument`], but their types may still
//! be holes.

use super::Piece;
use super::piece::{element_info, pieces};
use crate::ir::{Callee, Ty};
use proc_macro2::TokenStream;
use quote::quote;

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) enum CallArg {
    /// The barrier of the tile.
    Barrier,
    /// A captured view as a whole, by the index of its capture.
    Captured(usize),
    /// A subview of a captured view: the index of the capture, and the steps that lead to the subview.
    Subview(usize, Vec<SubviewStep>),
    /// A closure.
    Closure(Box<PassedClosure>),
    /// A function that is passed by name: its path, the callee that receives it, its position among the
    /// call's arguments, and the types of the call's arguments.
    Function(syn::Path, Callee, usize, Vec<Ty>),
    Value(Vec<Piece>),
    /// A by-reference argument: a variable, and the path into it.
    Place(Root, Vec<Step>),
}

/// A closure argument.
#[derive(Clone, Debug)]
pub(crate) struct PassedClosure {
    pub(crate) parameters: Vec<(String, Ty)>,
    pub(crate) captured: Vec<(Piece, Ty)>,
    pub(crate) result: Ty,
    pub(crate) body: Vec<Piece>,
}

/// A step from a view to a subview.
#[derive(Clone, Debug)]
pub(crate) enum SubviewStep {
    Section(Vec<Vec<Piece>>, Vec<Vec<Piece>>),
    Project(Vec<Piece>),
    ViewAs(Vec<Vec<Piece>>),
}

impl SubviewStep {
    /// The operands of the step: origins, extents and indices.
    pub(super) fn operands(&self) -> impl Iterator<Item = &Vec<Piece>> {
        let (one, more) = match self {
            SubviewStep::Section(origin, extent) => (&origin[..], &extent[..]),
            SubviewStep::Project(index) => (std::slice::from_ref(index), &[][..]),
            SubviewStep::ViewAs(extent) => (&extent[..], &[][..]),
        };
        one.iter().chain(more)
    }

    /// The Rust expression for the `SubviewStep`.
    fn rust_step(&self) -> TokenStream {
        let step = quote!(::amp::__private::SubviewStep);
        let list = |numbers: &[Vec<Piece>]| {
            let numbers = numbers.iter().map(|number| pieces(number));
            quote!(&[#(#numbers),*])
        };
        match self {
            SubviewStep::Section(origin, extent) => {
                let (origin, extent) = (list(origin), list(extent));
                quote!(#step::Section(#origin, #extent))
            }
            SubviewStep::Project(index) => {
                let index = pieces(index);
                quote!(#step::Project(#index))
            }
            SubviewStep::ViewAs(extent) => {
                let extent = list(extent);
                quote!(#step::ViewAs(#extent))
            }
        }
    }
}

/// The variable at the start of a place.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    Variable(String, Ty),
    Tile(usize),
    Parameter(usize),
}

/// A step from a variable or place to its field or item.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Field(Ty, String),
    Index(Vec<Piece>),
}

impl CallArg {
    /// The Rust expression for the [`amp_shader::Argument`].
    pub(super) fn rust_argument(&self) -> TokenStream {
        let private = quote!(::amp::__private);
        match self {
            CallArg::Barrier => quote!(#private::PlaceOrValue::Barrier),
            CallArg::Captured(capture) => quote!(#private::PlaceOrValue::Captured(#capture)),
            CallArg::Subview(capture, steps) => {
                let steps = steps.iter().map(SubviewStep::rust_step);
                quote!(#private::PlaceOrValue::Subview(#capture, &[#(#steps),*]))
            }
            CallArg::Function(path, callee, position, types) => {
                let item = callee.passed_item(path, *position, types);
                quote!(#private::PlaceOrValue::Function(#item))
            }
            CallArg::Closure(closure) => {
                let PassedClosure { parameters, captured, result, body } = &**closure;
                let parameters = parameters.iter().map(|(name, ty)| {
                    let info = ty.info();
                    quote!((#name, #info))
                });
                let captured = captured.iter().map(|(name, ty)| {
                    // If the capture is a view, `ty` is the type of its elements, which need not implement
                    // `Value`.
                    let info = if let Piece::Value(_) = name { element_info(ty) } else { ty.info() };
                    let name = pieces(std::slice::from_ref(name));
                    quote!((#name, #info))
                });
                let (result, body) = (result.info(), pieces(body));
                quote! {
                    #private::PlaceOrValue::Closure(&#private::Closure {
                        parameters: &[#(#parameters),*],
                        captured: &[#(#captured),*],
                        result: #result,
                        body: #body,
                    })
                }
            }
            CallArg::Value(parts) => {
                let pieces = pieces(parts);
                quote!(#private::PlaceOrValue::Value(#pieces))
            }
            CallArg::Place(root, steps) => {
                let root = match root {
                    Root::Variable(name, ty) => {
                        let info = ty.info();
                        quote!(#private::Root::Variable(#name, #info))
                    }
                    Root::Tile(tile) => quote!(#private::Root::Tile(#tile)),
                    Root::Parameter(position) => quote!(#private::Root::Parameter(#position)),
                };
                let steps = steps.iter().map(|step| match step {
                    Step::Field(ty, name) => {
                        let info = ty.info();
                        quote!(#private::Step::Field(#info, #name))
                    }
                    Step::Index(parts) => {
                        let pieces = pieces(parts);
                        quote!(#private::Step::Index(#pieces))
                    }
                });
                quote!(#private::PlaceOrValue::Place(#root, &[#(#steps),*]))
            }
        }
    }
}
