// A bilateral filter with a grid of position and brightness.
struct Params { rows: u32, columns: u32, r: u32, c: u32 }
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> grid: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> blurred: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;
const S = 11u;
const BELL = array<f32, 5>(0.0625, 0.25, 0.375, 0.25, 0.0625);

@compute @workgroup_size(256)
fn downsample(@builtin(global_invocation_id) id: vec3<u32>) {
    let s = id.x % S;
    let c = id.x / S % params.c;
    let r = id.x / S / params.c;
    if (r >= params.r) {
        return;
    }
    var sum = vec2<f32>(0.0);
    for (var row = max(r * 16u, 8u) - 8u; row < min(r * 16u + 8u, params.rows); row++) {
        for (var column = max(c * 16u, 8u) - 8u; column < min(c * 16u + 8u, params.columns); column++) {
            let brightness = image[row * params.columns + column];
            if (min(u32(brightness * 10.0 + 0.5), 10u) == s) {
                sum += vec2<f32>(brightness, 1.0);
            }
        }
    }
    grid[id.x] = sum;
}

// Along one dimension, in which neighbours are `step` nodes apart.
fn blur(node: u32, place: u32, length: u32, step: u32) {
    if (node >= params.r * params.c * S) {
        return;
    }
    var bell = BELL;
    var sum = vec2<f32>(0.0);
    for (var d = 0u; d < 5u; d++) {
        // An index below zero wraps to a large one.
        if (place + d - 2u < length) {
            sum += grid[node + d * step - 2u * step] * bell[d];
        }
    }
    blurred[node] = sum;
}

@compute @workgroup_size(256)
fn blur_rows(@builtin(global_invocation_id) id: vec3<u32>) {
    blur(id.x, id.x / S / params.c, params.r, params.c * S);
}

@compute @workgroup_size(256)
fn blur_columns(@builtin(global_invocation_id) id: vec3<u32>) {
    blur(id.x, id.x / S % params.c, params.c, S);
}

@compute @workgroup_size(256)
fn blur_shades(@builtin(global_invocation_id) id: vec3<u32>) {
    blur(id.x, id.x % S, S, 1u);
}

@compute @workgroup_size(32, 8)
fn upsample(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.columns || id.y >= params.rows) {
        return;
    }
    let pixel = id.y * params.columns + id.x;
    let place = vec3<f32>(f32(id.y) / 16.0, f32(id.x) / 16.0, image[pixel] / 0.1);
    let last = vec3<u32>(params.r, params.c, S) - 1u;
    let low = min(vec3<u32>(place), last);
    let high = min(low + 1u, last);
    let part = place - vec3<f32>(low);
    let r = vec2<u32>(low.x, high.x) * params.c;
    let near = (r.x + vec2<u32>(low.y, high.y)) * S;
    let far = (r.y + vec2<u32>(low.y, high.y)) * S;
    let a = mix(mix(blurred[near.x + low.z], blurred[near.x + high.z], part.z),
        mix(blurred[near.y + low.z], blurred[near.y + high.z], part.z), part.y);
    let b = mix(mix(blurred[far.x + low.z], blurred[far.x + high.z], part.z),
        mix(blurred[far.y + low.z], blurred[far.y + high.z], part.z), part.y);
    let sum = mix(a, b, part.x);
    result[pixel] = sum.x / sum.y;
}
