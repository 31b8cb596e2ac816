#pragma once

/// @file
/// The forms an instruction can have: one for each row of instructions.def.

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

/// How Nsight Compute groups executed instructions.
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

/// The unit of an SM that executes an instruction, or does most of what ptxas makes of it.
enum class Pipe : std::uint8_t {
    alu,     ///< sums, logic, comparisons, moves
    fma,     ///< multiply-adds, of whole numbers and up to single precision
    fp64,    ///< double precision
    xu,      ///< special functions, conversions, counts of bits, divisions
    lsu,     ///< memory, and what goes through it
    tex,     ///< textures
    control, ///< branches and barriers
};
/// Number of Pipe.
inline constexpr std::size_t pipe_count = static_cast<std::size_t>(Pipe::control) + 1;

/// What an instruction does beside writing registers.
enum class Effect : std::uint8_t {
    compute,        ///< nothing
    load,           ///< reads memory
    store,          ///< writes memory
    atomic,         ///< reads and writes it in one step, and gives what was there
    reduction,      ///< the same without a result
    copy,           ///< from memory to memory, beside the threads
    copy_group,     ///< closes a group of such copies, or waits for some
    barrier_object, ///< changes a barrier in memory, or asks for its phase
    block_barrier,  ///< threads of the block wait for each other, or are counted
    warp_barrier,   ///< threads of the warp do
    exchange,       ///< threads of the warp see each other's registers
    fence,          ///< orders what the thread does in memory
    branch,         ///< goes on elsewhere
    call,           ///< goes on in a function
    leave,          ///< goes back from it, or ends the thread
    trap,           ///< stops the kernel
    sleep,          ///< lets others go first
    hint,           ///< nothing here
};

/// The memory that an instruction has to do with.
enum class AddressSpace : std::uint8_t {
    nowhere,   ///< none
    generic,   ///< the address says it
    global,    ///< that of the device
    shared,    ///< the block's
    local,     ///< the thread's
    constant,  ///< that of constants
    param,     ///< of parameters, arguments and results
    texture,   ///< an array, or memory through a texture
    by_suffix, ///< a suffix says it: `.global`, `.shared` or `.shared::cta`; without one the address does
};

/// What an instruction means to who does not execute it.
struct Meaning {
    Pipe pipe;          ///< who executes it
    Effect effect;      ///< what it does
    AddressSpace space; ///< and to which memory
};

/// A row as data.
struct FormRow {
    Form form;                 ///< its place in forms()
    std::string_view id;       ///< its Form, as C++ spells it
    std::string_view mnemonic; ///< `fma`
    std::string_view suffixes; ///< as instructions.def explains
    std::string_view operands; ///< as instructions.def explains
    Group group;               ///< by which the counters add it up
    Meaning does;              ///< see meaning_of()
    std::string_view meaning;  ///< what it does, as the page of supported instructions has it
};

/// All rows, in the order of Form.
std::span<const FormRow> forms();
/// One row.
const FormRow& row_of(Form form);
/// "fp32"
std::string_view text_of(Group group);
/// What instructions of this form do.
const Meaning& meaning_of(Form form);
/// Whether they read and write memory in one step, with a result or without.
bool is_atomic(Form form);

/// The rows that share a mnemonic; empty for one that does not exist.
std::span<const Form> forms_of(std::string_view mnemonic);
/// All spellings of a row at once: `div{.approx|.full}[.ftz].f32`.
std::string spelling_of(Form form);

/// A place for a suffix of a row, taken apart.
struct SuffixSlot {
    std::vector<Word> choices; ///< one of these stands there
    bool optional = false;     ///< or nothing does
};
/// The suffix places of @p form, in the order in which they are printed.
const std::vector<SuffixSlot>& suffix_slots(Form form);

/// What may stand where an operand is.
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

/// The place for an operand of a row.
struct OperandSlot {
    OperandRole role = OperandRole::value; ///< what may stand there
    bool optional = false;                 ///< or nothing does
};
/// The places for operands of @p form, one for each element of Instruction::operands.
const std::vector<OperandSlot>& operand_slots(Form form);

} // namespace simulator::ptx
