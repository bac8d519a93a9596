//! Where the result of a function has references: `Option<(u32, &[u8])>`.

use crate::ir;

/// The references in a type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// No reference.
    Value,
    /// `&T`
    Reference,
    /// `&[T]`
    Slice,
    Tuple(Vec<Shape>),
    Option(Box<Shape>),
    /// The shapes of the value and of the error.
    Result(Box<Shape>, Box<Shape>),
}

impl Shape {
    pub(crate) fn of(ty: &syn::Type) -> Shape {
        match ty {
            syn::Type::Paren(inner) => Shape::of(&inner.elem),
            syn::Type::Group(inner) => Shape::of(&inner.elem),
            syn::Type::Reference(to) if to.mutability.is_none() => match &*to.elem {
                syn::Type::Slice(_) => Shape::Slice,
                syn::Type::Reference(_) | syn::Type::TraitObject(_) => Shape::Value,
                syn::Type::Path(path) if path.path.is_ident("str") => Shape::Value,
                _ => Shape::Reference,
            },
            syn::Type::Tuple(tuple) => {
                let parts: Vec<_> = tuple.elems.iter().map(Shape::of).collect();
                match parts.iter().all(|part| *part == Shape::Value) {
                    true => Shape::Value,
                    false => Shape::Tuple(parts),
                }
            }
            syn::Type::Path(path) => {
                let mut arguments = arguments(path).into_iter();
                let mut next = || arguments.next().map_or(Shape::Value, Shape::of);
                let shape = match path.path.segments.last().map(|last| last.ident.to_string()).as_deref() {
                    Some("Option") => Shape::Option(Box::new(next())),
                    Some("Result") => Shape::Result(Box::new(next()), Box::new(next())),
                    _ => Shape::Value,
                };
                if shape.has_reference() { shape } else { Shape::Value }
            }
            _ => Shape::Value,
        }
    }

    pub(crate) fn has_reference(&self) -> bool {
        self.any(&|shape| matches!(shape, Shape::Reference | Shape::Slice))
    }

    pub(crate) fn has_slice(&self) -> bool {
        self.any(&|shape| *shape == Shape::Slice)
    }

    fn any(&self, test: &dyn Fn(&Shape) -> bool) -> bool {
        test(self)
            || match self {
                Shape::Tuple(parts) => parts.iter().any(|part| part.any(test)),
                Shape::Option(of) => of.any(test),
                Shape::Result(of, error) => of.any(test) || error.any(test),
                Shape::Value | Shape::Reference | Shape::Slice => false,
            }
    }

    /// The shape of the value in an `Option` or a `Result`, or the shape itself.
    pub(crate) fn payload(&self) -> &Shape {
        match self {
            Shape::Option(of) | Shape::Result(of, _) => of,
            other => other,
        }
    }

    /// The shape of a value that has the references of both shapes.
    pub(crate) fn merged(&self, other: &Shape) -> Shape {
        match (self, other) {
            (Shape::Value, other) => other.clone(),
            (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                Shape::Tuple(a.iter().zip(b).map(|(a, b)| a.merged(b)).collect())
            }
            (Shape::Option(a), Shape::Option(b)) => Shape::Option(Box::new(a.merged(b))),
            (Shape::Result(a, e), Shape::Result(b, f)) => {
                Shape::Result(Box::new(a.merged(b)), Box::new(e.merged(f)))
            }
            (own, _) => own.clone(),
        }
    }

    /// The references as lowering describes them. `None` if there is a slice.
    pub(crate) fn without_slices(&self) -> Option<ir::Shape> {
        Some(match self {
            Shape::Value => ir::Shape::Value,
            Shape::Reference => ir::Shape::Reference(Box::new(ir::Shape::Value)),
            Shape::Slice => return None,
            Shape::Tuple(parts) => {
                ir::Shape::Tuple(parts.iter().map(Shape::without_slices).collect::<Option<_>>()?)
            }
            Shape::Option(of) => ir::Shape::Optional(Box::new(of.without_slices()?), None),
            Shape::Result(of, error) => {
                ir::Shape::Optional(Box::new(of.without_slices()?), Some(Box::new(error.without_slices()?)))
            }
        })
    }

    /// A type with this shape: `Option<(_, &[_])>`.
    pub(crate) fn written(&self) -> syn::Type {
        match self {
            Shape::Value => syn::parse_quote!(_),
            Shape::Reference => syn::parse_quote!(&_),
            Shape::Slice => syn::parse_quote!(&[_]),
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(Shape::written);
                syn::parse_quote!((#(#parts,)*))
            }
            Shape::Option(of) => {
                let of = of.written();
                syn::parse_quote!(::core::option::Option<#of>)
            }
            Shape::Result(of, error) => {
                let (of, error) = (of.written(), error.written());
                syn::parse_quote!(::core::result::Result<#of, #error>)
            }
        }
    }

    /// Replaces `&[T]` in a type by `slice`, and `&T` by `T`.
    pub(crate) fn replace(ty: &mut syn::Type, slice: &syn::Type) {
        match ty {
            syn::Type::Paren(inner) => Shape::replace(&mut inner.elem, slice),
            syn::Type::Group(inner) => Shape::replace(&mut inner.elem, slice),
            syn::Type::Reference(to) => match Shape::of(&syn::Type::Reference(to.clone())) {
                Shape::Slice => *ty = slice.clone(),
                Shape::Reference => *ty = (*to.elem).clone(),
                _ => {}
            },
            syn::Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| Shape::replace(part, slice)),
            syn::Type::Path(path) if Shape::of(&syn::Type::Path(path.clone())) != Shape::Value => {
                let last = path.path.segments.last_mut().map(|last| &mut last.arguments);
                if let Some(syn::PathArguments::AngleBracketed(list)) = last {
                    for argument in &mut list.args {
                        if let syn::GenericArgument::Type(ty) = argument {
                            Shape::replace(ty, slice);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

fn arguments(path: &syn::TypePath) -> Vec<&syn::Type> {
    let Some(last) = path.path.segments.last().filter(|_| path.qself.is_none()) else { return Vec::new() };
    let syn::PathArguments::AngleBracketed(list) = &last.arguments else { return Vec::new() };
    let types = list.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}
