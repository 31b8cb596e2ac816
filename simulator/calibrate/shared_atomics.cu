/// @file
/// Atomics in shared memory, on one SM that is full of warps.

#include "output.h"
#include "shared_operations.h"

namespace calibrate {
namespace {

/// Adds a number that only the host knows, without a result.
class Adds {
public:
    static constexpr int instructions = 1;
    __device__ explicit Adds(const Input& input) : address_(lane_address(input)), number_(input.numbers[3]) {}
    __device__ void step() {
        asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(address_), "r"(number_) : "memory");
    }
    __device__ unsigned result() const { return 0; }

private:
    unsigned address_;
    unsigned number_;
};

/// Adds 1, which the compiler knows, without a result.
class AddsOfOne {
public:
    static constexpr int instructions = 1;
    __device__ explicit AddsOfOne(const Input& input) : address_(lane_address(input)) {}
    __device__ void step() { asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(address_) : "memory"); }
    __device__ unsigned result() const { return 0; }

private:
    unsigned address_;
};

/// Adds and uses the old value.
class AddsWithResult {
public:
    static constexpr int instructions = 4;
    __device__ explicit AddsWithResult(const Input& input)
        : address_(lane_address(input)), number_(input.numbers[3]) {}
    __device__ void step() {
        unsigned before[instructions];
#pragma unroll
        for (unsigned& word : before)
            asm volatile("atom.shared.add.u32 %0, [%1], %2;"
                         : "=r"(word)
                         : "r"(address_), "r"(number_)
                         : "memory");
#pragma unroll
        for (const unsigned word : before) sum_ ^= word;
    }
    __device__ unsigned result() const { return sum_; }

private:
    unsigned address_;
    unsigned number_;
    unsigned sum_ = 0;
};

/// Adds floats, which takes a CAS loop.
class FloatAdds {
public:
    static constexpr int instructions = 1;
    __device__ explicit FloatAdds(const Input& input)
        : address_(lane_address(input)), number_(input.numbers[0]) {}
    __device__ void step() {
        asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(address_), "f"(__uint_as_float(number_))
                     : "memory");
    }
    __device__ unsigned result() const { return 0; }

private:
    unsigned address_;
    unsigned number_;
};

Input lanes_together(unsigned lanes_log2) {
    Input input;
    input.lanes_shift = lanes_log2;
    return input;
}

} // namespace

void measure_shared_atomics(const Gpu& gpu) {
    begin_table("time.shared_atomic");
    print_value("distinct", rate<Adds, 64>(gpu, lanes_together(0)));
    print_value("same_2", rate<Adds, 64>(gpu, lanes_together(1)));
    print_value("same_4", rate<Adds, 64>(gpu, lanes_together(2)));
    print_value("same_8", rate<Adds, 64>(gpu, lanes_together(3)));
    print_value("same_16", rate<Adds, 64>(gpu, lanes_together(4)));
    print_value("same_32", rate<Adds, 64>(gpu, lanes_together(5)));
    print_value("with_result_distinct", rate<AddsWithResult, 16>(gpu, lanes_together(0)));
    print_value("with_result_same_32", rate<AddsWithResult, 16>(gpu, lanes_together(5)));
    print_value("cas_float_distinct", rate<FloatAdds, 8>(gpu, lanes_together(0)));
    print_value("cas_float_same_32", rate<FloatAdds, 8>(gpu, lanes_together(5), {}, 8));
    print_value("same_add_1_distinct", rate<AddsOfOne, 64>(gpu, lanes_together(0)));
    print_value("same_add_1_32", rate<AddsOfOne, 64>(gpu, lanes_together(5)));
}

} // namespace calibrate
