//! The type parameters of a type that derives `GpuType`.
//!
//! The derived implementations have a bound for each field type that mentions a type parameter: `T: Value`
//! for `struct Pair<T> { a: T, b: T }`. The bound is on the field's type, so a type parameter that only
//! occurs in a `PhantomData` needs no bound itself.

use crate::vocabulary::types;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The generic parameters of a type, and the types of its fields that mention type parameters.
pub(super) struct Parameters {
    /// The parameters as an implementation declares them, with a trailing comma.
    pub(super) declared: TokenStream,
    /// The parameters as generic arguments, `<T, { N }>`.
    pub(super) arguments: TokenStream,
    /// The predicates of the type's `where` clause.
    predicates: Vec<TokenStream>,
    names: Vec<String>,
    open_fields: Vec<syn::Type>,
    /// The other types of fields whose names do not show that devices can compare them.
    unknown_fields: Vec<syn::Type>,
    /// Whether the bounds of the comparisons contain `unknown_fields`.
    conditional: bool,
}

impl Parameters {
    pub(super) fn of<'f>(generics: &syn::Generics, fields: impl Iterator<Item = &'f syn::Field>) -> Self {
        let declared = generics.params.iter().cloned().map(|mut parameter| {
            match &mut parameter {
                syn::GenericParam::Type(it) => it.default = None,
                syn::GenericParam::Const(it) => it.default = None,
                syn::GenericParam::Lifetime(_) => {}
            }
            parameter
        });
        let declared: Vec<_> = declared.collect();
        let names = declared.iter().map(|parameter| match parameter {
            syn::GenericParam::Type(it) => it.ident.to_string(),
            syn::GenericParam::Const(it) => it.ident.to_string(),
            syn::GenericParam::Lifetime(it) => it.lifetime.to_string(),
        });
        let names: Vec<_> = names.collect();
        let (_, arguments, clause) = generics.split_for_impl();
        let predicates = clause.iter().flat_map(|clause| &clause.predicates);
        let types: Vec<_> = generics.type_params().map(|it| it.ident.to_string()).collect();
        let (mut open_fields, mut unknown_fields) = (Vec::<syn::Type>::new(), Vec::<syn::Type>::new());
        for field in fields {
            let list = if mentions(&field.ty, &types) { &mut open_fields } else { &mut unknown_fields };
            if !list.contains(&field.ty) {
                list.push(field.ty.clone());
            }
        }
        unknown_fields.retain(|ty| !super::is_marker(ty) && !is_scalar(ty));
        Parameters {
            declared: quote!(#(#declared,)*),
            arguments: arguments.into_token_stream(),
            predicates: predicates.map(ToTokens::into_token_stream).collect(),
            names,
            open_fields,
            unknown_fields,
            conditional: false,
        }
    }

    /// Makes the comparisons conditional on those of all fields. Without this, a field that devices cannot compare is an
    /// error.
    pub(super) fn with_conditions(self) -> Self {
        Parameters { conditional: true, ..self }
    }

    /// The predicates of the type's `where` clause.
    pub(super) fn predicates(&self) -> &[TokenStream] {
        &self.predicates
    }

    /// Whether the type has generic parameters.
    pub(super) fn exist(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether a type mentions a generic parameter.
    pub(super) fn occur_in(&self, ty: &syn::Type) -> bool {
        mentions(ty, &self.names)
    }

    /// The `where` predicates of the implementations that make the type a `Value`.
    pub(super) fn value_bounds(&self) -> TokenStream {
        let (predicates, fields) = (&self.predicates, &self.open_fields);
        let whole = self.exist().then(
            || quote!(Self: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync + 'static,),
        );
        quote!(#(#predicates,)* #(#fields: ::amp::__private::Value,)* #whole)
    }

    /// The `where` predicates of the implementation that tells the type of a field. Methods that use only some fields need
    /// no bounds for the others.
    pub(super) fn field_bounds(&self, field: &syn::Type) -> TokenStream {
        let predicates = &self.predicates;
        let own = self.open_fields.contains(field).then(|| quote!(#field: ::amp::__private::Value,));
        quote!(#(#predicates,)* #own)
    }

    /// The `where` predicates of the implementations that make the type an `Element` of views.
    pub(super) fn element_bounds(&self) -> TokenStream {
        let with_data = self.open_fields.iter().filter(|ty| !super::is_marker(ty));
        let values = self.value_bounds();
        quote!(#values #(#with_data: ::amp::GpuType,)*)
    }
}

impl Parameters {
    /// The `where` predicates of the implementation of `==` for devices. `eq` is the hash of the method name
    /// `eq`, by which the trait `DeviceOperator` identifies the operator.
    pub(super) fn equality_bounds(&self, eq: u64) -> TokenStream {
        self.operator_bounds(quote!(::core::cmp::PartialEq), eq)
    }

    /// The `where` predicates of the implementation of `<`, `<=`, `>` or `>=` for devices. `operator` is the
    /// hash of the method name, such as `lt`.
    pub(super) fn order_bounds(&self, operator: u64) -> TokenStream {
        self.operator_bounds(quote!(::core::cmp::PartialOrd), operator)
    }

    fn operator_bounds(&self, of_trait: TokenStream, operator: u64) -> TokenStream {
        let values = self.value_bounds();
        let fields: Vec<_> = self.open_fields.iter().filter(|ty| !super::is_marker(ty)).collect();
        // rustc reports an unmet bound without parameters at once, unless it is quantified.
        let conditions: Vec<_> = self.unknown_fields.iter().filter(|_| self.conditional).collect();
        quote! {
            #values
            #(#fields: #of_trait + ::amp::__private::DeviceOperator<#operator, #fields>,)*
            #(for<'amp_any> #conditions: #of_trait + ::amp::__private::DeviceOperator<#operator, #conditions>,)*
        }
    }
}

/// Whether the type is a scalar, which devices can compare.
fn is_scalar(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    path.path.get_ident().is_some_and(|name| types::scalar(&name.to_string()).is_some())
}

/// Whether a type mentions one of these names.
fn mentions(ty: &syn::Type, names: &[String]) -> bool {
    fn any(tokens: TokenStream, names: &[String]) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
            proc_macro2::TokenTree::Group(group) => any(group.stream(), names),
            _ => false,
        })
    }
    any(ty.to_token_stream(), names)
}
