#include "tree.h"

#include <algorithm>
#include <cctype>

namespace programs {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

template <class Range> bool any_names(const Range& range, const std::string& name) {
    return std::any_of(range.begin(), range.end(), [&](const auto& part) { return names(part, name); });
}

} // namespace

Expression leaf(Type type, std::string text) { return {type, std::move(text)}; }

bool names(const std::string& text, const std::string& name) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || !is_word(text[at - 1]);
        if (begins && (end == text.size() || !is_word(text[end]))) return true;
    }
    return false;
}

bool names(const Expression& expression, const std::string& name) {
    return names(expression.text, name) || any_names(expression.operands, name);
}

bool names(const Statement& statement, const std::string& name) {
    return any_names(statement.pieces, name) || any_names(statement.operands, name) ||
           any_names(statement.bodies, name);
}

bool names(const Body& body, const std::string& name) { return any_names(body, name); }

} // namespace programs
