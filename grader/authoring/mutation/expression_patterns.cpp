// Mutation patterns of expressions: operators, names, numbers, subscripts.

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "authoring/mutation/fill.h"
#include "authoring/mutation/patterns.h"

namespace grader::mutation {
namespace {

bool lies_in(const Source& source, std::size_t i, CodeRegion region) {
    return region == CodeRegion::anywhere || source.in_loop_header(i) == (region == CodeRegion::loop_headers);
}

/// Calls @p visit with the index of each token that may be changed.
template <typename Visitor> void each_token(const Source& source, Visitor visit) {
    for (std::size_t i = 0; i < source.tokens().size(); ++i)
        if (source.is_code(i)) visit(i);
}

/// Calls @p visit with the index of each binary operator @p op.
template <typename Visitor> void each_operator(const Source& source, const std::string& op, Visitor visit) {
    each_token(source, [&](std::size_t i) {
        if (source.tokens()[i] == op && source.precedence(i) > 0) visit(i);
    });
}

/// Replaces each expression with @p op by the operand that @p operand returns.
EditFinder keeps(const std::string& op, Range (Source::*operand)(std::size_t) const) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        each_operator(source, op, [&](std::size_t i) {
            const Range whole{source.left_operand(i).first, source.right_operand(i).last};
            if (!source.has_directive(whole)) edits.push_back({whole, source.code((source.*operand)(i))});
        });
        return edits;
    };
}

/// Reports whether the bracket @p i is a subscript.
bool chooses(const Source& source, std::size_t i) {
    if (!(source.tokens()[i] == "[") || source.match(i) <= i + 1 || i == 0) return false;
    const Token& before = source.tokens()[i - 1];
    return (before.kind == TokenKind::word || before == "]" || before == ")") && !source.is_array_size(i);
}

bool is_thread_index(const Token& token) {
    static constexpr std::array names = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    return std::find(names.begin(), names.end(), token.text) != names.end();
}

/// Replaces the member @p from by @p to, of threadIdx and similar variables, or of everything else.
EditFinder member_becomes(const std::string& from, const std::string& to, bool of_thread_index) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        each_token(source, [&](std::size_t i) {
            if (i < 2 || !(source.tokens()[i] == from) || !(source.tokens()[i - 1] == ".")) return;
            if (is_thread_index(source.tokens()[i - 2]) == of_thread_index) edits.push_back({{i, i}, to});
        });
        return edits;
    };
}

} // namespace

EditFinder operator_becomes(std::string from, std::string to, CodeRegion region) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        each_operator(source, from, [&](std::size_t i) {
            if (lies_in(source, i, region)) edits.push_back({{i, i}, to});
        });
        return edits;
    };
}

EditFinder keeps_left(std::string op) { return keeps(op, &Source::left_operand); }
EditFinder keeps_right(std::string op) { return keeps(op, &Source::right_operand); }

EditFinder index_parts_swapped() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        each_operator(source, "*", [&](std::size_t i) {
            const Range row = source.left_operand(i);
            const std::size_t plus = source.right_operand(i).last + 1;
            if (!(source.tokens()[plus] == "+")) return;
            const Range column = source.right_operand(plus);
            const std::string width = source.code(source.right_operand(i));
            edits.push_back({{row.first, column.last},
                             fmt::format("({}) * {} + {}", source.code(column), width, source.code(row))});
        });
        return edits;
    };
}

EditFinder tokens_become(std::string from, std::string to) {
    return [=](const Source& source) {
        const std::vector<Token> wanted = tokens_of(from);
        std::vector<Edit> edits;
        each_token(source, [&](std::size_t i) {
            if (i + wanted.size() > source.tokens().size()) return;
            for (std::size_t k = 0; k < wanted.size(); ++k)
                if (!(source.tokens()[i + k] == wanted[k].text)) return;
            if (source.precedence(i) == 0) edits.push_back({{i, i + wanted.size() - 1}, to});
        });
        return edits;
    };
}

EditFinder thread_index_becomes(std::string from, std::string to) { return member_becomes(from, to, true); }
EditFinder component_becomes(std::string from, std::string to) { return member_becomes(from, to, false); }

EditFinder numbers_become(long long least, long long more) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        each_token(source, [&](std::size_t i) {
            const Token& token = source.tokens()[i];
            if (token.kind != TokenKind::number || token.text.starts_with("0x") || token.text[0] == '.')
                return;
            std::size_t digits = 0;
            const long long value = std::stoll(std::string(token.text), &digits);
            // Only the integer part changes: of 255.0f it does, of 0.5f nothing.
            if (value >= least)
                edits.push_back(
                    {{i, i}, std::to_string(value + more) + std::string(token.text.substr(digits))});
        });
        return edits;
    };
}

EditFinder zeros_become_ones() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        each_token(source, [&](std::size_t i) {
            const std::string_view text = source.tokens()[i].text;
            const bool zero = source.tokens()[i].kind == TokenKind::number &&
                              (text == "0" || text == "0.0f" || text == "0.0");
            if (zero && !source.in_loop_header(i))
                edits.push_back({{i, i}, "1" + std::string(text.substr(1))});
        });
        return edits;
    };
}

EditFinder subscript_becomes(std::string text) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        each_token(source, [&](std::size_t i) {
            if (!chooses(source, i)) return;
            const Range index{i + 1, source.match(i) - 1};
            edits.push_back({index, fill(text, {source.code(index)})});
        });
        return edits;
    };
}

EditFinder subscripts_swapped() {
    return [](const Source& source) {
        std::vector<Edit> edits;
        each_token(source, [&](std::size_t i) {
            const std::size_t next = source.match(i) + 1;
            if (!chooses(source, i) || !(source.tokens()[next] == "[")) return;
            const Range first{i + 1, next - 2};
            const Range second{next + 1, source.match(next) - 1};
            edits.push_back({{first.first, second.last}, source.code(second) + "][" + source.code(first)});
        });
        return edits;
    };
}

EditFinder array_size_becomes(std::string text) {
    return [=](const Source& source) {
        std::vector<Edit> edits;
        each_token(source, [&](std::size_t i) {
            if (!(source.tokens()[i] == "[") || source.match(i) <= i + 1 || !source.is_array_size(i)) return;
            const Range size{i + 1, source.match(i) - 1};
            edits.push_back({size, fill(text, {source.code(size)})});
        });
        return edits;
    };
}

} // namespace grader::mutation
