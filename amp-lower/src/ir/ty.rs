//! Types, with holes for what only rustc knows.

use crate::site::{quoted, spoken_at};
use amp_shader::Scalar;
use amp_shader::methods::Method;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    /// Something was reported about it; whatever touches it says nothing.
    Poison,
    /// To be found by inference.
    Var(usize),
    /// `()`
    Unit,
    /// A scalar.
    Scalar(Scalar),
    /// `Index<N>`
    Index(usize),
    /// `Extent<N>`
    Extent(usize),
    /// `[T; N]`
    Array(Box<Ty>, Len),
    /// A tuple.
    Tuple(Vec<Ty>),
    /// `&T` or `&mut T`, of an argument.
    Reference(bool, Box<Ty>),
    /// A type that only rustc can see; it has a name.
    Hole(Rc<Hole>),
}

/// The name of a type that only rustc can see.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Hole {
    /// As the user wrote it.
    Written(Written),
    /// The type of a captured value, or of the elements of a captured view.
    Element(usize),
    /// The same, of an element that is converted where it is read: it need not be a type that a kernel can hold.
    Read(usize),
    /// The type of a constant, which has no name.
    TypeOf(Written),
    /// The result of an operator's trait.
    Output(&'static str, Ty, Ty),
    /// The scalar that a type is made of; the type itself, for a scalar.
    ScalarOf(Ty),
    /// The integer of the same size as one, with a sign or without.
    WholeOf(Ty, bool),
    /// The type of an element, for an array.
    ItemOf(Ty),
    /// The type of a field.
    Field(Ty, String),
    /// What a device function returns.
    Returned(Callee, Vec<Ty>),
    /// The type of a device function's parameter.
    Parameter(Callee, usize, Vec<Ty>),
    /// The type of the extent of a view, by what the view is to a device function that it is lent to.
    Extent(Ty),
    /// What a captured thing is to a device function that it is lent to: by `&mut`, or by `&`.
    Lent(usize, bool),
}

/// A name of as many names is long to have twice.
const LONG: usize = 12;

/// So that one `Rc` of it is known to be equal to itself, and not looked through: there may be many paths through types of types.
impl Eq for Hole {}

/// A device function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Callee {
    /// By its path.
    Function(Written),
    /// A method or associated function of a type.
    Associated(Ty, String),
    /// A method of a type that may be a number, or somebody's struct with a method of the same name.
    Either(Ty, &'static Method),
}

/// Tokens that can be compared.
#[derive(Clone, Debug)]
pub(crate) struct Written(pub(crate) TokenStream);

impl PartialEq for Written {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Written {
    /// The last name of a path.
    pub(crate) fn last(&self) -> String {
        let text = self.0.to_string();
        text.rsplit("::").next().unwrap_or_default().trim().to_owned()
    }
}

/// The length of an array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Len {
    /// Written as a number.
    Number(usize),
    /// A constant, whose value rustc knows.
    Const(Written),
}

impl Ty {
    pub(crate) const BOOL: Ty = Ty::Scalar(Scalar::Bool);
    pub(crate) const USIZE: Ty = Ty::Scalar(Scalar::Usize);

    pub(crate) fn hole(hole: Hole) -> Ty {
        Ty::Hole(Rc::new(hole))
    }

    /// Whether it is an extent of which only rustc sees how many dimensions it has.
    pub(crate) fn is_open_extent(&self) -> bool {
        matches!(self, Ty::Hole(hole) if matches!(**hole, Hole::Extent(_)))
    }

    /// The same, of which rustc speaks at a place where it has no name.
    pub(crate) fn spoken_at(&self, place: Span) -> Ty {
        match self {
            Ty::Hole(hole) => match &**hole {
                Hole::Written(Written(name)) => Ty::hole(Hole::Written(Written(spoken_at(name, place)))),
                _ => self.clone(),
            },
            _ => self.clone(),
        }
    }

    pub(crate) fn is_poison(&self) -> bool {
        *self == Ty::Poison
    }

    /// A number that only an element of a view can be.
    pub(crate) fn is_small(&self) -> bool {
        matches!(self, Ty::Scalar(Scalar::U8 | Scalar::I8 | Scalar::U16 | Scalar::I16))
    }

    /// A number of which a view has several in a word.
    pub(crate) fn is_unpacked(&self) -> bool {
        matches!(self, Ty::Scalar(scalar) if scalar.unpacked().is_some())
    }

    /// The integer of the same size without a sign, of one that only rustc can see.
    pub(crate) fn unsigned(&self) -> Ty {
        Ty::hole(Hole::WholeOf(self.clone(), false))
    }

    /// Whether nothing in it is still to be inferred.
    pub(crate) fn is_known(&self) -> bool {
        match self {
            Ty::Var(_) => false,
            Ty::Array(element, _) | Ty::Reference(_, element) => element.is_known(),
            Ty::Tuple(fields) => fields.iter().all(Ty::is_known),
            Ty::Poison | Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) | Ty::Hole(_) => true,
        }
    }

    /// The type of the scalar that something is made of, of which only rustc sees what it is.
    ///
    /// The name of `a * 0.5` has that of `a` in it twice, and so does each further step. Where that is long, the scalar of what an operator
    /// makes of a value and its like, or its scalar, is held for the same: if it is not, rustc finds no such operator, and says so.
    pub(crate) fn scalar_of(of: &Ty) -> Ty {
        if let Ty::Hole(hole) = of
            && let Hole::Output(_, lhs, rhs) = &**hole
            && of.length(&mut HashMap::new()) > LONG
        {
            let scalar = Ty::scalar_of(lhs);
            if lhs == rhs || *rhs == scalar {
                return scalar;
            }
        }
        Ty::hole(Hole::ScalarOf(of.clone()))
    }

    /// How long its name is in Rust, in names, where it is made of others of which only rustc sees what they are.
    pub(crate) fn length(&self, known: &mut HashMap<*const Hole, usize>) -> usize {
        match self {
            Ty::Array(element, _) | Ty::Reference(_, element) => element.length(known),
            Ty::Tuple(fields) => Ty::lengths(fields, known),
            Ty::Hole(hole) => {
                let at = Rc::as_ptr(hole);
                if let Some(length) = known.get(&at) {
                    return *length;
                }
                let parts = match &**hole {
                    Hole::Output(_, lhs, rhs) => lhs.length(known).saturating_add(rhs.length(known)),
                    Hole::ScalarOf(ty) | Hole::WholeOf(ty, _) | Hole::ItemOf(ty) | Hole::Field(ty, _) => {
                        ty.length(known)
                    }
                    Hole::Returned(_, arguments) | Hole::Parameter(_, _, arguments) => {
                        Ty::lengths(arguments, known)
                    }
                    _ => 0,
                };
                let length = parts.saturating_add(1);
                known.insert(at, length);
                length
            }
            _ => 0,
        }
    }

    fn lengths(types: &[Ty], known: &mut HashMap<*const Hole, usize>) -> usize {
        types.iter().fold(0, |sum: usize, ty| sum.saturating_add(ty.length(known)))
    }

    /// Whether it is known that there is nothing to be held of it.
    pub(crate) fn is_nothing(&self) -> bool {
        match self {
            Ty::Unit => true,
            Ty::Array(element, _) => element.is_nothing(),
            Ty::Tuple(fields) => fields.iter().all(Ty::is_nothing),
            _ => false,
        }
    }

    /// Whether rustc has to fill something in.
    pub(crate) fn has_holes(&self) -> bool {
        match self {
            Ty::Array(element, len) => element.has_holes() || !matches!(len, Len::Number(_)),
            Ty::Tuple(fields) => fields.iter().any(Ty::has_holes),
            Ty::Reference(_, to) => to.has_holes(),
            Ty::Hole(_) => true,
            Ty::Poison | Ty::Var(_) | Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) => false,
        }
    }

    /// For a message.
    pub(crate) fn describe(&self) -> String {
        match self {
            Ty::Poison | Ty::Var(_) => "a type not known here".to_owned(),
            Ty::Scalar(scalar) => format!("`{}`", scalar.rust()),
            Ty::Index(rank) => format!("`Index<{rank}>`"),
            Ty::Extent(rank) => format!("`Extent<{rank}>`"),
            other => {
                let text = quoted(&other.rust()).replace("::core::primitive::", "");
                format!("`{}`", text.replace(",)", ")").replace(',', ", ").replace(",  ", ", "))
            }
        }
    }
}

impl ToTokens for Len {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Len::Number(number) => number.to_tokens(tokens),
            Len::Const(written) => written.0.to_tokens(tokens),
        }
    }
}
