//! The laws of the house: what the sources promise about themselves, checked.

mod codes;
mod conformance;
mod faults;
mod layers;
mod pages;
mod tidy;
mod tree;
mod words;
