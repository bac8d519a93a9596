//! Hashes of names, for traits with a const parameter that stands for a name.
//!
//! A device method `area` implements `DeviceMethod<HASH, ..>`, where `HASH` is the hash of `area`. Rust has
//! no const parameters of type `&str`.

/// The FNV-1a hash of a name, 64 bits.
pub const fn field_hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_fnv_1a() {
        assert_eq!(field_hash(""), 0xcbf29ce484222325);
        assert_eq!(field_hash("a"), 0xaf63dc4c8601ec8c);
    }
}
