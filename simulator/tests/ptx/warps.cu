// Cooperation of threads: shuffles, votes, barriers, fences, copies to shared memory, cooperative groups;
// and inline PTX.

#include <cassert>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void lanes(int* p, unsigned* u, unsigned long long* l, float* f) {
    const int t = threadIdx.x;
    const unsigned mask = __activemask();
    p[t] = __shfl_sync(mask, p[t], 3);
    p[t] += __shfl_up_sync(mask, p[t], 1);
    p[t] += __shfl_down_sync(mask, p[t], 2, 16);
    f[t] += __shfl_xor_sync(mask, f[t], 4);
    l[t] = __shfl_sync(mask, l[t], 0);
    u[0] = __ballot_sync(mask, p[t] > 3);
    u[1] = __any_sync(mask, p[t] > 4);
    u[2] = __all_sync(mask, p[t]);
    u[4] = __match_any_sync(mask, p[t]);
    int all_alike;
    u[5] = __match_all_sync(mask, l[t], &all_alike);
    u[6] = all_alike;
    u[7] = __reduce_add_sync(mask, u[t]);
    p[8] = __reduce_max_sync(mask, p[t]);
    u[9] = __reduce_or_sync(mask, u[t]);
    u[10] = __fns(mask, 3, 2);
    __syncwarp();
    u[11] = __syncthreads_count(p[t]);
    u[12] = __syncthreads_and(p[t]);
    u[13] = __syncthreads_or(p[t]);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    __nanosleep(100);
    l[0] = clock64();
    u[20] = clock();
    assert(p[t] != 7);
}

__global__ void special_registers(unsigned* u, unsigned long long* l) {
    unsigned x;
    asm("mov.u32 %0, %laneid;" : "=r"(x));
    u[0] = x;
    asm("mov.u32 %0, %lanemask_lt;" : "=r"(x));
    u[1] = x;
    asm volatile("mov.u32 %0, %smid;" : "=r"(x));
    u[2] = x + gridDim.z + warpSize;
    unsigned long long time;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    l[0] = time;
}

__global__ void copies(const float4* in, float4* out) {
    __shared__ float4 stage[2][128];
    __pipeline_memcpy_async(&stage[0][threadIdx.x], in + threadIdx.x, 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&stage[1][threadIdx.x].x, &in[threadIdx.x].y, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[threadIdx.x] = stage[0][threadIdx.x ^ 1];
    __pipeline_wait_prior(0);
    out[threadIdx.x].x += stage[1][3].x;
}

__global__ void groups(int* p, float* f) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    const int sum = cg::reduce(tile, p[tile.thread_rank()], cg::plus<int>());
    if (tile.thread_rank() == 0) p[block.thread_rank()] = sum;
    const float largest = cg::reduce(tile, f[block.thread_rank()], cg::greater<float>());
    auto here = cg::coalesced_threads();
    f[here.thread_rank()] = largest + here.shfl(largest, 2);
    block.sync();
    if (p[0] != 0) p[2] = cg::reduce(cg::coalesced_threads(), p[3], cg::plus<int>());
    auto grid = cg::this_grid();
    if (grid.is_valid()) grid.sync();
}

__global__ void assembly(int* p, float* f) {
    int a;
    asm("{ .reg .b16 lo, hi; mov.b32 {lo,hi}, %1; mov.b32 %0, {hi,lo}; }" : "=r"(a) : "r"(p[0]));
    p[1] = a;
    asm("{\n\t.reg .pred q;\n\tsetp.ne.s32 q, %1, 0;\n\t@q bra L1;\n\tmov.s32 %0, 7;\n\tbra L2;\n"
        "L1:\n\tmov.s32 %0, 9; // comment\nL2:\n\t}"
        : "=r"(a)
        : "r"(p[2]));
    p[3] = a;
    asm("{ .reg.b16 x; .reg.pred %%p; cvt.u16.u32 x, %1; shfl.sync.idx.b32 %0|%%p, %1, 3, 31, -1;"
        " @!%%p mov.u32 %0, 0x1f; }"
        : "=r"(a)
        : "r"(p[2]));
    p[4] = a;
    asm volatile(
        "{ .reg .pred w; .reg .u32 t1; setp.eq.u32 w, %0, %0; vote.ballot.sync.b32 t1, w, -1; }" ::"r"(0));
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(a) : "r"(p[2]), "r"(p[3]), "r"(p[4]));
    p[5] = a;
    asm("bfe.u32 %0, %1, 3, 5;" : "=r"(a) : "r"(p[2]));
    p[6] = a;
    asm volatile("bar.sync 1, 64;");
    asm volatile("barrier.sync.aligned 2;");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("red.global.add.u32 [%0], 1;" ::"l"(p));
    asm volatile("ld.global.L1::no_allocate.L2::128B.v4.f32 {%0,%1,%2,%3}, [%4+16];"
                 : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3])
                 : "l"(f));
    asm volatile("st.release.gpu.global.u32 [%0+4], %1;" ::"l"(p), "r"(a));
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(p));
    p[9] = a;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
}
