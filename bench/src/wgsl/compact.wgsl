// Stream compaction in three phases: the elements that are not zero, in order.
struct Params { n: u32, tiles: u32, y: u32, z: u32 }
@group(0) @binding(0) var<storage, read> from_: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@group(0) @binding(2) var<storage, read_write> to_: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;
var<workgroup> votes: array<atomic<u32>, 8>;
var<workgroup> total: atomic<u32>;
var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(256)
fn count(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
) {
    let tile = group.x + group.y * groups.x;
    let i = tile * 256u + me;
    if (me == 0u) {
        atomicStore(&total, 0u);
    }
    workgroupBarrier();
    if (i < params.n && from_[min(i, params.n - 1u)] != 0u) {
        atomicAdd(&total, 1u);
    }
    workgroupBarrier();
    if (me == 0u && tile < params.tiles) {
        counts[tile] = atomicLoad(&total);
    }
}

@compute @workgroup_size(256)
fn prefix(@builtin(local_invocation_index) me: u32) {
    let part = (params.tiles + 255u) / 256u;
    let first = min(me * part, params.tiles);
    let end = min((me + 1u) * part, params.tiles);
    var sum = 0u;
    for (var at = first; at < end; at++) {
        sum += counts[at];
    }
    sums[me] = sum;
    workgroupBarrier();
    for (var reach = 1u; reach < 256u; reach *= 2u) {
        var before = 0u;
        if (me >= reach) {
            before = sums[me - reach];
        }
        workgroupBarrier();
        sums[me] += before;
        workgroupBarrier();
    }
    var before = sums[me] - sum;
    for (var at = first; at < end; at++) {
        let count = counts[at];
        counts[at] = before;
        before += count;
    }
    if (me == 255u) {
        counts[params.tiles] = before;
    }
}

@compute @workgroup_size(256)
fn move_(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
) {
    let tile = group.x + group.y * groups.x;
    let i = tile * 256u + me;
    let warp = me / 32u;
    let lane = me % 32u;
    if (lane == 0u) {
        atomicStore(&votes[warp], 0u);
    }
    workgroupBarrier();
    var value = 0u;
    if (i < params.n) {
        value = from_[i];
    }
    if (value != 0u) {
        atomicOr(&votes[warp], 1u << lane);
    }
    workgroupBarrier();
    if (value != 0u) {
        var place = counts[tile] + countOneBits(atomicLoad(&votes[warp]) & ((1u << lane) - 1u));
        for (var other = 0u; other < warp; other++) {
            place += countOneBits(atomicLoad(&votes[other]));
        }
        to_[place] = value;
    }
}
