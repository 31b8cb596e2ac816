#include "machine/trace.h"

#include <bit>
#include <cstdio>

#include <fmt/core.h>

#include "machine/core.h"
#include "machine/warp.h"
#include "ptx/parser.h"

namespace simulator {
namespace {

// Returns the name of the register that the instruction wrote, and its value: the mask of a predicate, else
// the value in the first lane of @p mask. Empty if it wrote none.
std::string written(const Warp& warp, const Op* op, Mask mask, const ptx::Instruction& instruction,
                    const ptx::Function& function) {
    const std::string_view spelling = ptx::row_of(instruction.form).operands;
    if (mask == 0 || spelling.empty() || instruction.operands[0].kind != ptx::Operand::Kind::reg) return {};
    const ptx::Register& target = function.registers[instruction.operands[0].index];
    const int lane = std::countr_zero(mask);
    const std::byte* const lanes = warp.lanes(op->slots[0]);
    if (spelling[0] == 'p')
        return fmt::format("   {} = {:#010x}", target.name, *reinterpret_cast<const Mask*>(lanes));
    if (spelling[0] != 'd' && spelling[0] != 'v') return {};
    if (ptx::bytes_of(target.type) == 8)
        return fmt::format("   {}[{}] = {:#x}", target.name, lane,
                           reinterpret_cast<const std::uint64_t*>(lanes)[lane]);
    return fmt::format("   {}[{}] = {:#x}", target.name, lane,
                       reinterpret_cast<const std::uint32_t*>(lanes)[lane]);
}

} // namespace

void trace(const Warp& warp, const Op* op, Mask mask) {
    const Kernel& kernel = warp.core().kernel();
    const std::uint32_t index = kernel.index_of(op);
    const ptx::Instruction* const instruction = kernel.instruction_at(index);
    if (instruction == nullptr) return;
    const ptx::Function& function = *kernel.functions[kernel.info[index].function].source;
    const std::string line =
        fmt::format("{:5} line {:<5} {:08x} {}{}\n", index, instruction->source.line, mask,
                    ptx::disassemble(*kernel.module, function, *instruction),
                    warp.active == 0 ? "" : written(warp, op, mask, *instruction, function));
    std::fputs(line.c_str(), stderr);
}

} // namespace simulator
