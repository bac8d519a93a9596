//! Reports of kernels on every accelerator: the error of an index out of range or a failed assertion, and printed lines.

use amp::Error;
use amp::prelude::*;
use amp_tests::on_each;

mod after_a_trap;
mod print;
mod text;
