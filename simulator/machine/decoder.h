#pragma once

/// @file
/// Decoder: makes a parsed kernel ready to run.

#include <map>
#include <memory>
#include <vector>

#include "analysis/control_flow.h"
#include "analysis/definedness.h"
#include "analysis/value_flow.h"
#include "machine/decode.h"

namespace simulator {

/// Limit on the variables of a function or of a block, in bytes. More than a GPU has: a thread has 512 KiB of
/// local memory.
inline constexpr std::uint32_t max_variable_bytes = 1 << 20;

/// Decodes one kernel and the functions it calls. A function gets its index when it is first referenced, and
/// functions are decoded in that order.
class Decoder {
public:
    /// Creates a decoder of @p module. For @p variables and @p track_definedness, see decode().
    Decoder(std::shared_ptr<const ptx::Module> module, const std::vector<Address>& variables,
            bool track_definedness);

    /// Decodes the kernel with index @p entry in the module.
    std::shared_ptr<const Kernel> decode(std::uint32_t entry);

private:
    void check_variable_sizes(const ptx::Function& function) const;
    void place_parameters(const ptx::Function& kernel);
    std::uint32_t place_function(std::uint32_t index);
    void decode_function(std::size_t index);
    void append_reconvergence_point(const ptx::Instruction& at);
    void append_end();
    void append(std::uint32_t n);
    void add_memory_flags(Op& op, std::uint32_t n);
    [[nodiscard]] bool is_update(const ptx::Instruction& instruction) const;

    // Operands.
    void place_operands(Op& op, const ptx::Instruction& instruction);
    Slot value(const ptx::Operand& operand, const ptx::Instruction& instruction, std::size_t n);
    Slot address(Op& op, const ptx::Operand& operand);
    [[nodiscard]] const ptx::Variable& variable_of(const ptx::Operand& operand) const;
    Slot place_of(const ptx::Operand& variable, std::uint32_t width);
    std::uint64_t address_of(const ptx::Operand& operand);
    std::uint64_t shared_address(const ptx::Variable& variable);
    void place_shared_end();
    // Returns whether a variable is in each thread's local memory, where each call has its own frame.
    [[nodiscard]] bool in_frame(const ptx::Operand& variable) const;

    // Shadow ops, which propagate the definedness of registers.
    [[nodiscard]] bool needs_shadow_op(std::uint32_t n) const {
        return track_definedness_ && definedness_.shadowed[n];
    }
    [[nodiscard]] bool needs_shadow_op_after(std::uint32_t n) const;
    void append_shadow_op(std::uint32_t n, bool after);
    ShadowOp shadow_op_of(std::uint32_t n);

    // Calls and lists of labels.
    void add_label_list(Op& op, const ptx::Instruction& instruction);
    void add_call(Op& op, const ptx::Instruction& instruction);
    void place_functions_with_address();
    void measure_calls();

    FramePlan& plan() { return plans_[number_]; }
    [[noreturn]] void fail(const ptx::Instruction& instruction, std::string what) const;

    const ptx::Module& module_;
    const std::vector<Address>& addresses_;
    const bool track_definedness_;
    std::shared_ptr<Kernel> kernel_;
    ConstantPool constants_;
    std::vector<FramePlan> plans_;         // layouts of kernel_->functions
    std::vector<std::vector<bool>> polls_; // polling_reads() of each function
    std::map<const ptx::Variable*, std::uint64_t> shared_;
    // State of the function that is being decoded:
    const ptx::Function* function_ = nullptr;
    std::uint32_t number_ = 0;
    std::vector<std::uint32_t> op_of_; // first op of each instruction
    ValueFlow values_;
    std::vector<bool> uniform_;
    DefinednessAnalysis definedness_; // empty unless definedness is tracked
    Op second_;                       // receives the fields of a copy's second address
};

} // namespace simulator
