//! Architecture tests: each file checks one property of the repository's own sources and pages.

mod codes;
mod conformance;
mod faults;
mod layers;
mod pages;
mod tidy;
mod tree;
mod words;
