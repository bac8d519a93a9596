//! Control flow: loops, blocks, branches, exits and nesting.

mod closure_returns;
mod driver_bugs;
mod labelled_blocks;
mod long_chains;
mod loop_exits;
mod loops_and_blocks;
mod nesting;
mod peers;
mod question_mark;
mod statements;
mod stepped_ranges;
