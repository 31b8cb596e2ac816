#pragma once

/// @file
/// A kernel made ready to run: what decoding makes of a parsed function and the functions it calls.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "memory/access.h"
#include "ptx/module.h"

namespace simulator {

class Warp;
struct Op;

/// Executes an instruction for the lanes of @p mask, which is never empty, and returns what comes next:
/// usually `op + 1`. Null: the warp cannot go on by itself; Warp knows why.
using Handler = const Op* (*)(Warp& warp, const Op* op, Mask mask);

/// Where the 32 values of an operand lie: in the registers of the frame or among the kernel's constants.
///
/// Values of up to 4 bytes take 4 bytes a lane, wider ones 8; a predicate is one Mask for all lanes.
struct Slot {
    std::uint32_t bits = 0; ///< the offset, and whether it is a constant

    static constexpr std::uint32_t constant_bit = 0x8000'0000; ///< set in the bits of a constant
    /// Bytes from the start of the frame or of the constants.
    [[nodiscard]] std::uint32_t offset() const { return bits & ~constant_bit; }
    /// 1 for a constant: the index into Warp::base.
    [[nodiscard]] std::uint32_t bank() const { return bits >> 31; }
};

/// The lanes in which a condition on the values of @p operands holds; of lanes that hold a pair of numbers, on the
/// upper ones where @p upper says so.
using LaneTest = Mask (*)(const Warp& warp, const Slot* operands, bool upper);

/// The two versions of a handler, and what the op shall hold for it.
struct Handlers {
    Handler full = nullptr;    ///< only called with all 32 lanes; null: there are none
    Handler partial = nullptr; ///< for any other mask
    LaneTest test = nullptr;   ///< of a comparison whose handler serves many; null: none
    std::uint32_t extra = 0;   ///< becomes Op::extra
};

/// A decoded instruction: one cache line.
struct Op {
    Handler full = nullptr;    ///< see Handlers
    Handler partial = nullptr; ///< see Handlers
    /// Operands in the order of the row; a pair takes two, a vector as many as it has elements, memory one
    /// (its base), a label none. A missing operand has a slot nobody reads or writes.
    Slot slots[7] = {};
    std::uint32_t guard = unguarded; ///< offset of its predicate in the frame; the top bit: when it is false
    union {
        std::int64_t offset = 0; ///< of an address
        LaneTest test;           ///< as in Handlers
        std::int64_t target;     ///< of a branch: distance in instructions
    };
    /// Index of a call, a list of labels or a Watch; of a memory instruction MemoryFlags, or for cp.async the
    /// offset of its source; of others what Handlers say.
    std::uint32_t extra = 0;
    std::uint16_t negated = 0;   ///< one bit a slot: a predicate written `!p`
    std::uint8_t elements = 1;   ///< of a vector
    bool narrow_address = false; ///< the base of the address is a 32-bit register

    static constexpr std::uint32_t unguarded = 0xffff'ffff;     ///< as a guard: always executed
    static constexpr std::uint32_t guard_negated = 0x8000'0000; ///< in a guard: when the predicate is false
};
static_assert(sizeof(Op) == 64);

/// What is known about an instruction and not needed to execute it; beside it under the same index.
struct OpInfo {
    ptx::Form form = ptx::Form::ret; ///< means nothing for what is not written
    bool written = true; ///< false for what decoding put in: it does not exist in PTX and is not counted
    ptx::SourceLine source = {};   ///< its line of the CUDA source
    std::uint32_t ptx_line = 0;    ///< 1-based; 0: behind a function's text
    std::uint32_t function = 0;    ///< index in Kernel::functions
    std::uint32_t instruction = 0; ///< index in the function's body
    std::uint32_t order = 0;       ///< of its basic block, see ControlFlow::order
};

/// What an instruction makes of operands without a value, see analysis/definedness.h.
enum class DefinednessRule : std::uint8_t {
    defines,  ///< what it writes has a value in any case
    copies,   ///< bits go from one place to another
    ands,     ///< `and`: where one operand is 0, nothing else matters
    ors,      ///< `or`: the same where one is true
    selects,  ///< `selp`: only the chosen operand matters
    computes, ///< without a value where any operand is without
    loads,    ///< from memory that the thread may not have written
    shuffles, ///< from another lane, which may have no value or take no part
};

/// What an instruction does with an operand.
enum class DefinednessUse : std::uint8_t {
    propagated, ///< what it writes depends on it
    needed,     ///< it decides: as an address, the way of a branch, what others get
    guard,      ///< it decides whether the instruction is executed at all
    stored,     ///< it goes to memory that others may read
    kept,       ///< it goes to the thread's own memory, or to a function
    offered,    ///< another lane may take it
    ignored,    ///< it may well be that nobody wants it
};

/// An operand that a watched instruction reads.
struct ShadowOperand {
    Slot value = {};          ///< where the register lies; not known of a guard
    std::uint32_t reg = 0;    ///< its number in the function
    std::uint32_t shadow = 0; ///< offset in the frame, or Watch::no_shadow for what has a value in any case
    DefinednessUse use = DefinednessUse::propagated; ///< what the instruction does with it
    std::uint8_t lane_bytes = 0;                     ///< 0: a predicate
    bool negated = false;                            ///< a predicate written `!p`
    bool constant = false; ///< has a value; here so that the others keep their places
};

/// How registers without a value are followed through an instruction: Op::extra of the ops around it is its
/// index.
struct ShadowOp {
    static constexpr std::uint32_t no_shadow = ~0U;    ///< of an operand that has a value in any case
    static constexpr std::uint32_t shadow_bytes = 192; ///< of a frame, for one register
    static constexpr std::size_t max_operands = 8;     ///< with the guard, one more than any row has

    DefinednessRule rule = DefinednessRule::defines; ///< what the instruction makes of them
    std::uint32_t op = 0;                            ///< the instruction, an index into the code
    std::uint32_t guard = Op::unguarded;             ///< as Op::guard
    std::vector<ShadowOperand> operands = {}; ///< those of DefinednessUse::passed in their order come first
    /// Offsets of the shadows of what it writes. Of a shuffle, the first one is that of the value.
    std::vector<std::uint32_t> results = {};
};

/// A piece of a parameter block or of a thread's local memory.
struct VariableLayout {
    std::uint32_t offset = 0; ///< of its first byte
    std::uint32_t bytes = 0;  ///< 0 for a variable that lies elsewhere
};

/// A special register that a function reads: it lies in the frame like any other and is filled with it.
struct SpecialUse {
    ptx::SpecialRegister which = ptx::SpecialRegister::tid_x; ///< such as `%tid.x`
    std::uint32_t offset = 0;                                 ///< in the frame
};

/// A function of a kernel, or the kernel's own body.
struct FunctionLayout {
    std::string name = {};                 ///< mangled
    const ptx::Function* source = nullptr; ///< lives as long as Kernel::module
    std::uint32_t first_op = 0;            ///< where it begins in Kernel::code
    std::uint32_t frame_bytes = 0;         ///< registers, for all lanes
    std::uint32_t local_bytes = 0;         ///< `.local` variables and what calls hand over, a thread
    std::uint32_t stack_bytes =
        0; ///< what a GPU would take of a thread's stack: registers hand over arguments there
    std::vector<SpecialUse> special = {};        ///< to be filled whenever a frame is made
    std::vector<VariableLayout> parameters = {}; ///< of a called function: where they lie in its local memory
    std::vector<VariableLayout> results = {};    ///< the same for what it gives
};

/// Functions that the driver has and PTX only declares.
enum class SystemCall : std::uint8_t { none, print, assert_fail, allocate, release };

/// What one call hands over.
struct CallLayout {
    SystemCall system_call = SystemCall::none;  ///< none: a function of the program
    std::uint32_t function = 0;                 ///< index in Kernel::functions, of a direct call
    bool indirect = false;                      ///< the function's address is in slot 0
    std::vector<VariableLayout> arguments = {}; ///< in the caller's local memory
    std::vector<VariableLayout> results = {};   ///< there, too
};

/// What CUDA keeps of a block's shared memory for itself, on the GPUs that have PTX for it.
inline constexpr std::uint32_t reserved_shared_bytes = 1024;

/// What an instruction has to do with loads from global memory, see analysis/load_waits.h.
struct LoadWait {
    bool waits = false; ///< before it, the warp waits for loads; others that need the same ones wait with it
    bool overlaps_load = false; ///< it can be executed while a load is under way

    /// Equal.
    bool operator==(const LoadWait&) const = default;
};

/// Deletes what std::aligned_alloc gave.
struct AlignedDelete {
    /// As std::unique_ptr wants it.
    void operator()(std::byte* memory) const { std::free(memory); }
};
/// Bytes that begin on a cache line.
using AlignedBytes = std::unique_ptr<std::byte[], AlignedDelete>;
/// Zeros.
AlignedBytes aligned_bytes(std::size_t bytes);

/// A variable in shared memory.
struct SharedVariable {
    std::uint32_t offset = 0; ///< in the block's shared memory
    std::uint32_t bytes = 0;  ///< never 0: dynamic memory is not listed
    std::string name = {};    ///< mangled
};

/// What the address of an access is computed from.
struct AddressOrigin {
    /// Of which kind.
    enum class Kind : std::uint8_t {
        unknown,         ///< nothing or several things, or something that came through memory
        shared_variable, ///< an element of Kernel::shared_variables
        argument,        ///< a pointer among the kernel's arguments, at an offset
    };
    Kind kind = Kind::unknown; ///< says what the number means
    std::uint32_t number = 0;  ///< the variable's number, or the argument's offset

    /// The same.
    bool operator==(const AddressOrigin&) const = default;
};

/// A kernel ready to run.
struct Kernel {
    std::string name = {};                                    ///< mangled
    std::shared_ptr<const ptx::Module> module = {};           ///< what it was made of
    std::vector<Op> code = {};                                ///< of all functions, one behind the other
    std::vector<OpInfo> info = {};                            ///< of each element of code
    std::vector<FunctionLayout> functions = {};               ///< the kernel itself is the first
    std::vector<CallLayout> calls = {};                       ///< by Op::extra of a call
    std::vector<std::vector<std::uint32_t>> label_lists = {}; ///< indices into code
    std::vector<std::int32_t> function_of =
        {};                      ///< from an index in the module to one in Kernel::functions, or -1
    AlignedBytes constants = {}; ///< as ConstantPool lays them out
    std::vector<VariableLayout> parameters = {}; ///< where each one lies among the arguments
    std::uint32_t parameter_bytes = 0;           ///< of all arguments together
    std::uint32_t static_shared = 0;             ///< bytes a block, without what a launch adds
    std::uint32_t reserved_shared = 0; ///< bytes that lie before all of these; 0 where no code asks for them
    std::uint32_t dynamic_shared_begin = 0; ///< where `extern __shared__` begins
    std::uint32_t call_bytes = 0;           ///< local memory that the deepest chain of calls takes, a thread
    std::vector<SharedVariable> shared_variables = {}; ///< by offset
    std::vector<ShadowOp> shadow_ops = {};             ///< where decoding was asked to follow
    bool recursive = false;                            ///< how deep calls go is only known when they do
    std::vector<std::uint8_t> shared_load_bytes = {};  ///< see merged_shared_loads()
    std::vector<LoadWait> load_waits = {};             ///< see load_waits()
    std::vector<AddressOrigin> origins = {};           ///< see address_origins()
    /// Why its blocks have to run one after the other; empty when they may run beside each other.
    std::string in_order_reason = {};
    bool uses_heap = false;        ///< it may allocate memory, or free some
    bool fences = false;           ///< blocks may order what they do in memory
    bool partial_barriers = false; ///< some instruction makes only a part of a block meet

    /// Index of an instruction.
    [[nodiscard]] std::uint32_t index_of(const Op* op) const {
        return static_cast<std::uint32_t>(op - code.data());
    }
    /// The variable at an offset of shared memory; null where there is none.
    [[nodiscard]] const SharedVariable* shared_variable(std::uint64_t offset) const;
    /// What the program calls the variable at an offset of shared memory; empty where there is none.
    [[nodiscard]] std::string shared_name(std::uint64_t offset) const;
    /// Whether a loop, from a label to a branch back to it, has one of two instructions in it and not the other.
    [[nodiscard]] bool loop_separates(std::uint32_t op, std::uint32_t other) const;
    /// The instruction as the parser found it; null for what decoding put in.
    [[nodiscard]] const ptx::Instruction* instruction_at(std::uint32_t op) const;
};

/// Where the addresses that stand for functions begin; they reach over window_bytes.
inline constexpr Address code_window = 0x0054'0000'0000'0000;
/// The address that stands for function @p index of a module.
Address address_of_function(std::uint32_t index);
/// The function that an address stands for; -1 where it stands for none.
std::int64_t function_at(Address address);

} // namespace simulator
