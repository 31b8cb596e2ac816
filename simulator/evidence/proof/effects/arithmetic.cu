// Throughput of instructions other than float FMA: 16 warps per SM, 4 chains each.

#include <cuda_fp16.h>

#include "effects.h"

namespace effects {

namespace {

constexpr int chains = 4;
constexpr int steps_per_round = 8;

// The repeated operation. `step` takes a chain and its neighbor.

template <class Number> struct OnWords {
    using Value = Number;
    static __device__ Value from(unsigned word) { return static_cast<Value>(word); }
    static __device__ unsigned bits(Value value) { return static_cast<unsigned>(value); }
};
template <class Number> struct OnNumbers {
    using Value = Number;
    static __device__ Value from(unsigned word) { return static_cast<Value>(__uint_as_float(word)); }
    static __device__ unsigned bits(Value value) { return __float_as_uint(static_cast<float>(value)); }
};

struct IntegerMultiplyAdd : OnWords<unsigned> {
    static __device__ Value step(Value a, Value b) { return a * b + 12345u; }
};
struct IntegerAdd : OnWords<unsigned> {
    static __device__ Value step(Value a, Value b) { return a + b; }
};
struct Logic : OnWords<unsigned> {
    static __device__ Value step(Value a, Value b) { return (a & b) ^ 0x5a5a1234u; }
};
struct Rotate : OnWords<unsigned> {
    static __device__ Value step(Value a, Value b) { return __funnelshift_l(a, b, 5); }
};
struct MinMax : OnWords<int> {
    static __device__ Value step(Value a, Value b) { return max(min(a, b), static_cast<int>(threadIdx.x)); }
};
struct PopulationCount : OnWords<unsigned> {
    static __device__ Value step(Value a, Value b) { return static_cast<unsigned>(__popc(a)) ^ b; }
};
struct LongMultiplyAdd : OnWords<unsigned long long> {
    static __device__ Value step(Value a, Value b) { return a * b + 12345u; }
};
struct IntegerDivide : OnWords<unsigned> {
    static __device__ Value step(Value a, Value b) { return (b + 0x7fffffffu) / (a | 3u); }
};
struct DoubleFma : OnNumbers<double> {
    static __device__ Value step(Value a, Value b) { return fma(a, b, -a); }
};
struct FloatDivide : OnNumbers<float> {
    static __device__ Value step(Value a, Value b) { return b / (a + 1.0f); }
};
struct SquareRoot : OnNumbers<float> {
    static __device__ Value step(Value a, Value b) { return sqrtf(a + b); }
};
struct ReciprocalRoot : OnNumbers<float> {
    static __device__ Value step(Value a, Value b) { return rsqrtf(a + b); }
};
struct FastExponential : OnNumbers<float> {
    static __device__ Value step(Value a, Value b) { return __expf(b - a); }
};
struct Logarithm : OnNumbers<float> {
    static __device__ Value step(Value a, Value b) { return 2.0f + logf(fabsf(a) + b * b + 1.0f); }
};
struct SineOfSmall : OnNumbers<float> {
    static __device__ Value step(Value a, Value b) { return sinf(a) + 0.5f * b; }
};
// Above 105615, argument reduction takes many integer multiplications.
struct SineOfLarge : OnNumbers<float> {
    static __device__ Value step(Value a, Value b) { return sinf(a * 1e8f + 1e9f) + 0.5f * b; }
};
struct BytesToFloats : OnNumbers<float> {
    static __device__ Value step(Value a, Value b) {
        const unsigned word = __float_as_uint(a);
        const float low = static_cast<float>(word & 0xff);
        const float high = static_cast<float>((word >> 8) & 0xff);
        return low * 0.25f + high + b;
    }
};
struct FloatToBytes : OnWords<unsigned> {
    static __device__ Value step(Value a, Value b) {
        const float number = __uint_as_float((a & 0x007fffffu) | 0x42000000u);
        return static_cast<unsigned char>(number) + b;
    }
};
struct HalfPairs {
    using Value = __half2;
    static __device__ Value from(unsigned word) { return __float2half2_rn(__uint_as_float(word)); }
    static __device__ Value step(Value a, Value b) { return __hfma2(a, b, a); }
    static __device__ unsigned bits(Value value) { return __half_as_ushort(__low2half(value)); }
};

template <class Operation>
__global__ void repeat(const unsigned* words, unsigned* output, unsigned rounds, unsigned never) {
    typename Operation::Value chain[chains];
#pragma unroll
    for (int c = 0; c < chains; ++c) chain[c] = Operation::from(words[threadIdx.x * chains + c]);
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (int step = 0; step < steps_per_round; ++step) {
            // From the values of the last iteration, so that the chains of one step are independent.
            typename Operation::Value next[chains];
#pragma unroll
            for (int c = 0; c < chains; ++c) next[c] = Operation::step(chain[c], chain[(c + 1) % chains]);
#pragma unroll
            for (int c = 0; c < chains; ++c) chain[c] = next[c];
        }
    }
    unsigned sum = 0;
#pragma unroll
    for (int c = 0; c < chains; ++c) sum += Operation::bits(chain[c]);
    if (sum == never) output[threadIdx.x] = sum;
}

// `clocks`: estimated cycles for which a step of one chain occupies a scheduler of an SM.
template <class Operation> void add(Kernels& kernels, const char* name, double clocks) {
    constexpr double warps_a_scheduler = 4;
    const double steps = proof::usual_cycles / warps_a_scheduler / clocks / chains;
    const auto rounds = static_cast<unsigned>(steps / steps_per_round) + 1;
    kernels.push_back({name, [rounds](Buffers& buffers) {
                           repeat<Operation><<<2 * proof::multiprocessors, 256>>>(buffers.words(proof::MiB),
                                                                                  buffers.output_words(),
                                                                                  rounds, 0xfffffff1u);
                       }});
}

} // namespace

void add_arithmetic(Kernels& kernels) {
    add<IntegerMultiplyAdd>(kernels, "integer_multiply_add", 2);
    add<IntegerAdd>(kernels, "integer_add", 2);
    add<Logic>(kernels, "logic", 2);
    add<Rotate>(kernels, "rotate", 2);
    add<MinMax>(kernels, "min_max", 4);
    add<PopulationCount>(kernels, "population_count", 10);
    add<LongMultiplyAdd>(kernels, "long_multiply_add", 8);
    add<IntegerDivide>(kernels, "integer_divide", 40);
    add<DoubleFma>(kernels, "double_fma", 2);
    add<HalfPairs>(kernels, "half_pairs", 1);
    add<FloatDivide>(kernels, "float_divide", 20);
    add<SquareRoot>(kernels, "square_root", 20);
    add<ReciprocalRoot>(kernels, "reciprocal_root", 10);
    add<FastExponential>(kernels, "fast_exponential", 9);
    add<Logarithm>(kernels, "logarithm", 25);
    add<SineOfSmall>(kernels, "sine_of_small", 30);
    add<SineOfLarge>(kernels, "sine_of_large", 150);
    add<BytesToFloats>(kernels, "bytes_to_floats", 18);
    add<FloatToBytes>(kernels, "float_to_bytes", 12);
}

} // namespace effects
