/// @file
/// Loads from L1 and bank conflicts of shared memory, on one SM.

#include "output.h"
#include "shared_operations.h"

namespace calibrate {
namespace {

/// Loads that hit in L1. Each step advances by Input::advance bytes, modulo Input::around, which only the
/// host knows: if ptxas could predict the addresses, it would merge the loads. Input::lane_words is the
/// distance between lanes.
template <typename Word, int from_load_to_load> class CachedLoads {
public:
    static constexpr int instructions = 8;

    __device__ explicit CachedLoads(const Input& input)
        : begin_(reinterpret_cast<unsigned long long>(input.memory) +
                 4 * input.lane_words * (threadIdx.x % 32)),
          advance_(input.advance), around_(input.around) {}
    __device__ void step() {
        const unsigned long long address = begin_ + offset_;
        Word loaded[instructions];
#pragma unroll
        for (int load = 0; load < instructions; ++load)
            fetch(loaded[load], address + from_load_to_load * load);
#pragma unroll
        for (const Word& word : loaded) add(word);
        offset_ = (offset_ + advance_) & (around_ - 1);
    }
    __device__ unsigned result() const { return sum_; }

private:
    __device__ static void fetch(unsigned& word, unsigned long long address) {
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(word) : "l"(address));
    }
    __device__ static void fetch(uint4& words, unsigned long long address) {
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
                     : "l"(address));
    }
    __device__ void add(unsigned word) { sum_ ^= word; }
    __device__ void add(const uint4& words) { sum_ ^= words.x ^ words.y ^ words.z ^ words.w; }

    unsigned long long begin_;
    unsigned offset_ = 0;
    unsigned advance_;
    unsigned around_;
    unsigned sum_ = 0;
};

/// Cycles per additional pass of a shared load: the slope of a line through loads of 2 to 32 passes.
double conflict_cycles(const Gpu& gpu) {
    double count = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (unsigned passes = 2; passes <= 32; passes *= 2) {
        Input input;
        input.lane_words = passes;
        const double clocks = 1 / rate<SharedLoads>(gpu, input, {}, 8);
        count += 1;
        sum_x += passes;
        sum_y += clocks;
        sum_xx += static_cast<double>(passes) * passes;
        sum_xy += passes * clocks;
    }
    return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

} // namespace

void measure_l1(const Gpu& gpu) {
    begin_table("time.l1");
    check(cudaMemset(gpu.first, 1, 1 << 20), "cudaMemset");
    Input input;
    input.memory = gpu.first;
    input.advance = 4096;
    input.around = 8192;
    print_value("lines", rate<CachedLoads<unsigned, 128>>(gpu, input),
                "lines per cycle, 4 bytes per lane in a row");
    input.lane_words = 32;
    print_value("strided_lines", 32 * rate<CachedLoads<unsigned, 4>>(gpu, input, {}, 16),
                "lines per cycle, each lane another line");
    input.lane_words = 4;
    print_value("load_wide", 4 * rate<CachedLoads<uint4, 512>>(gpu, input),
                "128 bytes per cycle, 16 bytes per lane in a row");
    print_value("conflict", conflict_cycles(gpu), "clocks for each further pass of a shared load");
}

} // namespace calibrate
