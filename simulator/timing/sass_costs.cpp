#include "timing/sass_costs.h"

#include <algorithm>
#include <map>

#include "sass/copies.h"
#include "sass/costs.h"
#include "sass/instruction_mapping.h"
#include "sass/main_loops.h"

namespace simulator::timing {
namespace {

using sass::SassInstruction;

// SASS may have several copies of a PTX basic block. The copy with most of the block's instructions is taken
// to be the one that is executed most.
class MainBlockCopies {
public:
    MainBlockCopies(const ptx::Function& function, std::span<const SassInstruction> code)
        : function_(function), graph_(flow_graph(function)), addresses_(function.body.size()),
          loads_(function.body.size()), stores_(function.body.size()) {
        const sass::SassFlow flow = sass::sass_flow(code);
        const sass::InstructionMapping all = sass::map_instructions(function, graph_, code, flow);
        const std::vector<double> copies = sass::count_copies(function, graph_, code, all);
        const sass::InstructionMapping main = sass::in_main_loops(function, graph_, code, flow, copies, all);
        rounds_ = sass::count_copies(function, graph_, code, main);
        std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>>
            votes; // PTX block -> SASS block -> instructions
        for (std::uint32_t n = 0; n < code.size(); ++n)
            if (main.owner[n] != sass::no_owner) ++votes[graph_.block_of[main.owner[n]]][flow.block_of[n]];
        std::map<std::uint32_t, std::uint32_t> elected;
        for (const auto& [block, of_block] : votes)
            elected[block] =
                std::ranges::max_element(of_block, {}, [](const auto& vote) { return vote.second; })->first;
        for (std::uint32_t n = 0; n < code.size(); ++n) {
            const std::uint32_t owner = main.owner[n];
            if (owner == sass::no_owner) continue;
            if (code[n].access == sass::SassAccess::local) spilled(owner, code[n]);
            if (elected.at(graph_.block_of[owner]) == flow.block_of[n])
                addresses_[owner].push_back(code[n].address);
        }
    }

    [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t instruction) const {
        return addresses_[instruction];
    }
    [[nodiscard]] double spill_loads(std::uint32_t instruction) const { return loads_[instruction]; }
    [[nodiscard]] double spill_stores(std::uint32_t instruction) const { return stores_[instruction]; }
    [[nodiscard]] std::uint32_t rounds(std::uint32_t instruction) const {
        return std::max(1U, static_cast<std::uint32_t>(rounds_[graph_.block_of[instruction]] + 0.5));
    }

private:
    // Counts spills: accesses to local memory that the PTX does not contain.
    void spilled(std::uint32_t owner, const SassInstruction& instruction) {
        if (ptx::meaning_of(function_.body[owner].form).space == ptx::AddressSpace::local) return;
        std::vector<double>& count = instruction.operation() == sass::operation::stl ? stores_ : loads_;
        count[owner] += instruction.local_words / std::max(1.0, rounds_[graph_.block_of[owner]]);
    }

    const ptx::Function& function_;
    FlowGraph graph_;
    std::vector<std::vector<std::uint32_t>> addresses_;
    std::vector<double> rounds_;
    std::vector<double> loads_;
    std::vector<double> stores_;
};

} // namespace

std::vector<SassCost> sass_costs(const Kernel& kernel, const sass::SassProgram& code) {
    std::vector<SassCost> costs = default_costs(kernel);
    for (std::uint32_t n = 0; n < kernel.functions.size(); ++n) {
        const ptx::Function& function = *kernel.functions[n].source;
        auto found = code.find(function.name);
        // A called function may be in its caller's section.
        if (found == code.end()) found = code.find(kernel.name);
        if (found == code.end() || function.body.empty()) continue;
        const sass::FunctionCosts of_function = sass::costs_of(function, found->second);
        const MainBlockCopies addresses(function, found->second);
        for (std::uint32_t op = 0; op < kernel.info.size(); ++op) {
            const OpInfo& info = kernel.info[op];
            if (!info.written || info.function != n) continue;
            costs[op].instructions = of_function.in_main_loops[info.instruction].by_unit;
            costs[op].addresses = addresses.of(info.instruction);
            costs[op].rounds = addresses.rounds(info.instruction);
            costs[op].spill_loads = addresses.spill_loads(info.instruction);
            costs[op].spill_stores = addresses.spill_stores(info.instruction);
        }
    }
    return costs;
}

} // namespace simulator::timing
