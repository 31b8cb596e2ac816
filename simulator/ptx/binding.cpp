#include "ptx/binding.h"

#include <algorithm>

#include <fmt/core.h>

#include "ptx/operand_types.h"
#include "ptx/special_register.h"

namespace simulator::ptx {
namespace {

using Kind = Operand::Kind;

std::string needed(std::size_t least, std::size_t most) {
    return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

} // namespace

void Binder::fail(std::string what) const {
    context_.reader.fail_at(instruction_.ptx_line,
                            fmt::format("{}: {}", row_of(instruction_.form).mnemonic, what));
}

void Binder::bind(const std::vector<WrittenOperand>& written) {
    const std::vector<OperandSlot>& places = operand_slots(instruction_.form);
    const auto optional = static_cast<std::size_t>(
        std::count_if(places.begin(), places.end(), [](const OperandSlot& place) { return place.optional; }));
    const std::size_t required = places.size() - optional;
    if (written.size() < required || written.size() > places.size())
        fail(fmt::format("{} operands where {} are needed", written.size(), needed(required, places.size())));

    // Optional operands are filled from the left, as far as operands were written.
    std::size_t extra = written.size() - required;
    std::size_t next = 0;
    for (std::size_t n = 0; n < places.size(); ++n) {
        const bool missing = places[n].optional && extra == 0;
        if (places[n].optional && !missing) --extra;
        instruction_.operands.push_back(missing ? Operand() : bind_operand(written[next++], n));
    }
}

Operand Binder::bind_operand(const WrittenOperand& written, std::size_t n) {
    const OperandRole place = operand_slots(instruction_.form)[n].role;
    const Word type = operand_type(instruction_, n).value_or(Word::b64);
    const bool wider = may_be_wider(instruction_.form, n);
    switch (place) {
        case OperandRole::written:
        case OperandRole::predicate_written: return bind_written(written, type, wider);
        case OperandRole::written_and_predicate:
        case OperandRole::predicate_and_opposite:
            return written.kind == WrittenOperand::Kind::pair ? bind_pair(written, type, Word::pred)
                                                              : bind_written(written, type, wider);
        case OperandRole::value: return bind_value(written, type, wider);
        case OperandRole::predicate: {
            Operand operand;
            operand.kind = Kind::reg;
            operand.negated = written.negated;
            if (written.kind != WrittenOperand::Kind::name) fail("a predicate register is needed");
            operand.index = predicate_register(written.name);
            return operand;
        }
        case OperandRole::written_or_vector:
        case OperandRole::value_or_vector:
            return bind_vector(written, type, place == OperandRole::written_or_vector, wider);
        case OperandRole::memory: return bind_address(written);
        case OperandRole::texture: return bind_texture(written, type);
        case OperandRole::label: return bind_label(written, n, Kind::label);
        case OperandRole::table: return bind_label(written, n, Kind::table);
        case OperandRole::call: break; // bound by read_call
    }
    return {};
}

void Binder::check_plain(const WrittenOperand& written) const {
    switch (written.kind) {
        case WrittenOperand::Kind::address: fail("an address in brackets where a value is needed");
        case WrittenOperand::Kind::vector: fail("a vector where one value is needed");
        case WrittenOperand::Kind::pair: fail("two registers where one is needed");
        default: break;
    }
}

Operand Binder::bind_written(const WrittenOperand& written, Word type, bool wider) {
    check_plain(written);
    Operand operand;
    operand.kind = Kind::sink;
    if (written.name == "_") return operand;
    if (written.kind != WrittenOperand::Kind::name || written.negated || written.offset != 0)
        fail("a register is needed for the result");
    operand = context_.resolve(written.name, instruction_.ptx_line);
    if (operand.kind != Kind::reg)
        fail(fmt::format("{} cannot be written, as it is not a register", in_quotes(written.name)));
    check_register(operand, type, wider);
    return operand;
}

Operand Binder::bind_pair(const WrittenOperand& written, Word first, Word second) {
    Operand operand;
    operand.kind = Kind::pair;
    operand.elements.push_back(bind_written(written.elements[0], first, false));
    operand.elements.push_back(bind_written(written.elements[1], second, false));
    return operand;
}

std::uint32_t Binder::predicate_register(std::string_view name) {
    const Operand operand = context_.resolve(name, instruction_.ptx_line);
    if (operand.kind != Kind::reg) fail(fmt::format("{} is not a predicate register", in_quotes(name)));
    check_register(operand, Word::pred, false);
    return operand.index;
}

Operand Binder::bind_value(const WrittenOperand& written, Word type, bool wider) {
    check_plain(written);
    if (written.negated && type != Word::pred) fail("'!' is allowed only before predicates");
    if (written.kind == WrittenOperand::Kind::number) return bind_constant(written.number, type);
    if (written.name == "_") fail("'_' has no value");
    Operand operand = context_.resolve(written.name, instruction_.ptx_line);
    if (operand.kind == Kind::special) {
        if (written.offset != 0) fail("a register with an offset where one value is needed");
        return bind_special(operand, type);
    }
    if (operand.kind != Kind::reg) return bind_symbol(std::move(operand), written, type);
    if (written.offset != 0) fail("a register with an offset where one value is needed");
    operand.negated = written.negated;
    check_register(operand, type, wider);
    return operand;
}

Operand Binder::bind_constant(const Number& number, Word type) const {
    const auto value = converted(number, type);
    if (!value) fail(fmt::format("a constant that is not of type .{}", text_of(type)));
    Operand operand;
    operand.kind = value->kind == TokenKind::integer   ? Kind::integer
                   : value->kind == TokenKind::float32 ? Kind::float32
                                                       : Kind::float64;
    operand.bits = value->bits;
    return operand;
}

Operand Binder::bind_symbol(Operand operand, const WrittenOperand& written, Word type) const {
    const bool mov = instruction_.form == Form::mov;
    if (!mov && instruction_.form != Form::cvta)
        fail(fmt::format("{} is an address, which only mov and cvta take as a value",
                         in_quotes(written.name)));
    const bool function = operand.kind == Kind::function;
    if (kind_of(type) == TypeKind::floating || bytes_of(type) < (function ? 8u : 4u))
        fail(fmt::format("the address of {} is not of type .{}", in_quotes(written.name), text_of(type)));
    if (function && (written.offset != 0 || !mov))
        fail("a function's address is taken by mov, without an offset");
    if (!function && !mov) check_space(context_.variable(operand));
    operand.offset = written.offset;
    return operand;
}

Operand Binder::bind_special(const Operand& operand, Word type) const {
    // WARP_SZ is the only one that is a constant.
    if (operand.special == SpecialRegister::warp_size && instruction_.form != Form::mov)
        return bind_constant({TokenKind::integer, 32}, type);
    if (instruction_.form != Form::mov && instruction_.form != Form::cvt)
        fail(fmt::format("{} can only be read by mov and cvt", text_of(operand.special)));
    const bool wide = bytes_of(type_of(operand.special)) == 8;
    const bool fits = wide ? bytes_of(type) == 8 : bytes_of(type) == 2 || bytes_of(type) == 4;
    if (!fits || kind_of(type) == TypeKind::floating)
        fail(fmt::format("{} is not of type .{}", text_of(operand.special), text_of(type)));
    return operand;
}

Operand Binder::bind_address(const WrittenOperand& written) {
    if (written.kind != WrittenOperand::Kind::address) fail("an address in brackets is needed");
    if (written.elements.size() > 1) fail("coordinates where no texture is read");
    const WrittenOperand& base = written.elements[0];
    Operand address;
    address.kind = Kind::address;
    address.offset = written.offset;
    if (base.kind == WrittenOperand::Kind::number) {
        address.elements.push_back(bind_constant(base.number, Word::b64));
        if (address.elements[0].kind != Kind::integer) fail("an address must be an integer");
        return address;
    }
    if (base.negated) fail("'!' is allowed only before predicates");
    Operand operand = context_.resolve(base.name, instruction_.ptx_line);
    if (operand.kind == Kind::variable) {
        check_space(context_.variable(operand));
    } else if (operand.kind != Kind::reg) {
        fail(fmt::format("{} is not an address", in_quotes(base.name)));
    } else {
        const Word type = context_.function.registers[operand.index].type;
        if (bytes_of(type) < 4 || kind_of(type) == TypeKind::floating)
            fail(fmt::format("{} of type .{} cannot hold an address", in_quotes(base.name), text_of(type)));
    }
    address.elements.push_back(std::move(operand));
    return address;
}

Operand Binder::bind_texture(const WrittenOperand& written, Word type) {
    const std::size_t dimensions = instruction_.has(Word::two_d) ? 2 : 1;
    if (written.kind != WrittenOperand::Kind::address || written.elements.size() != 2 ||
        written.offset != 0 || written.elements[0].kind != WrittenOperand::Kind::name)
        fail("a texture object and its coordinates are needed");
    if (written.elements[1].elements.size() != dimensions)
        fail(fmt::format("{} coordinates are needed", dimensions));
    Operand texture;
    texture.kind = Kind::address;
    texture.elements.push_back(bind_value(written.elements[0], Word::b64, false));
    for (const WrittenOperand& coordinate : written.elements[1].elements)
        texture.elements.push_back(bind_value(coordinate, type, false));
    return texture;
}

/// A label may be declared later, so its index is known only when its scope ends.
Operand Binder::bind_label(const WrittenOperand& written, std::size_t n, Operand::Kind kind) {
    if (written.kind != WrittenOperand::Kind::name || written.negated || written.offset != 0)
        fail(kind == Kind::label ? "a label is needed" : "the name of a .branchtargets is needed");
    context_.scopes.refer(
        {written.name, instruction_.ptx_line, false, position_, static_cast<std::uint32_t>(n)});
    Operand operand;
    operand.kind = kind;
    return operand;
}

} // namespace simulator::ptx
