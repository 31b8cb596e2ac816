// Kernels that each do one operation on memory, in many access patterns. h200.txt has an H200's counts for
// them, and counters_check compares the simulator's counts with it.
//
//     patterns          launches each kernel once

#include <cstdio>

// Patterns: the index that a lane accesses. Each warp has its own chunk of memory.
struct Row {
    static __device__ int of(int lane) { return lane; }
};
struct Shifted {
    static __device__ int of(int lane) { return lane + 1; }
};
struct Reversed {
    static __device__ int of(int lane) { return 31 - lane; }
};
struct Mixed {
    static __device__ int of(int lane) { return lane * 7 % 32; }
};
struct Halves {
    static __device__ int of(int lane) { return lane % 16 * 2 + lane / 16; }
};
struct Quarters {
    static __device__ int of(int lane) { return lane % 8 * 4 + lane / 8; }
};
struct Pairs {
    static __device__ int of(int lane) { return lane / 2; }
};
struct ShiftedPairs {
    static __device__ int of(int lane) { return lane / 2 + 1; }
};
struct NextButOne {
    static __device__ int of(int lane) { return lane & ~2; }
};
struct Eights {
    static __device__ int of(int lane) { return lane / 8; }
};
struct TwoHalves {
    static __device__ int of(int lane) { return lane / 16; }
};
struct FourTimes {
    static __device__ int of(int lane) { return lane % 8; }
};
struct Squares {
    static __device__ int of(int lane) { return lane * lane % 32; }
};
struct Same {
    static __device__ int of(int) { return 0; }
};
template <int step> struct Stride {
    static __device__ int of(int lane) { return lane * step; }
};

constexpr int blocks = 132; // one per SM of an H200, so that no block finds data of another one in L1
constexpr int threads = 256;
constexpr int piece = 32 * 33; // elements per warp

template <class T> __device__ T filled(int value) { return static_cast<T>(value); }
template <> __device__ float2 filled(int value) { return make_float2(value, value); }
template <> __device__ float4 filled(int value) { return make_float4(value, value, value, value); }

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int lane() { return threadIdx.x % 32; }
template <class Pattern> __device__ int place() { return thread() / 32 * piece + Pattern::of(lane()); }

template <class T, class Pattern> __global__ void load(const T* in, T* out) {
    out[thread()] = in[place<Pattern>()];
}

template <class T, class Pattern> __global__ void store(T* out) {
    out[place<Pattern>()] = filled<T>(threadIdx.x);
}

// Shared memory of a block of one warp, and the same again for strides.
template <class T, class Pattern> __global__ void load_shared(T* out) {
    constexpr int count = 32 * 33 * 4 / (sizeof(T) / 4);
    __shared__ T data[count];
    for (int n = threadIdx.x; n < count; n += blockDim.x) data[n] = filled<T>(n);
    __syncthreads();
    out[thread()] = data[Pattern::of(lane()) % count];
}

template <class T, class Pattern> __global__ void store_shared(T* out) {
    constexpr int count = 32 * 33 * 4 / (sizeof(T) / 4);
    __shared__ T data[count];
    data[Pattern::of(lane()) % count] = filled<T>(threadIdx.x);
    __syncthreads();
    out[thread()] = data[lane()];
}

template <class T, class Pattern> __global__ void add(T* sums) {
    atomicAdd(sums + place<Pattern>(), T(threadIdx.x));
}

template <class T, class Pattern> __global__ void add_and_ask(T* sums, T* out) {
    out[thread()] = atomicAdd(sums + place<Pattern>(), T(threadIdx.x));
}

// One address for the whole grid, known to the compiler.
template <class T> __global__ void add_to_one(T* sum) { atomicAdd(sum, T(threadIdx.x)); }
template <class T> __global__ void count_in_one(T* sum) { atomicAdd(sum, T(1)); }

enum class Update { add, count, count_and_ask, subtract, highest, swap };

template <Update update, class Pattern> __global__ void update_shared(int* out) {
    __shared__ int data[32 * 33];
    for (int n = threadIdx.x; n < 32 * 33; n += blockDim.x) data[n] = 0;
    __syncthreads();
    int* const word = data + Pattern::of(lane());
    int found = 0;
    if (update == Update::add) atomicAdd(word, int(threadIdx.x));
    if (update == Update::count) atomicAdd(word, 1);
    if (update == Update::count_and_ask) found = atomicAdd(word, 1);
    if (update == Update::subtract) atomicSub(word, 1);
    if (update == Update::highest) atomicMax(word, int(threadIdx.x));
    if (update == Update::swap) found = atomicCAS(word, 0, int(threadIdx.x));
    __syncthreads();
    out[thread()] = data[threadIdx.x] + found;
}

// An array in local memory: the index is known only at run time.
__global__ void use_local(const int* in, int* out) {
    int numbers[16];
    for (int n = 0; n < 16; ++n) numbers[in[n] & 15] = n * thread();
    int sum = 0;
    for (int n = 0; n < 16; ++n) sum += numbers[in[n] & 15];
    out[thread()] = sum;
}

static void *in, *out, *more;
template <class T> T* as(void* memory) { return static_cast<T*>(memory); }

template <class T, class... Patterns> void global() {
    (load<T, Patterns><<<blocks, threads>>>(as<T>(in), as<T>(out)), ...);
    (store<T, Patterns><<<blocks, threads>>>(as<T>(out)), ...);
}

template <class T, class... Patterns> void shared() {
    (load_shared<T, Patterns><<<blocks, threads>>>(as<T>(out)), ...);
    (store_shared<T, Patterns><<<blocks, threads>>>(as<T>(out)), ...);
}

template <class T, class... Patterns> void atomics() {
    (add<T, Patterns><<<blocks, threads>>>(as<T>(out)), ...);
    (add_and_ask<T, Patterns><<<blocks, threads>>>(as<T>(out), as<T>(more)), ...);
    add_to_one<T><<<blocks, threads>>>(as<T>(out));
    count_in_one<T><<<blocks, threads>>>(as<T>(out));
}

template <class... Patterns> void shared_atomics() {
    (update_shared<Update::add, Patterns><<<blocks, threads>>>(as<int>(out)), ...);
    (update_shared<Update::count, Patterns><<<blocks, threads>>>(as<int>(out)), ...);
    (update_shared<Update::count_and_ask, Patterns><<<blocks, threads>>>(as<int>(out)), ...);
    (update_shared<Update::subtract, Patterns><<<blocks, threads>>>(as<int>(out)), ...);
    (update_shared<Update::highest, Patterns><<<blocks, threads>>>(as<int>(out)), ...);
    (update_shared<Update::swap, Patterns><<<blocks, threads>>>(as<int>(out)), ...);
}

int main() {
    constexpr size_t bytes = 64 << 20;
    for (void** memory : {&in, &out, &more}) {
        cudaMalloc(memory, bytes);
        cudaMemset(*memory, 0, bytes);
    }
    global<unsigned char, Row, Shifted, Stride<4>, Squares>();
    global<float, Row, Shifted, Reversed, Mixed, Halves, Pairs, Squares, Same, Stride<2>, Stride<8>,
           Stride<32>>();
    global<float2, Row, Shifted, Mixed, Halves, ShiftedPairs, Eights, Squares, Same, Stride<2>, Stride<3>>();
    global<float4, Row, Shifted, Mixed, Halves, Quarters, ShiftedPairs, Eights, TwoHalves, FourTimes, Squares,
           Same, Stride<2>, Stride<3>>();
    shared<float, Row, Mixed, Pairs, Same, Squares, Stride<2>, Stride<8>, Stride<32>, Stride<33>>();
    shared<float2, Row, Pairs, Eights, FourTimes, Same, Squares, Stride<2>, Stride<3>, Stride<16>,
           Stride<17>>();
    shared<float4, Row, Pairs, NextButOne, Eights, FourTimes, Same, Squares, Stride<2>, Stride<3>, Stride<8>,
           Stride<9>>();
    atomics<int, Row, Shifted, Pairs, Eights, Squares, Same, Stride<8>>();
    atomics<unsigned long long, Row, Shifted, Pairs, Squares, Same>();
    atomics<float, Row, Pairs, Squares, Same>();
    shared_atomics<Row, Pairs, Eights, Squares, Same, Stride<2>, Stride<32>, Stride<33>>();
    use_local<<<blocks, threads>>>(as<int>(in), as<int>(out));
    const cudaError_t status = cudaDeviceSynchronize();
    for (void* memory : {in, out, more}) cudaFree(memory);
    printf("%s\n", cudaGetErrorString(status));
    return status != cudaSuccess;
}
