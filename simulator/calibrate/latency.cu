/// @file
/// Latency in cycles from an instruction to the use of its result: chains in one warp, alone on the GPU.

#include "instructions.h"
#include "mixing.h"
#include "output.h"
#include "shared_operations.h"

namespace calibrate {
namespace {

/// Writes a ring of pointers in random order, one per line of 128 bytes.
__global__ void write_ring(char* memory, int lines_log2) {
    const unsigned lines = 1u << lines_log2;
    for (unsigned place = blockIdx.x * blockDim.x + threadIdx.x; place < lines;
         place += gridDim.x * blockDim.x) {
        char* const here = memory + 128ull * shuffled(place, lines_log2);
        char* const next = memory + 128ull * shuffled((place + 1) % lines, lines_log2);
        *reinterpret_cast<char**>(here) = next;
    }
}

/// A load, or an atomic that adds 0, from the address that the one before returned (pointer chasing).
#define CHASE(Name, Number, constraint, code)                                                          \
    class Name {                                                                                       \
    public:                                                                                            \
        static constexpr int instructions = 1;                                                         \
        __device__ explicit Name(const Input& input)                                                   \
            : zero_(input.zero), at_(first_address<Number>(input)) {}                                  \
        __device__ void step() {                                                                       \
            Number next;                                                                               \
            asm volatile(code : "=" constraint(next) : constraint(at_), constraint(zero_) : "memory"); \
            at_ = next;                                                                                \
        }                                                                                              \
        __device__ unsigned result() const { return static_cast<unsigned>(at_); }                      \
                                                                                                       \
    private:                                                                                           \
        Number zero_;                                                                                  \
        Number at_;                                                                                    \
    }

template <typename Number> __device__ Number first_address(const Input& input) {
    // Addresses of global memory have 64 bits; those of shared memory 32.
    if constexpr (sizeof(Number) == 8)
        return reinterpret_cast<Number>(input.memory);
    else
        return lane_address(input);
}

CHASE(SharedChase, unsigned, "r", "ld.volatile.shared.u32 %0, [%1];");
CHASE(SharedAtomicChase, unsigned, "r", "atom.shared.add.u32 %0, [%1], %2;");
CHASE(L1Chase, unsigned long long, "l", "ld.global.ca.u64 %0, [%1];");
CHASE(L2Chase, unsigned long long, "l", "ld.global.cg.u64 %0, [%1];");
CHASE(AtomicChase, unsigned long long, "l", "atom.global.add.u64 %0, [%1], %2;");
CHASE(WideSharedChase, unsigned, "r",
      "{ .reg .u32 a, b, c; ld.volatile.shared.v4.u32 {%0, a, b, c}, [%1]; }");
#undef CHASE

/// Cycles per instruction of a register-to-register chain.
template <typename Instruction> double chain_cycles(const Gpu& gpu) {
    return clocks_each<Chains<Instruction, 1>>(gpu, Input{}, one_warp);
}

void make_ring(char* memory, int lines_log2) {
    write_ring<<<1024, 256>>>(memory, lines_log2);
    check(cudaDeviceSynchronize(), "write_ring");
}

/// The latency of DRAM: each launch starts at a part of the ring that no launch has read.
double dram_cycles(const Gpu& gpu) {
    int lines_log2 = 7;
    while (2ull * 128 << lines_log2 <= gpu.buffer_bytes && lines_log2 < 23) ++lines_log2;
    make_ring(gpu.first, lines_log2);
    // The last lines of the ring are still in L2. Evict them.
    check(cudaMemset(gpu.second, 0, gpu.buffer_bytes), "cudaMemset");
    constexpr int steps = 64;
    constexpr int repeats = 128;
    std::vector<double> clocks;
    for (int run = 0; run <= runs; ++run) {
        Input input;
        const unsigned begin = shuffled(static_cast<unsigned>(run) * 2 * steps * repeats, lines_log2);
        input.memory = gpu.first + 128ull * begin;
        const double once = clocks_once<L2Chase, steps>(gpu, input, one_warp, repeats);
        if (run > 0) clocks.push_back(once / (steps * repeats));
    }
    return median(clocks);
}

} // namespace

void measure_latencies(const Gpu& gpu) {
    begin_table("time.latency");
    const double alu = chain_cycles<Logic>(gpu);
    print_value("alu", alu, "LOP3");
    print_value("fma", chain_cycles<FloatFma>(gpu), "FFMA");
    print_value("fma_wide", chain_cycles<IntegerFma>(gpu), "IMAD");
    print_value("fp16", chain_cycles<HalfFma>(gpu), "HFMA2");
    print_value("fp64", chain_cycles<DoubleFma>(gpu), "DFMA");
    print_value("xu", chain_cycles<PowerOfTwo>(gpu), "MUFU.EX2");
    print_value("conversion", chain_cycles<ConversionPair>(gpu), "of I2F and F2I the mean");
    print_value("popc", chain_cycles<CountBits>(gpu));
    print_value("shuffle", chain_cycles<Shuffle>(gpu));
    print_value("vote", chain_cycles<Ballot>(gpu) - alu,
                "a comparison and a ballot, less the latency of alu");

    Input shared;
    print_value("shared_load", clocks_each<SharedChase>(gpu, shared, one_warp), "4 bytes per lane");
    print_value("shared_atomic", clocks_each<SharedAtomicChase>(gpu, shared, one_warp), "result used");
    shared.lane_words = 4;
    print_value("shared_load_wide", clocks_each<WideSharedChase>(gpu, shared, one_warp), "16 bytes per lane");

    Input ring;
    ring.memory = gpu.first;
    make_ring(gpu.first, 6); // 8 KiB
    print_value("l1_hit", clocks_each<L1Chase>(gpu, ring, one_warp), "8 bytes, all lanes at one address");
    int l2_lines_log2 = 6;
    while (2ull * 128 << l2_lines_log2 <= gpu.l2_set_bytes / 2) ++l2_lines_log2;
    make_ring(gpu.first, l2_lines_log2);
    print_value("l2_hit", clocks_each<L2Chase>(gpu, ring, one_warp, 256),
                "random in half of the set that [time.l2] uses");
    print_value("global_atomic", clocks_each<AtomicChase>(gpu, ring, {1, 1, false}, 64),
                "8 bytes, one lane, result used");
    print_value("dram", dram_cycles(gpu), "random over 1 GiB");
    print_value("barrier", clocks_each<Barriers>(gpu, Input{}, {256, 1, false}),
                "256 threads alone on an SM");
}

} // namespace calibrate
