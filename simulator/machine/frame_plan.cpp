#include <algorithm>
#include <cstring>

#include "analysis/frame.h"
#include "machine/decode.h"
#include "ptx/operand_types.h"

// Layout of values: constants, registers, local variables.

namespace simulator {
namespace {

using ptx::Instruction;
using ptx::Word;

// Bytes of a cache line: the 32 values of an operand begin on one.
constexpr std::uint32_t cache_line_bytes = 64;

std::uint32_t lanes_bytes(std::uint32_t lane_bytes) { return lane_bytes == 0 ? 4 : lane_bytes * warp_size; }

} // namespace

Slot ConstantPool::slot_of(const Constant& constant) {
    const auto [known, added] = offsets_.try_emplace(constant, size_);
    if (added) size_ += std::max(cache_line_bytes, lanes_bytes(constant.lane_bytes));
    return {known->second | Slot::constant_bit};
}

Slot ConstantPool::slot_of(std::uint64_t value, std::uint32_t lane_bytes) {
    return slot_of({value, lane_bytes, false});
}

Slot ConstantPool::slot_in_dynamic_shared(std::uint64_t offset, std::uint32_t lane_bytes) {
    return slot_of({offset, lane_bytes, true});
}

void ConstantPool::place_dynamic_shared(std::uint64_t begin) { dynamic_shared_ = begin; }

AlignedBytes ConstantPool::bytes() const {
    AlignedBytes all = aligned_bytes(size_);
    for (const auto& [constant, offset] : offsets_) {
        std::byte* const lanes = all.get() + offset;
        const std::uint64_t value = constant.value + (constant.in_dynamic_shared ? dynamic_shared_ : 0);
        if (constant.lane_bytes == 0)
            *reinterpret_cast<Mask*>(lanes) = value != 0 ? all_lanes : 0;
        else if (constant.lane_bytes == 4)
            std::fill_n(reinterpret_cast<std::uint32_t*>(lanes), warp_size,
                        static_cast<std::uint32_t>(value));
        else
            std::fill_n(reinterpret_cast<std::uint64_t*>(lanes), warp_size, value);
    }
    return all;
}

FramePlan::FramePlan(const ptx::Function& function) {
    for (const ptx::Register& reg : function.registers) {
        const std::uint32_t bytes = ptx::bytes_of(reg.type);
        offsets_.push_back(frame_bytes);
        frame_bytes += bytes == 0 ? cache_line_bytes : std::max<std::uint32_t>(bytes, 4) * warp_size;
    }
    scratch_ = frame_bytes;
    frame_bytes += 8 * warp_size;

    const std::size_t count =
        function.results.size() + function.parameters.size() + function.variables.size();
    for (std::uint32_t n = 0; n < count; ++n) {
        const ptx::Variable& variable = function.variable(n);
        if (!is_in_frame(function, n)) {
            locals_.push_back({});
            continue;
        }
        const std::uint32_t alignment = std::max(1U, variable.alignment);
        local_bytes = (local_bytes + alignment - 1) / alignment * alignment;
        locals_.push_back({local_bytes, static_cast<std::uint32_t>(variable.bytes)});
        local_bytes += static_cast<std::uint32_t>(variable.bytes);
        if (variable.space == ptx::Space::local) variable_bytes += static_cast<std::uint32_t>(variable.bytes);
    }
}

Slot FramePlan::slot_of(ptx::SpecialRegister which) {
    const auto known = std::ranges::find(special, which, &SpecialUse::which);
    if (known != special.end()) return {known->offset};
    special.push_back({which, frame_bytes});
    frame_bytes += 4 * warp_size;
    return {special.back().offset};
}

std::uint32_t FramePlan::shadow_of(std::uint32_t reg) {
    const auto [known, added] = shadows_.try_emplace(reg, frame_bytes);
    if (added) frame_bytes += ShadowOp::shadow_bytes;
    return known->second;
}

std::uint32_t constant_width(const Instruction& instruction, std::size_t n) {
    const std::optional<Word> type = ptx::operand_type(instruction, n);
    if (!type) return 8;
    // In a mov that packs or unpacks, the type is that of the whole; the elements share its width.
    const std::size_t parts =
        instruction.form == ptx::Form::mov ? instruction.operands[n].elements.size() : 0;
    const auto bytes = static_cast<std::uint32_t>(ptx::bytes_of(*type) / std::max<std::size_t>(1, parts));
    return bytes == 0 ? 0 : bytes <= 4 ? 4 : 8;
}

} // namespace simulator
