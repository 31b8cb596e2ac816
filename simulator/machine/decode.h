#pragma once

/// @file
/// The parts of decoding: registers and variables get their places, instructions their handlers.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// Constants of a kernel, 32 lanes each, every value once.
class ConstantPool {
public:
    /// The slot of a value that takes @p lane_bytes (4 or 8) a lane, or 0 for a predicate.
    Slot slot_of(std::uint64_t value, std::uint32_t lane_bytes);
    /// The slot of the address @p offset bytes behind the beginning of dynamic shared memory.
    Slot slot_in_dynamic_shared(std::uint64_t offset, std::uint32_t lane_bytes);
    /// Says where that beginning is: it is known last.
    void place_dynamic_shared(std::uint64_t begin);
    /// All of them, one behind the other.
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

/// Where a function's registers and local variables lie.
class FramePlan {
public:
    /// Places the registers, variables and parameters of @p function.
    explicit FramePlan(const ptx::Function& function);

    /// Of a register, by its number in the function.
    [[nodiscard]] Slot slot_of(std::uint32_t reg) const { return {offsets_[reg]}; }
    /// Of a special register; it gets a place when it is first asked for.
    Slot slot_of(ptx::SpecialRegister which);
    /// A place for what nobody reads.
    [[nodiscard]] Slot scratch() const { return {scratch_}; }
    /// The offset of what is known about a register; it gets a place when it is first asked for.
    std::uint32_t shadow_of(std::uint32_t reg);
    /// Of a variable of the function in the thread's local memory.
    [[nodiscard]] const VariableLayout& local(std::uint32_t variable) const { return locals_[variable]; }

    std::uint32_t frame_bytes = 0;        ///< for all lanes; grows with what is asked for
    std::uint32_t local_bytes = 0;        ///< a thread
    std::uint32_t variable_bytes = 0;     ///< of these, what is not handed over by calls
    std::vector<SpecialUse> special = {}; ///< those that were asked for

private:
    std::vector<std::uint32_t> offsets_;
    std::vector<VariableLayout> locals_;
    std::map<std::uint32_t, std::uint32_t> shadows_;
    std::uint32_t scratch_ = 0;
};

/// The width in bytes a lane of operand @p n of an instruction, for a constant: 4, 8, or 0 for a predicate.
std::uint32_t constant_width(const ptx::Instruction& instruction, std::size_t n);

/// Whether some code of a program asks where the shared memory lies that CUDA keeps for itself, as tiles of more than
/// a warp do.
bool uses_reserved_shared(const ptx::Module& module);

/// The handlers of an instruction whose choice depends on where its variables lie; {} for all others.
Handlers select_special_case(const ptx::Instruction& instruction, const ptx::Function& function);

} // namespace simulator
