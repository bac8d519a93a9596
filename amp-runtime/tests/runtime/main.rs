//! Tests of the runtime through its public interface, with hand-written expansions, on every accelerator of this machine.

mod accelerators;
mod activity;
mod arrays;
mod atomic;
mod copies;
mod data;
mod default_accelerator;
mod element_positions;
mod elements;
mod executors;
mod expansion;
mod futures;
mod interop;
mod kernels;
mod launch;
mod non_blocking;
mod on_each;
mod ranks;
mod recast;
mod sharing;
mod transfers;
