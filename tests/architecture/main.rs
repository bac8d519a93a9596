//! Architecture tests: each file checks one property of the repository's own sources and pages.

mod book;
mod conformance_cases;
mod diagnostic_codes;
mod fault_table;
mod layers;
mod method_coverage;
mod pages;
mod prose;
mod repository;
mod source_files;
mod versions;
