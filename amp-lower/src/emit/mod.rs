//! IR to text and tokens. Nothing here can fail.

pub(crate) mod expansion;
pub(crate) mod hidden;
pub(crate) mod twin;
pub(crate) mod wgsl;
