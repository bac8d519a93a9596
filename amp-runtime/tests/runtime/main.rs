//! The run time from outside: kernels expanded by hand, on every accelerator of this machine.

mod atomic;
mod choice;
mod copies;
mod data;
mod elements;
mod everywhere;
mod expansion;
mod kernels;
mod launch;
mod recast;
mod transfers;
