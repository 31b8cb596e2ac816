#pragma once

/// @file
/// The forms of instructions: one per row of instructions.def.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/word.h"

namespace simulator::ptx {

/// A row of instructions.def.
enum class Form : std::uint8_t {
/// @cond
#define ROW(id, mnemonic, suffixes, operands, group, pipe, effect, space, meaning) id,
#include "ptx/instructions.def"
    /// @endcond
};

/// Groups of executed instructions, as in Nsight Compute.
enum class Group : std::uint8_t {
    integer,
    bit,
    fp16,
    fp32,
    fp64,
    conversion,
    misc,
    memory,
    control,
    inter_thread
};

/// The unit of an SM that executes an instruction, or most of its SASS instructions.
enum class Pipe : std::uint8_t {
    alu,     ///< sums, logic, comparisons, moves
    fma,     ///< multiply-adds of integers, and up to single precision
    fp64,    ///< double precision
    xu,      ///< special functions, conversions, bit counts, divisions
    lsu,     ///< memory, and instructions that use its unit
    tex,     ///< textures
    control, ///< branches and barriers
};
/// Number of values of Pipe.
inline constexpr std::size_t pipe_count = static_cast<std::size_t>(Pipe::control) + 1;

/// Effect of an instruction in addition to register writes.
enum class Effect : std::uint8_t {
    compute,        ///< nothing
    load,           ///< reads memory
    store,          ///< writes memory
    atomic,         ///< reads and writes memory atomically, and returns the old value
    reduction,      ///< an atomic without a result
    copy,           ///< asynchronous copy from memory to memory
    copy_group,     ///< commits a group of such copies, or waits for groups
    barrier_object, ///< changes a barrier object in memory, or tests its phase
    block_barrier,  ///< synchronizes or counts threads of the block
    warp_barrier,   ///< synchronizes threads of the warp
    exchange,       ///< exchanges registers between threads of the warp
    fence,          ///< orders memory accesses of the thread
    branch,         ///< jumps
    call,           ///< calls a function
    leave,          ///< returns from a function, or ends the thread
    trap,           ///< stops the kernel
    sleep,          ///< yields to other threads
    hint,           ///< has no effect here
};

/// The state space that an instruction accesses.
enum class AddressSpace : std::uint8_t {
    nowhere,  ///< none
    generic,  ///< determined by the address
    global,   ///< device memory
    shared,   ///< shared memory of the block
    local,    ///< local memory of the thread
    constant, ///< constant memory
    param,    ///< parameters, arguments and results
    texture,  ///< an array, or memory through a texture
    /// Determined by a suffix: `.global`, `.shared` or `.shared::cta`; without one by the address.
    by_suffix,
};

/// Properties of an instruction for all components except the one that executes it.
struct Meaning {
    Pipe pipe;          ///< unit that executes it
    Effect effect;      ///< its effect
    AddressSpace space; ///< the memory that it accesses
};

/// A row as data.
struct FormRow {
    Form form;                 ///< its index in forms()
    std::string_view id;       ///< name of its Form in C++
    std::string_view mnemonic; ///< `fma`
    std::string_view suffixes; ///< as instructions.def explains
    std::string_view operands; ///< as instructions.def explains
    Group group;               ///< group in the counters
    Meaning does;              ///< see meaning_of()
    std::string_view meaning;  ///< description for the page of supported instructions
};

/// Returns all rows, in the order of Form.
std::span<const FormRow> forms();
/// Returns one row.
const FormRow& row_of(Form form);
/// Returns a name, for example "fp32".
std::string_view text_of(Group group);
/// Returns the properties of instructions of this form.
const Meaning& meaning_of(Form form);
/// Returns whether instructions of this form read and write memory atomically, with or without a result.
bool is_atomic(Form form);

/// Returns the rows that share a mnemonic; empty if it does not exist.
std::span<const Form> forms_of(std::string_view mnemonic);
/// Returns all spellings of a row at once: `div{.approx|.full}[.ftz].f32`.
std::string spelling_of(Form form);

/// A slot for a suffix of a row.
struct SuffixSlot {
    std::vector<Word> choices; ///< allowed words
    bool optional = false;     ///< whether the suffix may be missing
};
/// Returns the suffix slots of @p form, in the order in which they are printed.
const std::vector<SuffixSlot>& suffix_slots(Form form);

/// Operands that a slot accepts.
enum class OperandRole : std::uint8_t {
    written,                ///< `d`
    written_and_predicate,  ///< `d|p`
    predicate_written,      ///< `p`
    predicate_and_opposite, ///< `p|p`
    value,                  ///< `a`, `b`, `c` or `e`
    predicate,              ///< `q`
    written_or_vector,      ///< `v`
    value_or_vector,        ///< `w`
    memory,                 ///< `[a]`
    texture,                ///< `[t]`
    label,                  ///< `L`
    table,                  ///< `T`
    call,                   ///< `F`
};

/// A slot for an operand of a row.
struct OperandSlot {
    OperandRole role = OperandRole::value; ///< accepted operands
    bool optional = false;                 ///< whether the operand may be missing
};
/// Returns the operand slots of @p form, one per element of Instruction::operands.
const std::vector<OperandSlot>& operand_slots(Form form);

} // namespace simulator::ptx
