#pragma once

/// @file
/// Register-to-register instructions, arithmetic and other ones, in dependent chains: each instruction needs
/// the result of the one before. One chain in one warp shows the latency, many chains show the rate.
///
/// An instruction is a class with `Value`, the type of the dependence; `count`, the number of SASS
/// instructions of apply(); and apply(). ptxas folds constants, whatever is volatile in C++. So all operands
/// come from the host, and two instructions that could be merged get different operands.

#include "sm_timing.h"

namespace calibrate {

/// LOP3 of the integer unit. Two LOP3 with five operands: fewer operands could be merged into one.
struct Logic {
    using Value = unsigned;
    static constexpr int count = 2;
    __device__ static void apply(Value& x, const Input& in) {
        asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(x) : "r"(in.numbers[0]), "r"(in.numbers[1]));
        asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(x) : "r"(in.numbers[2]), "r"(in.numbers[3]));
    }
};

/// FFMA.
struct FloatFma {
    using Value = float;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input& in) {
        asm volatile("fma.rn.f32 %0, %0, %1, %2;"
                     : "+f"(x)
                     : "f"(__uint_as_float(in.numbers[0])), "f"(__uint_as_float(in.numbers[1])));
    }
};

/// IMAD.
struct IntegerFma {
    using Value = unsigned;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input& in) {
        asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(in.numbers[0]), "r"(in.numbers[1]));
    }
};

/// HFMA2. On Hopper ptxas turns every second one into an HFMA2.MMA, on another unit, as it does in programs.
struct HalfFma {
    using Value = unsigned;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input& in) {
        asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(in.numbers[0]), "r"(in.numbers[1]));
    }
};

/// DFMA.
struct DoubleFma {
    using Value = double;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input& in) {
        const double factor =
            __hiloint2double(static_cast<int>(in.numbers[0]), static_cast<int>(in.numbers[1]));
        const double sum = __hiloint2double(static_cast<int>(in.numbers[1]), static_cast<int>(in.numbers[0]));
        asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(factor), "d"(sum));
    }
};

/// MUFU.EX2. With ftz, because otherwise the operand is scaled before and the result after it.
struct PowerOfTwo {
    using Value = float;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input&) {
        asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
    }
};

/// F2I.
struct ToInteger {
    using Value = unsigned;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input&) {
        asm volatile("cvt.rzi.s32.f32 %0, %1;" : "=r"(x) : "f"(__uint_as_float(x)));
    }
};

/// I2F of 32 bits.
struct ToFloat {
    using Value = float;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input&) {
        asm volatile("cvt.rn.f32.s32 %0, %1;" : "=f"(x) : "r"(__float_as_uint(x)));
    }
};

/// I2F of the lowest byte.
struct ByteToFloat {
    using Value = float;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input&) {
        asm volatile("cvt.rn.f32.u8 %0, %1;" : "=f"(x) : "r"(__float_as_uint(x)));
    }
};

/// I2F and F2I alternately.
struct ConversionPair {
    using Value = unsigned;
    static constexpr int count = 2;
    __device__ static void apply(Value& x, const Input&) {
        float number;
        asm volatile("cvt.rn.f32.s32 %0, %1;" : "=f"(number) : "r"(x));
        asm volatile("cvt.rzi.s32.f32 %0, %1;" : "=r"(x) : "f"(number));
    }
};

/// SHFL.
struct Shuffle {
    using Value = unsigned;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input& in) {
        asm volatile("shfl.sync.bfly.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(x) : "r"(in.one));
    }
};

/// POPC.
struct CountBits {
    using Value = unsigned;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input&) { asm volatile("popc.b32 %0, %0;" : "+r"(x)); }
};

/// ISETP and VOTE: a comparison and a ballot.
struct Ballot {
    using Value = unsigned;
    static constexpr int count = 1;
    __device__ static void apply(Value& x, const Input& in) {
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                     : "+r"(x)
                     : "r"(in.one));
    }
};

/// `chains` chains of one instruction.
template <typename Instruction, int chains> class Chains {
public:
    static constexpr int instructions = chains * Instruction::count;

    __device__ explicit Chains(const Input& input) : input_(input) {
#pragma unroll
        for (int chain = 0; chain < chains; ++chain) values_[chain] = threadIdx.x + chain * input.numbers[3];
    }
    __device__ void step() {
#pragma unroll
        for (int chain = 0; chain < chains; ++chain) Instruction::apply(values_[chain], input_);
    }
    __device__ unsigned result() const {
        typename Instruction::Value sum = values_[0];
#pragma unroll
        for (int chain = 1; chain < chains; ++chain) sum += values_[chain];
        return static_cast<unsigned>(sum);
    }

private:
    Input input_;
    typename Instruction::Value values_[chains];
};

} // namespace calibrate
