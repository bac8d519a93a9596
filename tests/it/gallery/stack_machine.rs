//! An interpreter of byte code, after the virtual machines of "Crafting Interpreters" and of WebAssembly runtimes in Rust.
//!
//! Uses `TryFrom<[u8; 2]>`, an enum of instructions with fields, a generic stack with `push` and `pop`, a dispatch loop, and errors
//! that `?` converts.

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Less,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum Instruction {
    Push(i8),
    Load(usize),
    Store(usize),
    Binary(Binary),
    Dup,
    Swap,
    JumpIfZero { target: usize },
    Jump { target: usize },
    Halt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum StackError {
    Underflow,
    Overflow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum Trap {
    Stack(StackError),
    DivisionByZero,
    UnknownOpcode(u8),
    OutOfBounds { address: usize },
    OutOfFuel,
}

#[device]
impl From<StackError> for Trap {
    fn from(error: StackError) -> Self {
        Trap::Stack(error)
    }
}

#[device]
impl TryFrom<[u8; 2]> for Instruction {
    type Error = Trap;

    fn try_from([opcode, operand]: [u8; 2]) -> Result<Self, Trap> {
        use Instruction::*;
        let address = operand as usize;
        let instruction = match opcode {
            0 => Halt,
            1 => Push(operand as i8),
            2 => Load(address),
            3 => Store(address),
            4 => Instruction::Binary(match operand {
                0 => self::Binary::Add,
                1 => self::Binary::Sub,
                2 => self::Binary::Mul,
                3 => self::Binary::Div,
                4 => self::Binary::Less,
                _ => return Err(Trap::UnknownOpcode(operand)),
            }),
            5 => Dup,
            6 => Swap,
            7 => JumpIfZero { target: address },
            8 => Jump { target: address },
            unknown => return Err(Trap::UnknownOpcode(unknown)),
        };
        Ok(instruction)
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Stack<T, const N: usize> {
    items: [T; N],
    len: usize,
}

#[device]
impl<T: amp::Value, const N: usize> Stack<T, N> {
    fn new(filler: T) -> Self {
        Stack { items: [filler; N], len: 0 }
    }

    fn push(&mut self, item: T) -> Result<(), StackError> {
        let slot = self.items.get_mut(self.len).ok_or(StackError::Overflow)?;
        *slot = item;
        self.len += 1;
        Ok(())
    }

    fn pop(&mut self) -> Result<T, StackError> {
        self.len = self.len.checked_sub(1).ok_or(StackError::Underflow)?;
        Ok(self.items[self.len])
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Machine {
    stack: Stack<i32, 8>,
    memory: [i32; 4],
    pc: usize,
    fuel: u32,
}

#[device]
impl Machine {
    fn new(input: i32) -> Self {
        Self { stack: Stack::new(0), memory: [input, 0, 0, 0], pc: 0, fuel: 500 }
    }

    fn load(&self, address: usize) -> Result<i32, Trap> {
        self.memory.get(address).copied().ok_or(Trap::OutOfBounds { address })
    }

    /// Executes an instruction, and returns the result at the end.
    fn step(&mut self, code: &[u8]) -> Result<Option<i32>, Trap> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Trap::OutOfFuel)?;
        let at = 2 * self.pc;
        let bytes = code.get(at..at + 2).ok_or(Trap::OutOfBounds { address: self.pc })?;
        self.pc += 1;
        match Instruction::try_from([bytes[0], bytes[1]])? {
            Instruction::Push(value) => self.stack.push(value.into())?,
            Instruction::Load(address) => {
                let value = self.load(address)?;
                self.stack.push(value)?;
            }
            Instruction::Store(address) => {
                let value = self.stack.pop()?;
                *self.memory.get_mut(address).ok_or(Trap::OutOfBounds { address })? = value;
            }
            Instruction::Binary(op) => {
                let (b, a) = (self.stack.pop()?, self.stack.pop()?);
                self.stack.push(match op {
                    Binary::Add => a.wrapping_add(b),
                    Binary::Sub => a.wrapping_sub(b),
                    Binary::Mul => a.wrapping_mul(b),
                    Binary::Div => a.checked_div(b).ok_or(Trap::DivisionByZero)?,
                    Binary::Less => i32::from(a < b),
                })?;
            }
            Instruction::Dup => {
                let top = self.stack.pop()?;
                self.stack.push(top)?;
                self.stack.push(top)?;
            }
            Instruction::Swap => {
                let (b, a) = (self.stack.pop()?, self.stack.pop()?);
                self.stack.push(b)?;
                self.stack.push(a)?;
            }
            Instruction::JumpIfZero { target } if self.stack.pop()? == 0 => self.pc = target,
            Instruction::JumpIfZero { .. } => {}
            Instruction::Jump { target } => self.pc = target,
            Instruction::Halt => return self.stack.pop().map(Some).map_err(Trap::from),
        }
        Ok(None)
    }

    fn run(mut self, code: &[u8]) -> Result<i32, Trap> {
        loop {
            if let Some(result) = self.step(code)? {
                return Ok(result);
            }
        }
    }
}

/// The factorial of the first word of memory.
const FACTORIAL: [u8; 30] = [
    1, 1, 3, 1, // result = 1
    2, 0, 7, 13, // while n != 0
    2, 1, 2, 0, 4, 2, 3, 1, // result *= n
    2, 0, 1, 1, 4, 1, 3, 0, // n -= 1
    8, 2, // repeat
    2, 1, 0, 0, // result
];

#[device]
fn outcome(seed: u32) -> [i32; 2] {
    let mut code = [0; 36];
    code[..FACTORIAL.len()].copy_from_slice(&FACTORIAL);
    if seed >= 8 {
        code[seed as usize % FACTORIAL.len()] ^= (seed / 30) as u8 * 3 + 1;
    }
    let trap = |kind: i32, detail: usize| [-kind, detail as i32];
    match Machine::new((seed % 8) as i32).run(&code) {
        Ok(value) => [1, value],
        Err(Trap::Stack(error)) => trap(1, (error == StackError::Overflow).into()),
        Err(Trap::DivisionByZero) => trap(2, 0),
        Err(Trap::UnknownOpcode(opcode)) => trap(3, opcode.into()),
        Err(Trap::OutOfBounds { address }) => trap(4, address),
        Err(Trap::OutOfFuel) => trap(5, 0),
    }
}

#[kernel]
fn execute(i: Index<1>, outcomes: &mut ArrayViewMut<[i32; 2]>) {
    outcomes[i] = outcome(i[0] as u32);
}

#[test]
fn outcomes_are_those_of_the_host() {
    let expected: Vec<_> = (0..150).map(outcome).collect();
    assert_eq!(expected[5], [1, 120]);
    assert!([-1, -3, -4, -5].iter().all(|trap| expected.iter().any(|[kind, _]| kind == trap)));
    on_each_queue(|queue| {
        let mut outcomes = ArrayViewMut::without_source([150])?;
        queue.parallel_for_each(150, execute(&mut outcomes))?;
        assert_eq!(outcomes.to_vec()?, expected);
        Ok(())
    });
}
