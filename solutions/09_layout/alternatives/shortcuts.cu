// Lab 09: the best programs that lack a task. docs/results/shortcuts/09.txt has the values to time.
//
// TASK_1=0  no tile: a thread writes the elements that it has read. Gate: sectors per 128 bytes. WAY=0 takes the
//           elements of `out` in their order and reads each one from its array; neighbouring warps share the sectors
//           of the arrays through L1. WAY=1 changes the layout of four records in a thread's registers, with vectors
//           of 16 bytes on both sides, for 2 and for 16 fields.
// TASK_2=0  no padding: 32 lanes conflict in a bank unless the number of fields is odd. Gate: bank conflicts.
// TASK_3=0  two nested loops over the fields and the records. Gate: bytes in flight. The number of loads in flight
//           depends on how far the compiler unrolls the inner loop.
// TASK_4=0  RECORDS records per thread for any number of fields. Gate: bytes in flight.
//
// BLOCK       threads per block
// RECORDS     with TASK_4=0: records per thread. Without a tile: elements in flight per thread (WAY=0)
// TILE_WORDS  with task 4: words per tile
// BATCH       with task 3: elements that a thread loads before it stores the first one
// ASYNC       1: asynchronous copies instead of a loop with batches. They count as having task 3.
// ORDER       nested loops: 0 fields outside, 1 records outside, 2 fields outside with four records per thread for up
//             to 5 fields, and records outside with one record per thread for more
// UNROLL      unrolling of the inner loop; 0 leaves it to the compiler
// KNOWN       1: the number of fields is a constant of the kernel for 2 and for 16 fields
// FULL        1: few enough registers for 2048 threads per SM; 0: as many as the compiler chooses

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TASK_1
#define TASK_1 1
#endif
#ifndef TASK_2
#define TASK_2 1
#endif
#ifndef TASK_3
#define TASK_3 1
#endif
#ifndef TASK_4
#define TASK_4 1
#endif
#ifndef WAY
#define WAY 0
#endif
#ifndef BLOCK
#define BLOCK 128
#endif
#ifndef RECORDS
#define RECORDS 2
#endif
#ifndef TILE_WORDS
#define TILE_WORDS 2560
#endif
#ifndef BATCH
#define BATCH 4
#endif
#ifndef ASYNC
#define ASYNC 0
#endif
#ifndef ORDER
#define ORDER 0
#endif
#ifndef UNROLL
#define UNROLL 0
#endif
#ifndef KNOWN
#define KNOWN 0
#endif
#ifndef FULL
#define FULL 1
#endif

static_assert(TASK_3 || !ASYNC, "Asynchronous copies count as having task 3.");

constexpr int block = BLOCK;
constexpr int blocks_per_sm = FULL ? 2048 / block : 1;
constexpr int most_of_few = 5; // fields; more are many

#if UNROLL > 0
constexpr int unrolled = UNROLL;
#define UNROLLED _Pragma("unroll unrolled")
#else
#define UNROLLED
#endif

/// Returns the number of records per tile.
__host__ __device__ constexpr int records_per_tile(int fields) {
    if (!TASK_3 && ORDER == 2) return (fields <= most_of_few ? 4 : 1) * block;
    if (!TASK_4) return RECORDS * block;
    const int records = TILE_WORDS / fields / 32 * 32;
    return records < 32 ? 32 : records;
}

__host__ __device__ constexpr int place(int i) { return TASK_2 ? i + i / 32 : i; }

__device__ inline void bring(float* word, const float* element) {
#if ASYNC
    __pipeline_memcpy_async(word, element, sizeof(float));
#else
    *word = *element;
#endif
}

/// Copies the elements of a tile in from the arrays, by one loop over all of them.
__device__ inline void bring_in_batches(float* tile, const LayoutArgs& args, int fields, std::int64_t first,
                                        int records) {
    const int tile_records = records_per_tile(fields);
    int field = 0;
    int record = threadIdx.x;
    while (record >= tile_records) record -= tile_records, ++field;
    while (field < fields) {
        float values[BATCH];
        int elements[BATCH]; // of the tile, or -1
#pragma unroll
        for (int n = 0; n < BATCH; ++n) {
            const bool exists = field < fields && record < records;
            elements[n] = exists ? record * fields + field : -1;
            if (exists) values[n] = args.in[field * args.count + first + record];
            record += block;
            while (record >= tile_records) record -= tile_records, ++field;
        }
#pragma unroll
        for (int n = 0; n < BATCH; ++n)
            if (elements[n] >= 0) tile[place(elements[n])] = values[n];
    }
}

/// Copies the elements of a tile in from the arrays, by two nested loops.
__device__ inline void bring_nested(float* tile, const LayoutArgs& args, int fields, std::int64_t first,
                                    int records) {
    if (ORDER == 0 || (ORDER == 2 && fields <= most_of_few)) {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            UNROLLED
            for (int r = threadIdx.x; r < records; r += block)
                bring(&tile[place(r * fields + field)], in + r);
        }
    } else {
        for (int r = threadIdx.x; r < records; r += block) {
            const float* in = args.in + first + r;
            UNROLLED
            for (int field = 0; field < fields; ++field, in += args.count)
                bring(&tile[place(r * fields + field)], in);
        }
    }
}

/// Changes the layout of one tile per block. @p known is the number of fields, or 0 if only args has it.
template <int known> __global__ void __launch_bounds__(block, blocks_per_sm) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    const int fields = known ? known : args.fields;
    const int tile_records = records_per_tile(fields);
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int elements = records * fields;
    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) bring(&tile[place(i)], in + i);
    } else if constexpr (TASK_3 && !ASYNC) {
        bring_in_batches(tile, args, fields, first, records);
    } else {
        bring_nested(tile, args, fields, first, records);
    }
#if ASYNC
    __pipeline_commit();
    __pipeline_wait_prior(0);
#endif
    __syncthreads();
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block) out[r] = tile[place(r * fields + field)];
        }
    } else {
        float* out = args.out + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) out[i] = tile[place(i)];
    }
}

/// Without a tile: RECORDS elements per thread, in the order of the records, whose side is then coalesced.
template <int known> __global__ void __launch_bounds__(block) change_elements(LayoutArgs args) {
    constexpr int per_block = block * RECORDS; // records of a block
    const unsigned fields = known ? known : args.fields;
    const std::int64_t first = std::int64_t{blockIdx.x} * per_block * fields;
    const std::int64_t first_record = std::int64_t{blockIdx.x} * per_block;
    const std::int64_t left = args.count * fields - first;
    for (unsigned begin = threadIdx.x; begin < per_block * fields; begin += per_block) {
        float held[RECORDS];
#pragma unroll
        for (int k = 0; k < RECORDS; ++k) {
            const unsigned i = begin + k * block;
            const std::int64_t in_arrays = (i % fields) * args.count + first_record + i / fields;
            if (i < left) held[k] = args.in[args.to_arrays ? first + i : in_arrays];
        }
#pragma unroll
        for (int k = 0; k < RECORDS; ++k) {
            const unsigned i = begin + k * block;
            const std::int64_t in_arrays = (i % fields) * args.count + first_record + i / fields;
            if (i < left) args.out[args.to_arrays ? in_arrays : first + i] = held[k];
        }
    }
}

/// Without a tile: a thread changes the layout of four records in registers, in vectors of 16 bytes. The number of
/// records is a multiple of 4.
template <int fields> __global__ void __launch_bounds__(block) change_four(LayoutArgs args) {
    const std::int64_t record = 4 * (std::int64_t{blockIdx.x} * block + threadIdx.x);
    if (record >= args.count) return;
    float element[4 * fields]; // in the order of the records
    auto* records_in = reinterpret_cast<const float4*>(args.in + record * fields);
    auto* records_out = reinterpret_cast<float4*>(args.out + record * fields);
#pragma unroll
    for (int f = 0; f < fields; ++f) {
        if (args.to_arrays) {
            const float4 four = records_in[f];
            element[4 * f] = four.x, element[4 * f + 1] = four.y;
            element[4 * f + 2] = four.z, element[4 * f + 3] = four.w;
        } else {
            const float4 four = *reinterpret_cast<const float4*>(args.in + f * args.count + record);
            element[f] = four.x, element[fields + f] = four.y;
            element[2 * fields + f] = four.z, element[3 * fields + f] = four.w;
        }
    }
#pragma unroll
    for (int f = 0; f < fields; ++f) {
        if (args.to_arrays)
            *reinterpret_cast<float4*>(args.out + f * args.count + record) =
                make_float4(element[f], element[fields + f], element[2 * fields + f],
                            element[3 * fields + f]);
        else
            records_out[f] =
                make_float4(element[4 * f], element[4 * f + 1], element[4 * f + 2], element[4 * f + 3]);
    }
}

template <int known> static void launch(const LayoutArgs& args) {
    if constexpr (TASK_1) {
        const int tile_records = records_per_tile(args.fields);
        const std::size_t bytes = place(tile_records * args.fields) * sizeof(float);
        CUDA_CHECK(cudaFuncSetAttribute(change_tile<known>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        static_cast<int>(bytes)));
        change_tile<known><<<groups_of(tile_records, args.count), block, bytes>>>(args);
    } else if constexpr (WAY == 1 && known > 0) {
        change_four<known><<<groups_of(4 * block, args.count), block>>>(args);
    } else {
        change_elements<known><<<groups_of(block * RECORDS, args.count), block>>>(args);
    }
    CUDA_CHECK_LAUNCH();
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    const bool known = KNOWN || (!TASK_1 && WAY == 1 && args.count % 4 == 0);
    if (known && args.fields == 2) {
        launch<2>(args);
    } else if (known && args.fields == 16) {
        launch<16>(args);
    } else {
        launch<0>(args);
    }
}
