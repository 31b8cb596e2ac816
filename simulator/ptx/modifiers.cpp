#include "ptx/modifiers.h"

#include <initializer_list>

#include <fmt/core.h>

namespace simulator::ptx {
namespace {

bool has_any(const Instruction& instruction, std::initializer_list<Word> words) {
    for (const Word word : words)
        if (instruction.has(word)) return true;
    return false;
}

bool is_floating(Word type) { return kind_of(type) == TypeKind::floating; }

std::string conversion_error(const Instruction& instruction) {
    using enum Word;
    const Word result = instruction.type(0);
    const Word given = instruction.type(1);
    const bool to_nearby = has_any(instruction, {rn, rz, rm, rp});
    const bool to_integral = has_any(instruction, {rni, rzi, rmi, rpi});
    if (instruction.has(ftz) && result != f32 && given != f32) return ".ftz is for .f32 alone";
    if (instruction.has(sat) && (result == bf16 || given == bf16)) return ".sat is not for .bf16";
    // Neither .f16 nor .bf16 can represent all values of the other.
    const bool between_halves = is_half(result) && is_half(given) && result != given;
    if (is_floating(result) && (!is_floating(given) || bytes_of(result) < bytes_of(given) || between_halves))
        return to_nearby ? "" : "one of .rn .rz .rm .rp is missing";
    if (is_floating(given) && !is_floating(result))
        return to_integral ? "" : "one of .rni .rzi .rmi .rpi is missing";
    if (is_floating(given) && result == given)
        return to_nearby ? "this rounding has nothing to round here" : "";
    return to_nearby || to_integral ? "this rounding has nothing to round here" : "";
}

std::string order_error(const Instruction& instruction) {
    using enum Word;
    const bool scope = has_any(instruction, {cta, cluster, gpu, sys});
    if (scope && has_any(instruction, {weak, volatile_})) return ".weak and .volatile have no scope";
    const bool ordered = has_any(instruction, {relaxed, acquire, release});
    const bool cached = has_any(instruction, {ca, cg, cs, lu, cv, wb, wt});
    if ((ordered || instruction.has(volatile_)) && (cached || instruction.has(nc)))
        return "an access in order does not choose how it is cached";
    if (ordered != scope)
        return ordered ? "a scope is missing" : "a scope without .relaxed, .acquire or .release";
    return "";
}

std::string vector_error(const Instruction& instruction) {
    const std::uint32_t elements = instruction.has(Word::v4) ? 4 : instruction.has(Word::v2) ? 2 : 1;
    if (elements * bytes_of(instruction.type()) > 16)
        return "vectors of more than 16 bytes are not supported";
    return order_error(instruction);
}

/// Returns the type in which a half-precision instruction computes.
Word half_type(const Instruction& instruction) {
    return instruction.type(instruction.form == Form::set_half ? 1 : 0);
}

std::string half_error(const Instruction& instruction) {
    using enum Word;
    const Word type = half_type(instruction);
    const bool brain = type == bf16 || type == bf16x2;
    if (instruction.form == Form::ex2_half)
        return instruction.has(ftz) == brain ? "" : ".bf16 needs .ftz here, and .f16 does not have it";
    if (brain && has_any(instruction, {ftz, sat})) return ".ftz and .sat are not for .bf16";
    return instruction.has(sat) && instruction.has(relu) ? ".sat and .relu exclude each other" : "";
}

std::string magnitude_error(const Instruction& instruction) {
    return instruction.has(Word::xorsign) == instruction.has(Word::abs) ? ""
                                                                        : ".xorsign and .abs go together";
}

std::string half_result_error(const Instruction& instruction) {
    const Word compared = half_type(instruction);
    if (instruction.form == Form::setp_half)
        return instruction.operands[0].kind == Operand::Kind::pair && !is_half_pair(compared)
                   ? "a second predicate is for .f16x2 and .bf16x2"
                   : "";
    const Word result = instruction.type(0);
    const bool fits = is_half(result) ? result == compared : !is_half_pair(compared) || bytes_of(result) == 4;
    return fits
               ? ""
               : fmt::format(".{} is not a result type of comparing .{}", text_of(result), text_of(compared));
}

/// Returns the first text that is not empty.
std::string first_error(std::initializer_list<std::string> errors) {
    for (const std::string& error : errors)
        if (!error.empty()) return error;
    return "";
}

std::string combination_error(const Instruction& instruction) {
    const bool combines = has_any(instruction, {Word::and_, Word::or_, Word::xor_});
    const bool operand = instruction.operands[3].kind != Operand::Kind::none;
    if (combines == operand) return "";
    return combines ? "the predicate to combine with is missing" : "a predicate, but no .and, .or or .xor";
}

std::string comparison_error(const Instruction& instruction) {
    using enum Word;
    const Word compared = instruction.type(instruction.form == Form::set_integer ? 1 : 0);
    if (kind_of(compared) == TypeKind::bits && !has_any(instruction, {eq, ne}))
        return "bits are only equal or not; an order needs a signed or unsigned type";
    if (kind_of(compared) == TypeKind::signed_integer && has_any(instruction, {lo, ls, hi, hs}))
        return ".lo, .ls, .hi and .hs are for unsigned types";
    return "";
}

/// Checks an operand that must be a constant in a range.
std::string constant_error(const Instruction& instruction, std::size_t n, std::uint64_t largest) {
    const Operand& operand = instruction.operands[n];
    if (operand.kind == Operand::Kind::integer && operand.bits <= largest) return "";
    return fmt::format("operand {} must be a constant from 0 to {}", n + 1, largest);
}

std::string copy_error(const Instruction& instruction) {
    const Operand& size = instruction.operands[2];
    if (size.kind != Operand::Kind::integer) return "the number of bytes must be a constant";
    const Operand& given = instruction.operands[3];
    if (given.kind == Operand::Kind::integer && given.bits > size.bits)
        return "more bytes are read than are copied";
    if (size.bits == 16 || (instruction.has(Word::ca) && (size.bits == 4 || size.bits == 8))) return "";
    return instruction.has(Word::ca) ? ".ca copies 4, 8 or 16 bytes" : ".cg copies 16 bytes";
}

/// Checks the number of a barrier and of its threads if they are constants; both may be in registers. @p n is
/// the operand with the barrier.
std::string barrier_error(const Instruction& instruction, std::size_t n) {
    const Operand& barrier = instruction.operands[n];
    const Operand& threads = instruction.operands[n + 1];
    if (barrier.kind == Operand::Kind::integer && barrier.bits > 15) return "there are barriers 0 to 15";
    if (threads.kind == Operand::Kind::integer && (threads.bits % 32 != 0 || threads.bits == 0))
        return "threads wait in whole warps: their number is a multiple of 32";
    return "";
}

} // namespace

std::string modifier_error(const Instruction& instruction) {
    using enum Form;
    switch (instruction.form) {
        case cvt: return conversion_error(instruction);
        case setp_integer:
        case set_integer: return first_error({combination_error(instruction), comparison_error(instruction)});
        case setp_f32:
        case setp_f64:
        case set_f32:
        case set_f64: return combination_error(instruction);
        case vadd2:
        case vadd4:
        case vsub2:
        case vsub4:
        case vavrg2:
        case vavrg4:
        case vabsdiff2:
        case vabsdiff4:
        case vmin2:
        case vmin4:
        case vmax2:
        case vmax4:
            return instruction.has(Word::sat) && instruction.has(Word::add)
                       ? ".sat and .add exclude each other"
                       : "";
        case setp_half:
        case set_half:
            return first_error(
                {combination_error(instruction), half_error(instruction), half_result_error(instruction)});
        case add_half:
        case sub_half:
        case mul_half:
        case fma_half:
        case abs_half:
        case neg_half:
        case ex2_half: return half_error(instruction);
        case min_half:
        case max_half: return first_error({half_error(instruction), magnitude_error(instruction)});
        case slct:
            return instruction.has(Word::ftz) && instruction.type(1) != Word::f32 ? ".ftz is for .f32 alone"
                                                                                  : "";
        case min_f32:
        case max_f32: return magnitude_error(instruction);
        case lop3: return constant_error(instruction, 4, 255);
        case cp_async: return copy_error(instruction);
        case cp_async_wait: return constant_error(instruction, 0, 0xffff'ffff);
        case bar_sync:
        case bar_arrive:
        case barrier_sync:
        case barrier_arrive: return barrier_error(instruction, 0);
        case bar_red_popc:
        case bar_red_pred:
        case barrier_red_popc:
        case barrier_red_pred: return barrier_error(instruction, 1);
        case ld_generic:
        case ld_global:
        case ld_shared:
        case ld_local:
        case ld_const:
        case ld_param:
        case ldu:
        case st_generic:
        case st_global:
        case st_shared:
        case st_local:
        case st_param: return vector_error(instruction);
        default: return "";
    }
}

} // namespace simulator::ptx
