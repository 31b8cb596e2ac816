// Mutation patterns of actions: statements that are dropped or duplicated, barriers, calls, launches.

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "authoring/mutation/fill.h"
#include "authoring/mutation/patterns.h"

namespace grader::mutation {
namespace {

/// Reports whether a token of @p statement outside brackets is one of @p texts.
template <std::size_t count> bool has_outside(const Source& source, const Statement& statement,
                                              const std::array<std::string_view, count>& texts) {
    for (std::size_t i = statement.range.first; i <= statement.range.last; ++i) {
        if (std::find(texts.begin(), texts.end(), source.tokens()[i].text) != texts.end()) return true;
        i = std::max(i, source.match(i));
    }
    return false;
}

constexpr std::array<std::string_view, 9> assignments = {"=", "+=", "-=", "*=", "/=", "|=", "&=", "++", "--"};
constexpr std::array<std::string_view, 3> additions = {"+=", "-=", "atomicAdd"};
constexpr std::array<std::string_view, 2> launches = {"<<<", ">>>"};

/// Reports whether the bracket @p i opens the arguments of a call.
bool opens_call(const Source& source, std::size_t i) {
    if (!(source.tokens()[i] == "(") || i == 0 || !source.is_code(i)) return false;
    const Token& before = source.tokens()[i - 1];
    return (before.kind == TokenKind::word && !(before == "return")) || before == ">>>" ||
           (before == ">" && source.match(i - 1) < i - 1);
}

/// Returns the function's name before the bracket @p i of a call, without template arguments.
std::string_view called(const Source& source, std::size_t i) {
    const std::size_t before = source.match(i - 1) < i - 1 ? source.match(i - 1) - 1 : i - 1;
    return source.tokens()[before].text;
}

bool is_symmetric(std::string_view function) {
    static constexpr std::array names = {"min", "max", "fminf", "fmaxf"};
    return std::find(names.begin(), names.end(), function) != names.end();
}

/// Returns the statement, or the control statement with its body, that begins with token @p i.
std::optional<Range> unit_from(const Source& source, std::size_t i) {
    for (const Control& control : source.controls())
        if (control.header.first == i + 1)
            return Range{i, control.otherwise ? control.otherwise->last : control.body.last};
    for (const Statement& statement : source.statements())
        if (statement.range.first == i) return statement.range;
    return std::nullopt;
}

/// Returns the outermost statement or control statement that ends with token @p i.
std::optional<Range> unit_to(const Source& source, std::size_t i) {
    for (const Control& control : source.controls())
        if ((control.otherwise ? control.otherwise->last : control.body.last) == i)
            return Range{control.header.first - 1, i};
    for (const Statement& statement : source.statements())
        if (statement.range.last == i) return statement.range;
    return std::nullopt;
}

/// Adds an edit that swaps each two adjacent ones of @p values, from index @p first on.
void swap_neighbours(const Source& source, const std::vector<Range>& values, std::vector<Edit>& edits,
                     std::size_t first = 0) {
    for (std::size_t k = first; k + 1 < values.size(); ++k)
        edits.push_back({{values[k].first, values[k + 1].last},
                         source.code(values[k + 1]) + ", " + source.code(values[k])});
}

} // namespace

bool is_barrier(const Source& source, const Statement& statement) {
    const Token& first = source.tokens()[statement.range.first];
    return first == "__syncthreads" || first == "__syncwarp";
}

bool is_assignment(const Source& source, const Statement& statement) {
    return !statement.declaration && has_outside(source, statement, assignments);
}

bool is_addition(const Source& source, const Statement& statement) {
    return !statement.declaration && has_outside(source, statement, additions);
}

bool is_launch(const Source& source, const Statement& statement) {
    return !statement.declaration && has_outside(source, statement, launches);
}

bool is_call(const Source& source, const Statement& statement) {
    const Token& first = source.tokens()[statement.range.first];
    return !statement.declaration && first.kind == TokenKind::word && !(first == "CUDA_CHECK_LAUNCH") &&
           source.tokens()[statement.range.last - 1] == ")" && !is_barrier(source, statement) &&
           !(first == "return") && !is_launch(source, statement) &&
           !has_outside(source, statement, assignments);
}

EditFinder statement_becomes(StatementTest test, std::string text) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        for (const Statement& statement : source.statements())
            if (test(source, statement) && !source.has_directive(statement.range))
                edits.push_back({statement.range, fill(text, {source.code(statement.range)})});
        return edits;
    };
}

EditFinder barrier_later() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        for (const Statement& statement : source.statements()) {
            const auto [first, last] = statement.range;
            const std::optional<Range> next = unit_from(source, last + 1);
            if (!is_barrier(source, statement) || !next) continue;
            edits.push_back(
                {{first, next->last},
                 source.between(last, next->first) + source.raw(*next) + " " + source.code({first, last})});
        }
        return edits;
    };
}

EditFinder barrier_earlier() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        for (const Statement& statement : source.statements()) {
            const auto [first, last] = statement.range;
            const std::optional<Range> before = first > 0 ? unit_to(source, first - 1) : std::nullopt;
            if (!is_barrier(source, statement) || !before) continue;
            edits.push_back({{before->first, last},
                             source.code({first, last}) + " " + source.raw(*before) +
                                 source.between(before->last, first)});
        }
        return edits;
    };
}

EditFinder arguments_swapped() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        for (std::size_t i = 0; i < source.tokens().size(); ++i)
            if (opens_call(source, i) && !is_symmetric(called(source, i)))
                // The first two arguments of a multiply-add are factors, whose order makes no difference.
                swap_neighbours(source, source.arguments(i), edits, called(source, i) == "fmaf" ? 1 : 0);
        return edits;
    };
}

EditFinder fields_swapped() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        for (const Statement& statement : source.statements())
            for (std::size_t i = statement.range.first; i <= statement.range.last; ++i)
                if (source.tokens()[i] == "{") swap_neighbours(source, source.arguments(i), edits);
        return edits;
    };
}

EditFinder call_becomes(std::string function, std::string text) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        for (std::size_t i = 1; i < source.tokens().size(); ++i) {
            if (!opens_call(source, i) || !(source.tokens()[i - 1] == function)) continue;
            const std::vector<Range> arguments = source.arguments(i);
            if (arguments.size() != 2) continue;
            edits.push_back({{i - 1, source.match(i)},
                             fill(text, {source.code(arguments[0]), source.code(arguments[1])})});
        }
        return edits;
    };
}

EditFinder launch_swapped() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        for (std::size_t i = 0; i < source.tokens().size(); ++i) {
            const std::vector<Range> shape =
                source.tokens()[i] == "<<<" ? source.arguments(i) : std::vector<Range>();
            if (shape.size() >= 2) swap_neighbours(source, {shape[0], shape[1]}, edits);
        }
        return edits;
    };
}

EditFinder launched_block_becomes(std::string text) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        for (std::size_t i = 0; i < source.tokens().size(); ++i) {
            const std::vector<Range> shape =
                source.tokens()[i] == "<<<" ? source.arguments(i) : std::vector<Range>();
            if (shape.size() >= 2) edits.push_back({shape[1], fill(text, {source.code(shape[1])})});
        }
        return edits;
    };
}

EditFinder shape_loses_last() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        for (const Statement& statement : source.statements()) {
            const std::size_t type =
                statement.range.first + (source.tokens()[statement.range.first] == "const" ? 1 : 0);
            if (!(source.tokens()[type] == "dim3") || !(source.tokens()[type + 2] == "(")) continue;
            const std::vector<Range> parts = source.arguments(type + 2);
            if (parts.size() >= 2)
                edits.push_back({{parts[parts.size() - 2].first, parts.back().last},
                                 source.code(parts[parts.size() - 2])});
        }
        return edits;
    };
}

} // namespace grader::mutation
