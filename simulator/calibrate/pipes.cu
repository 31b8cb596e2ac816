/// @file
/// Warp instructions of each kind that an SM issues per cycle.

#include "instructions.h"
#include "output.h"
#include "shared_operations.h"

namespace calibrate {
namespace {

/// `floats` FFMA and `integers` LOP3 per pair of chains: the two units alternate.
template <int floats, int integers> class Mixed {
public:
    static constexpr int instructions = 4 * (floats + 2 * integers);

    __device__ explicit Mixed(const Input& input) : input_(input) {
#pragma unroll
        for (int chain = 0; chain < 4; ++chain) {
            integers_[chain] = threadIdx.x + chain * input.numbers[3];
#pragma unroll
            for (int other = 0; other < floats; ++other)
                floats_[chain][other] =
                    static_cast<float>(threadIdx.x + (chain + 4 * other) * input.numbers[2]);
        }
    }
    __device__ void step() {
#pragma unroll
        for (int chain = 0; chain < 4; ++chain) {
#pragma unroll
            for (int other = 0; other < floats; ++other) FloatFma::apply(floats_[chain][other], input_);
            static_assert(integers == 1);
            Logic::apply(integers_[chain], input_);
        }
    }
    __device__ unsigned result() const {
        unsigned sum = 0;
#pragma unroll
        for (int chain = 0; chain < 4; ++chain) {
            sum += integers_[chain];
#pragma unroll
            for (int other = 0; other < floats; ++other) sum += __float_as_uint(floats_[chain][other]);
        }
        return sum;
    }

private:
    Input input_;
    float floats_[4][floats];
    unsigned integers_[4];
};

/// VOTE from predicate to predicate, so that no other instruction is needed.
class Votes {
public:
    static constexpr int instructions = 64;

    __device__ explicit Votes(const Input& input) : value_(input.zero), one_(input.one) {}
    __device__ void step() {
        asm volatile(
            "{ .reg .pred p, q, r, s;\n"
            "setp.eq.u32 p, %0, %1; setp.ne.u32 q, %0, %1; setp.lt.u32 r, %0, %1; setp.gt.u32 s, %0, %1;\n"
#define VOTES                                                                       \
    "vote.sync.any.pred p, !p, 0xffffffff; vote.sync.all.pred q, !q, 0xffffffff;\n" \
    "vote.sync.any.pred r, !r, 0xffffffff; vote.sync.all.pred s, !s, 0xffffffff;\n"
            VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES VOTES
#undef VOTES
            "selp.u32 %0, %0, %1, p; @q add.u32 %0, %0, %1; @r add.u32 %0, %0, 3; @s add.u32 %0, %0, 5; }"
            : "+r"(value_)
            : "r"(one_));
    }
    __device__ unsigned result() const { return value_; }

private:
    unsigned value_;
    unsigned one_;
};

/// Branches that are always taken, which only the host knows. The skipped code is too long for predicated
/// execution.
class Branches {
public:
    static constexpr int instructions = 16;

    __device__ explicit Branches(const Input& input) : one_(input.one), address_(shared_begin()) {}
    __device__ void step() {
#define STORES                                                                                            \
    "st.volatile.shared.u32 [%1], %0; st.volatile.shared.u32 [%1+4], %0; st.volatile.shared.u32 [%1+8], " \
    "%0;\n"
#define BRANCH(label) \
    "@p bra.uni " label ";\n bar.sync 0;\n" STORES STORES STORES " bar.sync 0;\n" label ":\n"
        asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 1;\n" //
                     BRANCH("L0") BRANCH("L1") BRANCH("L2") BRANCH("L3") BRANCH("L4") BRANCH("L5")
                         BRANCH("L6") BRANCH("L7") BRANCH("L8") BRANCH("L9") BRANCH("L10") BRANCH("L11")
                             BRANCH("L12") BRANCH("L13") BRANCH("L14") BRANCH("L15") "}" ::"r"(one_),
                     "r"(address_)
                     : "memory");
#undef BRANCH
#undef STORES
    }
    __device__ unsigned result() const { return one_; }

private:
    unsigned one_;
    unsigned address_;
};

} // namespace

void measure_rates(const Gpu& gpu) {
    const Input input;
    begin_table("time.rate");
    const double mixes[] = {rate<Mixed<1, 1>>(gpu, input), rate<Mixed<2, 1>>(gpu, input),
                            rate<Mixed<3, 1>>(gpu, input), rate<Mixed<4, 1>>(gpu, input)};
    print_value("issue", *std::max_element(mixes, mixes + 4), "best of FFMA : LOP3 = 1:2, 2:2, 3:2, 4:2");
    print_value("alu", rate<Chains<Logic, 8>>(gpu, input), "LOP3");
    print_value("fma", rate<Chains<FloatFma, 8>>(gpu, input), "FFMA");
    print_value("fma_wide", rate<Chains<IntegerFma, 8>>(gpu, input), "IMAD");
    print_value("fp16", rate<Chains<HalfFma, 8>>(gpu, input), "HFMA2");
    print_value("fp64", rate<Chains<DoubleFma, 8>>(gpu, input), "DFMA");
    print_value("xu", rate<Chains<PowerOfTwo, 8>>(gpu, input), "MUFU.EX2");
    print_value("conversion", rate<Chains<ToInteger, 8>>(gpu, input), "F2I");
    print_value("conversion_to_float", rate<Chains<ToFloat, 8>>(gpu, input), "I2F of 32 bits");
    print_value("conversion_byte", rate<Chains<ByteToFloat, 8>>(gpu, input), "I2F.U8");
    print_value("shuffle", rate<Chains<Shuffle, 8>>(gpu, input));
    print_value("vote", rate<Votes>(gpu, input), "from predicate to predicate");
    print_value("popc", rate<Chains<CountBits, 8>>(gpu, input));
    print_value("shared_load", rate<SharedLoads>(gpu, input), "4 bytes per lane, no conflicts");
    Input wide;
    wide.lane_words = 4;
    print_value("shared_load_wide", rate<WideSharedLoads>(gpu, wide), "16 bytes per lane, no conflicts");
    print_value("shared_store", rate<SharedStores>(gpu, input), "4 bytes per lane, no conflicts");
    print_value("barrier", rate<Barriers>(gpu, input, {256, 8}), "8 blocks of 256 threads");
    print_value("branch", rate<Branches, 2>(gpu, input, {}, 256), "taken");
}

} // namespace calibrate
