// The cases of `bench` in CUDA and with its libraries. Prints each result for `bench --join`. run.sh builds this
// file if nvcc is installed. Usage: bench DEVICE quick|usual|large

#include <cublas_v2.h>
#include <cub/cub.cuh>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

static void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

static std::string device_name;
static int scale = 1;

// The sizes of `bench`; a large card also gets those of the original measurements.
using Sizes = std::vector<size_t>;
static Sizes pick(const Sizes &quick, const Sizes &usual, const Sizes &large) {
    return scale == 0 ? quick : scale == 1 ? usual : large;
}

// Marsaglia's xorshift: random numbers that are the same in each run.
static std::vector<uint32_t> random_words(size_t count, uint32_t seed) {
    std::vector<uint32_t> words(count);
    uint32_t state = (seed * 0x9e3779b9u) | 1u;
    for (auto &word : words) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        word = state;
    }
    return words;
}

static std::vector<float> random_floats(size_t count, uint32_t seed) {
    auto words = random_words(count, seed);
    std::vector<float> floats(count);
    std::transform(words.begin(), words.end(), floats.begin(), [](uint32_t word) { return (word >> 8) / 16777216.0f; });
    return floats;
}

template <typename T> struct Buffer {
    T *data = nullptr;
    size_t count;
    explicit Buffer(size_t count) : count(count) { check(cudaMalloc(&data, count * sizeof(T)), "cudaMalloc"); }
    explicit Buffer(const std::vector<T> &from) : Buffer(from.size()) {
        check(cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    Buffer(const Buffer &) = delete;
    // Overwrites the buffer, so that no result of an earlier run can pass the check.
    void spoil() { check(cudaMemset(data, 0xff, count * sizeof(T)), "cudaMemset"); }
    ~Buffer() { cudaFree(data); }
    std::vector<T> read() const {
        std::vector<T> to(count);
        check(cudaMemcpy(to.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return to;
    }
};

// Measures as `bench` does: short work several times, at least five rounds.
static void report(const char *name, const std::string &size, const char *how, bool right, const std::function<void()> &run) {
    auto turn = [&](int batch) {
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < batch; i++) {
            run();
        }
        // `cudaDeviceSynchronize` does not report the error of a refused launch.
        check(cudaGetLastError(), name);
        check(cudaDeviceSynchronize(), name);
        std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        return time.count() / batch;
    };
    // An idle card needs a while to raise its clock frequency.
    for (auto start = std::chrono::steady_clock::now(); std::chrono::steady_clock::now() - start < std::chrono::milliseconds(500);) {
        turn(1);
    }
    int batch = (int)std::clamp(std::ceil(5.0 / std::max(turn(1), 1e-6)), 1.0, 64.0);
    std::vector<double> times;
    for (int i = 0; i < 15; i++) {
        times.push_back(turn(batch));
    }
    std::sort(times.begin(), times.end());
    printf("%s\t%s\t%s\t%s\t%f\t%f\t%zu\t%s\n", name, size.c_str(), device_name.c_str(), how, times[times.size() / 2],
           times[0], times.size(), right ? "ok" : "the result is wrong");
    fflush(stdout);
}

__global__ void saxpy(size_t n, float a, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}

__global__ void copy(size_t n, const uint32_t *from, uint32_t *to) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) {
        to[i] = from[i];
    }
}

__global__ void tiled(int w, int n, const float *a, const float *b, float *c) {
    __shared__ float la[16][16], lb[16][16];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0.0f;
    for (int i = 0; i < w; i += 16) {
        la[y][x] = a[(size_t)row * w + i + x];
        lb[y][x] = b[(size_t)(i + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            sum += la[y][k] * lb[k][x];
        }
        __syncthreads();
    }
    c[(size_t)row * n + column] = sum;
}

struct Particle {
    float4 position, velocity;
};

constexpr float SOFTENING = 1e-4f, DT = 2e-3f;

__global__ void nbody(int n, const Particle *from, Particle *to) {
    __shared__ float4 others[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = from[min(i, n - 1)].position;
    float3 sum = {0.0f, 0.0f, 0.0f};
    for (int first = 0; first < n; first += 256) {
        float4 other = from[min(first + (int)threadIdx.x, n - 1)].position;
        other.w = first + (int)threadIdx.x < n ? other.w : 0.0f;
        others[threadIdx.x] = other;
        __syncthreads();
        for (int k = 0; k < 256; k++) {
            float dx = others[k].x - me.x, dy = others[k].y - me.y, dz = others[k].z - me.z;
            float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
            float pull = others[k].w * inverse * inverse * inverse;
            sum.x += dx * pull;
            sum.y += dy * pull;
            sum.z += dz * pull;
        }
        __syncthreads();
    }
    if (i < n) {
        Particle p = from[i];
        p.velocity.x += sum.x * DT;
        p.velocity.y += sum.y * DT;
        p.velocity.z += sum.z * DT;
        p.position.x += p.velocity.x * DT;
        p.position.y += p.velocity.y * DT;
        p.position.z += p.velocity.z * DT;
        to[i] = p;
    }
}

// Attractions from all sides nearly cancel out; the rounding error grows with the number of bodies.
static bool close_to(float a, float b, int n) {
    return std::fabs(a - b) <= std::max(1e-4f, 1e-8f * n) + 1e-3f * std::fabs(b);
}

static unsigned blocks(size_t n) { return (unsigned)((n + 255) / 256); }

static void sums(size_t n) {
    auto hx = random_floats(n, 1), hy = random_floats(n, 2);
    Buffer<float> x(hx), y(hy);
    auto run = [&] { saxpy<<<blocks(n), 256>>>(n, 2.5f, x.data, y.data); };
    run();
    auto result = y.read();
    bool right = true;
    for (size_t i = 0; i < n; i++) {
        right &= close_to(result[i], 2.5f * hx[i] + hy[i]);
    }
    report("saxpy", std::to_string(n), "CUDA", right, run);
}

static void copies(size_t n) {
    auto source = random_words(n, 1);
    Buffer<uint32_t> from(source), to(n);
    auto run = [&] { copy<<<blocks(n), 256>>>(n, from.data, to.data); };
    to.spoil();
    run();
    report("copy", std::to_string(n), "CUDA", to.read() == source, run);
    auto library = [&] {
        check(cudaMemcpyAsync(to.data, from.data, n * 4, cudaMemcpyDeviceToDevice), "cudaMemcpy");
    };
    to.spoil();
    library();
    report("copy", std::to_string(n), "CUDA, cudaMemcpy", to.read() == source, library);
}

// a has m rows of w elements, b has w rows of n; all three are multiples of 16.
static void products(int m, int w, int n) {
    auto size = m == w && w == n ? std::to_string(n)
                                 : std::to_string(m) + "x" + std::to_string(w) + "x" + std::to_string(n);
    auto ha = random_floats((size_t)m * w, 1), hb = random_floats((size_t)w * n, 2);
    Buffer<float> a(ha), b(hb), c((size_t)m * n);
    auto right = [&] {
        auto result = c.read();
        bool right = true;
        for (size_t k = 0; k < 1000; k++) {
            size_t at = k * 7919 % ((size_t)m * n), row = at / n, column = at % n;
            double sum = 0.0;
            for (int i = 0; i < w; i++) {
                sum += (double)ha[row * w + i] * hb[(size_t)i * n + column];
            }
            right &= close_to(result[at], (float)sum);
        }
        return right;
    };
    auto run = [&] { tiled<<<dim3(n / 16, m / 16), dim3(16, 16)>>>(w, n, a.data, b.data, c.data); };
    c.spoil();
    run();
    report("matmul_tiled", size, "CUDA, 16x16 tiles", right(), run);

    cublasHandle_t cublas;
    if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "cuBLAS is not available\n");
        return;
    }
    float one = 1.0f, zero = 0.0f;
    // cuBLAS uses column-major order, so this is the transposed product.
    bool done = true;
    auto library = [&] {
        done &= cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, w, &one, b.data, n, a.data, w, &zero, c.data, n) ==
                CUBLAS_STATUS_SUCCESS;
    };
    c.spoil();
    library();
    bool first = right();
    report("matmul_tiled", size, "cuBLAS, f32", first && done, library);
    cublasDestroy(cublas);
}

static void bodies(int n) {
    auto random = random_floats((size_t)n * 8, 3);
    std::vector<Particle> start(n);
    memcpy(start.data(), random.data(), n * sizeof(Particle));
    Buffer<Particle> from(start), to(n);
    auto run = [&] { nbody<<<(n + 255) / 256, 256>>>(n, from.data, to.data); };
    run();
    auto result = to.read();
    bool right = true;
    for (int k = 0; k < 64; k++) {
        const Particle &me = start[(size_t)k * n / 64];
        double sum[3] = {0.0, 0.0, 0.0};
        for (const auto &other : start) {
            double away[3] = {(double)other.position.x - me.position.x, (double)other.position.y - me.position.y,
                              (double)other.position.z - me.position.z};
            double squared = away[0] * away[0] + away[1] * away[1] + away[2] * away[2] + SOFTENING;
            for (int d = 0; d < 3; d++) {
                sum[d] += away[d] * other.position.w / (squared * std::sqrt(squared));
            }
        }
        const Particle &end = result[(size_t)k * n / 64];
        float vx = me.velocity.x + DT * (float)sum[0], vy = me.velocity.y + DT * (float)sum[1],
              vz = me.velocity.z + DT * (float)sum[2];
        right &= close_to(end.velocity.x, vx, n) && close_to(end.velocity.y, vy, n) && close_to(end.velocity.z, vz, n);
        right &= close_to(end.position.x, me.position.x + DT * vx, n) && close_to(end.position.y, me.position.y + DT * vy, n) &&
                 close_to(end.position.z, me.position.z + DT * vz, n) && end.position.w == me.position.w;
    }
    report("nbody", std::to_string(n), "CUDA, tiled", right, run);
}

struct Kept {
    __host__ __device__ bool operator()(uint32_t value) const { return value != 0; }
};

static void compactions(size_t n) {
    auto source = random_words(n, 1);
    for (auto &word : source) {
        word = word >> 31 == 0 ? 0 : word;
    }
    std::vector<uint32_t> expected;
    std::copy_if(source.begin(), source.end(), std::back_inserter(expected), Kept());
    Buffer<uint32_t> from(source), to(n), count(1);
    size_t bytes = 0;
    check(cub::DeviceSelect::If(nullptr, bytes, from.data, to.data, count.data, (int)n, Kept()), "DeviceSelect");
    Buffer<uint8_t> scratch(bytes);
    auto run = [&] {
        check(cub::DeviceSelect::If(scratch.data, bytes, from.data, to.data, count.data, (int)n, Kept()), "DeviceSelect");
    };
    to.spoil();
    run();
    auto result = to.read();
    bool right = count.read()[0] == expected.size() && std::equal(expected.begin(), expected.end(), result.begin());
    report("compact", std::to_string(n), "CUB, DeviceSelect", right, run);
}

static void sorts(size_t n) {
    auto words = random_words(n, 1);
    std::vector<int32_t> source(words.begin(), words.end()), expected = source;
    std::sort(expected.begin(), expected.end());
    Buffer<int32_t> from(source), to(n);
    size_t bytes = 0;
    check(cub::DeviceRadixSort::SortKeys(nullptr, bytes, from.data, to.data, (int)n), "DeviceRadixSort");
    Buffer<uint8_t> scratch(bytes);
    auto run = [&] {
        check(cub::DeviceRadixSort::SortKeys(scratch.data, bytes, from.data, to.data, (int)n), "DeviceRadixSort");
    };
    to.spoil();
    run();
    report("bitonic", std::to_string(n), "CUB, DeviceRadixSort", to.read() == expected, run);
}

static void reductions(size_t n) {
    auto source = random_floats(n, 1);
    double expected = 0.0;
    for (float x : source) {
        expected += x;
    }
    Buffer<float> from(source), sum(1);
    size_t bytes = 0;
    check(cub::DeviceReduce::Sum(nullptr, bytes, from.data, sum.data, (int)n), "DeviceReduce");
    Buffer<uint8_t> scratch(bytes);
    auto run = [&] { check(cub::DeviceReduce::Sum(scratch.data, bytes, from.data, sum.data, (int)n), "DeviceReduce"); };
    sum.spoil();
    run();
    report("reduce", std::to_string(n), "CUB, DeviceReduce", close_to(sum.read()[0], (float)expected), run);
}

int main(int argc, char **argv) {
    device_name = argc > 1 ? argv[1] : "";
    std::string word = argc > 2 ? argv[2] : "usual";
    scale = word == "quick" ? 0 : word == "large" ? 2 : 1;
    for (size_t n : pick({1 << 18}, {1 << 24}, {1 << 28})) {
        sums(n);
        reductions(n);
    }
    for (size_t n : pick({1 << 18}, {1 << 24}, {1 << 24, 1 << 28})) {
        copies(n);
    }
    if (scale == 2) {
        products(480, 640, 960);
    }
    for (size_t n : pick({256}, {1024}, {1024, 4096, 8192})) {
        products((int)n, (int)n, (int)n);
    }
    for (size_t n : pick({1024}, {10240}, {10240, 131072})) {
        bodies((int)n);
    }
    for (size_t n : pick({1 << 18}, {1 << 24}, {1 << 24, 1 << 26})) {
        compactions(n);
    }
    for (size_t n : pick({1 << 14}, {1 << 20}, {1 << 23, 1 << 26})) {
        sorts(n);
    }
    return 0;
}
