//! glam's functions (`dot`, `normalize`, `transpose`, constructors, ..) as device functions.
//!
//! The files of this folder are tables. Each entry has the WGSL text of one function. Macros generate two
//! outputs from the same table: impls of `DeviceMethod`, and the list of functions in the reference
//! documentation. Methods that scalars have, too, such as `abs`, are in amp_shader's table of methods
//! instead.

/// A function of a glam type that kernels can call.
#[derive(Debug)]
pub struct Function {
    /// The glam type that has the function.
    pub owner: &'static str,
    /// The function's name.
    pub name: &'static str,
    /// The parameter types, a receiver first.
    pub parameters: &'static [&'static str],
    /// The return type.
    pub result: &'static str,
}

/// Declares functions of types. An entry consists of the name, the parameters with their WGSL types, the
/// result, and the text of the returned expression (`=`) or of the whole body (`=>`). The prefix selects the
/// output: `[implement]` generates the impls, `[list all]` adds entries to the list `all`.
macro_rules! functions {
    ([list $all:ident] $($owner:ident $name:ident($($letter:ident: $ty:ident $wgsl:literal),*) -> $result:ident $spelt:literal $(= $text:expr)? $(=> $body:expr)?;)*) => {$(
        $all.push($crate::abi::glam_functions::Function {
            owner: stringify!($owner),
            name: stringify!($name),
            parameters: &[$(stringify!($ty)),*],
            result: stringify!($result),
        });
    )*};
    ([implement] $($owner:ident $name:ident($($letter:ident: $ty:ident $wgsl:literal),*) -> $result:ident $spelt:literal $(= $text:expr)? $(=> $body:expr)?;)*) => {$(
        // The attribute keeps this impl out of error messages, which would list hundreds of such impls. The
        // impl accepts all argument types (`Given`). The CPU code contains the same call, so rustc reports
        // wrong argument types there.
        #[diagnostic::do_not_recommend]
        impl<Given> crate::abi::link::DeviceMethod<{ crate::types::field_hash(stringify!($name)) }, Given> for $owner {
            type Output = $result;
            const ITEM: &'static amp_shader::Item = &amp_shader::Item {
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
                name: concat!(stringify!($owner), "_", stringify!($name)),
                body: &[amp_shader::Piece::Text(concat!(
                    "(", $(stringify!($letter), ": ", $wgsl, ", ",)* ") -> ", $spelt, " { ",
                    $("return ", $text, ";",)? $($body,)? " }\n"
                ))],
            };
        }
    )*};
}

mod booleans;
mod compound;
mod floats;
mod matrices;
mod rotations;
mod transforms;
mod vectors;

/// All functions, for the reference documentation.
pub fn functions() -> Vec<Function> {
    let mut all = Vec::new();
    booleans::list(&mut all);
    vectors::list(&mut all);
    compound::list(&mut all);
    floats::list(&mut all);
    matrices::list(&mut all);
    rotations::list(&mut all);
    transforms::list(&mut all);
    all
}
