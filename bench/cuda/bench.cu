// The cases of `bench` in CUDA, and what its libraries give: a line for each, for `bench --join`. Built by run.sh where
// there is nvcc. Usage: bench DEVICE quick|usual|large

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

static size_t pick(size_t quick, size_t usual, size_t large) { return scale == 0 ? quick : scale == 1 ? usual : large; }

// Numbers as those of amp_examples::frame::data.
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
    ~Buffer() { cudaFree(data); }
    std::vector<T> read() const {
        std::vector<T> to(count);
        check(cudaMemcpy(to.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return to;
    }
};

// In turns as `bench` takes them: short work several times, at least five rounds.
static void report(const char *name, const std::string &size, const char *how, bool right, const std::function<void()> &run) {
    auto turn = [&](int batch) {
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < batch; i++) {
            run();
        }
        check(cudaDeviceSynchronize(), name);
        std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        return time.count() / batch;
    };
    turn(1);
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

__global__ void tiled(int n, const float *a, const float *b, float *c) {
    __shared__ float la[16][16], lb[16][16];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0.0f;
    for (int i = 0; i < n; i += 16) {
        la[y][x] = a[(size_t)row * n + i + x];
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

static bool close_to(float a, float b) { return std::fabs(a - b) <= 1e-3f * std::max(std::fabs(b), 1e-3f); }

static void memory_cases() {
    size_t n = pick(1 << 18, 1 << 24, 1 << 28);
    unsigned blocks = (unsigned)((n + 255) / 256);
    {
        auto hx = random_floats(n, 1), hy = random_floats(n, 2);
        Buffer<float> x(hx), y(hy);
        auto run = [&] { saxpy<<<blocks, 256>>>(n, 2.5f, x.data, y.data); };
        run();
        auto result = y.read();
        bool right = true;
        for (size_t i = 0; i < n; i++) {
            right &= close_to(result[i], 2.5f * hx[i] + hy[i]);
        }
        report("saxpy", std::to_string(n), "CUDA", right, run);
    }
    {
        auto source = random_words(n, 1);
        Buffer<uint32_t> from(source), to(n);
        auto run = [&] { copy<<<blocks, 256>>>(n, from.data, to.data); };
        run();
        report("copy", std::to_string(n), "CUDA", to.read() == source, run);
        report("copy", std::to_string(n), "CUDA, cudaMemcpy", true, [&] {
            cudaMemcpyAsync(to.data, from.data, n * 4, cudaMemcpyDeviceToDevice);
        });
    }
}

static void products(int n) {
    auto ha = random_floats((size_t)n * n, 1), hb = random_floats((size_t)n * n, 2);
    Buffer<float> a(ha), b(hb), c((size_t)n * n);
    auto right = [&] {
        auto result = c.read();
        bool right = true;
        for (size_t k = 0; k < 1000; k++) {
            size_t at = k * 7919 % ((size_t)n * n), row = at / n, column = at % n;
            double sum = 0.0;
            for (int i = 0; i < n; i++) {
                sum += (double)ha[row * n + i] * hb[(size_t)i * n + column];
            }
            right &= close_to(result[at], (float)sum);
        }
        return right;
    };
    auto run = [&] { tiled<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(n, a.data, b.data, c.data); };
    run();
    report("matmul_tiled", std::to_string(n), "CUDA, 16x16 tiles", right(), run);

    cublasHandle_t cublas;
    if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) {
        return;
    }
    float one = 1.0f, zero = 0.0f;
    // It thinks in columns, so the product is that of the transposed.
    auto library = [&] {
        cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b.data, n, a.data, n, &zero, c.data, n);
    };
    library();
    report("matmul_tiled", std::to_string(n), "cuBLAS, f32", right(), library);
    cublasDestroy(cublas);
}

static void bodies() {
    int n = (int)pick(1024, 10240, 131072);
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
        double sum = 0.0;
        for (const auto &other : start) {
            double dx = other.position.x - me.position.x, dy = other.position.y - me.position.y,
                   dz = other.position.z - me.position.z, squared = dx * dx + dy * dy + dz * dz + SOFTENING;
            sum += dx * other.position.w / (squared * std::sqrt(squared));
        }
        right &= close_to(result[(size_t)k * n / 64].velocity.x, me.velocity.x + DT * (float)sum);
    }
    report("nbody", std::to_string(n), "CUDA, tiled", right, run);
}

struct Kept {
    __host__ __device__ bool operator()(uint32_t value) const { return value != 0; }
};

static void libraries() {
    {
        size_t n = pick(1 << 18, 1 << 24, 1 << 26);
        auto source = random_words(n, 1);
        for (auto &word : source) {
            word = word >> 31 == 0 ? 0 : word;
        }
        std::vector<uint32_t> expected;
        std::copy_if(source.begin(), source.end(), std::back_inserter(expected), Kept());
        Buffer<uint32_t> from(source), to(n), count(1);
        size_t bytes = 0;
        cub::DeviceSelect::If(nullptr, bytes, from.data, to.data, count.data, (int)n, Kept());
        Buffer<uint8_t> scratch(bytes);
        auto run = [&] { cub::DeviceSelect::If(scratch.data, bytes, from.data, to.data, count.data, (int)n, Kept()); };
        run();
        auto result = to.read();
        result.resize(count.read()[0]);
        report("compact", std::to_string(n), "CUB, DeviceSelect", result == expected, run);
    }
    {
        size_t n = pick(1 << 14, 1 << 20, 1 << 26);
        auto words = random_words(n, 1);
        std::vector<int32_t> source(words.begin(), words.end()), expected = source;
        std::sort(expected.begin(), expected.end());
        Buffer<int32_t> from(source), to(n);
        size_t bytes = 0;
        cub::DeviceRadixSort::SortKeys(nullptr, bytes, from.data, to.data, (int)n);
        Buffer<uint8_t> scratch(bytes);
        auto run = [&] { cub::DeviceRadixSort::SortKeys(scratch.data, bytes, from.data, to.data, (int)n); };
        run();
        report("bitonic", std::to_string(n), "CUB, DeviceRadixSort", to.read() == expected, run);
    }
    {
        size_t n = pick(1 << 18, 1 << 24, 1 << 28);
        auto source = random_floats(n, 1);
        double expected = 0.0;
        for (float x : source) {
            expected += x;
        }
        Buffer<float> from(source), sum(1);
        size_t bytes = 0;
        cub::DeviceReduce::Sum(nullptr, bytes, from.data, sum.data, (int)n);
        Buffer<uint8_t> scratch(bytes);
        auto run = [&] { cub::DeviceReduce::Sum(scratch.data, bytes, from.data, sum.data, (int)n); };
        run();
        report("reduce", std::to_string(n), "CUB, DeviceReduce", close_to(sum.read()[0], (float)expected), run);
    }
}

int main(int argc, char **argv) {
    device_name = argc > 1 ? argv[1] : "";
    std::string word = argc > 2 ? argv[2] : "usual";
    scale = word == "quick" ? 0 : word == "large" ? 2 : 1;
    memory_cases();
    for (int n : scale == 0 ? std::vector<int>{256} : scale == 1 ? std::vector<int>{1024} : std::vector<int>{4096, 8192}) {
        products(n);
    }
    bodies();
    libraries();
    return 0;
}
