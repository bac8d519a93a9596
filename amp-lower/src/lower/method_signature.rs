//! Instantiates the signature of a built-in method for a receiver: the types of its arguments and of its
//! result.

use super::context::Context;
use crate::ir::{Callee, Expr, Ty};
use amp_shader::methods::{Method, Operand};

impl Context<'_> {
    /// The type of an argument or result that the method table describes as `operand`, for this receiver
    /// type.
    pub(super) fn instantiate(&mut self, operand: Operand, receiver: &Ty) -> Ty {
        match operand {
            Operand::Same => receiver.clone(),
            Operand::Scalar => self.infer.scalar_of(receiver),
            Operand::Is(scalar) => Ty::Scalar(scalar),
            Operand::Signed => self.infer.integer_of(receiver, true),
            Operand::Unsigned => self.infer.integer_of(receiver, false),
            Operand::Pair => Ty::Tuple(vec![receiver.clone(), receiver.clone()]),
            Operand::Flagged => Ty::Tuple(vec![receiver.clone(), Ty::BOOL]),
            Operand::Bits => self.infer.integer_of(receiver, false),
            // This argument is a vector. Inference needs the type of an argument only for unsuffixed
            // literals, which are scalars. So any type is correct here.
            Operand::Lanes(..) => self.infer.any(),
        }
    }

    /// The result type of a built-in method.
    pub(super) fn method_result(&mut self, method: &'static Method, receiver: Ty, arguments: &[Expr]) -> Ty {
        match (method.result, &receiver) {
            (Operand::Bits, Ty::Hole(_) | Ty::Var(_)) | (Operand::Lanes(..), _) => {
                self.instantiate_by_rustc(method, receiver, arguments)
            }
            (result, _) => self.instantiate(result, &receiver),
        }
    }

    /// The result type of a built-in method, as a projection that rustc resolves.
    pub(super) fn instantiate_by_rustc(
        &mut self,
        method: &'static Method,
        receiver: Ty,
        arguments: &[Expr],
    ) -> Ty {
        let mut types: Vec<_> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        types[0] = receiver.clone();
        self.infer.call(Callee::MaybeBuiltin(receiver, method), types)
    }
}
