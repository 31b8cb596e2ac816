#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "sass/flow.h"
#include "sass_bench.h"

namespace simulator::sass::bench {
namespace {

using Catch::Approx;

constexpr std::uint16_t op_lop3 = 0x012;
constexpr std::uint16_t op_fadd = 0x021;
constexpr std::uint16_t op_ffma = 0x023;
constexpr std::uint16_t op_lds = 0x184;

TEST_CASE("each line of the PTX has its SASS", "[machine_code]") {
    const std::string ptx = kernel(load_three + "add.f32 %f0, %f1, %f2;\n" + store);
    const auto line_of = [&](std::string_view text) {
        return 1 + std::count(ptx.begin(), ptx.begin() + static_cast<std::ptrdiff_t>(ptx.find(text)), '\n');
    };
    for (const int capability : {75, 80, 90, 100, 120}) {
        INFO("sm_" << capability);
        const std::string cubin = assembled(ptx, capability);
        const SassProgram functions = read_sass_program(bytes_of(cubin));
        REQUIRE(functions.contains("k"));
        const auto& code = functions.at("k");
        const auto sum = std::ranges::find(code, op_fadd, &SassInstruction::operation);
        REQUIRE(sum != code.end());
        CHECK(sum->ptx_line == line_of("add.f32"));
        const auto stored = std::ranges::find(code, SassAccess::store, &SassInstruction::access);
        REQUIRE(stored != code.end());
        CHECK(stored->ptx_line == line_of("st.global"));
        CHECK(stored->wait_mask == 0);
        CHECK(sum->wait_mask != 0); // waits for the loaded value
        CHECK(std::ranges::all_of(code, &SassInstruction::known));
    }
}

TEST_CASE("line directives of the source change nothing", "[machine_code]") {
    const std::string plain = kernel(load_three + "\n" + multiply_adds(1) + store);
    const std::string with_source =
        kernel(load_three + ".loc 1 7 3\n" + multiply_adds(1) + store) + ".file 1 \"a.cu\"\n";
    const auto one = read_sass_program(bytes_of(assembled(plain)));
    const auto other = read_sass_program(bytes_of(assembled(with_source)));
    CHECK(std::ranges::equal(one.at("k"), other.at("k"), {}, &SassInstruction::ptx_line,
                             &SassInstruction::ptx_line));
}

TEST_CASE("each multiply-add of a chain costs one SASS instruction", "[machine_code]") {
    const Compiled k(kernel(load_three + multiply_adds(8) + store));
    CHECK(k.count(op_ffma) == 8);
    CHECK(k.cost(ptx::Form::fma_f32, Unit::fma) == Approx(8));
    CHECK(k.cost(ptx::Form::ld_global, Unit::lsu) == Approx(3));
    CHECK(k.cost(ptx::Form::st_global, Unit::lsu) == Approx(1));
    CHECK(k.cost(ptx::Form::ret, Unit::branch) == Approx(1));
    CHECK(k.costs[0].unknown == 0);
    // Without loops, each instruction is executed once.
    CHECK(k.total() == Approx(static_cast<double>(k.code.size())));
}

TEST_CASE("an instruction in an unrolled loop has the cost of one copy", "[machine_code]") {
    const std::string loop = "mov.f32 %f0, 0f00000000;\nmov.u32 %r0, 0;\n"
                             "again:\n"
                             "ld.global.f32 %f1, [%to];\n"
                             "fma.rn.f32 %f0, %f1, %f1, %f0;\n"
                             "add.s64 %to, %to, 128;\n"
                             "add.s32 %r0, %r0, 1;\n"
                             "setp.lt.s32 %p0, %r0, %n;\n"
                             "@%p0 bra again;\n";
    const Compiled k(kernel(loop + store));
    REQUIRE(k.count(op_ffma) > 1);
    CHECK(k.copies(ptx::Form::fma_f32) == static_cast<double>(k.count(op_ffma)));
    CHECK(k.cost(ptx::Form::fma_f32, Unit::fma) == Approx(1));
    CHECK(k.cost(ptx::Form::ld_global, Unit::lsu) == Approx(1));
    CHECK(k.cost(ptx::Form::bra, Unit::branch) < 1);
}

TEST_CASE("a loop that is not unrolled has one copy per instruction", "[machine_code]") {
    const std::string loop = "mov.f32 %f0, 0f00000000;\nmov.u32 %r0, 0;\n"
                             "again:\n"
                             ".pragma \"nounroll\";\n"
                             "ld.global.f32 %f1, [%to];\n"
                             "fma.rn.f32 %f0, %f1, %f1, %f0;\n"
                             "add.s64 %to, %to, 128;\n"
                             "add.s32 %r0, %r0, 1;\n"
                             "setp.lt.s32 %p0, %r0, %n;\n"
                             "@%p0 bra again;\n";
    const Compiled k(kernel(loop + store));
    CHECK(k.count(op_ffma) == 1);
    CHECK(k.copies(ptx::Form::fma_f32) == 1);
    const auto branch = std::ranges::find_if(k.code, [](const SassInstruction& i) {
        return i.operation() == operation::bra && i.guarded;
    });
    REQUIRE(branch != k.code.end());
    REQUIRE(branch->target.has_value());
    CHECK(*branch->target <= branch->address);
}

TEST_CASE("a long loop has the cost of its unrolled body and not of its remainder", "[machine_code]") {
    const std::string loop = "mov.f32 %f0, 0f00000000;\nmov.u32 %r0, 0;\n"
                             "again:\n"
                             "ld.global.f32 %f1, [%to];\n"
                             "fma.rn.f32 %f0, %f1, %f1, %f0;\n"
                             "add.s64 %to, %to, 128;\n"
                             "add.s32 %r0, %r0, 1;\n"
                             "setp.lt.s32 %p0, %r0, %n;\n"
                             "@%p0 bra again;\n";
    const Compiled k(kernel(loop + store));
    double alike = 0;
    double main = 0;
    const auto& body = k.module.functions[0].body;
    const FlowGraph graph = flow_graph(k.module.functions[0]);
    for (std::size_t n = 0; n < body.size(); ++n) {
        if (graph.block_of[n] != 1) continue;
        alike += k.costs[0].instructions[n].total();
        main += k.costs[0].in_main_loops[n].total();
        if (body[n].form == ptx::Form::fma_f32) CHECK(k.costs[0].in_main_loops[n].of(Unit::fma) == Approx(1));
    }
    CHECK(main < alike);
    CHECK(main > 2); // at least the load and the multiply-add
}

TEST_CASE("the unroll factor of an integer loop is found from its SASS", "[machine_code]") {
    const std::string loop = "ld.global.u32 %r1, [%to];\nmov.u32 %r0, 0;\n"
                             "again:\n"
                             "xor.b32 %r2, %r1, %t;\n"
                             "shl.b32 %r3, %r2, 3;\n"
                             "sub.s32 %r4, %r3, %r1;\n"
                             "mul.lo.s32 %r1, %r4, %r2;\n"
                             "add.s32 %r0, %r0, 1;\n"
                             "setp.lt.s32 %p0, %r0, %n;\n"
                             "@%p0 bra again;\n"
                             "st.global.u32 [%to], %r1;\n";
    const Compiled k(kernel(loop));
    CHECK(k.copies(ptx::Form::xor_bits) == static_cast<double>(k.count(op_lop3)));
}

TEST_CASE("an instruction that ptxas hoists out of a loop is not executed in it", "[machine_code]") {
    const std::string loop = "mov.f32 %f0, 0f00000000;\nmov.u32 %r0, 0;\n"
                             "again:\n"
                             ".pragma \"nounroll\";\n"
                             "mul.lo.s32 %r1, %n, %t;\n" // loop-invariant
                             "add.s32 %r2, %r1, %r0;\n"
                             "mul.wide.s32 %rd1, %r2, 4;\n"
                             "add.s64 %rd2, %rd0, %rd1;\n"
                             "ld.global.f32 %f1, [%rd2];\n"
                             "fma.rn.f32 %f0, %f1, %f1, %f0;\n"
                             "add.s32 %r0, %r0, 1;\n"
                             "setp.lt.s32 %p0, %r0, %n;\n"
                             "@%p0 bra again;\n";
    const Compiled k(kernel(loop + store));
    CHECK(k.copies(ptx::Form::fma_f32) == 1);
    CHECK(k.cost(ptx::Form::mul_lo, Unit::fma_heavy) == Approx(0));
    CHECK(k.total() == Approx(static_cast<double>(k.code.size())));
}

TEST_CASE("the number of loop copies is found also if ptxas merges loads", "[machine_code]") {
    const std::string fill =
        "shl.b32 %r3, %t, 4;\nmov.u32 %r4, cells;\nadd.s32 %r3, %r3, %r4;\nld.global.f32 %f5, [%to];\n"
        "st.shared.f32 [%r3], %f5;\nbar.sync 0;\n";
    const Compiled four(
        kernel(fill +
               "ld.shared.f32 %f0, [%r3];\nld.shared.f32 %f1, [%r3+4];\nld.shared.f32 %f2, [%r3+8];\n"
               "ld.shared.f32 %f3, [%r3+12];\nfma.rn.f32 %f0, %f0, %f1, %f2;\nadd.f32 %f0, %f0, %f3;\n" +
               store));
    CHECK(four.count(op_lds) == 1);
    CHECK(four.cost(ptx::Form::ld_shared, Unit::lsu) == Approx(1));
    CHECK(four.copies(ptx::Form::ld_shared) == 1);

    // Here four iterations of a loop share one load.
    const std::string loop = "mov.f32 %f0, 0f00000000;\nmov.u32 %r0, 0;\nmov.u32 %r4, cells;\n"
                             "again:\n"
                             "ld.shared.f32 %f1, [%r4];\n"
                             "fma.rn.f32 %f0, %f1, %f5, %f0;\n"
                             "add.s32 %r4, %r4, 4;\n"
                             "add.s32 %r0, %r0, 1;\n"
                             "setp.lt.u32 %p0, %r0, 64;\n"
                             "@%p0 bra again;\n";
    const Compiled rounds(kernel(fill + loop + store));
    REQUIRE(rounds.count(op_lds) < rounds.count(op_ffma));
    CHECK(rounds.cost(ptx::Form::fma_f32, Unit::fma) == Approx(1));
    CHECK(rounds.cost(ptx::Form::ld_shared, Unit::lsu) ==
          Approx(static_cast<double>(rounds.count(op_lds)) / static_cast<double>(rounds.count(op_ffma))));
}

TEST_CASE("a short branch becomes predicated and costs its issue slots", "[machine_code]") {
    const Compiled k(kernel(load_three + "setp.lt.f32 %p0, %f0, %f1;\n@%p0 bra over;\n" + multiply_adds(3) +
                            "over:\n" + store));
    CHECK(k.count(operation::bra) == 0);
    CHECK(std::ranges::count_if(k.code, [](const SassInstruction& i) {
              return i.operation() == op_ffma && i.guarded;
          }) == 3);
    CHECK(k.cost(ptx::Form::fma_f32, Unit::fma) == Approx(3));
    CHECK(k.cost(ptx::Form::bra, Unit::branch) == Approx(0));
}

TEST_CASE("only the common path of a division counts towards its cost", "[machine_code]") {
    const Compiled k(kernel(load_three + "div.rn.f32 %f0, %f1, %f2;\n" + store));
    const auto rare = std::ranges::count(k.code, CodePath::rare, &SassInstruction::path);
    CHECK(rare > 20);
    CHECK(k.total() == Approx(static_cast<double>(k.code.size()) - static_cast<double>(rare)));
}

TEST_CASE("texture instructions are assigned to their PTX although their SASS has no line",
          "[machine_code]") {
    const Compiled k(kernel("cvt.rn.f32.u32 %f3, %t;\nmov.f32 %f4, 0f40400000;\n"
                            "tex.2d.v4.f32.f32 {%f0, %f5, %f6, %f7}, [%rd0, {%f3, %f4}];\n"
                            "tex.2d.v4.f32.f32 {%f8, %f9, %f10, %f11}, [%rd0, {%f4, %f3}];\n"
                            "add.f32 %f0, %f0, %f8;\n" +
                            store));
    CHECK(k.cost(ptx::Form::tex_2d, Unit::tex) == Approx(2));
}

TEST_CASE("each half-precision instruction costs one SASS instruction", "[machine_code]") {
    const Compiled k(
        kernel("ld.global.u32 %r1, [%to];\nld.global.u32 %r2, [%to+4096];\n"
               "fma.rn.f16x2 %r3, %r1, %r2, %r1;\nadd.f16x2 %r3, %r3, %r2;\nmul.f16x2 %r3, %r3, %r1;\n"
               "st.global.u32 [%to], %r3;\n"));
    CHECK(k.cost(ptx::Form::fma_half, Unit::fp16) == Approx(1));
    CHECK(k.cost(ptx::Form::add_half, Unit::fp16) == Approx(1));
    CHECK(k.cost(ptx::Form::mul_half, Unit::fp16) == Approx(1));
}

TEST_CASE("an integer division costs as much as the function that it calls", "[machine_code]") {
    const Compiled k(
        kernel("ld.global.u64 %rd3, [%to];\nld.global.u64 %rd4, [%to+4096];\ndiv.u64 %rd5, %rd3, %rd4;\n"
               "st.global.u64 [%to], %rd5;\n"));
    double cost = 0;
    const auto& body = k.module.functions[0].body;
    for (std::size_t n = 0; n < body.size(); ++n)
        if (body[n].form == ptx::Form::div_integer) cost += k.costs[0].instructions[n].total();
    CHECK(std::ranges::count(k.code, CodePath::called, &SassInstruction::path) > 20);
    CHECK(cost > 40);
}

TEST_CASE("a called function has separate costs", "[machine_code]") {
    const std::string called = ".version 8.0\n.target sm_75\n.address_size 64\n"
                               ".func (.param .f32 r) twice(.param .f32 a)\n{\n"
                               ".reg .f32 %f<3>;\nld.param.f32 %f1, [a];\nfma.rn.f32 %f2, %f1, %f1, %f1;\n"
                               "st.param.f32 [r], %f2;\nret;\n}\n";
    const std::string call = "{\n.param .f32 in;\n.param .f32 out;\nst.param.f32 [in], %f0;\n"
                             "call.uni (out), twice, (in);\nld.param.f32 %f0, [out];\n}\n";
    std::string k_text = kernel(load_three + call + call + store);
    k_text.erase(0, k_text.find(".visible"));
    const Compiled k(called + k_text);
    CHECK(k.count(op_ffma) == 1);
    CHECK(k.cost(ptx::Form::fma_f32, Unit::fma, 0) == Approx(1));
    CHECK(k.cost(ptx::Form::fma_f32, Unit::fma, 1) == Approx(0));
    CHECK(k.cost(ptx::Form::call, Unit::branch, 1) == Approx(2));
}

TEST_CASE("damaged SASS yields no more code than its bytes", "[machine_code]") {
    const std::string cubin = assembled(kernel(load_three + multiply_adds(2) + store));
    const SassProgram whole = read_sass_program(bytes_of(cubin));
    REQUIRE(whole.size() == 1);
    for (std::size_t size = 0; size < cubin.size(); size += 7) {
        const std::string part = cubin.substr(0, size);
        CHECK(read_sass_program(bytes_of(part)).size() <= 1);
    }
    for (std::size_t at = 0; at < cubin.size(); at += 3) {
        std::string changed = cubin;
        changed[at] = static_cast<char>(~changed[at]);
        for (const auto& [name, code] : read_sass_program(bytes_of(changed)))
            CHECK(code.size() * 16 <= cubin.size());
    }
    CHECK(read_sass_program({}).empty());
}

TEST_CASE("loops are found, one inside of another", "[machine_code]") {
    // 0 -> 1 -> 2 -> 3 -> 4, back edges from 3 to 2 and from 4 to 1, from 4 to 5 and from 5 to the end; 6 is
    // unreachable.
    const std::vector<LoopNesting> places = loops_around({{1}, {2}, {3}, {2, 4}, {1, 5}, {7}, {1}});
    CHECK(places[0] == LoopNesting{});
    CHECK(places[1] == LoopNesting{1, 1});
    CHECK(places[2] == LoopNesting{2, 2});
    CHECK(places[3] == LoopNesting{2, 2});
    CHECK(places[4] == LoopNesting{1, 1});
    CHECK(places[5] == LoopNesting{});
    CHECK(places[6] == LoopNesting{});
    CHECK(loops_around({}).empty());
    // A loop with two entries is irreducible: it has no head and does not count as a loop.
    CHECK(loops_around({{1, 2}, {2}, {1}})[1] == LoopNesting{});
}

TEST_CASE("a local memory instruction has its number of words per lane", "[machine_code]") {
    const auto words = [](const std::string& load) {
        const Compiled compiled(kernel(".local .align 16 .b8 own[256];\n"
                                       ".reg .b64 %own;\n"
                                       "mov.u64 %own, own;\n"
                                       "and.b32 %r1, %n, 7;\n"
                                       "mul.wide.u32 %rd1, %r1, 16;\n"
                                       "add.s64 %rd1, %own, %rd1;\n"
                                       "st.local.u32 [%rd1], %t;\n"
                                       "and.b32 %r2, %t, 7;\n"
                                       "mul.wide.u32 %rd2, %r2, 16;\n"
                                       "add.s64 %rd2, %own, %rd2;\n" +
                                       load + "st.global.f32 [%to], %f1;\n"));
        for (const SassInstruction& instruction : compiled.code)
            if (instruction.access == SassAccess::local && instruction.operation() != operation::stl)
                return int{instruction.local_words};
        return 0;
    };
    CHECK(words("ld.local.f32 %f1, [%rd2];\n") == 1);
    CHECK(words("ld.local.v2.f32 {%f1, %f2}, [%rd2];\nadd.f32 %f1, %f1, %f2;\n") == 2);
    CHECK(
        words(
            "ld.local.v4.f32 {%f1, %f2, %f3, %f4}, [%rd2];\nadd.f32 %f1, %f1, %f2;\nadd.f32 %f1, %f1, %f3;\n"
            "add.f32 %f1, %f1, %f4;\n") == 4);
}

TEST_CASE("an unknown SASS opcode is assigned to the ALU and marked as unknown", "[machine_code]") {
    CHECK(operation_of(0x1ff, 90) == nullptr);
    REQUIRE(operation_of(0x981, 90) != nullptr);
    CHECK(operation_of(0x981, 90)->mnemonic == "LDG");
    CHECK(operation_of(0x381, 90) == operation_of(0x981, 90));
    CHECK(SassInstruction{}.unit == Unit::alu);
    CHECK_FALSE(SassInstruction{}.known);
    CHECK(text_of(Unit::fma_heavy) == "fma_heavy");
    CHECK(text_of(Unit::none) == "none");
}

} // namespace
} // namespace simulator::sass::bench
