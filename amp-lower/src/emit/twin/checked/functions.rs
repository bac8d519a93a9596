//! Device functions that do not wait: the checked form of one is a function with the same arguments.

use super::super::expr::here;
use super::super::plan::{Node, Plan, RowNode};
use super::super::{At, Form, Printer, names, own};
use super::checker;
use crate::analysis::Facts;
use crate::ir::{Body, Function, Kernel, Parameter};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Lifetime;

/// What implements the call of a function in its checked form, but for who implements it.
pub(crate) struct CheckedFunction {
    /// The lifetime of what it is lent.
    pub(crate) lifetime: Option<TokenStream>,
    /// The types of the arguments.
    pub(crate) types: Vec<TokenStream>,
    /// The parameters.
    pub(crate) parameters: Vec<TokenStream>,
    pub(crate) body: TokenStream,
}

/// The checked form of a function that does not wait. The types of its parameters are as written.
pub(crate) fn function(function: &Function, written: &[syn::Type]) -> CheckedFunction {
    // As if it were a kernel of one work-item.
    let Body { variables, block, .. } = &function.body;
    let kernel = Kernel {
        name: function.name.clone(),
        index: String::new(),
        rank: 1,
        tile: None,
        slots: Vec::new(),
        body: Body { variables: variables.clone(), block: block.clone(), ..Body::default() },
        site: function.site,
    };
    let facts = Facts::new(&kernel);
    let plan = Plan::item_by_item(&facts, &[]);
    let parameters = function.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Var(var) => Some(*var),
        Parameter::Barrier => None,
    });
    let parameters: Vec<_> = parameters.collect();
    let mut names = names(&facts);
    for name in &mut names {
        if name == "self" {
            *name = Ident::new("this", here(function.site));
        }
    }
    let mut printer = Printer::new(&plan, &names, Form::Checked);
    printer.returns_values = true;
    let lent = parameters.iter().filter(|var| variables[var.0].reference.is_some());
    printer.places = lent.map(|var| (*var, names[var.0].clone())).collect();
    let mut body = TokenStream::new();
    for node in &plan.nodes {
        let Node::Rows(rows) = node else { continue };
        for row in rows {
            let RowNode::Lanes(lanes) = row else { continue };
            for stmt in &lanes.block {
                body.extend(printer.stmt(stmt, At::Lane { masked: true }));
            }
        }
    }
    let lifetime = Lifetime::new("'amp_lent", Span::mixed_site());
    let types = written.iter().map(|ty| match ty {
        syn::Type::Reference(lent) => {
            let (word, to) = (&lent.mutability, &lent.elem);
            quote!(&#lifetime #word #to)
        }
        ty => quote!(#ty),
    });
    let patterns = parameters.iter().map(|var| {
        let (name, variable) = (&names[var.0], &variables[var.0]);
        let mutable = (variable.mutable && variable.reference.is_none()).then(|| quote!(mut));
        quote!(#mutable #name)
    });
    let is_lent = |ty: &syn::Type| matches!(ty, syn::Type::Reference(_));
    CheckedFunction {
        lifetime: written.iter().any(is_lent).then(|| quote!(#lifetime,)),
        types: types.collect(),
        parameters: patterns.collect(),
        body,
    }
}

impl CheckedFunction {
    /// The implementation, for a function, or for a function of a type, whose name has a hash.
    pub(crate) fn implementation(
        self,
        owner: &TokenStream,
        hash: Option<&TokenStream>,
        receiver: bool,
        generics: &syn::Generics,
        output: &TokenStream,
    ) -> TokenStream {
        let CheckedFunction { lifetime, mut types, mut parameters, body } = self;
        let (private, checker, given) = (quote!(::amp::__private), checker(), own("given"));
        let (declared, where_clause) = (&generics.params, &generics.where_clause);
        let (call, own_place, this) = if receiver {
            let (this, ty) = (parameters.remove(0), types.remove(0));
            // By value, unless it may change it.
            let taken = if ty.to_string().starts_with('&') { quote!(self) } else { quote!(*self) };
            (quote!(CheckedMethod<#hash), quote!(&mut self,), quote!(let #this = #taken;))
        } else if hash.is_some() {
            (quote!(CheckedFunction<#hash), TokenStream::new(), TokenStream::new())
        } else {
            (quote!(CheckedCall<), TokenStream::new(), TokenStream::new())
        };
        quote! {
            impl<#lifetime #declared> #private::#call (#(#types,)*)> for #owner #where_clause {
                type Output = #output;
                fn call(#own_place #checker: &#private::Checker, #given: (#(#types,)*)) -> #output {
                    #this
                    let (#(#parameters,)*) = #given;
                    #body
                }
            }
        }
    }
}
