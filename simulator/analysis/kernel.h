#pragma once

/// @file
/// A decoded kernel: the parsed function and the functions it calls, ready to run.

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

/// Executes an instruction for the lanes of @p mask, which is never empty. Returns the next op, usually
/// `op + 1`; null if the warp cannot continue by itself, for a reason that is stored in Warp.
using Handler = const Op* (*)(Warp& warp, const Op* op, Mask mask);

/// Location of an operand's 32 values: in the registers of the frame or among the kernel's constants.
///
/// Values of up to 4 bytes take 4 bytes per lane, wider ones 8; a predicate is one Mask for all lanes.
struct Slot {
    std::uint32_t bits = 0; ///< the offset, and constant_bit

    static constexpr std::uint32_t constant_bit = 0x8000'0000; ///< set in the bits of a constant
    /// Bytes from the start of the frame or of the constants.
    [[nodiscard]] std::uint32_t offset() const { return bits & ~constant_bit; }
    /// 1 for a constant: the index into Warp::base.
    [[nodiscard]] std::uint32_t bank() const { return bits >> 31; }
};

/// Returns the lanes in which a condition on the values of @p operands holds. For lanes that hold a pair of
/// values, @p upper selects the upper one.
using LaneTest = Mask (*)(const Warp& warp, const Slot* operands, bool upper);

/// The two versions of a handler, and fields of the op for it.
struct Handlers {
    Handler full = nullptr;    ///< only called with all 32 lanes; null: no handler exists
    Handler partial = nullptr; ///< called with any other mask
    LaneTest test = nullptr;   ///< comparison of a handler that serves several; null: none
    std::uint32_t extra = 0;   ///< becomes Op::extra
};

/// A decoded instruction: one cache line.
struct Op {
    Handler full = nullptr;    ///< see Handlers
    Handler partial = nullptr; ///< see Handlers
    /// Operands in the order of the instruction table's row. A pair takes two slots, a vector one per
    /// element, an address one (its base), a label none. The slot of a missing operand is never read or
    /// written.
    Slot slots[7] = {};
    std::uint32_t guard =
        unguarded; ///< offset of its predicate in the frame; the top bit (guard_negated) negates it
    union {
        std::int64_t offset = 0; ///< byte offset of an address
        LaneTest test;           ///< as in Handlers
        std::int64_t target;     ///< distance of a branch's target in instructions
    };
    /// Index of a call, a label list or a ShadowOp; for a memory instruction MemoryFlags, for cp.async the
    /// offset of its source; otherwise Handlers::extra.
    std::uint32_t extra = 0;
    std::uint16_t negated = 0;   ///< one bit per slot: a predicate written `!p`
    std::uint8_t elements = 1;   ///< number of elements of a vector
    bool narrow_address = false; ///< the base of the address is a 32-bit register

    static constexpr std::uint32_t unguarded = 0xffff'ffff; ///< value of `guard`: always executed
    static constexpr std::uint32_t guard_negated =
        0x8000'0000; ///< bit of `guard`: executed where the predicate is false
};
static_assert(sizeof(Op) == 64);

/// Properties of an instruction that are not needed to execute it, in an array parallel to Kernel::code.
struct OpInfo {
    ptx::Form form = ptx::Form::ret; ///< meaningless if not `written`
    bool written =
        true; ///< false for ops that decoding inserts: they do not exist in PTX and are not counted
    ptx::SourceLine source = {};   ///< line of the CUDA source
    std::uint32_t ptx_line = 0;    ///< 1-based; 0: after the end of a function's text
    std::uint32_t function = 0;    ///< index in Kernel::functions
    std::uint32_t instruction = 0; ///< index in the function's body
    std::uint32_t order = 0;       ///< position of its basic block, see ControlFlow::order
};

/// Effect of undefined operands on the result of an instruction, see analysis/definedness.h.
enum class DefinednessRule : std::uint8_t {
    defines,  ///< the result is always defined
    copies,   ///< bits are copied from one place to another
    ands,     ///< `and`: a 0 in one operand determines the result
    ors,      ///< `or`: a 1 in one operand determines the result
    selects,  ///< `selp`: only the chosen operand matters
    computes, ///< undefined if any operand is
    loads,    ///< the value comes from memory that the thread may not have written
    shuffles, ///< the value comes from another lane; it may be undefined, or the lane inactive
};

/// Role of an operand for definedness.
enum class DefinednessUse : std::uint8_t {
    propagated, ///< the result depends on it
    needed,     ///< it affects behavior: as an address, a branch direction, a value for other threads
    guard,      ///< it determines whether the instruction is executed at all
    stored,     ///< it goes to memory that other threads may read
    kept,       ///< it goes to the thread's own memory, or to a function
    offered,    ///< another lane may read it
    ignored,    ///< an undefined value may be harmless here
};

/// An operand that a shadowed instruction reads.
struct ShadowOperand {
    Slot value = {};          ///< slot of the register; unset for a guard
    std::uint32_t reg = 0;    ///< number of the register in the function
    std::uint32_t shadow = 0; ///< offset of the shadow in the frame, or ShadowOp::no_shadow if always defined
    DefinednessUse use = DefinednessUse::propagated; ///< role of the operand
    std::uint8_t lane_bytes = 0;                     ///< 0: a predicate
    bool negated = false;                            ///< a predicate written `!p`
    bool constant = false; ///< always defined; listed so that the others keep their positions
};

/// Propagation of undefined registers through one instruction. Op::extra of the ops around the instruction is
/// its index in Kernel::shadow_ops.
struct ShadowOp {
    static constexpr std::uint32_t no_shadow = ~0U;    ///< shadow of an operand that is always defined
    static constexpr std::uint32_t shadow_bytes = 192; ///< bytes of a frame per register
    static constexpr std::size_t max_operands = 8;     ///< with the guard, one more than any instruction has

    DefinednessRule rule = DefinednessRule::defines; ///< effect of undefined operands on the result
    std::uint32_t op = 0;                            ///< index of the instruction in Kernel::code
    std::uint32_t guard = Op::unguarded;             ///< as Op::guard
    std::vector<ShadowOperand> operands =
        {}; ///< starts with those of DefinednessUse::propagated, in their order
    /// Shadow offsets of the registers that it writes. For a shuffle, the first is that of the value.
    std::vector<std::uint32_t> results = {};
};

/// Location of a variable in a parameter block or in a thread's local memory.
struct VariableLayout {
    std::uint32_t offset = 0; ///< offset of its first byte
    std::uint32_t bytes = 0;  ///< 0 for a variable in another memory space
};

/// A special register that a function reads. It has a slot in the frame, like any register, which is filled
/// when the frame is created.
struct SpecialUse {
    ptx::SpecialRegister which = ptx::SpecialRegister::tid_x; ///< such as `%tid.x`
    std::uint32_t offset = 0;                                 ///< offset of its slot in the frame
};

/// A function of a kernel, or the kernel's own body.
struct FunctionLayout {
    std::string name = {};                 ///< mangled
    const ptx::Function* source = nullptr; ///< lives as long as Kernel::module
    std::uint32_t first_op = 0;            ///< index of its first op in Kernel::code
    std::uint32_t frame_bytes = 0;         ///< bytes of its registers for all lanes
    std::uint32_t local_bytes = 0;         ///< bytes per thread, for `.local` variables and call parameters
    std::uint32_t stack_bytes = 0; ///< bytes per thread on a GPU's stack, where registers pass the arguments
    std::vector<SpecialUse> special = {}; ///< special registers to fill in whenever a frame is created
    std::vector<VariableLayout> parameters =
        {}; ///< offsets of a called function's parameters in its local memory
    std::vector<VariableLayout> results = {}; ///< offsets of a called function's results in its local memory
};

/// Functions that the driver implements and PTX only declares.
enum class SystemCall : std::uint8_t { none, print, assert_fail, allocate, release };

/// Arguments and results of one call.
struct CallLayout {
    SystemCall system_call = SystemCall::none;  ///< none: a function of the program
    std::uint32_t function = 0;                 ///< index in Kernel::functions, for a direct call
    bool indirect = false;                      ///< the function's address is in slot 0
    std::vector<VariableLayout> arguments = {}; ///< in the caller's local memory
    std::vector<VariableLayout> results = {};   ///< in the caller's local memory
};

/// Bytes of a block's shared memory that CUDA reserves for itself, on the GPUs with PTX that can read its
/// address.
inline constexpr std::uint32_t reserved_shared_bytes = 1024;

/// Relation of an instruction to loads from global memory, see analysis/load_waits.h.
struct LoadWait {
    bool waits =
        false; ///< before it, the warp waits for loads; instructions that need the same loads wait with it
    bool overlaps_load = false; ///< it can be executed while a load is in flight

    /// Returns whether both are equal.
    bool operator==(const LoadWait&) const = default;
};

/// Deleter for memory from std::aligned_alloc.
struct AlignedDelete {
    /// Frees @p memory, as std::unique_ptr requires.
    void operator()(std::byte* memory) const { std::free(memory); }
};
/// Bytes that begin on a cache line.
using AlignedBytes = std::unique_ptr<std::byte[], AlignedDelete>;
/// Returns @p bytes zeros, rounded up to whole cache lines. Throws std::bad_alloc.
AlignedBytes aligned_bytes(std::size_t bytes);

/// A variable in shared memory.
struct SharedVariable {
    std::uint32_t offset = 0; ///< byte offset in the block's shared memory
    std::uint32_t bytes = 0;  ///< never 0: dynamic memory is not listed
    std::string name = {};    ///< mangled
};

/// Origin of an address: the variable or argument that it is computed from.
struct AddressOrigin {
    /// Kind of origin.
    enum class Kind : std::uint8_t {
        unknown,         ///< none, several, or one that was loaded from memory
        shared_variable, ///< an element of Kernel::shared_variables
        argument,        ///< a pointer among the kernel's arguments
    };
    Kind kind = Kind::unknown; ///< determines the meaning of `number`
    std::uint32_t number = 0;  ///< index of the variable, or byte offset of the argument

    /// Returns whether both are equal.
    bool operator==(const AddressOrigin&) const = default;
};

/// A kernel ready to run.
struct Kernel {
    std::string name = {};                                    ///< mangled
    std::shared_ptr<const ptx::Module> module = {};           ///< the module that it comes from
    std::vector<Op> code = {};                                ///< ops of all functions, one after the other
    std::vector<OpInfo> info = {};                            ///< one per element of code
    std::vector<FunctionLayout> functions = {};               ///< the kernel itself is the first
    std::vector<CallLayout> calls = {};                       ///< index: Op::extra of a call
    std::vector<std::vector<std::uint32_t>> label_lists = {}; ///< targets, as indices into code
    std::vector<std::int32_t> function_of =
        {};                      ///< maps an index in the module to one in Kernel::functions, or -1
    AlignedBytes constants = {}; ///< in the layout of ConstantPool
    std::vector<VariableLayout> parameters = {}; ///< layouts of its parameters in the argument block
    std::uint32_t parameter_bytes = 0;           ///< size of the argument block
    std::uint32_t static_shared = 0;             ///< bytes per block, without dynamic shared memory
    std::uint32_t reserved_shared = 0;      ///< bytes before all of these; 0 if no code reads their address
    std::uint32_t dynamic_shared_begin = 0; ///< offset of `extern __shared__`
    std::uint32_t call_bytes = 0;           ///< bytes of local memory per thread for the deepest call chain
    std::vector<SharedVariable> shared_variables = {}; ///< sorted by offset
    std::vector<ShadowOp> shadow_ops = {};             ///< empty unless decoding tracked definedness
    bool recursive = false;                            ///< the depth of its calls is only known at run time
    std::vector<std::uint8_t> shared_load_bytes = {};  ///< see merged_shared_loads()
    std::vector<LoadWait> load_waits = {};             ///< see load_waits()
    std::vector<AddressOrigin> origins = {};           ///< see address_origins()
    /// Reason why its blocks must run one after the other; empty if they may run in parallel.
    std::string in_order_reason = {};
    bool uses_heap = false;        ///< it may allocate memory, or free it
    bool fences = false;           ///< it may order memory accesses between blocks
    bool partial_barriers = false; ///< an instruction synchronizes only a part of a block

    /// Returns the index of an op in `code`.
    [[nodiscard]] std::uint32_t index_of(const Op* op) const {
        return static_cast<std::uint32_t>(op - code.data());
    }
    /// Returns the variable at an offset of shared memory; null if there is none.
    [[nodiscard]] const SharedVariable* shared_variable(std::uint64_t offset) const;
    /// Returns the source name of the variable at an offset of shared memory; empty if there is none.
    [[nodiscard]] std::string shared_name(std::uint64_t offset) const;
    /// Returns whether a loop, from a label to a branch back to it, contains exactly one of two instructions.
    [[nodiscard]] bool loop_separates(std::uint32_t op, std::uint32_t other) const;
    /// Returns the parsed instruction; null for ops that decoding inserted.
    [[nodiscard]] const ptx::Instruction* instruction_at(std::uint32_t op) const;
};

/// Start of the address range of functions; the range has window_bytes.
inline constexpr Address code_window = 0x0054'0000'0000'0000;
/// Returns the address of function @p index of a module.
Address address_of_function(std::uint32_t index);
/// Returns the index of the function with an address; -1 if it is not a function's address.
std::int64_t function_at(Address address);

} // namespace simulator
