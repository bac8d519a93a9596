// The product of two square matrices.
struct Params { n: u32, x: u32, y: u32, z: u32 }
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;
var<workgroup> la: array<array<f32, 16>, 16>;
var<workgroup> lb: array<array<f32, 16>, 16>;

@compute @workgroup_size(16, 16)
fn naive(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = params.n;
    if (id.x >= n || id.y >= n) {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < n; k++) {
        sum += a[id.y * n + k] * b[k * n + id.x];
    }
    c[id.y * n + id.x] = sum;
}

@compute @workgroup_size(16, 16)
fn tiled(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let n = params.n;
    var sum = 0.0;
    for (var i = 0u; i < n; i += 16u) {
        la[local.y][local.x] = a[id.y * n + i + local.x];
        lb[local.y][local.x] = b[(i + local.y) * n + id.x];
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) {
            sum += la[local.y][k] * lb[k][local.x];
        }
        workgroupBarrier();
    }
    c[id.y * n + id.x] = sum;
}
