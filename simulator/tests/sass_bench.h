#pragma once

/// @file
/// Small kernels for tests of the SASS that ptxas generates.

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/control_flow.h"
#include "fat_binary_images.h"
#include "loading/ptxas.h"
#include "program/process.h"
#include "ptx/parser.h"
#include "sass/costs.h"
#include "sass/sass_program.h"
#include "temporary_folder.h"

namespace simulator::sass::bench {

using simulator::tests::bytes_of;

/// Returns a module with a kernel `k` that takes a pointer to floats and an integer. %to is the global
/// address of the thread's float, %n the integer, and %t the thread's index in the block.
inline std::string kernel(std::string_view body) {
    return ".version 8.0\n.target sm_75\n.address_size 64\n"
           ".visible .entry k(.param .u64 p, .param .u32 q)\n{\n"
           ".reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<20>; .reg .b64 %to; .reg .b32 "
           "%n, %t;\n"
           ".shared .align 16 .b8 cells[4096];\n"
           "ld.param.u64 %rd0, [p];\n"
           "cvta.to.global.u64 %rd0, %rd0;\n"
           "ld.param.u32 %n, [q];\n"
           "mov.u32 %t, %tid.x;\n"
           "mul.wide.u32 %to, %t, 4;\n"
           "add.s64 %to, %to, %rd0;\n" +
           std::string(body) + "ret;\n}\n";
}

/// Returns the cubin that ptxas generates for @p ptx; skips the test if ptxas is not installed.
inline std::string assembled(const std::string& ptx, int capability = 90) {
    const auto ptxas = runtime::find_ptxas();
    if (!ptxas) SKIP("there is no ptxas: neither CUDA_HOME nor the PATH lead to one");
    const tests::TemporaryFolder folder;
    const std::string source = (folder.path / "k.ptx").string();
    const std::string output = (folder.path / "k.cubin").string();
    std::ofstream(source, std::ios::binary) << ptx;
    const auto made = runtime::run_process(
        {ptxas->string(), "-lineinfo", "-arch=sm_" + std::to_string(capability), source, "-o", output});
    INFO(made.output);
    REQUIRE(made.status == 0);
    std::ifstream file(output, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A module, the SASS of its kernel `k`, and the costs of its instructions.
struct Compiled {
    ptx::Module module;
    std::vector<SassInstruction> code;
    std::vector<FunctionCosts> costs; ///< costs per function

    explicit Compiled(const std::string& ptx, int capability = 90) : module(ptx::parse(ptx)) {
        const std::string cubin = assembled(ptx, capability);
        code = read_sass_program(bytes_of(cubin)).at("k");
        for (const ptx::Function& function : module.functions) costs.push_back(costs_of(function, code));
    }
    [[nodiscard]] std::size_t count(std::uint16_t operation) const {
        return static_cast<std::size_t>(std::ranges::count(code, operation, &SassInstruction::operation));
    }
    /// Returns the total cost of all instructions of a form in the function.
    [[nodiscard]] double cost(ptx::Form form, Unit unit, std::size_t function = 0) const {
        double sum = 0;
        const auto& body = module.functions[function].body;
        for (std::size_t n = 0; n < body.size(); ++n)
            if (body[n].form == form) sum += costs[function].instructions[n].of(unit);
        return sum;
    }
    /// Returns how many copies of the basic block of the first instruction of a form exist in the SASS.
    [[nodiscard]] double copies(ptx::Form form) const {
        const auto& body = module.functions[0].body;
        const auto found = std::ranges::find(body, form, &ptx::Instruction::form);
        const FlowGraph graph = flow_graph(module.functions[0]);
        return costs[0].copies[graph.block_of[static_cast<std::size_t>(found - body.begin())]];
    }
    [[nodiscard]] double total() const {
        double sum = 0;
        for (const InstructionCost& cost : costs[0].instructions) sum += cost.total();
        return sum;
    }
};

/// Returns @p count dependent instructions `%f0 = %f0 * %f1 + %f2`.
inline std::string multiply_adds(int count) {
    std::string text;
    for (int n = 0; n < count; ++n) text += "fma.rn.f32 %f0, %f0, %f1, %f2;\n";
    return text;
}

inline const std::string load_three =
    "ld.global.f32 %f0, [%to];\nld.global.f32 %f1, [%to+4096];\nld.global.f32 %f2, [%to+8192];\n";
inline const std::string store = "st.global.f32 [%to], %f0;\n";

} // namespace simulator::sass::bench
