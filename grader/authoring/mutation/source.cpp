#include "authoring/mutation/source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace grader::mutation {
namespace {

bool is_one_of(const Token& token, std::initializer_list<std::string_view> texts) {
    return std::find(texts.begin(), texts.end(), token.text) != texts.end();
}

bool opens(const Token& token) { return is_one_of(token, {"(", "[", "{", "<<<"}); }
bool closes(const Token& token) { return is_one_of(token, {")", "]", "}", ">>>"}); }

const std::map<std::string_view, int>& binary_operators() {
    static const std::map<std::string_view, int> operators = {
        {"=", 1},  {"+=", 1}, {"-=", 1}, {"*=", 1},  {"/=", 1},  {"%=", 1}, {"&=", 1}, {"|=", 1},
        {"^=", 1}, {"||", 2}, {"&&", 3}, {"|", 4},   {"^", 5},   {"&", 6},  {"==", 7}, {"!=", 7},
        {"<", 8},  {">", 8},  {"<=", 8}, {">=", 8},  {"<<", 9},  {">>", 9}, {"+", 10}, {"-", 10},
        {"*", 11}, {"/", 11}, {"%", 11}, {"<<=", 1}, {">>=", 1}, {"?", 1}};
    return operators;
}

/// Reports whether the expression that @p token ends can be the left operand of an operator.
bool ends_operand(const Token& token) {
    if (token.kind == TokenKind::number || token.kind == TokenKind::text) return true;
    if (token.kind == TokenKind::word) return !is_one_of(token, {"return", "else", "case", "const"});
    return is_one_of(token, {")", "]", "}"});
}

bool ends_expression(const Token& token) {
    return closes(token) || opens(token) || is_one_of(token, {",", ";", "?", ":", "return"});
}

} // namespace

Source::Source(std::string text)
    : text_(std::move(text)), tokens_(tokens_of(text_)), match_(tokens_.size()), precedence_(tokens_.size()),
      code_(tokens_.size()) {
    match_brackets();
    find_operators();
    for (std::size_t i = 0; i < tokens_.size(); ++i)
        if (tokens_[i] == "{" && match_[i] > i) i = opens_function(i) ? read_block(i) : match_[i];
}

void Source::match_brackets() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        match_[i] = i;
        if (opens(tokens_[i])) open.push_back(i);
        if (!closes(tokens_[i]) || open.empty()) continue;
        match_[i] = open.back();
        match_[open.back()] = i;
        open.pop_back();
    }
    // `<` opens template arguments if only tokens that can occur in them follow, up to the matching `>`.
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
        if (!(tokens_[i] == "<") || tokens_[i - 1].kind != TokenKind::word) continue;
        int depth = 0;
        for (std::size_t j = i; j < tokens_.size(); ++j) {
            const Token& token = tokens_[j];
            depth += token == "<" ? 1 : token == ">" ? -1 : 0;
            if (depth == 0) {
                match_[i] = j;
                match_[j] = i;
                break;
            }
            if (token.kind == TokenKind::punctuator &&
                !is_one_of(token, {"<", ">", "::", ",", "*", "&", "="}))
                break;
        }
    }
}

bool Source::is_type(std::size_t i) const {
    const std::string_view word = tokens_[i].text;
    if (tokens_[i].kind != TokenKind::word) return match_[i] < i && tokens_[i] == ">";
    static constexpr std::array known = {"auto",  "bool",   "char",   "double",   "float", "int",   "long",
                                         "short", "void",   "signed", "unsigned", "dim3",  "uint4", "float4",
                                         "int4",  "float2", "uint2",  "size_t",   "T"};
    if (std::find(known.begin(), known.end(), word) != known.end() || word.ends_with("_t")) return true;
    // A name like TransformArgs is a type of the course, one like ROWS is a macro.
    return word.size() > 1 && std::isupper(static_cast<unsigned char>(word[0])) != 0 &&
           std::any_of(word.begin(), word.end(), [](char c) { return std::islower(c) != 0; });
}

void Source::find_operators() {
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
        const auto found = binary_operators().find(tokens_[i].text);
        if (found == binary_operators().end() || tokens_[i].kind != TokenKind::punctuator || match_[i] != i)
            continue;
        if (ends_operand(tokens_[i - 1]) && !is_type(i - 1)) precedence_[i] = found->second;
    }
}

bool Source::opens_function(std::size_t i) const { return i > 0 && tokens_[i - 1] == ")"; }

std::size_t Source::read_block(std::size_t open) {
    for (std::size_t i = open + 1; i < match_[open];) i = read_statement(i);
    return match_[open];
}

std::size_t Source::read_statement(std::size_t first) {
    const Token& token = tokens_[first];
    if (token == "{" && match_[first] > first) return read_block(first) + 1;
    if (is_one_of(token, {"if", "for", "while"}) && first + 1 < tokens_.size()) return read_control(first);
    std::size_t last = first;
    while (last + 1 < tokens_.size() && !(tokens_[last] == ";")) {
        last = std::max(match_[last], last);
        if (!(tokens_[last] == ";")) ++last;
    }
    if (is_one_of(token, {"constexpr", "static_assert", ";"})) return last + 1;
    std::size_t type = first;
    while (is_one_of(tokens_[type], {"const", "static", "extern", "__shared__", "std", "::"})) ++type;
    const bool declaration = is_type(type) && !(tokens_[type + 1] == "(");
    statements_.push_back({{first, last}, declaration});
    mark_code({first, last});
    return last + 1;
}

std::size_t Source::read_control(std::size_t first) {
    const std::size_t open = first + 1;
    const std::size_t number = controls_.size();
    controls_.push_back({tokens_[first].text, {open, match_[open]}, {}, std::nullopt});
    mark_code({open, match_[open]});
    const std::size_t body = std::min(match_[open] + 1, tokens_.size() - 1);
    std::size_t next = read_statement(body);
    controls_[number].body = {body, next - 1};
    if (next >= tokens_.size() || !(tokens_[next] == "else") || !(tokens_[first] == "if")) return next;
    const std::size_t otherwise = next;
    next = read_statement(std::min(otherwise + 1, tokens_.size() - 1));
    controls_[number].otherwise = Range{otherwise, next - 1};
    return next;
}

void Source::mark_code(Range range) {
    for (std::size_t i = range.first; i <= range.last; ++i) code_[i] = true;
}

Range Source::left_operand(std::size_t i) const {
    std::size_t first = i;
    while (first > 0) {
        const std::size_t before = first - 1;
        if (match_[before] < before) {
            first = match_[before];
            continue;
        }
        if (ends_expression(tokens_[before])) break;
        if (precedence_[before] > 0 && precedence_[before] < precedence_[i]) break;
        first = before;
    }
    return {first, i - 1};
}

Range Source::right_operand(std::size_t i) const {
    std::size_t last = i;
    while (last + 1 < tokens_.size()) {
        const std::size_t after = last + 1;
        if (match_[after] > after) {
            last = match_[after];
            continue;
        }
        if (ends_expression(tokens_[after])) break;
        // An assignment takes everything on its right as its operand.
        if (precedence_[after] > 0 && precedence_[after] <= precedence_[i] && precedence_[i] > 1) break;
        last = after;
    }
    return {i + 1, last};
}

Range Source::expression_from(std::size_t i) const {
    std::size_t last = i;
    for (std::size_t at = i; at < tokens_.size(); ++at) {
        if (match_[at] > at)
            at = match_[at];
        else if (closes(tokens_[at]) || is_one_of(tokens_[at], {",", ";", ":"}))
            break;
        last = at;
    }
    return {i, last};
}

const Statement* Source::statement_of(std::size_t i) const {
    for (const Statement& statement : statements_)
        if (statement.range.first <= i && i <= statement.range.last) return &statement;
    return nullptr;
}

bool Source::in_loop_header(std::size_t i) const {
    return std::any_of(controls_.begin(), controls_.end(), [&](const Control& control) {
        return control.keyword != "if" && control.header.first < i && i < control.header.last;
    });
}

bool Source::is_array_size(std::size_t i) const {
    const Statement* statement = statement_of(i);
    if (statement == nullptr || !statement->declaration) return false;
    bool initial = false; // whether the initializer of a declared name is being read
    for (std::size_t at = statement->range.first; at < i; ++at) {
        if (match_[at] > i) return false;
        if (tokens_[at] == "=") initial = true;
        if (tokens_[at] == ",") initial = false;
        at = std::max(at, match_[at]);
    }
    return !initial;
}

std::vector<Range> Source::arguments(std::size_t open) const {
    std::vector<Range> all;
    for (std::size_t at = open + 1; at < match_[open];) {
        std::size_t last = at;
        while (last < match_[open] && !(tokens_[last] == ",")) last = std::max(match_[last], last) + 1;
        if (last > at) all.push_back({at, last - 1});
        at = last + 1;
    }
    return all;
}

std::string Source::code(Range range) const {
    std::string code;
    for (std::size_t i = range.first; i <= range.last; ++i) {
        const Token& token = tokens_[i];
        if (i > range.first && tokens_[i - 1].offset + tokens_[i - 1].text.size() != token.offset)
            code += ' ';
        code += token.text;
    }
    return code;
}

std::string Source::raw(Range range) const {
    const std::size_t begin = tokens_[range.first].offset;
    return text_.substr(begin, tokens_[range.last].offset + tokens_[range.last].text.size() - begin);
}

std::string Source::between(std::size_t left, std::size_t right) const {
    const std::size_t begin = tokens_[left].offset + tokens_[left].text.size();
    return text_.substr(begin, tokens_[right].offset - begin);
}

bool Source::has_directive(Range range) const {
    for (std::size_t i = range.first + 1; i <= range.last; ++i)
        if (tokens_[i].after_directive) return true;
    return false;
}

std::string Source::with(const Edit& edit) const {
    const std::size_t begin = tokens_[edit.range.first].offset;
    const Token& last = tokens_[edit.range.last];
    const std::size_t end = last.offset + last.text.size();
    const auto lines = [](std::string_view text) { return std::count(text.begin(), text.end(), '\n'); };
    const auto lost = lines(std::string_view(text_).substr(begin, end - begin)) - lines(edit.text);
    return text_.substr(0, begin) + edit.text +
           std::string(static_cast<std::size_t>(std::max(lost, decltype(lost){0})), '\n') + text_.substr(end);
}

} // namespace grader::mutation
