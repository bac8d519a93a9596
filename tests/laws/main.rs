//! The laws of the house: what the sources promise about themselves, checked.

mod codes;
mod faults;
mod layers;
mod pages;
mod tidy;
mod tree;
