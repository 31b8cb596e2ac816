// Lab 02: the best programs that lack a task. docs/results/shortcuts/02.txt has the values to time.
//
// TASK_1=0  no coalescing in the striped rows: the lanes of a warp are not neighbours in memory. Gate: sectors.
//             ORDER=0  the lanes of a warp are BLOCK / 32 groups of four columns apart
//             ORDER=1  a lane takes eight consecutive columns, in two loads
// TASK_2=0  a thread has fewer than four columns (COLUMNS is 1 or 2), so lanes of a warp differ in their formula.
//           Gates: instructions, lanes; with COLUMNS=2, half of the results are needed, which can pass both.
//             STRIPED=0  it branches
//             STRIPED=1  it selects: it computes the results of all formulas that a lane may have, and keeps one
// TASK_3=0  loads and stores of LOAD floats, 1 or 2. Gate: requests per 512 bytes.
// TASK_4=0  the values of a block are not ordered. Gates: instructions, lanes; with ARITHMETIC=1 or 2, a program
//           that selects can pass all.
//             MIXED=0  it branches
//             MIXED=1  it selects
//             MIXED=2  a thread orders its own VALUES values, so that all lanes begin with formula 0; each
//                      formula takes as long as in the lane that has most of its values. A part of the idea.
//
// BLOCK       threads per block in the striped rows
// COLUMNS     neighbouring columns per thread in the striped rows
// VALUES      values per thread in the mixed rows, a multiple of 4
// ARITHMETIC  0: the steps of lab.h; 1: those that select share a sine, a cosine and a root; 2: the
//             special-function unit on reduced arguments, as in rung 15, and shared if a program selects

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
#ifndef ORDER
#define ORDER 0
#endif
#ifndef STRIPED
#define STRIPED 1
#endif
#ifndef MIXED
#define MIXED 1
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef COLUMNS
#define COLUMNS (TASK_2 ? 4 : 1)
#endif
#ifndef VALUES
#define VALUES mixed_values
#endif
#ifndef LOAD
#define LOAD (TASK_3 ? 4 : 1)
#endif
#ifndef ARITHMETIC
#define ARITHMETIC 0
#endif

static_assert(TASK_2 == (COLUMNS == 4) && TASK_3 == (LOAD == 4));
static_assert(!TASK_4 || VALUES == mixed_values, "order_by_formula() is for mixed_values");
constexpr int striped_load = LOAD < COLUMNS ? LOAD : COLUMNS; // floats per load
constexpr int groups = !TASK_1 && ORDER == 1 ? 2 : 1;         // of COLUMNS columns per thread

__device__ float root(float x) {
    asm("sqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
}
__device__ float inverse_root(float x) {
    asm("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
}
__device__ float log_plus_1(float x) {
    asm("lg2.approx.ftz.f32 %0, %0;" : "+f"(x));
    return fmaf(x, 0.69314718f, 1.0f);
}

/// The angle of a step's sine and cosine: v reduced to a period around 0, times a scale, plus a shift.
struct Angle {
    float inverse, high, low; // of the period
    float scale, shift;

    /// The angle for a formula; sqrt(cos v + 1) is sqrt(2) |cos(v / 2)|, and a sine is a shifted cosine.
    __device__ explicit Angle(int formula) {
        const bool tangent = formula == 3;
        inverse = tangent ? 0.31830989f : 0.15915494f;
        high = tangent ? 3.1415927f : 6.2831855f;
        low = tangent ? -8.742278e-8f : -1.7484556e-7f;
        scale = tangent ? 1.0f : 0.5f;
        shift = formula == 2 ? -0.78539816f : 0.0f;
    }
    __device__ float operator()(float v) const {
        constexpr float rounder = 12582912.0f; // floats near it have no fraction bits
        const float k = fmaf(v, inverse, rounder) - rounder;
        return fmaf(scale, fmaf(-k, low, fmaf(-k, high, v)), shift);
    }
};

/// One step of a formula that is known at compile time.
template <int formula> __device__ float step(float v) {
    if (ARITHMETIC < 2)
        return formula == 0   ? step_log(v)
               : formula == 1 ? step_cos(v)
               : formula == 2 ? step_sin(v)
                              : step_tan(v);
    if (formula == 0) return v + root(log_plus_1(v));
    const float angle = Angle(formula)(v);
    const float c = fabsf(__cosf(angle));
    if (formula != 3) return fmaf(1.41421356f, c, v);
    const float s = fabsf(__sinf(angle));
    return fmaf(s + fmaxf(c, 1e-8f), inverse_root((s + fmaxf(c, 1e-8f)) * fmaxf(c, 1e-8f)), v);
}

/// One step of any formula without a branch.
__device__ float selected_step(float v, int formula, const Angle& angle_of) {
    if (ARITHMETIC == 0) {
        const float by_log = step_log(v);
        const float by_cos = step_cos(v);
        const float by_sin = step_sin(v);
        const float by_tan = step_tan(v);
        const float low = formula == 0 ? by_log : by_cos;
        const float high = formula == 2 ? by_sin : by_tan;
        return formula < 2 ? low : high;
    }
    if (ARITHMETIC == 1) {
        float s, c;
        sincosf(v, &s, &c);
        const float log = logf(v);
        const float tangent = fabsf(__fdividef(s, c));
        const float low = formula == 0 ? log : c;
        const float high = formula == 2 ? s : tangent;
        return v + sqrtf((formula < 2 ? low : high) + 1.0f);
    }
    const float angle = angle_of(v);
    const float c = fmaxf(fabsf(__cosf(angle)), 1e-8f);
    const float sum = fabsf(__sinf(angle)) + c;
    const float by_log = log_plus_1(v);
    const float factor = formula == 0 ? by_log : sum;
    const float by_root = fmaf(factor, inverse_root(formula == 0 ? by_log : sum * c), v);
    return formula == 1 || formula == 2 ? fmaf(1.41421356f, c, v) : by_root;
}

template <int formula> __device__ float steps(float v, int iterations) {
    for (int i = 0; i < iterations; ++i) v = step<formula>(v);
    return v;
}

__device__ float by_branch(float v, int formula, int iterations) {
    switch (formula) {
        case 0: return steps<0>(v, iterations);
        case 1: return steps<1>(v, iterations);
        case 2: return steps<2>(v, iterations);
        default: return steps<3>(v, iterations);
    }
}

__device__ float by_select(float v, int formula, int iterations) {
    const Angle angle(formula);
    for (int i = 0; i < iterations; ++i) v = selected_step(v, formula, angle);
    return v;
}

/// All steps of a thread's columns in a striped row; the first has formula @p first.
__device__ void take_steps(float* value, int first, int iterations) {
    if (COLUMNS == 4 || (COLUMNS == 2 && STRIPED == 1)) {
        for (int i = 0; i < iterations; ++i) {
#if COLUMNS == 4
            value[0] = step<0>(value[0]);
            value[1] = step<1>(value[1]);
            value[2] = step<2>(value[2]);
            value[3] = step<3>(value[3]);
#elif COLUMNS == 2
            const float by_log = step<0>(value[0]);
            const float by_sin = step<2>(value[0]);
            const float by_cos = step<1>(value[1]);
            const float by_tan = step<3>(value[1]);
            value[0] = first == 0 ? by_log : by_sin;
            value[1] = first == 0 ? by_cos : by_tan;
#endif
        }
    } else {
        for (int j = 0; j < COLUMNS; ++j)
            value[j] = STRIPED == 1 ? by_select(value[j], first + j, iterations)
                                    : by_branch(value[j], first + j, iterations);
    }
}

/// Copies @p count floats by loads and stores of @p each floats.
template <int count, int each> __device__ void copy(const float* from, float* to) {
    struct alignas(4 * each) Piece {
        float value[each];
    };
#pragma unroll
    for (int i = 0; i < count; i += each)
        *reinterpret_cast<Piece*>(to + i) = *reinterpret_cast<const Piece*>(from + i);
}

__global__ void __launch_bounds__(BLOCK)
    transform_striped(const float* in, float* out, std::size_t count, int iterations) {
    const int thread = threadIdx.x;
    const int place = TASK_1 || ORDER == 1 ? thread : thread % 32 * (BLOCK / 32) + thread / 32;
    const std::size_t first = (std::size_t{blockIdx.x} * BLOCK + place) * (COLUMNS * groups);
    alignas(16) float value[groups][COLUMNS];
#pragma unroll
    for (int g = 0; g < groups; ++g)
        if (first + g * COLUMNS < count) copy<COLUMNS, striped_load>(in + first + g * COLUMNS, value[g]);
#pragma unroll
    for (int g = 0; g < groups; ++g) {
        if (first + g * COLUMNS >= count) return;
        take_steps(value[g], first % formulas, iterations);
        copy<COLUMNS, striped_load>(value[g], out + first + g * COLUMNS);
    }
}

/// Takes the steps of the block's values in the order of their formulas.
__device__ void transform_in_order(float* value, int iterations) {
#if TASK_4
    __shared__ float ordered[mixed_block * mixed_values];
    int formula[mixed_values];
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) formula[j] = formula_of(value[j]);
    const Order order = order_by_formula(formula);
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) ordered[order.place[j]] = value[j];
    __syncthreads();
    for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block)
        ordered[at] = by_branch(ordered[at], order.formula_at(at), iterations);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) value[j] = ordered[order.place[j]];
#endif
}

/// Takes the steps of the thread's values in the order of their formulas, without the other threads.
__device__ void transform_in_own_order(float* value, int iterations) {
    __shared__ float ordered[VALUES][mixed_block]; // a column per thread
    const int thread = threadIdx.x;
    unsigned counts = 0; // a byte per formula
#pragma unroll
    for (int j = 0; j < VALUES; ++j) counts += 1u << 8 * formula_of(value[j]);
    const unsigned ends = counts * 0x01010101; // byte f: the number of values of the formulas 0 to f
    unsigned next = ends - counts;
    unsigned char place[VALUES];
#pragma unroll
    for (int j = 0; j < VALUES; ++j) {
        const int f = formula_of(value[j]);
        place[j] = next >> 8 * f & 255;
        next += 1u << 8 * f;
        ordered[place[j]][thread] = value[j];
    }
    int at = 0;
    const auto take = [&](auto transform, int end) {
        for (; at < end; ++at) ordered[at][thread] = transform(ordered[at][thread], iterations);
        __syncwarp();
    };
    take(steps<0>, ends & 255);
    take(steps<1>, ends >> 8 & 255);
    take(steps<2>, ends >> 16 & 255);
    take(steps<3>, VALUES);
#pragma unroll
    for (int j = 0; j < VALUES; ++j) value[j] = ordered[place[j]][thread];
}

__global__ void __launch_bounds__(mixed_block)
    transform_mixed(const float* in, float* out, std::size_t count, int iterations) {
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * VALUES) + threadIdx.x * 4;
    alignas(16) float value[VALUES];
#pragma unroll
    for (int j = 0; j < VALUES; j += 4) {
        for (int k = 0; k < 4; ++k) value[j + k] = 12.0f; // past the end: computed, but not stored
        if (first + j * mixed_block < count) copy<4, LOAD>(in + first + j * mixed_block, value + j);
    }
    if (TASK_4) {
        transform_in_order(value, iterations);
    } else if (MIXED == 2) {
        transform_in_own_order(value, iterations);
    } else {
#pragma unroll
        for (int j = 0; j < VALUES; ++j)
            value[j] = MIXED == 1 ? by_select(value[j], formula_of(value[j]), iterations)
                                  : by_branch(value[j], formula_of(value[j]), iterations);
    }
#pragma unroll
    for (int j = 0; j < VALUES; j += 4)
        if (first + j * mixed_block < count) copy<4, LOAD>(value + j, out + first + j * mixed_block);
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t striped = elements_of(args, args.striped_rows);
    if (striped > 0) {
        const unsigned grid = groups_of(BLOCK * COLUMNS * groups, striped);
        transform_striped<<<grid, BLOCK>>>(args.in, args.out, striped, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows);
    if (mixed > 0) {
        const unsigned grid = groups_of(mixed_block * VALUES, mixed);
        transform_mixed<<<grid, mixed_block>>>(args.in + striped, args.out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
