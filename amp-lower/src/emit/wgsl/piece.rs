//! Turns the parts of a template into those that the linker reads: prints them as Rust expressions for the expansion, or
//! replaces what only rustc knows by stand-ins, for the validation in the macro.

use super::entries::Entries;
use super::stage::{Argument, Closure, File, Function, Line, Message, Note, Piece, Root, Step, SubviewStep};
use crate::ir::{Len, Projection, Source, Ty};
use crate::site::Site;
use crate::vocabulary::types;
use amp_shader::{
    Atomic, AtomicTarget, BoundsRequirement, Capability, ItemRef, Operation, Scalar, Size, StructInfo,
    TypeInfo, TypeRef,
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::fmt::Debug;

/// Prints a template as a Rust expression for a list of pieces.
pub(crate) fn pieces(parts: &[Piece], entries: &mut Entries) -> TokenStream {
    Part::print_list(parts, entries)
}

/// A part of a template.
pub(crate) trait Part: Sized {
    /// The part in the stage that the linker reads.
    type Expanded: 'static;

    /// Prints the part as a Rust expression.
    fn print(&self, entries: &mut Entries) -> TokenStream;

    /// The part with stand-ins for everything that only rustc knows.
    fn stand_in(&self) -> Self::Expanded;

    fn print_list(list: &[Self], entries: &mut Entries) -> TokenStream {
        list_of(&list.iter().map(|part| part.print(entries)).collect::<Vec<_>>())
    }

    /// Leaks the list, because a template consists of `'static` data. The macro's process is short-lived.
    fn stand_ins(list: &[Self]) -> &'static [Self::Expanded] {
        list.iter().map(Self::stand_in).collect::<Vec<_>>().leak()
    }
}

/// Prints the import that the pieces of a template need around them. A template mentions this enum for each piece, so a short
/// name makes expansions much shorter.
pub(crate) fn piece_import() -> TokenStream {
    quote!(
        use ::amp::__private::Piece as AmpPiece;
    )
}

/// Prints a list in a template.
pub(crate) fn list_of(items: &[TokenStream]) -> TokenStream {
    match items {
        [] => quote!(::amp::__private::Empty::LIST),
        _ => quote!(&[#(#items),*]),
    }
}

/// Prints the path of an enum of the template.
fn enum_path(name: &str) -> TokenStream {
    match name {
        "Piece" => quote!(AmpPiece),
        _ => {
            let name = Ident::new(name, Span::call_site());
            quote!(::amp::__private::#name)
        }
    }
}

/// Implements [`Part`] for an enum, given its variants and its name in `__private`.
macro_rules! part {
    (
        $of:ident as $printed:ident { $($name:ident $(($($field:ident),+))?,)* }
        $(print { $($printed_arm:tt)* } stand_in { $($stand_in_arm:tt)* } $($lists:item)*)?
    ) => {
        impl Part for $of {
            type Expanded = amp_shader::$of;

            fn print(&self, entries: &mut Entries) -> TokenStream {
                match self {
                    $($of::$name $(($($field),+))? => {
                        let fields: &[TokenStream] = &[$($($field.print(entries)),+)?];
                        let fields = (!fields.is_empty()).then(|| quote!((#(#fields),*)));
                        let of = enum_path(stringify!($printed));
                        quote!(#of::$name #fields)
                    })*
                    $($($printed_arm)*)?
                }
            }

            fn stand_in(&self) -> amp_shader::$of {
                match self {
                    $($of::$name $(($($field),+))? => amp_shader::$of::$name $(($($field.stand_in()),+))?,)*
                    $($($stand_in_arm)*)?
                }
            }

            $($($lists)*)?
        }
    };
}

part! {
    Piece as Piece {
        Text(text),
        Type(ty),
        Zero(ty),
        Literal(ty, digits),
        Const(ty, value),
        Operation(operation, lhs, rhs),
        Operator(operation, lhs, rhs, function),
        Method(name, ty),
        MaybeBuiltin(name, ty, function, arguments),
        Field(ty, name),
        Record(ty, fields, rest),
        Variant(ty, name, fields),
        IsVariant(ty, name, value),
        Length(ty),
        LengthOf(ty, value),
        Subscript(ty, value, subscript),
        MutatesReceiver(function),
        Components(ty, index),
        Splat(value, len),
        Call(function, arguments),
        Reference(position),
        View(view),
        CallParameter(position, arguments),
        SliceParameter(position, view, ty),
        Parameter(position),
        Atomic(operation, target),
        Bound(ty, before, value),
        Return(ty, value),
        Needs(capability),
        Value(capture),
        Load(capture),
        EndLoad(capture),
        Convert(capture, ty),
        EndConvert(capture, ty),
        LoadPart(capture, subscripts, steps),
        Assign(capture, subscripts, steps, operator, value),
        Extent(capture),
        Offset(capture, steps),
        RequiresBounds(requirements),
        MayIndexAnywhere,
        Strict,
        MayNotTerminate,
        File(file),
        Line(line),
        Assert(condition, message),
        Checked(operation, lhs, rhs),
        Infix(text),
        EndChecked,
        CheckedAssign(operation, lhs, rhs, place),
        SiteArgument,
        Item(ty),
        ItemOf(length),
        EndItem,
        BeforeBarrier,
        Barrier,
        Print(message),
        LoopStart,
        TerminatesIfNonZero(ty, value),
        TerminatesIfInteger(ty),
    }
    print { Piece::Note(_) => TokenStream::new(), }
    stand_in { Piece::Note(_) => amp_shader::Piece::Text(""), }

    fn print_list(parts: &[Piece], entries: &mut Entries) -> TokenStream {
        // Pieces whose text the compiler can determine become text. Adjacent texts are merged.
        let mut merged: Vec<Piece> = Vec::new();
        for part in parts {
            match (merged.last_mut(), with_known_types(part)) {
                (_, Piece::Note(Note::Mark(_))) => {}
                (Some(Piece::Text(last)), Piece::Text(text)) => last.push_str(&text),
                (_, part) => merged.push(part),
            }
        }
        let mut pieces = Vec::new();
        for part in &merged {
            match part {
                Piece::Note(note) => note.check(entries),
                part => pieces.push(part.print(entries)),
            }
        }
        list_of(&pieces)
    }

    fn stand_ins(parts: &[Piece]) -> &'static [amp_shader::Piece] {
        let opaque_bool = || "(amp_params[0].x != 0u)".to_owned();
        let parts = parts.iter().filter_map(|part| {
            let text = match part {
                Piece::Note(Note::Mark(mark)) => format!("/*@{mark}*/"),
                Piece::Note(_) => return None,
                // The stand-in is not a constant expression. naga evaluates operations on constants, and would report
                // errors that depend on the value of the stand-in, such as an overflow.
                Piece::Const(ty, _) => opaque_value(ty),
                Piece::Length(_) | Piece::LengthOf(..) => "amp_params[0].x".to_owned(),
                Piece::MutatesReceiver(_) | Piece::IsVariant(..) => opaque_bool(),
                Piece::Call(..) | Piece::MaybeBuiltin(..) | Piece::CallParameter(..) => "stand_in()".to_owned(),
                Piece::Record(..) | Piece::Variant(..) => "stand_in".to_owned(),
                Piece::Operator(operation, lhs, rhs, _) => {
                    return Some(amp_shader::Piece::Operation(*operation, lhs.stand_in(), rhs.stand_in()));
                }
                Piece::TerminatesIfNonZero(..) | Piece::TerminatesIfInteger(_) => {
                    return Some(amp_shader::Piece::MayNotTerminate);
                }
                other => return Some(other.stand_in()),
            };
            Some(amp_shader::Piece::Text(text.leak()))
        });
        parts.collect::<Vec<_>>().leak()
    }
}

/// Returns a piece with the same text. If the text depends on no type or value that rustc or the linker
/// resolves, the result is `Piece::Text`.
fn with_known_types(part: &Piece) -> Piece {
    match part {
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

part! {
    Argument as PlaceOrValue {
        Value(pieces),
        Place(root, steps),
        Slice(root, steps, start, len),
        Barrier,
        Closure(closure),
        Function(function),
        Captured(capture),
        Subview(capture, steps),
    }
}
part! { Root as Root { Variable(name, ty), Tile(tile), Parameter(position), } }
part! { Step as Step { Field(ty, name), Index(index), } }
part! { SubviewStep as SubviewStep { Section(origin, extent), Project(index), ViewAs(extent), } }
part! { AtomicTarget as AtomicTarget { Capture(capture), Tile(tile), } }
part! {
    Size as Size {
        Domain(dimension),
        Tiles(dimension),
        Extent(capture, dimension),
        Value(capture),
        Constant(number),
    }
}

impl Part for BoundsRequirement {
    type Expanded = Self;

    fn print(&self, entries: &mut Entries) -> TokenStream {
        let BoundsRequirement { capture, dimension, size } = self;
        let size = size.print(entries);
        quote!(::amp::__private::BoundsRequirement { capture: #capture, dimension: #dimension, size: #size })
    }

    fn stand_in(&self) -> Self {
        *self
    }
}

impl Part for Box<Message> {
    type Expanded = &'static amp_shader::Message;

    fn print(&self, entries: &mut Entries) -> TokenStream {
        let Message { text, formatted, values } = &**self;
        let values = values.print(entries);
        quote!(&::amp::__private::Message { text: #text, formatted: #formatted, values: #values })
    }

    fn stand_in(&self) -> Self::Expanded {
        let Message { text, formatted, values } = &**self;
        Box::leak(Box::new(amp_shader::Message {
            text: text.stand_in(),
            formatted: *formatted,
            values: values.stand_in(),
        }))
    }
}

impl Part for File {
    type Expanded = &'static str;

    fn print(&self, _: &mut Entries) -> TokenStream {
        quote!(::core::file!())
    }

    fn stand_in(&self) -> &'static str {
        ""
    }
}

impl Part for Line {
    type Expanded = u32;

    fn print(&self, _: &mut Entries) -> TokenStream {
        // `line!` expands to the line of its own tokens, because they have the user's span.
        quote_spanned!(self.0=> ::core::line!())
    }

    fn stand_in(&self) -> u32 {
        0
    }
}

impl Part for Box<Closure> {
    type Expanded = &'static amp_shader::Closure;

    fn print(&self, entries: &mut Entries) -> TokenStream {
        let closure = closure(self, entries);
        quote!(&#closure)
    }

    fn stand_in(&self) -> Self::Expanded {
        let Closure { parameters, captured, modified, result, body } = &**self;
        Box::leak(Box::new(amp_shader::Closure {
            parameters: parameters.stand_in(),
            captured: captured.stand_in(),
            modified: modified.stand_in(),
            result: result.stand_in(),
            body: body.stand_in(),
        }))
    }
}

/// Prints the Rust expression for a closure.
pub(crate) fn closure(closure: &Closure, entries: &mut Entries) -> TokenStream {
    let Closure { parameters, captured, modified, result, body } = closure;
    let parameters = parameters.print(entries);
    let captured: Vec<_> = captured
        .iter()
        .map(|(name, ty)| {
            // If the capture is a view, `ty` is the type of its elements, which need not implement `Value`.
            let ty =
                if let [Piece::Value(_)] = name.as_slice() { entries.stored(ty) } else { entries.ty(ty) };
            let name = name.print(entries);
            quote!((#name, #ty))
        })
        .collect();
    let captured = list_of(&captured);
    let (modified, result, body) = (modified.print(entries), result.print(entries), body.print(entries));
    quote! {
        ::amp::__private::Closure {
            parameters: #parameters,
            captured: #captured,
            modified: #modified,
            result: #result,
            body: #body,
        }
    }
}

impl Part for Ty {
    type Expanded = TypeRef;

    fn print(&self, entries: &mut Entries) -> TokenStream {
        entries.ty(self)
    }

    fn stand_in(&self) -> TypeRef {
        TypeRef::Known(info(self))
    }
}

impl Part for Function {
    type Expanded = ItemRef;

    fn print(&self, entries: &mut Entries) -> TokenStream {
        match self {
            Function::Called { callee, types, result, site } => entries.item(callee, types, result, *site),
            Function::Passed { path, callee, position, types } => {
                entries.passed(path, callee, *position, types)
            }
            Function::Operator { method, lhs, rhs, result, site } => {
                entries.operator(method, lhs, rhs, result, *site)
            }
        }
    }

    /// No function has this index.
    fn stand_in(&self) -> ItemRef {
        ItemRef::Entry(usize::MAX)
    }
}

/// The value of a constant. It is printed as a closure that appends the value, as 32-bit words, to a list.
impl Part for Source {
    type Expanded = fn(&mut Vec<u32>);

    fn print(&self, _: &mut Entries) -> TokenStream {
        let out = Ident::new("out", Span::mixed_site());
        // The parentheses have the constant's span, so that rustc reports an error about the value only once.
        let value = quote_spanned!(Site::of(self).first=> (#self));
        quote!(|#out| {
            use ::amp::__private::Probe as _;
            ::core::iter::Extend::extend(#out, (&&::amp::__private::ConstantValue(&#value)).amp_select())
        })
    }

    fn stand_in(&self) -> Self::Expanded {
        |_| ()
    }
}

impl Part for Len {
    type Expanded = usize;

    fn print(&self, _: &mut Entries) -> TokenStream {
        self.to_token_stream()
    }

    fn stand_in(&self) -> usize {
        match self {
            Len::Number(len) => *len,
            // naga compares literal subscripts with the length, so the stand-in is larger than usual
            // subscripts.
            Len::Const(_) => 1024,
        }
    }
}

impl Part for String {
    type Expanded = &'static str;

    fn print(&self, _: &mut Entries) -> TokenStream {
        self.to_token_stream()
    }

    fn stand_in(&self) -> &'static str {
        self.clone().leak()
    }
}

impl<T: Part> Part for Vec<T> {
    type Expanded = &'static [T::Expanded];

    fn print(&self, entries: &mut Entries) -> TokenStream {
        T::print_list(self, entries)
    }

    fn stand_in(&self) -> Self::Expanded {
        T::stand_ins(self)
    }
}

impl<T: Part> Part for Option<T> {
    type Expanded = Option<T::Expanded>;

    fn print(&self, entries: &mut Entries) -> TokenStream {
        match self {
            Some(value) => {
                let value = value.print(entries);
                quote!(::core::option::Option::Some(#value))
            }
            None => quote!(::core::option::Option::None),
        }
    }

    fn stand_in(&self) -> Self::Expanded {
        self.as_ref().map(T::stand_in)
    }
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: Part),*> Part for ($($name,)*) {
            type Expanded = ($($name::Expanded,)*);

            #[allow(non_snake_case)]
            fn print(&self, entries: &mut Entries) -> TokenStream {
                let ($($name,)*) = self;
                let fields = [$($name.print(entries)),*];
                quote!((#(#fields),*))
            }

            #[allow(non_snake_case)]
            fn stand_in(&self) -> Self::Expanded {
                let ($($name,)*) = self;
                ($($name.stand_in(),)*)
            }
        }
    };
}
tuples!(A B);
tuples!(A B C);

/// Implements [`Part`] for types that are the same in all stages.
macro_rules! same {
    ($($ty:ty => |$value:ident| $printed:expr;)*) => {$(
        impl Part for $ty {
            type Expanded = Self;

            fn print(&self, _: &mut Entries) -> TokenStream {
                let $value = self;
                $printed
            }

            fn stand_in(&self) -> Self {
                *self
            }
        }
    )*};
}
same! {
    usize => |number| number.to_token_stream();
    u32 => |number| number.to_token_stream();
    i32 => |number| number.to_token_stream();
    &'static str => |text| text.to_token_stream();
    Operation => |operation| named("Operation", operation);
    Atomic => |operation| named("Atomic", operation);
    Capability => |capability| named("Capability", capability);
}

fn named(of: &str, value: &dyn Debug) -> TokenStream {
    let [of, name] = [of.to_owned(), format!("{value:?}")].map(|name| Ident::new(&name, Span::call_site()));
    quote!(::amp::__private::#of::#name)
}

/// The type, with stand-ins for its holes.
pub(crate) fn info(ty: &Ty) -> &'static TypeInfo {
    Box::leak(Box::new(match ty {
        Ty::Scalar(scalar) => TypeInfo::Scalar(*scalar),
        Ty::Unit => TypeInfo::Unit,
        Ty::Index(rank) | Ty::Extent(rank) => TypeInfo::Index(*rank),
        Ty::Array(element, len) => TypeInfo::Array(info(element), len.stand_in()),
        Ty::Tuple(fields) => TypeInfo::Tuple(fields.iter().map(info).collect::<Vec<_>>().leak()),
        Ty::Reference(_, to) | Ty::Callable(to) | Ty::Slice(to) => return info(to),
        Ty::Range(_, of) => {
            let fields = vec![("start", info(of)), ("end", info(of))].leak();
            TypeInfo::Struct(Box::leak(Box::new(StructInfo { name: "Range", fields })))
        }
        Ty::Hole(hole) => vector(hole).unwrap_or(TypeInfo::Scalar(Scalar::F32)),
        Ty::Error | Ty::Var(_) => TypeInfo::Scalar(Scalar::F32),
    }))
}

/// The type of a glam vector, recognised by its name. `None` for other types.
fn vector(hole: &Projection) -> Option<TypeInfo> {
    let Projection::Named(written) = hole else { return None };
    let (scalar, lanes) = types::vector(written.last_segment())?;
    Some(TypeInfo::Vector(scalar, lanes))
}

/// A WGSL expression of this type whose value naga cannot compute at compile time.
fn opaque_value(ty: &Ty) -> String {
    match ty {
        Ty::Scalar(Scalar::Bool) => "(amp_params[0].x != 0u)".to_owned(),
        Ty::Scalar(scalar) => format!("{}(amp_params[0].x)", scalar.wgsl()),
        Ty::Array(item, Len::Number(len @ 1..)) => {
            format!("array({})", vec![opaque_value(item); *len].join(", "))
        }
        _ => "amp_params[0].x".to_owned(),
    }
}
