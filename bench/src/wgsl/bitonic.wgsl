// A level of a bitonic sort: orange boxes compare from both ends, red boxes compare halves.
struct Params { pairs: u32, length: u32, y: u32, z: u32 }
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<uniform> params: Params;

fn put_in_order(first: u32, second: u32) {
    let a = data[first];
    let b = data[second];
    data[first] = min(a, b);
    data[second] = max(a, b);
}

@compute @workgroup_size(256)
fn orange(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = id.x + id.y * groups.x * 256u;
    if (i < params.pairs) {
        let place = i & (params.length - 1u);
        let block = 2u * (i - place);
        put_in_order(block + place, block + 2u * params.length - 1u - place);
    }
}

@compute @workgroup_size(256)
fn red(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = id.x + id.y * groups.x * 256u;
    if (i < params.pairs) {
        let first = 2u * i - (i & (params.length - 1u));
        put_in_order(first, first + params.length);
    }
}
