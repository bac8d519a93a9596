//! Prints types in three forms: as Rust types, as type slots, and as expressions for their `TypeInfo`.
//!
//! A type slot is a variable or value of the expansion that exists only for its type. Values of the CPU code
//! pass through it, so that rustc infers the type.

use crate::analysis::Slots;
use crate::ir::{Len, MethodName, Projection, RangeForm, Sites, Source, Ty};
use amp_shader::{Scalar, field_hash};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

impl Ty {
    /// Prints the type as a Rust type; `_` for a type without a name.
    pub(super) fn rust(&self) -> TokenStream {
        match self {
            Ty::Error | Ty::Var(_) => quote!(_),
            Ty::Unit => quote!(()),
            Ty::Scalar(scalar) => {
                if *scalar == Scalar::F16 {
                    return quote!(::amp::__private::f16);
                }
                let name = Ident::new(scalar.rust(), Span::call_site());
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
            Ty::Callable(result) => {
                let result = result.rust();
                quote!(::amp::__private::Callable<#result>)
            }
            Ty::Slice(of) => {
                let of = of.rust();
                quote!([#of])
            }
            Ty::Range(form, of) => {
                let of = of.rust();
                match (form.inclusive, form.of_std) {
                    (false, true) => quote!(::core::ops::Range<#of>),
                    (true, true) => quote!(::core::ops::RangeInclusive<#of>),
                    (false, false) => quote!(::amp::__private::RangeValue<#of>),
                    (true, false) => quote!(::amp::__private::RangeInclusiveValue<#of>),
                }
            }
            Ty::Hole(hole) => match &**hole {
                Projection::Named(written) => written.to_token_stream(),
                Projection::View { mutable, element, rank } => {
                    let (view, element) =
                        (if *mutable { quote!(ViewMut) } else { quote!(ViewRef) }, element.rust());
                    quote!(::amp::__private::#view<#element, #rank>)
                }
                _ => quote!(_),
            },
        }
    }

    /// A Rust expression for the `&'static TypeInfo` of a type that the macro itself resolves; otherwise
    /// `None`.
    pub(super) fn known_info(&self) -> Option<TokenStream> {
        Some(match self {
            Ty::Unit => quote!(&::amp::__private::TypeInfo::Unit),
            Ty::Scalar(scalar) => {
                let name = Ident::new(scalar.constant(), Span::call_site());
                quote!(::amp::__private::TypeInfo::#name)
            }
            Ty::Index(rank) | Ty::Extent(rank) => quote!(&::amp::__private::TypeInfo::Index(#rank)),
            Ty::Array(element, Len::Number(len)) => {
                let element = element.known_info()?;
                quote!(&::amp::__private::TypeInfo::Array(#element, #len))
            }
            Ty::Tuple(fields) => {
                let fields = fields.iter().map(Ty::known_info).collect::<Option<Vec<_>>>()?;
                quote!(&::amp::__private::TypeInfo::Tuple(&[#(#fields),*]))
            }
            Ty::Reference(_, to) => return to.known_info(),
            Ty::Array(_, Len::Const(_))
            | Ty::Error
            | Ty::Var(_)
            | Ty::Hole(_)
            | Ty::Callable(_)
            | Ty::Slice(_)
            | Ty::Range(..) => {
                return None;
            }
        })
    }

    /// If rustc infers this type, which is the result of a call or operator, makes `slot` depend on it.
    /// `slot` is the type slot of that call or operator. If the result has an error, rustc then treats the
    /// slot as erroneous, too. So it reports no second error about the called function.
    pub(super) fn tied_to(&self, slot: TokenStream, parts: &dyn Parts) -> TokenStream {
        if !self.is_inferred() {
            return slot;
        }
        let result = self.slot(parts);
        quote!(#slot.for_result(#result))
    }

    /// A Rust expression for the type slot of the type, a value from which rustc infers the type.
    pub(super) fn slot(&self, parts: &dyn Parts) -> TokenStream {
        let private = quote!(::amp::__private);
        if self.is_nameable() {
            let name = self.rust();
            return quote!(#private::slot::<#name>());
        }
        match self {
            Ty::Array(element, len) => {
                let element = element.slot(parts);
                quote!(#element.array::<{ #len }>())
            }
            Ty::Tuple(fields) => tuple_slot(fields, parts),
            // A type slot cannot have the unsized type `[T]`, so it has the type of the reference.
            Ty::Reference(mutable, to) if let Ty::Slice(of) = &**to => {
                let of = of.slot(parts);
                if *mutable { quote!(#of.slice_by_mut()) } else { quote!(#of.slice_by_ref()) }
            }
            Ty::Reference(mutable, to) => {
                let to = to.slot(parts);
                if *mutable { quote!(#to.by_mut()) } else { quote!(#to.by_ref()) }
            }
            Ty::Callable(result) => {
                let result = result.slot(parts);
                quote!(#result.callable())
            }
            Ty::Range(form, of) => {
                let of = of.slot(parts);
                match (form.inclusive, form.of_std) {
                    (false, true) => quote!(#of.range()),
                    (true, true) => quote!(#of.range_inclusive()),
                    (false, false) => quote!(#of.range_value()),
                    (true, false) => quote!(#of.range_inclusive_value()),
                }
            }
            Ty::Hole(hole) => match parts.part(self) {
                Some(part) => part_slot(part).into_token_stream(),
                None => hole.slot(parts),
            },
            _ => quote!(#private::slot()),
        }
    }

    /// A Rust expression for the `&'static TypeInfo` of the type.
    pub(super) fn info(&self, sites: &Sites, parts: &dyn Parts) -> TokenStream {
        if let Some(known) = self.known_info() {
            return known;
        }
        // A range of the standard library and amp's own range are the same struct in the shader.
        if let Ty::Range(form @ RangeForm { of_std: true, .. }, of) = self {
            return Ty::Range(RangeForm { of_std: false, ..*form }, of.clone()).info(sites, parts);
        }
        let private = quote!(::amp::__private);
        let of = |slot: TokenStream, site: Span| {
            let site = site.resolved_at(Span::call_site());
            quote_spanned!(site=> <_ as ::amp::__private::ShaderType>::INFO_OF.of(#slot))
        };
        // If a captured variable is not a `Value`, rustc reports an error at the capture. It then treats the
        // capture's type slot as erroneous, so this use of the slot causes no second error.
        if let Some(capture) = sites.named_capture(self) {
            let slot = capture_slot(capture);
            return of(quote!(#private::element_slot(#slot)), sites.capture(capture));
        }
        if self.is_nameable() {
            let name = self.rust();
            return quote!(<#name as #private::ShaderType>::INFO);
        }
        // rustc reports a field that the struct does not have. The type slot of the field would then cause a
        // second error. So the expression looks up the field by name in the `TypeInfo` of the struct.
        let whole = self.whole();
        let info = match whole.is_nameable() {
            true => whole.info(sites, parts),
            false => of(whole.slot(parts), sites.of(whole)),
        };
        self.info_of_part(info)
    }

    /// Like [`Ty::info`] and [`Ty::stored_info`], for a const check of a type with a name. The check reports
    /// nothing about a type that kernels do not support, because an entry of the template already reports it.
    pub(super) fn info_in_check(&self, is_stored: bool) -> TokenStream {
        if let Some(known) = self.known_info() {
            return known;
        }
        let (name, constant) = (self.rust(), if is_stored { quote!(STORED) } else { quote!(INFO) });
        quote!({
            use ::amp::__private::Unknown as _;
            ::amp::__private::KnownType::<#name>::#constant
        })
    }

    /// A Rust expression for the `TypeInfo` of the type, computed from `whole`, the `TypeInfo` of
    /// [`Ty::whole`].
    pub(super) fn info_of_part(&self, whole: TokenStream) -> TokenStream {
        let private = quote!(::amp::__private);
        let Ty::Hole(hole) = self else { return whole };
        match &**hole {
            Projection::Field(of, name) => {
                let of = of.info_of_part(whole);
                quote!(#private::field_info(#of, #name))
            }
            Projection::ElementOf(of) => {
                let of = of.info_of_part(whole);
                quote!(#private::item_info(#of))
            }
            Projection::IntegerOf(of, signed) => {
                let of = of.info_of_part(whole);
                quote!(#private::integer_info(#of, #signed))
            }
            _ => whole,
        }
    }

    /// A Rust expression for the `TypeInfo` of this type as the type of a view's elements. Unlike in
    /// [`Ty::info`], the type need not be a `Value`.
    pub(super) fn stored_info(&self, sites: &Sites, parts: &dyn Parts) -> TokenStream {
        let private = quote!(::amp::__private);
        match self {
            Ty::Hole(hole) => match &**hole {
                Projection::Element(capture) => {
                    let capture = capture_slot(*capture);
                    quote!(#private::stored(#capture))
                }
                Projection::Named(_) => match sites.named_capture(self) {
                    Some(capture) => {
                        let capture = capture_slot(capture);
                        quote!(#private::stored(#capture))
                    }
                    None => {
                        let slot = self.slot(parts);
                        quote!(#private::stored_element(#slot))
                    }
                },
                _ => self.info(sites, parts),
            },
            _ => self.info(sites, parts),
        }
    }
}

impl Projection {
    fn slot(&self, parts: &dyn Parts) -> TokenStream {
        let private = quote!(::amp::__private);
        match self {
            // `Ty::slot` prints a type with a name.
            Projection::Named(_) | Projection::View { .. } => quote!(#private::slot()),
            Projection::Element(capture) => {
                let capture = capture_slot(*capture);
                quote!(#private::element_slot(#capture))
            }
            Projection::Inferred(number) => {
                let slot = inferred_slot(*number);
                quote!(#slot)
            }
            Projection::TypeOf(path) => quote!(#private::slot_of(&#path)),
            Projection::Owner(path, true) => quote!({
                use ::amp::__private::AnyType as _;
                #path::AMP_SLOT
            }),
            Projection::Owner(path, false) => {
                let unit = quote!(#private::slot::<()>());
                let slot = owner_slot_for(path, 0, &unit, &unit, &quote!(#private::ForChecked));
                quote!(#private::owner_of_slot(#slot))
            }
            Projection::IntegerOf(ty, signed) => {
                let slot = ty.slot(parts);
                if *signed { quote!(#slot.signed()) } else { quote!(#slot.unsigned()) }
            }
            Projection::ElementOf(ty) => {
                let slot = ty.slot(parts);
                quote!(#slot.item())
            }
            Projection::Field(ty, name) => {
                let (slot, hash) = (ty.slot(parts), field_hash(name));
                quote!(#private::field_slot::<#hash, _>(#slot))
            }
            Projection::Extent(view) => {
                let slot = view.slot(parts);
                quote!(#private::extent_slot(#slot))
            }
            Projection::ArgumentForm(capture, mutable) => {
                let capture = capture_slot(*capture);
                if *mutable {
                    quote!(#private::mut_slot(#capture))
                } else {
                    quote!(#private::ref_slot(#capture))
                }
            }
        }
    }
}

/// The type slots for types of fields and array items. The CPU code passes each such field or item through
/// its slot. The entries of the template then use the slot, so rustc reports a missing field only once.
pub(super) trait Parts {
    /// The index of the type slot for a field or item type. `None` if the type has no slot of its own.
    fn part(&self, ty: &Ty) -> Option<usize>;

    /// The variable that holds the result of a method probe: the selection between a built-in method and a
    /// device function.
    fn selection(&self, _probe: TokenStream) -> Ident {
        Ident::new("selection", Span::mixed_site())
    }
}

impl Parts for Slots {
    fn part(&self, ty: &Ty) -> Option<usize> {
        self.part(ty)
    }
}

/// A context without type slots for the types of fields and items.
pub(super) struct NoParts;

impl Parts for NoParts {
    fn part(&self, _: &Ty) -> Option<usize> {
        None
    }
}

impl Sites {
    /// Prints the type slot of a type in a constant item, where the type slots of the kernel are not in
    /// scope. `None` if the type depends on code outside the item.
    pub(super) fn slot_in_item(&self, ty: &Ty) -> Option<TokenStream> {
        let private = quote!(::amp::__private);
        if ty.is_nameable() {
            return Some(ty.slot(&NoParts));
        }
        match ty {
            Ty::Reference(mutable, to) => {
                let to = self.slot_in_item(to)?;
                Some(if *mutable { quote!(#to.by_mut()) } else { quote!(#to.by_ref()) })
            }
            Ty::Hole(hole) => match **hole {
                // A literal can be repeated in the item: rustc infers its type from the signature of the
                // function that takes it.
                Projection::Inferred(number) => {
                    let digits = self.literals.get(number)?.as_ref()?;
                    let literal: TokenStream = digits.parse().ok()?;
                    Some(quote!(#private::slot_of(&#literal)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// For a call such as `Pair::new(a)`, prints the type slot of `Pair` and of the function's `Impl`. rustc
/// infers both from the path, the hash of the function's name, and the slots of the arguments and the result.
/// See `AnyType` in the runtime.
pub(super) fn owner_slot_for(
    path: &Source,
    hash: u64,
    arguments: &TokenStream,
    result: &TokenStream,
    mode: &TokenStream,
) -> TokenStream {
    quote!({
        use ::amp::__private::AnyType as _;
        #path::amp_slot_for(::amp::__private::FunctionName::<#hash, #mode>::of_call(), #arguments, #result)
    })
}

/// Prints the type slot of a tuple of these types.
pub(super) fn tuple_slot(types: &[Ty], parts: &dyn Parts) -> TokenStream {
    let slots = types.iter().map(|ty| ty.slot(parts));
    quote!(::amp::__private::tuple((#(#slots,)*)))
}

/// The variable of the expansion that is the type slot of an inferred type. User code cannot name it.
pub(super) fn inferred_slot(number: usize) -> Ident {
    Ident::new(&format!("slot{number}"), Span::mixed_site())
}

/// The variable of the expansion that is the type slot of a field or item type. User code cannot name it.
pub(super) fn part_slot(part: usize) -> Ident {
    Ident::new(&format!("part{part}"), Span::mixed_site())
}

/// The variable of the expansion that is the type slot of a capture type. User code cannot name it.
pub(super) fn capture_slot(capture: usize) -> Ident {
    Ident::new(&format!("capture{capture}"), Span::mixed_site())
}

/// The variable of the expansion that is the type slot of a captured value's type, or of the type of a
/// captured view's elements. User code cannot name it.
pub(super) fn element_slot(capture: usize) -> Ident {
    Ident::new(&format!("type{capture}"), Span::mixed_site())
}

impl ToTokens for Len {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Len::Number(number) => number.to_tokens(tokens),
            Len::Const(written) => written.to_tokens(tokens),
        }
    }
}

impl ToTokens for MethodName {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.ident.to_tokens(tokens);
        if let Some(arguments) = &self.turbofish {
            arguments.to_tokens(tokens);
        }
    }
}
