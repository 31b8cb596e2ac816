#pragma once

/// @file
/// The forms an instruction can have: one for each row of instructions.def.

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
#define ROW(id, mnemonic, suffixes, operands, group, meaning) id,
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

/// A row as data.
struct FormRow {
    Form form;                 ///< its place in forms()
    std::string_view id;       ///< its Form, as C++ spells it
    std::string_view mnemonic; ///< `fma`
    std::string_view suffixes; ///< as instructions.def explains
    std::string_view operands; ///< as instructions.def explains
    Group group;               ///< by which the counters add it up
    std::string_view meaning;  ///< what it does, as the page of supported instructions has it
};

/// All rows, in the order of Form.
std::span<const FormRow> forms();
/// One row.
const FormRow& row_of(Form form);
/// "fp32"
std::string_view text_of(Group group);

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
enum class Place : std::uint8_t {
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
struct OperandPlace {
    Place place = Place::value; ///< what may stand there
    bool optional = false;      ///< or nothing does
};
/// The places for operands of @p form, one for each element of Instruction::operands.
const std::vector<OperandPlace>& operand_places(Form form);

} // namespace simulator::ptx
