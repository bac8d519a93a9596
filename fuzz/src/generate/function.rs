//! Device functions.

use super::{Function, Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// A function, which may call those before it.
    pub(super) fn function(&mut self) -> Node {
        let method = self.random.percent(25);
        let name = self.fresh(if method { "method" } else { "function" });
        let mut parameters = Vec::new();
        if method {
            parameters.push((Ty::Point, self.random.percent(50)));
        }
        for _ in 0..1 + self.random.below(2) {
            let ty = self.ty();
            parameters.push((ty, self.random.percent(30)));
        }
        let result = self.ty();
        let mut written = Vec::new();
        let count = self.variables.len();
        for (n, (ty, changed)) in parameters.iter().enumerate() {
            if method && n == 0 {
                written.push(if *changed { "&mut self" } else { "self" }.to_owned());
                self.declare("own", Ty::Point, false);
                continue;
            }
            let parameter = self.fresh("v");
            written.push(match changed {
                true => format!("{parameter}: &mut {}", ty.name()),
                false => format!("{parameter}: {}", ty.name()),
            });
            // What is behind a reference is copied first, and back at the end.
            let inner = if *changed { format!("in_{parameter}") } else { parameter.clone() };
            self.declare(&inner, ty.clone(), *changed);
        }
        let lent: Vec<_> =
            self.variables[count..].iter().filter(|v| v.mutable).map(|v| v.name.clone()).collect();
        self.result = Some(result.clone());
        let steps = 1 + self.random.below(4);
        let body = self.steps(steps, 2);
        let value = self.value(&result, 2);
        self.result = None;
        self.variables.truncate(count);
        self.closures.clear();
        let taken: String = lent
            .iter()
            .map(|name| format!("let mut {name} = *{};\n", name.trim_start_matches("in_")))
            .collect();
        let given: String =
            lent.iter().map(|name| format!("*{} = {name};\n", name.trim_start_matches("in_"))).collect();
        let own = match (method, parameters.first()) {
            (true, Some((_, true))) => {
                "let own = *self;\nself.x = self.x.wrapping_add(3);\nself.z[1] ^= 5;\n"
            }
            (true, _) => "let own = self;\n",
            _ => "",
        };
        let head = format!("fn {name}({}) -> {} {{\n", written.join(", "), result.name());
        let function = Node::new(
            Kind::Fixed,
            &format!("{head}{taken}{own}$let result = $;\n{given}result\n}}\n"),
            [body, value],
        );
        self.functions.push(Function { name, parameters, result, method });
        match method {
            true => Node::new(Kind::Optional, "#[device]\nimpl Point {\n$}\n", [function]),
            false => Node::new(Kind::Optional, "#[device]\n$", [function]),
        }
    }
}
