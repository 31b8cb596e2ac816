#include <fmt/core.h>

#include "ptx/binding.h"

// The part of Binder for types, vectors and state spaces.

namespace simulator::ptx {
namespace {

using Kind = Operand::Kind;

/// Bit types match every type of their width; integers match each other, signed or not.
bool kinds_agree(Word reg, Word type) {
    const TypeKind a = kind_of(reg);
    const TypeKind b = kind_of(type);
    if (a == TypeKind::bits || b == TypeKind::bits) return true;
    return (a == TypeKind::floating) == (b == TypeKind::floating);
}

bool widths_agree(Word reg, Word type, bool wider) {
    if (bytes_of(reg) == bytes_of(type)) return true;
    return wider && bytes_of(reg) > bytes_of(type) && kind_of(reg) != TypeKind::floating;
}

/// Returns the state space that an instruction names; empty for a generic address.
std::optional<Space> space_in(const Instruction& instruction) {
    if (instruction.form == Form::cp_async) return std::nullopt;
    for (const Word word : instruction.words) {
        switch (word) {
            case Word::global: return Space::global;
            case Word::shared:
            case Word::shared_cta: return Space::shared;
            case Word::local: return Space::local;
            case Word::const_: return Space::constant;
            case Word::param:
            case Word::param_entry:
            case Word::param_func: return Space::param;
            default: break;
        }
    }
    return std::nullopt;
}

} // namespace

void Binder::check_register(const Operand& operand, Word type, bool wider) const {
    const Register& reg = context_.function.registers[operand.index];
    const bool both_predicates = reg.type == Word::pred && type == Word::pred;
    const bool neither = reg.type != Word::pred && type != Word::pred;
    if (both_predicates || (neither && kinds_agree(reg.type, type) && widths_agree(reg.type, type, wider)))
        return;
    fail(fmt::format("{} is of type .{}, which does not go with .{}", in_quotes(reg.name), text_of(reg.type),
                     text_of(type)));
}

/// The address of a variable is only valid in instructions of its state space.
void Binder::check_space(const Variable& variable) const {
    if (instruction_.form == Form::cp_async) {
        const Space wanted = instruction_.operands.empty() ? Space::shared : Space::global;
        if (variable.space != wanted)
            fail(fmt::format("{} is in another state space", in_quotes(variable.name)));
        return;
    }
    // Generic addresses of global memory equal global addresses.
    if (variable.space != space_in(instruction_).value_or(Space::global))
        fail(fmt::format("{} is in another state space", in_quotes(variable.name)));
}

Word Binder::element_type(Word type, std::size_t elements) const {
    if (instruction_.form != Form::mov) return type;
    switch (kind_of(type) == TypeKind::bits && elements > 1 ? bytes_of(type) / elements : 0) {
        case 1: return Word::b8;
        case 2: return Word::b16;
        case 4: return Word::b32;
        default: fail(fmt::format("{} values cannot be packed into .{}", elements, text_of(type)));
    }
}

Operand Binder::bind_vector(const WrittenOperand& written, Word type, bool written_to, bool wider) {
    const bool is_vector = written.kind == WrittenOperand::Kind::vector;
    const std::size_t elements = instruction_.has(Word::v4) ? 4 : instruction_.has(Word::v2) ? 2 : 1;
    const bool mov = instruction_.form == Form::mov;
    if (!mov && elements != (is_vector ? written.elements.size() : 1))
        fail(elements == 1 ? "a vector, but neither .v2 nor .v4"
                           : fmt::format("a vector of {} registers is needed", elements));
    if (!is_vector) return written_to ? bind_written(written, type, wider) : bind_value(written, type, wider);

    const std::size_t count = written.elements.size();
    const Word element = element_type(type, count);
    if (mov && bytes_of(element) * count != bytes_of(type))
        fail(fmt::format("{} values cannot be packed into .{}", count, text_of(type)));
    Operand vector;
    vector.kind = Kind::vector;
    for (const WrittenOperand& one : written.elements) {
        vector.elements.push_back(written_to ? bind_written(one, element, wider)
                                             : bind_value(one, element, wider));
        const Kind kind = vector.elements.back().kind;
        if (kind == Kind::variable || kind == Kind::function || kind == Kind::special)
            fail("only registers and constants can be in a vector");
    }
    return vector;
}

} // namespace simulator::ptx
