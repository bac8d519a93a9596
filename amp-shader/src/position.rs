//! Parameters of a function that waits, as bits: those that decide whether it reaches a barrier, and arguments that vary.

/// What is none of its parameters, and varies whatever it is given.
pub const OF_ITS_OWN: u32 = 1 << 31;

/// The bit of a parameter. Those that find no place are taken for what varies always.
#[must_use]
pub const fn bit(position: usize) -> u32 {
    if position < 31 { 1 << position } else { OF_ITS_OWN }
}
