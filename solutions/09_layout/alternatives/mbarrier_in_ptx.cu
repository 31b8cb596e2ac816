// Lab 09 in inline PTX: copies with a prefetch hint for L2, an mbarrier object in shared memory at which the
// copies arrive, and stores with a cache hint that the bytes will not be reused soon. Choose this if the
// instruction has an option that no function of the headers offers.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = block * 4;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

__device__ inline unsigned shared_address(const void* pointer) {
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ inline void bring(float* word, const float* element) {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;"
                 :
                 : "r"(shared_address(word)), "l"(__cvta_generic_to_global(element))
                 : "memory");
}

__device__ inline void begin_barrier(unsigned long long& barrier, int arrivals) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;"
                 :
                 : "r"(shared_address(&barrier)), "r"(arrivals)
                 : "memory");
}

/// Makes the thread arrive once all copies that it has begun are complete; does not wait for them.
__device__ inline void arrive_with_copies(unsigned long long& barrier) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];"
                 :
                 : "r"(shared_address(&barrier)), "r"(0)
                 : "memory");
}

/// Returns whether the barrier's first phase is complete.
__device__ inline bool have_arrived(unsigned long long& barrier) {
    unsigned arrived;
    asm volatile("{\n"
                 "    .reg .pred done;\n"
                 "    mbarrier.test_wait.parity.shared.b64 done, [%1], %2;\n"
                 "    selp.u32 %0, 1, 0, done;\n"
                 "}"
                 : "=r"(arrived)
                 : "r"(shared_address(&barrier)), "r"(0)
                 : "memory");
    return arrived != 0;
}

__device__ inline void put(float* element, float value) {
    asm volatile("st.global.cs.f32 [%0], %1;"
                 :
                 : "l"(__cvta_generic_to_global(element)), "f"(value)
                 : "memory");
}

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    __shared__ unsigned long long barrier;
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int fields = args.fields;
    const int elements = records * fields;
    if (threadIdx.x == 0) begin_barrier(barrier, block);
    __syncthreads(); // no thread arrives at an uninitialized barrier

    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) bring(&tile[place(i)], in + i);
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block)
                bring(&tile[place(r * fields + field)], in + r);
        }
    }
    arrive_with_copies(barrier);
    while (!have_arrived(barrier)) {
    }
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block) put(out + r, tile[place(r * fields + field)]);
        }
    } else {
        float* out = args.out + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) put(out + i, tile[place(i)]);
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
