// The product of a matrix of m rows of w, and one of w rows of n.
struct Params { m: u32, w: u32, n: u32, z: u32 }
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;
var<workgroup> la: array<array<f32, 16>, 16>;
var<workgroup> lb: array<array<f32, 16>, 16>;

@compute @workgroup_size(16, 16)
fn naive(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = params.w;
    let n = params.n;
    if (id.x >= n || id.y >= params.m) {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < w; k++) {
        sum += a[id.y * w + k] * b[k * n + id.x];
    }
    c[id.y * n + id.x] = sum;
}

@compute @workgroup_size(16, 16)
fn tiled(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let w = params.w;
    let n = params.n;
    var sum = 0.0;
    for (var i = 0u; i < w; i += 16u) {
        la[local.y][local.x] = a[id.y * w + i + local.x];
        lb[local.y][local.x] = b[(i + local.y) * n + id.x];
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) {
            sum += la[local.y][k] * lb[k][local.x];
        }
        workgroupBarrier();
    }
    c[id.y * n + id.x] = sum;
}
