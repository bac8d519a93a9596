// A step of heat diffusion on a square plate.
struct Params { n: u32, x: u32, y: u32, z: u32 }
@group(0) @binding(0) var<storage, read> from_: array<f32>;
@group(0) @binding(1) var<storage, read_write> to_: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = params.n;
    if (id.x >= n || id.y >= n) {
        return;
    }
    let i = id.y * n + id.x;
    let here = from_[i];
    if (id.x == 0u || id.x == n - 1u || id.y == 0u || id.y == n - 1u) {
        to_[i] = here;
    } else {
        let around = from_[i - n] + from_[i + n] + from_[i - 1u] + from_[i + 1u];
        to_[i] = here + 0.24 * (around - 4.0 * here);
    }
}
