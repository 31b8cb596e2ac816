#include "ptx/scopes.h"

#include <charconv>

#include <fmt/core.h>

namespace simulator::ptx {
namespace {

/// Limit of the nesting depth, because a lookup visits all enclosing scopes.
constexpr std::size_t deepest = 256;

bool is_label(Symbol::Kind kind) { return kind == Symbol::Kind::label || kind == Symbol::Kind::table; }

/// Returns the number at the end of a register's name; empty for `007`, which `name<8>` does not declare.
std::optional<std::uint32_t> number_in(std::string_view digits) {
    if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
    std::uint32_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || rest != end) return std::nullopt;
    return number;
}

} // namespace

void Scopes::open() {
    if (scopes_.size() == deepest) reader_.fail(fmt::format("more than {} scopes in each other", deepest));
    scopes_.emplace_back();
}

void Scopes::close() {
    Scope closed = std::move(scopes_.back());
    scopes_.pop_back();
    for (const Reference& reference : closed.references) {
        const auto found = closed.names.find(reference.name);
        if (found != closed.names.end())
            resolve(reference, found->second);
        else if (!scopes_.empty())
            scopes_.back().references.push_back(reference);
        else
            reader_.fail_at(reference.line,
                            fmt::format("label {} is not declared", in_quotes(reference.name)));
    }
}

void Scopes::resolve(const Reference& reference, Symbol symbol) {
    if (reference.in_list) {
        if (symbol.kind != Symbol::Kind::label)
            reader_.fail_at(reference.line, fmt::format("{} is not a label", in_quotes(reference.name)));
        function_.label_lists[reference.owner][reference.place] = symbol.index;
        return;
    }
    Operand& operand = function_.body[reference.owner].operands[reference.place];
    const bool wants_table = operand.kind == Operand::Kind::table;
    if (symbol.kind != (wants_table ? Symbol::Kind::table : Symbol::Kind::label))
        reader_.fail_at(reference.line, fmt::format("{} is not a {}", in_quotes(reference.name),
                                                    wants_table ? "list of labels" : "label"));
    operand.index = symbol.index;
}

void Scopes::declare(std::string_view name, Symbol symbol) {
    Scope& scope = scopes_.back();
    if (!scope.names.emplace(name, symbol).second || range_type(scope, name))
        reader_.fail(fmt::format("{} is declared twice", in_quotes(name)));
}

void Scopes::declare_register(std::string_view name, Word type) {
    declare(name, {Symbol::Kind::reg, make_register(name, type)});
}

void Scopes::declare_registers(std::string_view name, std::uint32_t count, Word type) {
    if (!scopes_.back().ranges.emplace(name, Range{count, type}).second)
        reader_.fail(fmt::format("registers {} are declared twice", in_quotes(name)));
}

std::uint32_t Scopes::make_register(std::string_view name, Word type) {
    function_.registers.push_back({std::string(name), type});
    return static_cast<std::uint32_t>(function_.registers.size() - 1);
}

std::optional<Word> Scopes::range_type(const Scope& scope, std::string_view name) {
    // `%r1<20>` declares %r10 too, so each split of the name into prefix and number is tried. A number has at
    // most ten digits.
    for (std::size_t digits = 1; digits < name.size() && digits <= 10; ++digits) {
        const char c = name[name.size() - digits];
        if (c < '0' || c > '9') break;
        const auto range = scope.ranges.find(name.substr(0, name.size() - digits));
        if (range == scope.ranges.end()) continue;
        const auto number = number_in(name.substr(name.size() - digits));
        if (number && *number < range->second.count) return range->second.type;
    }
    return std::nullopt;
}

std::optional<Symbol> Scopes::find(std::string_view name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        const auto found = scope->names.find(name);
        // Labels are resolved when their scope ends; a label may have the name of a variable of an outer
        // scope.
        if (found != scope->names.end() && !is_label(found->second.kind)) return found->second;
        if (const auto type = range_type(*scope, name)) {
            const Symbol symbol = {Symbol::Kind::reg, make_register(name, *type)};
            scope->names.emplace(name, symbol);
            return symbol;
        }
    }
    return std::nullopt;
}

void Scopes::refer(Reference reference) { scopes_.back().references.push_back(reference); }

} // namespace simulator::ptx
