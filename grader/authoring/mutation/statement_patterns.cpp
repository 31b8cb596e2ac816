// Mutation patterns of statements and headers: guards, loops, barriers, declarations, calls.

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/core.h>

#include "authoring/mutation/fill.h"
#include "authoring/mutation/patterns.h"

namespace grader::mutation {
namespace {

/// Returns the range between the brackets of @p whole.
Range inside(Range whole) { return {whole.first + 1, whole.last - 1}; }

bool leaves(const Source& source, const Control& control) {
    const Token& first = source.tokens()[control.body.first];
    return first == "return" || first == "continue" || first == "break";
}

/// Replaces the condition of each `if` that @p is_wanted accepts.
template <typename Predicate> EditFinder condition_becomes(const std::string& text, Predicate is_wanted) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        for (const Control& control : source.controls())
            if (control.keyword == "if" && is_wanted(source, control))
                edits.push_back({inside(control.header), fill(text, {source.code(inside(control.header))})});
        return edits;
    };
}

/// Returns the colon that matches the question mark @p i.
std::size_t colon_of(const Source& source, std::size_t i) {
    int open = 0;
    for (std::size_t at = i; at < source.tokens().size(); ++at) {
        at = std::max(at, source.match(at));
        if (source.tokens()[at] == "?") ++open;
        if (source.tokens()[at] == ":" && --open == 0) return at;
    }
    return i;
}

/// Replaces each conditional expression by the result of @p branch.
template <typename Branch> EditFinder choice_becomes(Branch branch) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        for (std::size_t i = 0; i < source.tokens().size(); ++i) {
            if (!(source.tokens()[i] == "?") || !source.is_code(i)) continue;
            const std::size_t colon = colon_of(source, i);
            const Range second = source.expression_from(colon + 1);
            const Range whole{source.left_operand(i).first, second.last};
            edits.push_back({whole, source.code(branch(Range{i + 1, colon - 1}, second))});
        }
        return edits;
    };
}

/// Returns the three parts of a loop's header; nothing if it has fewer, or an empty one.
std::optional<std::array<Range, 3>> parts_of(const Source& source, const Control& control) {
    if (control.keyword != "for") return std::nullopt;
    std::vector<std::size_t> ends;
    for (std::size_t i = control.header.first + 1; i <= control.header.last; ++i) {
        i = std::max(i, source.match(i) < control.header.last ? source.match(i) : i);
        if (source.tokens()[i] == ";" || i == control.header.last) ends.push_back(i);
    }
    if (ends.size() != 3) return std::nullopt;
    const std::array<Range, 3> parts = {Range{control.header.first + 1, ends[0] - 1},
                                        Range{ends[0] + 1, ends[1] - 1}, Range{ends[1] + 1, ends[2] - 1}};
    for (const Range& part : parts)
        if (part.last + 1 == part.first) return std::nullopt;
    return parts;
}

/// Replaces the right operand of the first operator in part @p number of the header of each loop that @p
/// wanted accepts.
template <typename Predicate>
EditFinder loop_becomes(std::size_t number, const std::string& text, Predicate is_wanted) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        for (const Control& control : source.controls()) {
            const auto parts = parts_of(source, control);
            if (!parts) continue;
            for (std::size_t i = (*parts)[number].first; i <= (*parts)[number].last; ++i) {
                if (source.precedence(i) == 0 || !is_wanted(source.tokens()[i].text)) continue;
                const Range value = source.right_operand(i);
                edits.push_back({value, fill(text, {source.code(value)})});
                break;
            }
        }
        return edits;
    };
}

} // namespace

EditFinder guard_becomes(bool with_else, std::string text) {
    return condition_becomes(text, [=](const Source& source, const Control& control) {
        return !leaves(source, control) && control.otherwise.has_value() == with_else;
    });
}

EditFinder exit_becomes(std::string text) { return condition_becomes(text, leaves); }

EditFinder else_dropped() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        for (const Control& control : source.controls())
            if (control.otherwise) edits.push_back({*control.otherwise, ""});
        return edits;
    };
}

EditFinder choice_takes_first() {
    return choice_becomes([](Range first, Range) { return first; });
}
EditFinder choice_takes_second() {
    return choice_becomes([](Range, Range second) { return second; });
}

EditFinder loop_start_becomes(std::string text) {
    return loop_becomes(0, text, [](std::string_view op) { return op == "="; });
}
EditFinder loop_end_becomes(std::string text) {
    return loop_becomes(1, text, [](std::string_view op) { return op[0] == '<' || op[0] == '>'; });
}

EditFinder loop_step_becomes(std::string text) {
    return [added = loop_becomes(2, text, [](std::string_view op) { return op == "+="; }),
            text](const Source& source) {
        std::vector<Edit> edits = added(source);
        for (const Control& control : source.controls()) {
            const auto parts = parts_of(source, control);
            if (!parts) continue;
            const Range step = parts->back();
            if (step.last == step.first + 1 && source.tokens()[step.first] == "++" &&
                fill(text, {"1"}) != "1")
                edits.push_back(
                    {step, fmt::format("{} += {}", source.tokens()[step.last].text, fill(text, {"1"}))});
        }
        return edits;
    };
}

EditFinder initial_value_dropped() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        for (const Statement& statement : source.statements()) {
            const auto [first, last] = statement.range;
            if (!statement.declaration) continue;
            for (std::size_t i = first; i < last; ++i) {
                if (!(source.tokens()[i] == "=") || source.precedence(i) == 0) continue;
                const Range value = source.right_operand(i);
                const bool literal =
                    source.tokens()[value.first].kind == TokenKind::number && value.first == value.last;
                const bool empty = source.tokens()[value.first] == "{" && value.last == value.first + 1;
                if (literal || empty)
                    edits.push_back({{i - 1, value.last}, std::string(source.tokens()[i - 1].text)});
            }
        }
        return edits;
    };
}

EditFinder type_becomes(std::string from, std::string to) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        for (const Statement& statement : source.statements()) {
            if (!statement.declaration) continue;
            std::size_t i = statement.range.first;
            while (source.tokens()[i] == "const" || source.tokens()[i] == "static") ++i;
            // A pointer to another type is a different mistake, and most such mutants do not compile.
            if (source.tokens()[i] == from && source.tokens()[i + 1].kind == TokenKind::word)
                edits.push_back({{i, i}, to});
        }
        return edits;
    };
}

EditFinder result_becomes(std::string text) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        for (const Statement& statement : source.statements()) {
            const auto [first, last] = statement.range;
            if (!(source.tokens()[first] == "return") || last < first + 2) continue;
            edits.push_back({{first + 1, last - 1}, fill(text, {source.code({first + 1, last - 1})})});
        }
        return edits;
    };
}

} // namespace grader::mutation
