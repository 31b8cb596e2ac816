#include "ptx/written.h"

#include <utility>

#include "ptx/constant.h"

namespace simulator::ptx {
namespace {

/// More than any instruction has; the lists of a call may be longer.
constexpr std::size_t max_operands = 8;
constexpr std::size_t max_elements = 8;

/// Reads a name that may contain a dotted word, such as `%tid.x`.
std::string_view read_dotted_name(Reader& reader) {
    const std::string_view name = reader.expect_name("a name");
    if (!name.starts_with('%') || !reader.at(TokenKind::dot_word)) return name;
    const std::string_view word = reader.take().text;
    if (word.data() != name.data() + name.size() + 1) reader.fail("a blank inside the name of a register");
    return {name.data(), name.size() + 1 + word.size()};
}

/// Reads a name or a number.
WrittenOperand read_simple(Reader& reader) {
    WrittenOperand operand;
    operand.negated = reader.accept('!');
    if (at_constant(reader)) {
        if (operand.negated) reader.fail("'!' is allowed only before predicates");
        operand.kind = WrittenOperand::Kind::number;
        operand.number = read_constant(reader);
        return operand;
    }
    if (!reader.at(TokenKind::name)) reader.fail_expected("an operand");
    operand.name = read_dotted_name(reader);
    operand.offset = read_offset(reader);
    return operand;
}

WrittenOperand read_vector(Reader& reader) {
    WrittenOperand vector;
    vector.kind = WrittenOperand::Kind::vector;
    reader.expect('{');
    do {
        vector.elements.push_back(read_simple(reader));
        if (vector.elements.size() > max_elements) reader.fail("a vector with too many elements");
    } while (reader.accept(','));
    reader.expect('}');
    return vector;
}

WrittenOperand read_address(Reader& reader) {
    WrittenOperand address;
    address.kind = WrittenOperand::Kind::address;
    reader.expect('[');
    WrittenOperand base = read_simple(reader);
    address.offset = std::exchange(base.offset, 0);
    address.elements.push_back(std::move(base));
    if (reader.accept(',')) address.elements.push_back(read_vector(reader));
    reader.expect(']');
    return address;
}

std::vector<WrittenOperand> read_list(Reader& reader) {
    std::vector<WrittenOperand> list;
    reader.expect('(');
    if (reader.accept(')')) return list;
    do list.push_back(read_simple(reader));
    while (reader.accept(','));
    reader.expect(')');
    return list;
}

} // namespace

WrittenOperand read_operand(Reader& reader) {
    if (reader.at('{')) return read_vector(reader);
    if (reader.at('[')) return read_address(reader);
    WrittenOperand first = read_simple(reader);
    if (!reader.accept('|')) return first;
    WrittenOperand pair;
    pair.kind = WrittenOperand::Kind::pair;
    pair.elements.push_back(std::move(first));
    pair.elements.push_back(read_simple(reader));
    return pair;
}

std::vector<WrittenOperand> read_operands(Reader& reader) {
    std::vector<WrittenOperand> operands;
    if (reader.accept(';')) return operands;
    do {
        operands.push_back(read_operand(reader));
        if (operands.size() > max_operands) reader.fail("more operands than any instruction has");
    } while (reader.accept(','));
    reader.expect(';');
    return operands;
}

WrittenCall read_call(Reader& reader) {
    WrittenCall call;
    if (reader.at('(')) {
        call.results = read_list(reader);
        reader.expect(',');
    }
    call.callee = reader.expect_name("the name of a function");
    if (reader.accept(',')) {
        if (reader.at('(')) {
            call.arguments = read_list(reader);
            if (reader.accept(',')) call.prototype = reader.expect_name("the name of a prototype");
        } else {
            call.prototype = reader.expect_name("arguments or the name of a prototype");
        }
    }
    reader.expect(';');
    return call;
}

} // namespace simulator::ptx
