#pragma once

/// @file
/// The parts of decoding: register and variable layout, constants, choice of handlers.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// Constants of a kernel, broadcast to 32 lanes each and deduplicated.
class ConstantPool {
public:
    /// Returns the slot of a value that takes @p lane_bytes (4 or 8) per lane, or 0 for a predicate.
    Slot slot_of(std::uint64_t value, std::uint32_t lane_bytes);
    /// Returns the slot of the address @p offset bytes past the beginning of dynamic shared memory.
    Slot slot_in_dynamic_shared(std::uint64_t offset, std::uint32_t lane_bytes);
    /// Sets where dynamic shared memory begins, which is known only after all functions are decoded.
    void place_dynamic_shared(std::uint64_t begin);
    /// Returns all constants, one after the other, as Slot::offset expects them.
    [[nodiscard]] AlignedBytes bytes() const;

private:
    struct Constant {
        std::uint64_t value;
        std::uint32_t lane_bytes;
        bool in_dynamic_shared;

        auto operator<=>(const Constant&) const = default;
    };
    Slot slot_of(const Constant& constant);

    std::map<Constant, std::uint32_t> offsets_;
    std::uint64_t dynamic_shared_ = 0;
    std::uint32_t size_ = 0;
};

/// Layout of a function's registers and local variables.
class FramePlan {
public:
    /// Lays out the registers, variables and parameters of @p function.
    explicit FramePlan(const ptx::Function& function);

    /// Slot of a register, by its number in the function.
    [[nodiscard]] Slot slot_of(std::uint32_t reg) const { return {offsets_[reg]}; }
    /// Returns the slot of a special register, and allocates it on the first call.
    Slot slot_of(ptx::SpecialRegister which);
    /// Slot for values that no instruction reads.
    [[nodiscard]] Slot scratch() const { return {scratch_}; }
    /// Returns the offset of a register's definedness bits (shadow), and allocates them on the first call.
    std::uint32_t shadow_of(std::uint32_t reg);
    /// Layout of a variable of the function in the thread's local memory.
    [[nodiscard]] const VariableLayout& local(std::uint32_t variable) const { return locals_[variable]; }

    std::uint32_t frame_bytes = 0;        ///< bytes for all lanes; grows with the slots that are allocated
    std::uint32_t local_bytes = 0;        ///< bytes per thread
    std::uint32_t variable_bytes = 0;     ///< part of local_bytes that `.local` variables take
    std::vector<SpecialUse> special = {}; ///< special registers that have a slot

private:
    std::vector<std::uint32_t> offsets_;
    std::vector<VariableLayout> locals_;
    std::map<std::uint32_t, std::uint32_t> shadows_;
    std::uint32_t scratch_ = 0;
};

/// Width of operand @p n of an instruction as a constant, in bytes per lane: 4, 8, or 0 for a predicate.
std::uint32_t constant_width(const ptx::Instruction& instruction, std::size_t n);

/// Returns whether the program's code reads the address of CUDA's reserved shared memory, as cooperative
/// groups' tiles of more than a warp do.
bool uses_reserved_shared(const ptx::Module& module);

/// Returns the handlers of a mov of a clock or of a frame variable's address; {} for all others.
Handlers select_special_case(const ptx::Instruction& instruction, const ptx::Function& function);

} // namespace simulator
