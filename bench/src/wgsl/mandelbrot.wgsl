// The Mandelbrot set: the smooth iteration count of a point; negative if it stays inside.
struct Params { rows: u32, columns: u32, pixel: f32, z: u32 }
@group(0) @binding(0) var<storage, read_write> steps: array<f32>;
@group(0) @binding(1) var<uniform> params: Params;

fn escape(c: vec2<f32>) -> f32 {
    var z = c;
    var step = 0u;
    while (step < 512u && z.x * z.x + z.y * z.y <= 256.0) {
        z = vec2<f32>(z.x * z.x - z.y * z.y, z.x * z.y + z.y * z.x) + c;
        step++;
    }
    if (step == 512u) {
        return -1.0;
    }
    return f32(step) + 1.0 - log2(log2(z.x * z.x + z.y * z.y) / log2(256.0));
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.y >= params.rows || id.x >= params.columns) {
        return;
    }
    let across = f32(id.x) + 0.5 - f32(params.columns) / 2.0;
    let up = f32(params.rows) / 2.0 - f32(id.y) - 0.5;
    let point = vec2<f32>(-0.65, 0.0) + vec2<f32>(across, up) * params.pixel;
    steps[id.y * params.columns + id.x] = escape(point);
}
