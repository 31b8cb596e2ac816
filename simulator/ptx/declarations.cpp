#include "ptx/declarations.h"

#include <bit>

#include <fmt/core.h>

namespace simulator::ptx {
namespace {

/// More than the memory of any GPU; no variable of this size is ever allocated here.
constexpr std::uint64_t max_variable_bytes = 1ull << 40;
constexpr std::uint64_t max_alignment = 1ull << 16;
constexpr std::size_t max_dimensions = 16;

std::uint32_t read_alignment(Reader& reader) {
    const std::uint64_t alignment = reader.expect_integer(max_alignment);
    if (!std::has_single_bit(alignment))
        reader.fail(fmt::format("alignment {} is not a power of two", alignment));
    return static_cast<std::uint32_t>(alignment);
}

/// `.ptr .global .align 4` describes the target of a pointer parameter, which only an optimizer needs.
void skip_pointer_attributes(Reader& reader) {
    while (reader.at_word("global") || reader.at_word("const") || reader.at_word("local") ||
           reader.at_word("shared"))
        reader.take();
    if (reader.accept_word("align")) read_alignment(reader);
}

Word read_type(Reader& reader, std::string_view text) {
    const auto word = word_of(text);
    if (!word || !is_type(*word))
        reader.fail(fmt::format("type {} is not supported", in_quotes("." + std::string(text))));
    return *word;
}

/// Multiplies sizes, which must not be 0.
std::uint64_t times(Reader& reader, std::uint64_t bytes, std::uint64_t count) {
    if (count > max_variable_bytes / bytes) reader.fail("a variable of more than 1 TiB");
    return bytes * count;
}

void read_dimensions(Reader& reader, Declaration& declaration) {
    while (reader.accept('[')) {
        const bool open = declaration.dimensions.empty() && reader.at(']');
        const std::uint64_t count = open ? 0 : reader.expect_integer(max_variable_bytes);
        if (!declaration.dimensions.empty() && count == 0)
            reader.fail("an array whose elements take no space");
        declaration.dimensions.push_back(count);
        if (declaration.dimensions.size() > max_dimensions)
            reader.fail(fmt::format("an array of more than {} dimensions", max_dimensions));
        reader.expect(']');
    }
}

Formal read_formal(Reader& reader) {
    Formal formal;
    formal.in_register = reader.accept_word("reg");
    if (formal.in_register) {
        formal.variable.type = read_register_type(reader);
        if (formal.variable.type == Word::pred) reader.fail("a predicate cannot be a parameter");
        formal.variable.name = reader.expect_name("a parameter's name");
        formal.variable.bytes = formal.variable.alignment = bytes_of(formal.variable.type);
        formal.variable.space = Space::param;
        return formal;
    }
    if (!reader.accept_word("param")) reader.fail_expected(".param or .reg");
    Declaration declaration = read_declarator(reader, read_head(reader, Space::param));
    if (declaration.variable.bytes == 0) reader.fail("a parameter whose size is not known is not supported");
    formal.variable = std::move(declaration.variable);
    return formal;
}

} // namespace

DeclarationHead read_head(Reader& reader, Space space) {
    DeclarationHead head;
    head.space = space;
    bool typed = false;
    while (reader.at(TokenKind::dot_word)) {
        const std::string_view word = reader.take().text;
        if (word == "align")
            head.alignment = read_alignment(reader);
        else if (word == "attribute")
            reader.skip_group('(', ')');
        else if (word == "ptr")
            skip_pointer_attributes(reader);
        else if (word == "v2" || word == "v4")
            head.vector = word == "v2" ? 2 : 4;
        else if (typed)
            reader.fail(fmt::format("{} is not understood here", in_quotes("." + std::string(word))));
        else {
            head.type = read_type(reader, word);
            typed = true;
        }
    }
    if (!typed) reader.fail_expected("a type");
    if (head.type == Word::pred) reader.fail("a predicate cannot be in memory");
    return head;
}

Declaration read_declarator(Reader& reader, const DeclarationHead& head) {
    Declaration declaration;
    declaration.name = reader.expect_name("a variable's name");
    declaration.line = reader.line();
    read_dimensions(reader, declaration);

    const std::uint32_t element = bytes_of(head.type) * head.vector;
    Variable& variable = declaration.variable;
    variable.name = declaration.name;
    variable.space = head.space;
    variable.type = head.type;
    variable.alignment = head.alignment != 0 ? head.alignment : element;
    // From the innermost dimension outwards: the outermost may be 0, which means that the size is not yet
    // known.
    variable.bytes = element;
    for (auto count = declaration.dimensions.rbegin(); count != declaration.dimensions.rend(); ++count)
        variable.bytes = times(reader, variable.bytes, *count);
    if (head.vector > 1) declaration.dimensions.push_back(head.vector);
    return declaration;
}

std::vector<Formal> read_formals(Reader& reader) {
    std::vector<Formal> formals;
    reader.expect('(');
    if (reader.accept(')')) return formals;
    do formals.push_back(read_formal(reader));
    while (reader.accept(','));
    reader.expect(')');
    return formals;
}

Word read_register_type(Reader& reader) {
    const std::string_view word = reader.expect_word("a register's type");
    if (word == "v2" || word == "v4") reader.fail("registers that are vectors are not supported");
    return read_type(reader, word);
}

} // namespace simulator::ptx
