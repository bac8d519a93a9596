// A sum: each workgroup has a part of the elements. Each invocation adds every 256th of them, then the workgroup
// does a tree reduction.
struct Params { n: u32, part: u32, y: u32, z: u32 }
@group(0) @binding(0) var<storage, read> from_: array<f32>;
@group(0) @binding(1) var<storage, read_write> to_: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;
var<workgroup> sums: array<f32, 256>;

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) me: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    var sum = 0.0;
    let first = group.x * params.part;
    let end = min(first + params.part, params.n);
    for (var i = first + me; i < end; i += 256u) {
        sum += from_[i];
    }
    sums[me] = sum;
    workgroupBarrier();
    for (var half = 128u; half > 0u; half /= 2u) {
        if (me < half) {
            sums[me] += sums[me + half];
        }
        workgroupBarrier();
    }
    if (me == 0u) {
        to_[group.x] = sums[0];
    }
}

// Each workgroup adds 256 elements: a load, nine barriers, a store.
@compute @workgroup_size(256)
fn tiles(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let i = id.x + id.y * groups.x * 256u;
    if (i < params.n) {
        sums[me] = from_[i];
    } else {
        sums[me] = 0.0;
    }
    workgroupBarrier();
    for (var half = 128u; half > 0u; half /= 2u) {
        if (me < half) {
            sums[me] += sums[me + half];
        }
        workgroupBarrier();
    }
    if (me == 0u) {
        to_[group.x + group.y * groups.x] = sums[0];
    }
}
