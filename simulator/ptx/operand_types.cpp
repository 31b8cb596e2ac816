#include "ptx/operand_types.h"

#include <string_view>
#include <unordered_map>

namespace simulator::ptx {
namespace {

/// One letter per operand: `0` and `1` are the first and the second type among the suffixes, `w` is twice as
/// wide as the first, `i` is 32 bits, `l` is 64 bits, `-` is none or a predicate.
///
/// In all other rows every operand has the first type, or 32 bits if the suffixes contain no type.
const std::unordered_map<Form, std::string_view>& exceptions() {
    using enum Form;
    static const std::unordered_map<Form, std::string_view> table = {
        {mul_wide, "w00"},
        {mad_wide, "w00w"},
        {dp4a, "iiii"},
        {dp2a, "iiii"},
        {shl, "00i"},
        {shr, "00i"},
        {popc, "i0"},
        {clz, "i0"},
        {bfind, "i0"},
        {bfe, "00ii"},
        {bfi, "000ii"},
        {szext, "00i"},
        {set_integer, "011-"},
        {set_f32, "011-"},
        {set_f64, "011-"},
        {set_half, "011-"},
        {cvt_pack, "011"},
        {cvt_pack_halves, "i11"},
        {cvt_pack_bytes, "i11i"},
        {cvt_relu, "01"},
        {cvt_satfinite, "01"},
        {slct, "0001"},
        {cvt, "01"},
        {isspacep, "-l"},
        {brx, "i-"},
        {bar_red_pred, "-ii-"},
        {barrier_red_pred, "-ii-"},
        {vote, "--i"},
        {vote_ballot, "i-i"},
        {match_any, "i0i"},
        {match_all, "i0i"},
        {cp_async, "--ii"},
        {mbarrier_init, "-i"},
        {mbarrier_arrive, "0-i"},
        {mbarrier_arrive_drop, "0-i"},
        {mbarrier_test_wait_parity, "--i"},
        {mbarrier_try_wait, "--0i"},
        {mbarrier_try_wait_parity, "--ii"},
        {mbarrier_pending_count, "i0"},
    };
    return table;
}

Word twice(Word type) {
    switch (type) {
        case Word::u16: return Word::u32;
        case Word::s16: return Word::s32;
        case Word::u32: return Word::u64;
        default: return Word::s64;
    }
}

bool has_type(const Instruction& instruction) {
    for (const Word word : instruction.words)
        if (is_type(word)) return true;
    return false;
}

} // namespace

std::optional<Word> operand_type(const Instruction& instruction, std::size_t n) {
    switch (operand_slots(instruction.form)[n].role) {
        case OperandRole::predicate:
        case OperandRole::predicate_written:
        case OperandRole::predicate_and_opposite: return Word::pred;
        case OperandRole::texture: return instruction.type(1);
        case OperandRole::memory:
        case OperandRole::label:
        case OperandRole::table:
        case OperandRole::call: return std::nullopt;
        default: break;
    }
    const auto exception = exceptions().find(instruction.form);
    const char letter = exception != exceptions().end() ? exception->second[n]
                        : has_type(instruction)         ? '0'
                                                        : 'i';
    switch (letter) {
        case '1': return instruction.type(1);
        case 'w': return twice(instruction.type());
        case 'i': return Word::b32;
        case 'l': return Word::b64;
        default: return instruction.type();
    }
}

bool may_be_wider(Form form, std::size_t n) {
    const std::string_view mnemonic = row_of(form).mnemonic;
    if (mnemonic == "cvt")
        return form != Form::cvt_pack && form != Form::cvt_pack_halves && form != Form::cvt_pack_bytes;
    const OperandRole place = operand_slots(form)[n].role;
    return (mnemonic == "st" && place == OperandRole::value_or_vector) ||
           ((mnemonic == "ld" || mnemonic == "ldu") && place == OperandRole::written_or_vector);
}

} // namespace simulator::ptx
