//! Arguments of calls in a template. They correspond to [`amp_shader::Argument`], but may contain types that
//! only rustc knows.

use super::Piece;
use super::entries::Entries;
use super::piece::{pieces, rust_steps};
use crate::ir::{Callee, Ty};
use proc_macro2::TokenStream;
use quote::quote;

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) enum CallArg {
    /// The barrier of the tile.
    Barrier,
    /// A whole captured view, given by the index of its capture.
    Captured(usize),
    /// A subview of a captured view: the index of the capture, and the steps that make the subview.
    Subview(usize, Vec<SubviewStep>),
    /// A closure literal, which the linker declares as a WGSL function.
    Closure(Box<PassedClosure>),
    /// A function that is passed by name: its path, the callee that receives it, its index among the call's
    /// arguments, and the types of the call's arguments.
    Function(syn::Path, Callee, usize, Vec<Ty>),
    Value(Vec<Piece>),
    /// A by-reference argument: a variable, and the steps to the component that is passed.
    Place(Root, Vec<Step>),
    /// A slice of an array: the array, the first position and the length.
    Slice(Root, Vec<Step>, Vec<Piece>, Vec<Piece>),
}

/// A closure literal among the arguments: its captures, parameter types, result type and body.
#[derive(Clone, Debug)]
pub(crate) struct PassedClosure {
    pub(crate) parameters: Vec<(String, Ty)>,
    pub(crate) captured: Vec<(Piece, Ty)>,
    /// The outer variables that the closure modifies: the name of the closure's pointer parameter, the pointer at the
    /// call, and the type of the variable.
    pub(crate) modified: Vec<(String, String, Ty)>,
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
    /// Prints the Rust expression for the [`amp_shader::SubviewStep`].
    fn rust_step(&self, entries: &mut Entries) -> TokenStream {
        let step = quote!(::amp::__private::SubviewStep);
        let mut list = |numbers: &[Vec<Piece>]| {
            let numbers: Vec<_> = numbers.iter().map(|number| pieces(number, entries)).collect();
            quote!(&[#(#numbers),*])
        };
        match self {
            SubviewStep::Section(origin, extent) => {
                let (origin, extent) = (list(origin), list(extent));
                quote!(#step::Section(#origin, #extent))
            }
            SubviewStep::Project(index) => {
                let index = pieces(index, entries);
                quote!(#step::Project(#index))
            }
            SubviewStep::ViewAs(extent) => {
                let extent = list(extent);
                quote!(#step::ViewAs(#extent))
            }
        }
    }
}

/// The variable at the start of a place expression: `a` in `a.b[k]`.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    Variable(String, Ty),
    Tile(usize),
    Parameter(usize),
}

/// A step of a place expression: `.b` or `[k]` in `a.b[k]`.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Field(Ty, String),
    Index(Vec<Piece>),
}

impl PassedClosure {
    /// Prints the Rust expression for the [`amp_shader::Closure`].
    pub(crate) fn rust_closure(&self, entries: &mut Entries) -> TokenStream {
        let private = quote!(::amp::__private);
        let PassedClosure { parameters, captured, modified, result, body } = self;
        let parameters: Vec<_> = parameters
            .iter()
            .map(|(name, ty)| {
                let ty = entries.ty(ty);
                quote!((#name, #ty))
            })
            .collect();
        let captured: Vec<_> = captured
            .iter()
            .map(|(name, ty)| {
                // The capture may be a view. `ty` is then the type of its elements, which need not implement
                // `Value`.
                let ty = if let Piece::Value(_) = name { entries.stored(ty) } else { entries.ty(ty) };
                let name = pieces(std::slice::from_ref(name), entries);
                quote!((#name, #ty))
            })
            .collect();
        let modified: Vec<_> = modified
            .iter()
            .map(|(name, given, ty)| {
                let ty = entries.ty(ty);
                quote!((#name, #given, #ty))
            })
            .collect();
        let (result, body) = (entries.ty(result), pieces(body, entries));
        quote! {
            #private::Closure {
                parameters: &[#(#parameters),*],
                captured: &[#(#captured),*],
                modified: &[#(#modified),*],
                result: #result,
                body: #body,
            }
        }
    }
}

impl Step {
    /// Prints the Rust expression for the [`amp_shader::Step`].
    pub(super) fn rust_step(&self, entries: &mut Entries) -> TokenStream {
        let private = quote!(::amp::__private);
        match self {
            Step::Field(ty, name) => {
                let ty = entries.ty(ty);
                quote!(#private::Step::Field(#ty, #name))
            }
            Step::Index(parts) => {
                let pieces = pieces(parts, entries);
                quote!(#private::Step::Index(#pieces))
            }
        }
    }
}

impl Root {
    /// The Rust expression for the [`amp_shader::Root`].
    fn rust_root(&self, entries: &mut Entries) -> TokenStream {
        let private = quote!(::amp::__private);
        match self {
            Root::Variable(name, ty) => {
                let ty = entries.ty(ty);
                quote!(#private::Root::Variable(#name, #ty))
            }
            Root::Tile(tile) => quote!(#private::Root::Tile(#tile)),
            Root::Parameter(position) => quote!(#private::Root::Parameter(#position)),
        }
    }
}

impl CallArg {
    /// Prints the Rust expression for the [`amp_shader::Argument`].
    pub(super) fn rust_argument(&self, entries: &mut Entries) -> TokenStream {
        let private = quote!(::amp::__private);
        match self {
            CallArg::Barrier => quote!(#private::PlaceOrValue::Barrier),
            CallArg::Captured(capture) => quote!(#private::PlaceOrValue::Captured(#capture)),
            CallArg::Subview(capture, steps) => {
                let steps: Vec<_> = steps.iter().map(|step| step.rust_step(entries)).collect();
                quote!(#private::PlaceOrValue::Subview(#capture, &[#(#steps),*]))
            }
            CallArg::Function(path, callee, position, types) => {
                let item = entries.passed(path, callee, *position, types);
                quote!(#private::PlaceOrValue::Function(#item))
            }
            CallArg::Closure(closure) => {
                let closure = closure.rust_closure(entries);
                quote!(#private::PlaceOrValue::Closure(&#closure))
            }
            CallArg::Value(parts) => {
                let pieces = pieces(parts, entries);
                quote!(#private::PlaceOrValue::Value(#pieces))
            }
            CallArg::Place(root, steps) => {
                let (root, steps) = (root.rust_root(entries), rust_steps(steps, entries));
                quote!(#private::PlaceOrValue::Place(#root, #steps))
            }
            CallArg::Slice(root, steps, start, len) => {
                let (root, steps) = (root.rust_root(entries), rust_steps(steps, entries));
                let (start, len) = (pieces(start, entries), pieces(len, entries));
                quote!(#private::PlaceOrValue::Slice(#root, #steps, #start, #len))
            }
        }
    }
}
