//! Prints the paths to the items of device functions, such as `<scale as DeviceCall<(f32,)>>::ITEM`. rustc
//! resolves them through the link traits, which `amp-runtime/src/abi/README.md` lists.

use super::rust_names::{is_keyed, key_unless};
use super::type_queries;
use super::{Callee, Projection, TokenKey, Ty};
use amp_shader::field_hash;
use amp_shader::methods::Operand;
use proc_macro2::TokenStream;
use quote::quote;

impl Callee {
    /// For a call with these argument types, returns the type that implements the callee's link trait, and
    /// that trait: `scale` and `DeviceCall<(f32,)>`.
    pub(super) fn implementation(&self, types: &[Ty]) -> (TokenStream, TokenStream) {
        let (who, arguments) = self.parts(types);
        let private = quote!(::amp::__private);
        let key = key_unless(self.is_of_a_key(types));
        let by = match self {
            Callee::Function(_) => match key {
                Some(key) => quote!(#private::KeyedCall<#arguments, #key>),
                None => quote!(#private::DeviceCall<#arguments>),
            },
            Callee::Associated(_, name) => {
                let hash = field_hash(name);
                match key {
                    Some(key) => quote!(#private::KeyedMethod<#hash, #arguments, #key>),
                    None => {
                        let by = quote!(#private::DeviceMethod<#hash, #arguments>);
                        return (self.told_by_a_parameter(who, types), by);
                    }
                }
            }
            Callee::MaybeBuiltin(_, method) => {
                let (hash, kind) = (field_hash(method.name), method.result.id());
                match key {
                    Some(key) => quote!(#private::KeyedMaybeBuiltin<#hash, #kind, #arguments, #key>),
                    None => quote!(#private::MaybeBuiltinMethod<#hash, #kind, #arguments>),
                }
            }
        };
        (who, by)
    }

    /// The `Self` type for the path of an associated function: `who`, or a path that rustc resolves to `who`.
    /// An argument type in `types` may itself be a projection to a parameter type of this function. Then the
    /// path is the associated type `Of` of the parameter's link trait. If the function does not exist, rustc
    /// cannot resolve that path, so it reports only the missing function.
    fn told_by_a_parameter(&self, who: TokenStream, types: &[Ty]) -> TokenStream {
        let asked = types.iter().find_map(|ty| match ty {
            Ty::Hole(hole) => match &**hole {
                Projection::Parameter(callee, position, given) if callee == self => Some((*position, given)),
                _ => None,
            },
            _ => None,
        });
        let Some((position, given)) = asked else { return who };
        let (_, by) = self.parameter(position, given);
        let told = quote!(<#who as #by>::Of);
        if type_queries::is_closed(&told) { told } else { who }
    }

    /// The type that implements the function's link traits, and the tuple of argument types that the traits
    /// take.
    fn parts(&self, arguments: &[Ty]) -> (TokenStream, TokenStream) {
        // The receiver is the implementing type, so it is not repeated among the arguments.
        let receiver = usize::from(matches!(self, Callee::MaybeBuiltin(..)));
        let arguments = arguments.get(receiver..).unwrap_or_default();
        let arguments = arguments.iter().map(Ty::rust);
        (self.owner(), quote!((#(#arguments,)*)))
    }

    /// Whether the path of a call with these argument types contains a capture type (`AmpK0`, ..).
    pub(super) fn is_of_a_key(&self, arguments: &[Ty]) -> bool {
        let owner = match self {
            Callee::Function(_) => false,
            Callee::Associated(ty, _) | Callee::MaybeBuiltin(ty, _) => ty.is_of_a_key(),
        };
        owner || arguments.iter().any(Ty::is_of_a_key)
    }

    /// The path of the function's item, which the linker adds to the caller's shader.
    pub(crate) fn item(&self, arguments: &[Ty]) -> TokenStream {
        let (who, by) = self.implementation(arguments);
        quote!(<#who as #by>::ITEM)
    }

    /// The path of the item of the function `path`, which a call of this callee passes by name as the
    /// argument at `position`.
    pub(crate) fn passed_item(&self, path: &syn::Path, position: usize, arguments: &[Ty]) -> TokenStream {
        // In a keyed impl (a generic impl with capture types as parameters), each argument type that is a
        // projection would need a bound. For most functions the associated type `Inputs` does not depend on
        // the argument types, so `()` replaces all of them.
        let arguments: Vec<_> = match is_keyed() {
            true => arguments.iter().map(|_| Ty::Unit).collect(),
            false => arguments.to_vec(),
        };
        let (who, arguments) = self.parts(&arguments);
        let private = quote!(::amp::__private);
        let by = match self {
            Callee::Function(_) => quote!(#private::DeviceCallable<#position, #arguments>),
            Callee::Associated(_, name) => {
                let hash = field_hash(name);
                quote!(#private::DeviceMethodCallable<#hash, #position, #arguments>)
            }
            // A builtin method takes no callables.
            Callee::MaybeBuiltin(_, method) => {
                let hash = field_hash(method.name);
                quote!(#private::DeviceMethodCallable<#hash, #position, #arguments>)
            }
        };
        quote!(<#path as #private::DeviceCall<<#who as #by>::Inputs>>::ITEM)
    }

    pub(super) fn parameter(&self, position: usize, arguments: &[Ty]) -> (TokenStream, TokenStream) {
        let key = key_unless(self.is_of_a_key(arguments));
        let (who, arguments) = self.parts(arguments);
        let private = quote!(::amp::__private);
        let by = match self {
            Callee::Function(_) => match key {
                Some(key) => quote!(#private::KeyedParameter<#position, #arguments, #key>),
                None => quote!(#private::DeviceParameter<#position, #arguments>),
            },
            Callee::Associated(_, name) => {
                let hash = field_hash(name);
                match key {
                    Some(key) => quote!(#private::KeyedMethodParameter<#hash, #position, #arguments, #key>),
                    None => quote!(#private::DeviceMethodParameter<#hash, #position, #arguments>),
                }
            }
            Callee::MaybeBuiltin(_, method) => {
                let operand = position.checked_sub(1).and_then(|at| method.arguments.get(at));
                let (hash, kind) = (field_hash(method.name), operand.unwrap_or(&Operand::Same).id());
                match key {
                    Some(key) => {
                        quote!(#private::KeyedMaybeBuiltinParameter<#hash, #kind, #position, #arguments, #key>)
                    }
                    None => quote!(#private::MaybeBuiltinParameter<#hash, #kind, #position, #arguments>),
                }
            }
        };
        (who, by)
    }

    /// The type that implements the function's link traits. For a free function, this is the struct of the
    /// same name that `#[device]` declares. For an associated function, it is the type before the `::`.
    pub(crate) fn owner(&self) -> TokenStream {
        match self {
            Callee::Function(TokenKey(path)) => path.clone(),
            Callee::Associated(ty, _) | Callee::MaybeBuiltin(ty, _) => ty.rust(),
        }
    }
}
