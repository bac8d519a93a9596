//! A parser of disassembled functions: finds inner loops and classifies their instructions by vector width.

use std::ops::Range;

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Instruction {
    pub(super) address: u64,
    name: String,
    operands: String,
}

/// A function as `objdump -d --no-show-raw-insn` prints it.
#[derive(Debug, Default)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) code: Vec<Instruction>,
}

/// The arithmetic instructions of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arithmetic {
    /// Scalar float instructions.
    pub(super) single: usize,
    /// Float instructions on vectors, by width.
    pub(super) bits128: usize,
    pub(super) bits256: usize,
    pub(super) bits512: usize,
}

/// The width of a float instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Single,
    Bits128,
    Bits256,
    Bits512,
}

impl Arithmetic {
    /// The number of vector instructions of any width.
    pub(super) fn vectors(&self) -> usize {
        self.bits128 + self.bits256 + self.bits512
    }
}

impl Function {
    /// The function that starts on this line, if one does.
    pub(super) fn beginning(line: &str) -> Option<Function> {
        let name = line.strip_suffix(">:")?.split_once(" <")?.1;
        Some(Function { name: name.to_owned(), code: Vec::new() })
    }

    /// Adds a line of the function, if it is an instruction.
    pub(super) fn take(&mut self, line: &str) {
        let Some((address, text)) = line.split_once(":\t") else { return };
        let Ok(address) = u64::from_str_radix(address.trim(), 16) else { return };
        let (name, operands) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        self.code.push(Instruction { address, name: name.to_owned(), operands: operands.trim().to_owned() });
    }

    /// The loops that contain no other loops, as ranges of the code.
    pub(super) fn inner_loops(&self) -> Vec<Range<usize>> {
        let mut loops: Vec<Range<usize>> = Vec::new();
        for (end, jump) in self.code.iter().enumerate() {
            let back = jump.target().filter(|target| *target <= jump.address);
            let Some(start) = back.and_then(|to| self.code.binary_search_by_key(&to, |it| it.address).ok())
            else {
                continue;
            };
            // Several jumps back to one target form one loop.
            loops.retain(|known| known.start != start);
            loops.push(start..end + 1);
        }
        let inside = |a: &Range<usize>, b: &Range<usize>| a != b && b.start <= a.start && a.end <= b.end;
        let inner = loops.iter().filter(|outer| !loops.iter().any(|it| inside(it, outer)));
        inner.cloned().collect()
    }

    /// The arithmetic instructions of a range of the code.
    pub(super) fn arithmetic(&self, part: Range<usize>) -> Arithmetic {
        let mut sum = Arithmetic::default();
        for width in self.code[part].iter().filter_map(Instruction::width) {
            *match width {
                Width::Single => &mut sum.single,
                Width::Bits128 => &mut sum.bits128,
                Width::Bits256 => &mut sum.bits256,
                Width::Bits512 => &mut sum.bits512,
            } += 1;
        }
        sum
    }
}

impl Instruction {
    /// Whether the instruction does float arithmetic.
    pub(super) fn computes(&self) -> bool {
        self.width().is_some()
    }

    /// The target of a jump. Calls return, so they are no jumps.
    fn target(&self) -> Option<u64> {
        let x86 = self.name.starts_with('j');
        let arm = self.name == "b"
            || self.name.starts_with("b.")
            || ["cbz", "cbnz", "tbz", "tbnz"].contains(&&*self.name);
        if !x86 && !arm {
            return None;
        }
        let mut words = self.operands.split([' ', ',']).filter(|word| !word.is_empty());
        // On Arm, the target may follow a register and a bit: `tbz w0, #3, 1f40`. Neither is a hexadecimal number,
        // so the first number is the target.
        words.find_map(|word| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok())
    }

    fn width(&self) -> Option<Width> {
        if let Some(arm) = self.width_on_arm() {
            return Some(arm);
        }
        let (operation, single) = match &*self.name {
            name if name.ends_with("ss") => (&name[..name.len() - 2], true),
            name if name.ends_with("ps") => (&name[..name.len() - 2], false),
            _ => return None,
        };
        let operation = operation.strip_prefix('v').unwrap_or(operation);
        let computes = ["add", "sub", "mul", "div", "sqrt", "min", "max", "rsqrt", "rsqrt14", "rcp", "rcp14"]
            .contains(&operation)
            || ["fmadd", "fmsub", "fnmadd", "fnmsub"].iter().any(|fused| operation.starts_with(fused));
        computes.then_some(match () {
            () if single => Width::Single,
            () if self.operands.contains("%zmm") => Width::Bits512,
            () if self.operands.contains("%ymm") => Width::Bits256,
            () => Width::Bits128,
        })
    }

    fn width_on_arm(&self) -> Option<Width> {
        let computes = [
            "fadd", "fsub", "fmul", "fdiv", "fsqrt", "fmin", "fmax", "fminnm", "fmaxnm", "fmla", "fmls",
            "fmadd", "fmsub", "fnmadd", "fnmsub", "frsqrte", "frsqrts", "frecpe", "frecps",
        ];
        if !computes.contains(&&*self.name) {
            return None;
        }
        match self.operands.as_bytes() {
            _ if self.operands.contains(".4s") => Some(Width::Bits128),
            [b's', b'0'..=b'9', ..] => Some(Width::Single),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(text: &str) -> Function {
        let mut lines = text.lines();
        let mut function = Function::beginning(lines.next().unwrap()).unwrap();
        lines.for_each(|line| function.take(line));
        function
    }

    #[test]
    fn instructions_are_classified() {
        let width = |text: &str| {
            let mut function = Function::default();
            function.take(&format!("  1234:\t{text}"));
            function.code[0].width()
        };
        for (text, expected) in [
            ("mulss  %xmm1,%xmm0", Some(Width::Single)),
            ("vfmadd231ss (%rax),%xmm0,%xmm1", Some(Width::Single)),
            ("mulps  %xmm1,%xmm0", Some(Width::Bits128)),
            ("vaddps -0x20(%r8,%rax,4),%ymm2,%ymm2", Some(Width::Bits256)),
            ("vsqrtps %zmm3,%zmm3", Some(Width::Bits512)),
            ("vmulps (%rax){1to16},%zmm1,%zmm1", Some(Width::Bits512)),
            ("movss  (%rax),%xmm1", None),
            ("vmovups %ymm2,(%r8,%rax,4)", None),
            ("xorps  %xmm1,%xmm1", None),
            ("shufps $0x0,%xmm1,%xmm1", None),
            ("cvtsi2ss %eax,%xmm0", None),
            ("imul   %rax,%rsi", None),
            ("fmul\tv0.4s, v1.4s, v2.4s", Some(Width::Bits128)),
            ("fmul\ts0, s1, s2", Some(Width::Single)),
            ("fmul\td0, d1, d2", None),
            ("ret", None),
        ] {
            assert_eq!(width(text), expected, "{text}");
        }
    }

    #[test]
    fn only_innermost_loops_are_found() {
        let nested = function(
            "0000000000001000 <nested>:
    1000:\txor    %eax,%eax
    1002:\tmovss  (%rdi),%xmm0
    1006:\taddss  %xmm1,%xmm0
    100a:\tcmp    %rax,%rbx
    100d:\tjae    1040 <nested+0x40>
    1010:\tdec    %rcx
    1013:\tjne    1006 <nested+0x6>
    1015:\tdec    %rdx
    1018:\tjne    1002 <nested+0x2>
    101a:\tcall   1000 <nested>
    101f:\tret",
        );
        assert_eq!(nested.inner_loops(), [Range { start: 2, end: 7 }]);
        let arm = function(
            "0000000000001000 <arm>:
    1000:\tfmla\tv0.4s, v1.4s, v2.4s
    1004:\tsubs\tx8, x8, #0x4
    1008:\tb.ne\t1000 <arm>  // b.any
    100c:\tfadd\ts0, s1, s2
    1010:\tcbnz\tx9, 100c <arm+0xc>
    1014:\ttbnz\tw9, #0, 100c <arm+0xc>",
        );
        assert_eq!(arm.inner_loops(), [0..3, 3..6]);
    }
}
