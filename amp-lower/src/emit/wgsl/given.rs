//! Arguments of calls in a template: [`amp_shader::Argument`] with types that may still be holes.

use super::Part;
use super::part::{pieces, stored};
use crate::ir::{Callee, Ty};
use proc_macro2::TokenStream;
use quote::quote;

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    /// The barrier.
    Barrier,
    /// A whole capture.
    Captured(usize),
    /// A subview.
    Part(usize, Vec<PartStep>),
    /// A closure.
    Closure(Box<PassedClosure>),
    /// A function by name: its path, the called function, the argument position, and the types of its own
    /// arguments.
    Function(syn::Path, Callee, usize, Vec<Ty>),
    Value(Vec<Part>),
    /// A by-reference argument: a variable, and the path into it.
    Place(Root, Vec<Step>),
}

/// A closure argument.
#[derive(Clone, Debug)]
pub(crate) struct PassedClosure {
    pub(crate) parameters: Vec<(String, Ty)>,
    pub(crate) captured: Vec<(Part, Ty)>,
    pub(crate) result: Ty,
    pub(crate) body: Vec<Part>,
}

/// A step from a view to a subview.
#[derive(Clone, Debug)]
pub(crate) enum PartStep {
    Section(Vec<Vec<Part>>, Vec<Vec<Part>>),
    Project(Vec<Part>),
    ViewAs(Vec<Vec<Part>>),
}

impl PartStep {
    /// The operands of the step.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &Vec<Part>> {
        let (one, more) = match self {
            PartStep::Section(origin, extent) => (&origin[..], &extent[..]),
            PartStep::Project(index) => (std::slice::from_ref(index), &[][..]),
            PartStep::ViewAs(extent) => (&extent[..], &[][..]),
        };
        one.iter().chain(more)
    }

    /// The Rust expression for the `SubviewStep`.
    fn step(&self) -> TokenStream {
        let step = quote!(::amp::__private::PartStep);
        let list = |numbers: &[Vec<Part>]| {
            let numbers = numbers.iter().map(|number| pieces(number));
            quote!(&[#(#numbers),*])
        };
        match self {
            PartStep::Section(origin, extent) => {
                let (origin, extent) = (list(origin), list(extent));
                quote!(#step::Section(#origin, #extent))
            }
            PartStep::Project(index) => {
                let index = pieces(index);
                quote!(#step::Project(#index))
            }
            PartStep::ViewAs(extent) => {
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

/// A step into a place.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Field(Ty, String),
    Index(Vec<Part>),
}

impl Given {
    /// The Rust expression for the `Argument`.
    pub(super) fn argument(&self) -> TokenStream {
        let private = quote!(::amp::__private);
        match self {
            Given::Barrier => quote!(#private::PlaceOrValue::Barrier),
            Given::Captured(slot) => quote!(#private::PlaceOrValue::Captured(#slot)),
            Given::Part(slot, steps) => {
                let steps = steps.iter().map(PartStep::step);
                quote!(#private::PlaceOrValue::Part(#slot, &[#(#steps),*]))
            }
            Given::Function(path, callee, position, types) => {
                let item = callee.passed_item(path, *position, types);
                quote!(#private::PlaceOrValue::Function(#item))
            }
            Given::Closure(closure) => {
                let PassedClosure { parameters, captured, result, body } = &**closure;
                let parameters = parameters.iter().map(|(name, ty)| {
                    let info = ty.info();
                    quote!((#name, #info))
                });
                let captured = captured.iter().map(|(name, ty)| {
                    // It may be a view, whose elements need not be values.
                    let info = if let Part::Value(_) = name { stored(ty) } else { ty.info() };
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
            Given::Value(parts) => {
                let pieces = pieces(parts);
                quote!(#private::PlaceOrValue::Value(#pieces))
            }
            Given::Place(root, steps) => {
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
