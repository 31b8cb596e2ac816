#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>

#include "machine_bench.h"

namespace {

using namespace machine_bench;

} // namespace

TEST_CASE("64-bit constants keep their value even if they equal an address of the simulator", "[machine]") {
    std::string body = "st.shared.u32 [shared_+4], 7;\n";
    for (std::uint32_t bit = 0; bit < 64; ++bit) {
        const std::uint64_t below = (std::uint64_t{1} << bit) - 1;
        for (const std::uint64_t value : {below, below & ~std::uint64_t{0xffff'ffff}, ~below, below + 1}) {
            // The halves are 32-bit constants, which cannot be mistaken for a 64-bit address.
            body += "mov.u64 %rd5, " + std::to_string(value) + ";\nmov.b64 {%r5, %r6}, %rd5;\n";
            body += "setp.ne.u32 %p1, %r5, " + std::to_string(value & 0xffff'ffff) + ";\n@%p1 bra wrong;\n";
            body += "setp.ne.u32 %p1, %r6, " + std::to_string(value >> 32) + ";\n@%p1 bra wrong;\n";
        }
    }
    Gpu gpu;
    CHECK_FALSE(gpu.run(body + "st.global.u32 [%rd4], 1;\nret;\nwrong: trap;\n", {}).fault);
    CHECK(gpu.result(0) == 1);
}
