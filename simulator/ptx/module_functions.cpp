#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/core.h>

#include "ptx/function_reader.h"
#include "ptx/module_reader.h"
#include "ptx/parser.h"

// The part of ModuleReader that reads functions.

namespace simulator::ptx {
namespace {

std::vector<Variable> variables_of(const std::vector<Formal>& formals) {
    std::vector<Variable> result;
    for (const Formal& formal : formals) result.push_back(formal.variable);
    return result;
}

bool same_sizes(const std::vector<Variable>& a, const std::vector<Variable>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Variable& x, const Variable& y) {
        return x.bytes == y.bytes && x.alignment == y.alignment;
    });
}

/// Reads up to three numbers; missing ones are 1.
void read_three(Reader& reader, std::uint32_t (&three)[3]) {
    constexpr std::uint64_t largest = 0xffff;
    three[0] = three[1] = three[2] = 1;
    std::size_t n = 0;
    do {
        if (n == 3) reader.fail("more than three dimensions");
        three[n++] = static_cast<std::uint32_t>(reader.expect_integer(largest));
    } while (reader.accept(','));
}

void redirect(Operand& operand, const std::vector<std::uint32_t>& targets) {
    if (operand.kind == Operand::Kind::function) operand.index = targets[operand.index];
    for (Operand& element : operand.elements) redirect(element, targets);
}

} // namespace

void ModuleReader::read_function(bool entry, Linkage linkage) {
    const Header header = read_header(entry);
    Function function = header.function;
    const std::uint32_t index = announce(header);
    if (function.declared_only) return;
    if (linkage.external) reader_.fail(fmt::format("{} is .extern, but has a body", in_quotes(header.name)));
    read_body(header, function);
    module_.functions[index] = std::move(function);
}

/// An unsupported construct disables only its own kernel; other kernels of the text can run. A function
/// without an end is an error of the whole text.
void ModuleReader::read_body(const Header& header, Function& function) {
    const std::size_t body = reader_.place();
    if (function.not_understood) {
        reader_.skip_group('{', '}');
        return;
    }
    Function read = function;
    try {
        FunctionReader(reader_, module_, names_, lines_, read).read(header.results, header.parameters);
        function = std::move(read);
    } catch (const PtxError& error) {
        function.not_understood = {error.line, error.source, error.what()};
        reader_.go_back(body);
        if (!reader_.accept_group('{', '}')) throw;
    }
}

ModuleReader::Header ModuleReader::read_header(bool entry) {
    Header header;
    Function& function = header.function;
    function.entry = entry;
    function.ptx_line = reader_.line();
    if (reader_.accept_word("attribute")) reader_.skip_group('(', ')');
    if (!entry && reader_.at('(')) header.results = read_formals(reader_);
    header.name = reader_.expect_name("the name of a function");
    function.name = header.name;
    reader_.function = header.name;
    if (reader_.at('(')) header.parameters = read_formals(reader_);
    function.results = variables_of(header.results);
    function.parameters = variables_of(header.parameters);
    try {
        read_limits(function);
    } catch (const PtxError& error) {
        function.not_understood = {error.line, error.source, error.what()};
        skip_limits();
        if (reader_.at(TokenKind::end)) throw;
    }
    function.declared_only = reader_.accept(';');
    return header;
}

void ModuleReader::read_limits(Function& function) {
    constexpr std::uint64_t largest = 0xffff'ffff;
    while (reader_.at(TokenKind::dot_word)) {
        const std::string_view word = reader_.take().text;
        if (word == "maxntid") {
            std::uint32_t three[3];
            read_three(reader_, three);
            const std::uint64_t threads = std::uint64_t(three[0]) * three[1] * three[2];
            function.max_threads = static_cast<std::uint32_t>(std::min(threads, largest));
        } else if (word == "reqntid") {
            read_three(reader_, function.required_threads);
        } else if (word == "minnctapersm") {
            function.min_blocks = static_cast<std::uint32_t>(reader_.expect_integer(largest));
        } else if (word == "maxnreg" || word == "maxnctapersm") {
            reader_.expect_integer(largest);
        } else if (word == "pragma") {
            reader_.skip_statement();
        } else if (word != "noreturn") {
            reader_.fail(fmt::format("{} is not supported", in_quotes("." + std::string(word))));
        }
    }
}

void ModuleReader::skip_limits() {
    while (!reader_.at('{') && !reader_.at(';') && !reader_.at(TokenKind::end)) reader_.take();
}

/// Declares a function before its body is read, because the body may call it. Checks it against earlier
/// declarations.
std::uint32_t ModuleReader::announce(const Header& header) {
    const Function& function = header.function;
    if (names_.variables.contains(header.name))
        reader_.fail(fmt::format("{} is declared twice", in_quotes(header.name)));
    const auto index = static_cast<std::uint32_t>(module_.functions.size());
    const auto [known, inserted] = names_.functions.emplace(header.name, index);
    if (inserted) {
        module_.functions.push_back(function);
        return index;
    }
    Function& before = module_.functions[known->second];
    if (!before.declared_only && !function.declared_only)
        reader_.fail(fmt::format("{} is defined twice", in_quotes(header.name)));
    if (before.entry != function.entry || !same_sizes(before.results, function.results) ||
        !same_sizes(before.parameters, function.parameters))
        reader_.fail(fmt::format("{} was declared differently before", in_quotes(header.name)));
    if (!function.declared_only) before = function;
    return known->second;
}

void ModuleReader::read_alias() {
    Alias alias;
    alias.name = reader_.expect_name("a function");
    alias.line = reader_.line();
    reader_.expect(',');
    alias.target = reader_.expect_name("a function");
    reader_.expect(';');
    aliases_.push_back(alias);
}

/// Replaces every reference to an alias by the aliased function.
void ModuleReader::apply_aliases() {
    if (aliases_.empty()) return;
    std::vector<std::uint32_t> targets(module_.functions.size());
    std::iota(targets.begin(), targets.end(), 0u);
    for (const Alias& alias : aliases_) {
        const auto name = names_.functions.find(alias.name);
        const auto target = names_.functions.find(alias.target);
        if (name == names_.functions.end() || !module_.functions[name->second].declared_only)
            reader_.fail_at(alias.line,
                            fmt::format("alias {} is not a declared function", in_quotes(alias.name)));
        if (target == names_.functions.end() || module_.functions[target->second].declared_only)
            reader_.fail_at(alias.line,
                            fmt::format("{} is not a function with a body", in_quotes(alias.target)));
        const Function& declared = module_.functions[name->second];
        const Function& defined = module_.functions[target->second];
        if (declared.entry != defined.entry || !same_sizes(declared.results, defined.results) ||
            !same_sizes(declared.parameters, defined.parameters))
            reader_.fail_at(alias.line,
                            fmt::format("alias {} is declared differently", in_quotes(alias.name)));
        targets[name->second] = target->second;
    }
    for (Function& function : module_.functions)
        for (Instruction& instruction : function.body)
            for (Operand& operand : instruction.operands) redirect(operand, targets);
    for (Variable& variable : module_.variables)
        for (Relocation& relocation : variable.relocations) {
            const auto function = names_.functions.find(relocation.symbol);
            if (function != names_.functions.end())
                relocation.symbol = module_.functions[targets[function->second]].name;
        }
}

} // namespace simulator::ptx
