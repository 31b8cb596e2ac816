#include <catch2/catch_test_macros.hpp>

#include "ptx/parser.h"
#include "ptx_every_row.h"

using namespace simulator::ptx;

namespace {

/// Returns the instructions of a sample: a call also has loads and stores.
std::vector<Instruction> instructions_of(const Module& module) {
    std::vector<Instruction> body = module.functions.back().body;
    body.pop_back(); // the last `ret`
    return body;
}

void check_same(const Instruction& a, const Instruction& b) {
    CHECK(row_of(a.form).id == row_of(b.form).id);
    CHECK(a.words == b.words);
    CHECK(a.guard == b.guard);
    CHECK(a.operands == b.operands);
}

} // namespace

TEST_CASE("every row is parsed, printed and parsed again to the same instruction", "[ptx]") {
    for (const FormRow& row : forms()) {
        for (const RowSample& sample : samples_of(row.form)) {
            INFO(row.id << ": " << sample.text);
            const Module module = parse(module_around_samples(sample.text));
            const Function& function = module.functions.back();
            const auto once = instructions_of(module);
            for (const Instruction& instruction : once) {
                if (once.size() > 1 && instruction.form != Form::call) continue;
                CHECK(row_of(instruction.form).id == row.id);
                CHECK(instruction.words == sample.words);
                // The variables of a call are declared only while the call is read.
                if (once.size() > 1) continue;
                const std::string printed = disassemble(module, function, instruction);
                INFO(printed);
                const auto twice = instructions_of(parse(module_around_samples(printed)));
                REQUIRE(twice.size() == 1);
                check_same(instruction, twice[0]);
            }
        }
    }
}

TEST_CASE("an instruction is printed as the compiler writes it", "[ptx]") {
    const auto printed = [](const char* text) {
        const Module module = parse(module_around_samples(text));
        return disassemble(module, module.functions.back(), module.functions.back().body[0]);
    };
    CHECK(printed("@!%pred_1  fma.rn.f32 %f32_0,%f32_1,0f3f800000,%f32_2 ;") ==
          "@!%pred_1 fma.rn.f32 %f32_0, %f32_1, 0f3F800000, %f32_2;");
    CHECK(printed("vote.ballot.sync.b32 %b32_1, !%pred_1, -1;") ==
          "vote.sync.ballot.b32 %b32_1, !%pred_1, -1;");
    CHECK(printed("ld.v2.global.f32 {%f32_1, _}, [%u64_1-8+4];") ==
          "ld.global.v2.f32 {%f32_1, _}, [%u64_1+-4];");
    CHECK(printed("mov.b64 {%b32_0, %b32_1}, 0x10;") == "mov.b64 {%b32_0, %b32_1}, 16;");
    CHECK(printed("call (param_), something, (param_);") == "call (param_), something, (param_);");
    CHECK(printed("brx.idx %u32_1, $T_0;") == "brx.idx %u32_1, $T_0;");
    CHECK(printed("mov.u32 %u32_1, %ctaid.y;") == "mov.u32 %u32_1, %ctaid.y;");
    CHECK(printed("mov.u64 %u64_1, something;") == "mov.u64 %u64_1, something;");
}
