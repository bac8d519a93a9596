//! Traps: an index out of range or a failed assertion is the same error on every accelerator.

use amp::Error;
use amp::prelude::*;
use amp_tests::on_each;

mod after_a_trap;
mod text;
