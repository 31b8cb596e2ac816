#include "ptx/module_reader.h"

#include <algorithm>
#include <charconv>

#include <fmt/core.h>

#include "ptx/parser.h"

namespace simulator::ptx {
namespace {

/// nvcc numbers the files of a program from 1.
constexpr std::uint32_t max_files = 1u << 16;

std::optional<Space> space_of(std::string_view word) {
    if (word == "global") return Space::global;
    if (word == "const") return Space::constant;
    if (word == "shared") return Space::shared;
    return std::nullopt;
}

/// Returns the number at the start of a text; 0 if there is none.
std::uint32_t leading_number(std::string_view text) {
    std::uint32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string unescaped(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        result += text[i];
    }
    return result;
}

/// nvcc writes `.file` after the functions that refer to it, so files are read in a first pass.
Module module_with_files(const std::vector<Token>& tokens) {
    Module module;
    std::vector<std::string>& files = module.files;
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        const Token& number = tokens[i + 1];
        const bool file = tokens[i].kind == TokenKind::dot_word && tokens[i].text == "file" &&
                          number.kind == TokenKind::integer && tokens[i + 2].kind == TokenKind::string;
        if (!file || number.bits >= max_files) continue;
        if (files.size() <= number.bits) files.resize(number.bits + 1);
        files[number.bits] = unescaped(tokens[i + 2].text);
    }
    return module;
}

} // namespace

ModuleReader::ModuleReader(std::vector<Token> tokens)
    : module_(module_with_files(tokens)), reader_(std::move(tokens)), lines_(module_.files),
      initializers_(reader_) {}

Module ModuleReader::read() {
    try {
        return read_all();
    } catch (PtxError& error) {
        error.file = module_.file_name(error.source);
        throw;
    }
}

Module ModuleReader::read_all() {
    while (!reader_.at(TokenKind::end)) read_directive();
    reader_.function.clear();
    reader_.source = {};
    check_symbols();
    apply_aliases();
    return std::move(module_);
}

void ModuleReader::read_directive() {
    reader_.function.clear();
    reader_.source = {};
    Linkage linkage;
    while (reader_.at_word("visible") || reader_.at_word("weak") || reader_.at_word("extern") ||
           reader_.at_word("common")) {
        const std::string_view word = reader_.take().text;
        linkage.external |= word == "extern";
        linkage.weak |= word == "weak" || word == "common";
    }
    const std::string_view word = reader_.expect_word("a directive");
    if (word == "entry" || word == "func") return read_function(word == "entry", linkage);
    if (const auto space = space_of(word)) return read_variables(*space, linkage);
    if (word == "version") return read_version();
    if (word == "target") return read_target();
    if (word == "alias") return read_alias();
    if (word == "pragma") return reader_.skip_statement();
    if (word == "address_size") {
        if (reader_.expect_integer(64) != 64) reader_.fail("only 64-bit addresses are supported");
    } else if (word == "file") {
        reader_.expect_integer(max_files - 1);
        reader_.expect_string();
        while (reader_.accept(',')) reader_.expect_integer(~0ull);
    } else if (word == "section") {
        if (!reader_.at('{')) reader_.take();
        reader_.skip_group('{', '}');
    } else {
        reader_.fail(fmt::format("{} is not supported", in_quotes(fmt::format(".{}", word))));
    }
}

void ModuleReader::read_version() {
    if (!reader_.at(TokenKind::float64)) reader_.fail_expected("a version such as 9.0");
    const std::string_view text = reader_.take().text;
    const std::uint32_t minor = leading_number(text.substr(std::min(text.find('.'), text.size() - 1) + 1));
    module_.version = std::min(leading_number(text), 1000u) * 10 + std::min(minor, 9u);
}

void ModuleReader::read_target() {
    do {
        const std::string_view name = reader_.expect_name("a target such as sm_80");
        if (name.starts_with("sm_")) module_.target = leading_number(name.substr(3));
    } while (reader_.accept(','));
}

void ModuleReader::read_variables(Space space, Linkage linkage) {
    const DeclarationHead head = read_head(reader_, space);
    do {
        Declaration declaration = read_declarator(reader_, head);
        if (reader_.accept('=')) {
            if (space == Space::shared) reader_.fail("shared memory has no initial values");
            initializers_.read(declaration);
        }
        add_variable(std::move(declaration), linkage);
    } while (reader_.accept(','));
    reader_.expect(';');
}

void ModuleReader::add_variable(Declaration declaration, Linkage linkage) {
    Variable& variable = declaration.variable;
    variable.external = linkage.external;
    const auto name = in_quotes(declaration.name);
    if (variable.bytes == 0 && !linkage.external)
        reader_.fail_at(declaration.line, fmt::format("the size of {} is missing", name));
    if (names_.functions.contains(declaration.name))
        reader_.fail_at(declaration.line, fmt::format("{} is declared twice", name));
    const auto index = static_cast<std::uint32_t>(module_.variables.size());
    const auto [known, inserted] = names_.variables.emplace(declaration.name, index);
    if (inserted) {
        module_.variables.push_back(std::move(variable));
        return;
    }
    Variable& before = module_.variables[known->second];
    if (before.space != variable.space || !(before.external || linkage.external || linkage.weak))
        reader_.fail_at(declaration.line, fmt::format("{} is declared twice", name));
    if (before.external && !variable.external) before = std::move(variable);
}

/// Symbols in initializers may be declared later.
void ModuleReader::check_symbols() const {
    for (const NamedSymbol& symbol : initializers_.symbols())
        if (!names_.variables.contains(symbol.name) && !names_.functions.contains(symbol.name))
            reader_.fail_at(symbol.line, fmt::format("{} is not declared", in_quotes(symbol.name)));
}

} // namespace simulator::ptx
