// A vector times a square matrix; the vector is read through workgroup memory.
struct Params { n: u32, x: u32, y: u32, z: u32 }
@group(0) @binding(0) var<storage, read> v: array<f32>;
@group(0) @binding(1) var<storage, read> m: array<f32>;
@group(0) @binding(2) var<storage, read_write> r: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;
var<workgroup> lv: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let n = params.n;
    var sum = 0.0;
    for (var at = 0u; at < n; at += 256u) {
        lv[local] = v[at + local];
        workgroupBarrier();
        for (var k = 0u; k < 256u; k++) {
            sum += lv[k] * m[(at + k) * n + id.x];
        }
        workgroupBarrier();
    }
    r[id.x] += sum;
}
