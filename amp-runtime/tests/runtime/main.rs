//! Tests of the runtime through its public interface, with hand-written expansions, on every accelerator of this machine.

mod accelerators;
mod activity;
mod arrays;
mod atomic;
mod choice;
mod copies;
mod data;
mod elements;
mod everywhere;
mod executors;
mod expansion;
mod futures;
mod interop;
mod kernels;
mod launch;
mod places;
mod ranks;
mod recast;
mod sharing;
mod transfers;
mod unhurried;
