//! How to use this.

use std::io::{self, Write};

pub(super) fn print(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(HELP.as_bytes())
}

const HELP: &str = "\
Runs the example programs on every accelerator, and compares each result with a serial one.

cargo run --release                    all programs
cargo run --release -- all             the same
cargo run --release -- PROGRAM..       some of them
cargo run --release -- list            what each program shows, its variants and its size
cargo run --release -- devices         what each accelerator can do

      --quick              small sizes, one run each: to see that all is right
      --size SIZE          of one program: 4194304, 2^22, 480x640x960
      --variant NAME       only this variant of one program (and the serial one)
      --runs N             runs that count; by default 9 (the first of 10 is thrown out), fewer of what is slow;
                           `once` is one without a warm-up: to see that all is right
      --accelerator NAME   `cpu`, `cpu-checked`, `gpu`, or a part of a name; may be given several times
      --pictures DIR       where programs that make pictures and plots write them; by default, programs that
                           are named write to `pictures`, and none does when all run; `none` is no folder
      --json               a line of JSON for each row
  -h, --help               this
  -V, --version            the version

The environment variable AMP_ACCELERATOR chooses one accelerator like `--accelerator`, for every program that uses amp.

Ends with 0 if all results are right, 1 if one is not or a picture could not be written, 2 if the command line
makes no sense.
";
