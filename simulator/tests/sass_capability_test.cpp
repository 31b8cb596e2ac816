// SASS of each compute capability: its operations are known, and its branches lead where they should.

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sass/anchors.h"
#include "sass/flow.h"
#include "sass_bench.h"

namespace simulator::sass::bench {
namespace {

constexpr std::uint16_t opcode_ffma = 0x023;

std::vector<SassInstruction> code_for(int capability, const std::string& ptx) {
    return read_sass_program(bytes_of(assembled(ptx, capability))).at("k");
}

// The loops around each instruction.
std::vector<std::uint32_t> loop_depths(std::span<const SassInstruction> code) {
    const SassFlow flow = sass_flow(code);
    const std::vector<LoopNesting> loops = loops_around(flow.next);
    std::vector<std::uint32_t> depths;
    for (const std::uint32_t block : flow.block_of) depths.push_back(loops[block].depth);
    return depths;
}

// Repeats some PTX %n times, which is the same number in all threads.
std::string uniform_loop(std::string_view body) {
    return "mov.u32 %r0, 0;\n"
           "again:\n"
           ".pragma \"nounroll\";\n" +
           std::string(body) +
           "add.s32 %r0, %r0, 1;\n"
           "setp.lt.s32 %p0, %r0, %n;\n"
           "@%p0 bra again;\n";
}

// Work for most units: arithmetic of all types, conversions, memory, and values that all threads share.
const std::string mixed =
    ".reg .f64 %d<4>; .reg .b16 %h<4>;\n" + load_three +
    "div.rn.f32 %f3, %f0, %f1;\nsqrt.rn.f32 %f4, %f2;\nex2.approx.f32 %f5, %f0;\nmin.f32 %f6, %f3, %f4;\n"
    "add.f32 %f7, %f5, %f6;\nmax.f32 %f7, %f7, %f0;\n"
    "cvt.f64.f32 %d0, %f7;\nfma.rn.f64 %d0, %d0, %d0, %d0;\ncvt.rn.f32.f64 %f8, %d0;\n"
    "cvt.rn.f16.f32 %h0, %f8;\nfma.rn.f16 %h0, %h0, %h0, %h0;\ncvt.f32.f16 %f8, %h0;\n"
    // Of 64 bits: capability 12.0 has operations for these.
    "ld.global.u64 %rd3, [%to+64];\nld.global.u64 %rd4, [%to+128];\nadd.s64 %rd5, %rd3, %rd4;\n"
    "min.s64 %rd6, %rd5, %rd3;\ndiv.s64 %rd6, %rd6, %rd4;\nst.global.u64 [%to+64], %rd6;\n"
    // Uniform: 12.0 computes them once per warp.
    "cvt.rn.f32.s32 %f9, %n;\nmul.f32 %f9, %f9, 0f3FC00000;\nadd.f32 %f9, %f9, 0f40400000;\n"
    "setp.gt.f32 %p1, %f9, 0f41200000;\nselp.f32 %f9, %f9, 0f3F800000, %p1;\ncvt.rmi.f32.f32 %f10, %f9;\n"
    "cvt.rzi.s32.f32 %r1, %f10;\nmin.s32 %r2, %r1, %n;\ndiv.s32 %r2, %r2, %n;\nmul.hi.u32 %r3, %r2, %n;\n"
    "cvt.rn.f32.s32 %f11, %r3;\n"
    "shl.b32 %r4, %t, 2;\nmov.u32 %r5, cells;\nadd.s32 %r4, %r4, %r5;\nst.shared.f32 [%r4], %f8;\n"
    "bar.sync 0;\nld.shared.f32 %f12, [%r4+4];\natom.shared.add.u32 %r6, [%r4], %t;\n"
    "red.global.add.f32 [%to+256], %f12;\nshfl.sync.bfly.b32 %r7, %r6, 1, 31, -1;\npopc.b32 %r8, %r7;\n"
    "cvt.rn.f32.s32 %f13, %r8;\nadd.f32 %f0, %f8, %f9;\nadd.f32 %f0, %f0, %f11;\n"
    "add.f32 %f0, %f0, %f12;\nadd.f32 %f0, %f0, %f13;\n" +
    store;

TEST_CASE("all operations are known in each compute capability", "[machine_code]") {
    for (const int capability : {75, 80, 86, 89, 90, 100, 103, 110, 120, 121}) {
        INFO("sm_" << capability);
        const Compiled k(kernel(mixed), capability);
        CHECK(k.code.size() > 100);
        CHECK(std::ranges::all_of(k.code, &SassInstruction::known));
        CHECK(k.costs[0].unknown == 0);
    }
}

TEST_CASE("an operation's meaning depends on the compute capability", "[machine_code]") {
    const auto mnemonic = [](std::uint16_t opcode, std::uint32_t capability) {
        const Operation* operation = operation_of(opcode, capability);
        return operation == nullptr ? std::string_view("unknown") : operation->mnemonic;
    };
    CHECK(mnemonic(0x435, 90) == "HFMA2_MMA");
    CHECK(mnemonic(0x435, 100) == "unknown");
    CHECK(mnemonic(0x835, 120) == "IADD");
    CHECK(mnemonic(0x24a, 90) == "unknown");
    CHECK(mnemonic(0x24a, 100) == "FMUL2");
    CHECK(mnemonic(0x24a, 120) == "UVIMNMX");
    CHECK(mnemonic(0x7ac, 120) == "LDCU");
}

TEST_CASE("a loop has a branch back and a way out in each compute capability", "[machine_code]") {
    const std::string loop = uniform_loop("ld.global.f32 %f1, [%to];\nfma.rn.f32 %f0, %f1, %f1, %f0;\n"
                                          "add.s64 %to, %to, 128;\n");
    for (const int capability : {75, 80, 90, 100, 120}) {
        INFO("sm_" << capability);
        const auto code = code_for(capability, kernel("mov.f32 %f0, 0f00000000;\n" + loop + store));
        const auto depths = loop_depths(code);
        for (std::size_t n = 0; n < code.size(); ++n) {
            if (code[n].operation() == opcode_ffma) CHECK(depths[n] == 1);
            if (code[n].access == SassAccess::store) CHECK(depths[n] == 0);
        }
        // The branch back is conditional, by a predicate of the lanes or of the warp.
        const auto back = std::ranges::find_if(code, [](const SassInstruction& i) {
            return i.operation() == operation::bra && i.target && *i.target < i.address;
        });
        REQUIRE(back != code.end());
        CHECK_FALSE(back->always_transfers_control());
        constexpr std::uint16_t uniform_branch = 0x547; // `BRA.U`
        CHECK((back->opcode == uniform_branch) == (capability >= 100));
    }
}

TEST_CASE("a shuffle in a loop is in that loop, whose lanes may diverge", "[machine_code]") {
    // Each lane leaves the loop at another time.
    const std::string loop = "ld.global.u32 %r2, [%to];\nmov.u32 %r1, %t;\n"
                             "again:\n"
                             ".pragma \"nounroll\";\n"
                             "shfl.sync.bfly.b32 %r1, %r1, 1, 31, -1;\n"
                             "shfl.sync.bfly.b32 %r2, %r2, 2, 31, -1;\n"
                             "add.s32 %r2, %r2, %r1;\n"
                             "setp.lt.s32 %p0, %r2, %n;\n"
                             "@%p0 bra again;\n"
                             "st.global.u32 [%to], %r1;\n";
    for (const int capability : {80, 90, 100, 120}) {
        INFO("sm_" << capability);
        const auto code = code_for(capability, kernel(loop));
        const auto depths = loop_depths(code);
        // ptxas adds a version for lanes that do not come together, and a branch to it.
        REQUIRE(std::ranges::count(code, CodePath::rare, &SassInstruction::path) > 0);
        int shuffles = 0;
        for (std::size_t n = 0; n < code.size(); ++n) {
            if (code[n].access != SassAccess::shuffle || code[n].path != CodePath::usual) continue;
            ++shuffles;
            CHECK(depths[n] == 1);
        }
        CHECK(shuffles == 2);
    }
}

TEST_CASE("the cases of a jump table follow its branch in each compute capability", "[machine_code]") {
    std::string choice = "mov.f32 %f0, 0f3F800000;\nsetp.gt.u32 %p0, %n, 7;\n@%p0 bra done;\n"
                         "table: .branchtargets c0, c1, c2, c3, c4, c5, c6, c7;\nbrx.idx %n, table;\n";
    for (const char* number : {"0", "1", "2", "3", "4", "5", "6", "7"})
        choice += "c" + std::string(number) + ":\nld.global.f32 %f1, [%to+" + number + "024];\n" +
                  multiply_adds(number[0] - '0' + 1) + "st.global.f32 [%to+" + number +
                  "024], %f0;\nbra.uni done;\n";
    for (const int capability : {75, 80, 90, 100, 120}) {
        INFO("sm_" << capability);
        const auto code = code_for(capability, kernel(choice + "done:\n" + store));
        const SassFlow flow = sass_flow(code);
        const auto branch = std::ranges::find_if(code, [](const SassInstruction& i) {
            return i.operation() == operation::brx || i.operation() == operation::brxu;
        });
        REQUIRE(branch != code.end());
        CHECK((branch->operation() == operation::brxu) == (capability >= 90));
        CHECK(branch->always_transfers_control());
        const auto block = flow.block_of[static_cast<std::size_t>(branch - code.begin())];
        CHECK(flow.next[block].size() >= 8);
    }
}

TEST_CASE("a constant that the half-precision unit loads is no arithmetic", "[machine_code]") {
    SassInstruction instruction;
    instruction.unit = Unit::fp16;
    for (const std::uint16_t move :
         {std::uint16_t{0x435}, std::uint16_t{0x431}}) { // up to 9.0, and from 10.0 on
        instruction.opcode = move;
        CHECK_FALSE(is_copy_of(AnchorKind::half_precision, instruction));
    }
    for (const std::uint16_t arithmetic : {std::uint16_t{0x235}, std::uint16_t{0x231}}) {
        instruction.opcode = arithmetic;
        CHECK(is_copy_of(AnchorKind::half_precision, instruction));
    }
}

} // namespace
} // namespace simulator::sass::bench
