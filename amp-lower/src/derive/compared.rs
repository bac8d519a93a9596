//! Makes the derived comparisons of a struct or an enum available in kernels, on the device and on the checked
//! accelerator: for `#[derive(GpuType)]` beside `#[derive(PartialEq)]`, and for `#[device]` above the derives.
//!
//! The expansion contains the code that `#[derive(PartialEq, PartialOrd, Ord)]` generates, compiled as device functions:
//! `self.x == rhs.x && self.y == rhs.y`. For a hand-written `PartialOrd`, it contains the operators that follow from
//! `partial_cmp`.

use super::derive_list::{SourceFacts, SourcePosition, facts_at};
use super::generics::Parameters;
use super::is_marker;
use crate::diagnostics::advice::signature;
use crate::diagnostics::{Code, Diagnostics};
use amp_shader::field_hash;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeSet;

/// The code that derives of comparisons generate, to be compiled for devices.
#[derive(Default)]
pub(crate) struct Comparisons {
    /// `impl` blocks of `PartialEq` and `PartialOrd`, each with one operator.
    pub(crate) operators: Vec<TokenStream>,
    /// `impl` blocks of methods such as `cmp`, which the type has on the host.
    pub(crate) methods: Vec<TokenStream>,
}

/// The comparisons that `#[derive(PartialEq, PartialOrd, Ord)]` generates for a type with `#[device]` above the derives.
pub(crate) fn derived_comparisons(item: &syn::DeriveInput, diagnostics: &mut Diagnostics) -> Comparisons {
    let derives = |name: &str| {
        item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
            let mut found = false;
            let _ = attribute.parse_nested_meta(|meta| {
                found |= meta.path.segments.last().is_some_and(|last| last.ident == name);
                Ok(())
            });
            found
        })
    };
    if !derives("PartialEq") || !derives("GpuType") {
        let detail = "`#[device]` on a type needs `#[derive(PartialEq, GpuType)]` below it; it makes the derived `==` available in kernels";
        diagnostics.advise(Code::AMP000, item.ident.span(), detail, signature::STRUCT);
        return Comparisons::default();
    }
    comparisons(item, derives, false)
}

/// The comparisons of a type that derives `PartialEq` beside `GpuType`. `None` if it does not, or if the source text does
/// not show it. A hand-written `PartialEq` is never mistaken for a derived one.
pub(crate) fn comparisons_beside(item: &syn::DeriveInput, position: &SourcePosition) -> Option<Comparisons> {
    let fields = match &item.data {
        syn::Data::Struct(it) => it.fields.iter().collect(),
        syn::Data::Enum(it) => it.variants.iter().flat_map(|variant| &variant.fields).collect::<Vec<_>>(),
        syn::Data::Union(_) => return None,
    };
    // A derive `PartialEq` of another crate may have attributes that change the comparison.
    let attributes = fields.iter().flat_map(|field| &field.attrs).chain(&item.attrs);
    let mut names = attributes.filter_map(|attribute| attribute.path().get_ident()).map(ToString::to_string);
    let is_changed = names.any(|name| {
        name != "derive"
            && (["eq", "ord", "deriv", "educe"].iter().any(|part| name.contains(part)) || name == MARKED)
    });
    if is_changed {
        return None;
    }
    let SourceFacts { derives, functions } = facts_at(position, &item.ident);
    let derives = |name: &str| derives.iter().any(|found| found == name);
    let mut found = derives("PartialEq").then(|| comparisons(item, derives, true))?;
    found.methods =
        found.methods.into_iter().filter_map(|block| without_functions(block, &functions)).collect();
    Some(found)
}

/// The block without the methods whose names a function of the file has. That function may be a method of the type
/// itself, which takes precedence on the host.
fn without_functions(block: TokenStream, functions: &BTreeSet<String>) -> Option<TokenStream> {
    let mut block: syn::ItemImpl = syn::parse2(block).ok()?;
    block.items.retain(
        |item| !matches!(item, syn::ImplItem::Fn(it) if functions.contains(&it.sig.ident.to_string())),
    );
    (!block.items.is_empty()).then(|| block.to_token_stream())
}

/// The attribute by which `#[device]` on a type tells `#[derive(GpuType)]` that it has made the comparisons available.
pub(crate) const MARKED: &str = "amp_compared";

/// The comparisons of a type with these derives. An enum without fields has the operators already. `if_possible` makes
/// them conditional: a type with a field that devices cannot compare has none.
fn comparisons(item: &syn::DeriveInput, derives: impl Fn(&str) -> bool, if_possible: bool) -> Comparisons {
    let mut derived = Comparisons::default();
    let ident = &item.ident;
    let (is_ordered, mut has_operators) = (derives("PartialOrd"), false);
    let (parameters, equal) = match &item.data {
        syn::Data::Struct(it) => (Parameters::of(&item.generics, it.fields.iter()), equal_fields(&it.fields)),
        syn::Data::Enum(it) => {
            has_operators = it.variants.iter().all(|variant| variant.fields.is_empty());
            let fields = it.variants.iter().flat_map(|variant| &variant.fields);
            (Parameters::of(&item.generics, fields), equal_variants(it))
        }
        syn::Data::Union(_) => return derived,
    };
    let parameters = if if_possible { parameters.with_conditions() } else { parameters };
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    let eq = parameters.equality_bounds(field_hash("eq"));
    if !has_operators {
        derived.operators.push(quote! {
            impl<#declared> ::core::cmp::PartialEq for #ident #arguments where #eq {
                fn eq(&self, rhs: &Self) -> bool {
                    #equal
                }
            }
        });
    }
    // `#[derive(GpuType)]` gives an enum without fields all operators and methods, even without `#[device]`.
    if !is_ordered || has_operators {
        return derived;
    }
    let orders = ["lt", "le", "gt", "ge"].map(|name| parameters.order_bounds(field_hash(name)));
    for (name, bounds) in ["lt", "le", "gt", "ge"].into_iter().zip(&orders) {
        let body = match &item.data {
            syn::Data::Struct(it) => ordered(it.fields.members().zip(&it.fields), name),
            syn::Data::Enum(it) => ordered_variants(it, name),
            syn::Data::Union(_) => continue,
        };
        let name = format_ident!("{name}");
        derived.operators.push(quote! {
            impl<#declared> ::core::cmp::PartialOrd for #ident #arguments where #eq #bounds {
                fn #name(&self, rhs: &Self) -> bool {
                    #body
                }
            }
        });
    }
    let ordering = quote!(::core::cmp::Ordering);
    let bounds = quote!(#eq #(#orders)*);
    derived.methods.push(quote! {
        impl<#declared> #ident #arguments where #bounds {
            fn partial_cmp(&self, rhs: &Self) -> Option<#ordering> {
                if *self < *rhs {
                    Some(#ordering::Less)
                } else if *self == *rhs {
                    Some(#ordering::Equal)
                } else if *self > *rhs {
                    Some(#ordering::Greater)
                } else {
                    None
                }
            }
        }
    });
    if derives("Ord") {
        let provided = provided_methods(|_| true);
        derived.methods.push(quote! {
            impl<#declared> #ident #arguments where #bounds {
                fn cmp(&self, rhs: &Self) -> #ordering {
                    if *self < *rhs {
                        #ordering::Less
                    } else if *self == *rhs {
                        #ordering::Equal
                    } else {
                        #ordering::Greater
                    }
                }

                #provided
            }
        });
    }
    derived
}

/// The provided methods of `Ord` whose names are selected, as in the standard library: they compare by the operators.
fn provided_methods(is_selected: impl Fn(&str) -> bool) -> TokenStream {
    let min = quote! {
        fn min(self, rhs: Self) -> Self {
            if rhs < self { rhs } else { self }
        }
    };
    let max = quote! {
        fn max(self, rhs: Self) -> Self {
            if rhs < self { self } else { rhs }
        }
    };
    let clamp = quote! {
        fn clamp(self, min: Self, max: Self) -> Self {
            assert!(min <= max);
            if self < min {
                min
            } else if self > max {
                max
            } else {
                self
            }
        }
    };
    let methods = [("min", min), ("max", max), ("clamp", clamp)].into_iter();
    methods.filter(|(name, _)| is_selected(name)).map(|(_, method)| method).collect()
}

/// For a hand-written `impl` of `Ord`: the methods that it does not write. A type without device code for its `PartialOrd`
/// has none.
pub(crate) fn order_methods(block: &syn::ItemImpl) -> Option<TokenStream> {
    let (path, _) = block.trait_.as_ref()?;
    path.segments.last().filter(|last| last.ident == "Ord")?;
    let is_written = |name: &str| {
        block.items.iter().any(|it| matches!(it, syn::ImplItem::Fn(function) if function.sig.ident == name))
    };
    let provided = provided_methods(|name| !is_written(name));
    if provided.is_empty() {
        return None;
    }
    let (parameters, owner) = (&block.generics.params, &block.self_ty);
    let predicates = block.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    // rustc reports an unmet bound without parameters at once, unless it is quantified.
    let bounds = ["lt", "le", "gt"].map(field_hash).map(|hash| {
        quote!(for<'amp_any> #owner: ::core::cmp::PartialOrd + ::amp::__private::DeviceOperator<#hash, #owner>,)
    });
    Some(
        quote!(impl<#parameters> ::core::cmp::Ord for #owner where #(#predicates,)* #(#bounds)* { #provided }),
    )
}

/// For a hand-written `impl` of `PartialOrd`: `impl` blocks with the operators that follow from its `partial_cmp`.
pub(crate) fn order_operators(block: &syn::ItemImpl) -> Vec<TokenStream> {
    let Some((path, _)) = &block.trait_ else { return Vec::new() };
    if path.segments.last().is_none_or(|last| last.ident != "PartialOrd") {
        return Vec::new();
    }
    let rhs = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(function) if function.sig.ident == "partial_cmp" => {
            match function.sig.inputs.get(1)? {
                syn::FnArg::Typed(rhs) => Some(&rhs.ty),
                syn::FnArg::Receiver(_) => None,
            }
        }
        _ => None,
    });
    let Some(rhs) = rhs else { return Vec::new() };
    let (parameters, clause, owner) = (&block.generics.params, &block.generics.where_clause, &block.self_ty);
    let ordering = quote!(::core::cmp::Ordering);
    let operators = [
        ("lt", quote!(#ordering::Less)),
        ("le", quote!(#ordering::Less | #ordering::Equal)),
        ("gt", quote!(#ordering::Greater)),
        ("ge", quote!(#ordering::Greater | #ordering::Equal)),
    ];
    let operators = operators.map(|(name, results)| {
        let name = format_ident!("{name}");
        quote! {
            impl<#parameters> #path for #owner #clause {
                fn #name(&self, rhs: #rhs) -> bool {
                    matches!(self.partial_cmp(rhs), Some(#results))
                }
            }
        }
    });
    operators.into()
}

/// The lexicographic comparison of fields by an operator: `self.x < rhs.x || self.x == rhs.x && self.y < rhs.y`.
fn ordered<'f>(fields: impl Iterator<Item = (syn::Member, &'f syn::Field)>, name: &str) -> TokenStream {
    let pairs = fields.filter(|(_, field)| !is_marker(&field.ty));
    let pairs: Vec<_> = pairs.map(|(name, _)| (quote!(self.#name), quote!(rhs.#name))).collect();
    lexicographic(&pairs, name)
}

fn lexicographic(pairs: &[(TokenStream, TokenStream)], name: &str) -> TokenStream {
    let (strict, last) = match name {
        "lt" => (quote!(<), quote!(<)),
        "le" => (quote!(<), quote!(<=)),
        "gt" => (quote!(>), quote!(>)),
        _ => (quote!(>), quote!(>=)),
    };
    let Some(((a, b), rest)) = pairs.split_last() else {
        let is_or_equal = matches!(name, "le" | "ge");
        return quote!(#is_or_equal);
    };
    rest.iter().rev().fold(quote!(#a #last #b), |inner, (a, b)| quote!(#a #strict #b || #a == #b && (#inner)))
}

/// Compares the positions of the variants of `self` and `rhs`, and then their fields.
fn ordered_variants(item: &syn::DataEnum, name: &str) -> TokenStream {
    let positions = |of: TokenStream| {
        let arms = item.variants.iter().enumerate().map(|(n, variant)| {
            let (variant, n) = (&variant.ident, n as u32);
            quote!(Self::#variant { .. } => #n,)
        });
        quote!(match #of { #(#arms)* })
    };
    let (own, other) = (positions(quote!(self)), positions(quote!(rhs)));
    let arms = item.variants.iter().map(|variant| {
        let name_of_variant = &variant.ident;
        let compared =
            variant.fields.members().zip(&variant.fields).filter(|(_, field)| !is_marker(&field.ty));
        let members: Vec<_> = compared.map(|(member, _)| member).collect();
        let [own, other] = ["own", "other"]
            .map(|of| (0..members.len()).map(|n| format_ident!("{of}{n}")).collect::<Vec<_>>());
        let pairs: Vec<_> =
            own.iter().zip(&other).map(|(own, other)| (quote!(*#own), quote!(*#other))).collect();
        let compared = lexicographic(&pairs, name);
        let otherwise = (item.variants.len() > 1).then(|| quote!(_ => false,));
        quote! {
            Self::#name_of_variant { #(#members: #own,)* .. } => match rhs {
                Self::#name_of_variant { #(#members: #other,)* .. } => #compared,
                #otherwise
            },
        }
    });
    let strict = if name.starts_with('l') { quote!(<) } else { quote!(>) };
    quote! {
        let own: u32 = #own;
        let other: u32 = #other;
        if own != other {
            return own #strict other;
        }
        match self { #(#arms)* }
    }
}

/// The conjunction of tests. `true` without tests.
fn all(tests: impl Iterator<Item = TokenStream>) -> TokenStream {
    tests.reduce(|all, test| quote!(#all && #test)).unwrap_or_else(|| quote!(true))
}

/// Compares `self` with `rhs` field by field. A `PhantomData` has no data to compare.
fn equal_fields(fields: &syn::Fields) -> TokenStream {
    let compared = fields.members().zip(fields).filter(|(_, field)| !is_marker(&field.ty));
    all(compared.map(|(name, _)| quote!(self.#name == rhs.#name)))
}

/// Compares the variants of `self` and `rhs`, and their fields.
fn equal_variants(item: &syn::DataEnum) -> TokenStream {
    let arms = item.variants.iter().map(|variant| {
        let name = &variant.ident;
        let compared =
            variant.fields.members().zip(&variant.fields).filter(|(_, field)| !is_marker(&field.ty));
        let members: Vec<_> = compared.map(|(member, _)| member).collect();
        let [own, other] = ["own", "other"]
            .map(|of| (0..members.len()).map(|n| format_ident!("{of}{n}")).collect::<Vec<_>>());
        let equal = all(own.iter().zip(&other).map(|(own, other)| quote!(#own == #other)));
        let otherwise = (item.variants.len() > 1).then(|| quote!(_ => false,));
        quote! {
            Self::#name { #(#members: #own,)* .. } => match rhs {
                Self::#name { #(#members: #other,)* .. } => #equal,
                #otherwise
            },
        }
    });
    quote!(match self { #(#arms)* })
}
