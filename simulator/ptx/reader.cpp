#include "ptx/reader.h"

#include <algorithm>

#include <fmt/core.h>

#include "ptx/parser.h"

namespace simulator::ptx {

Reader::Reader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

const Token& Reader::peek(std::size_t ahead) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

const Token& Reader::take() {
    const Token& token = peek();
    line_ = token.line;
    if (position_ + 1 < tokens_.size()) ++position_;
    return token;
}

bool Reader::at(char symbol) const {
    return peek().kind == TokenKind::punctuation && peek().symbol == symbol;
}

bool Reader::at_word(std::string_view word) const {
    return peek().kind == TokenKind::dot_word && peek().text == word;
}

bool Reader::accept(char symbol) {
    if (!at(symbol)) return false;
    take();
    return true;
}

bool Reader::accept_word(std::string_view word) {
    if (!at_word(word)) return false;
    take();
    return true;
}

void Reader::expect(char symbol) {
    if (!accept(symbol)) fail_expected(fmt::format("'{}'", symbol));
}

std::string_view Reader::expect_name(std::string_view what) {
    if (!at(TokenKind::name)) fail_expected(what);
    return take().text;
}

std::string_view Reader::expect_word(std::string_view what) {
    if (!at(TokenKind::dot_word)) fail_expected(what);
    return take().text;
}

std::string_view Reader::expect_string() {
    if (!at(TokenKind::string)) fail_expected("a string");
    return take().text;
}

std::uint64_t Reader::expect_integer(std::uint64_t largest) {
    if (!at(TokenKind::integer)) fail_expected("an integer");
    const std::uint64_t value = take().bits;
    if (value > largest) fail(fmt::format("{} is too large, at most {} is possible here", value, largest));
    return value;
}

void Reader::skip_statement() {
    while (!accept(';')) {
        if (at(TokenKind::end)) fail_expected("';'");
        take();
    }
}

void Reader::skip_group(char open, char close) {
    if (!at(open)) fail_expected(fmt::format("'{}'", open));
    if (!accept_group(open, close)) fail_expected(fmt::format("'{}'", close));
}

bool Reader::accept_group(char open, char close) {
    if (!accept(open)) return false;
    for (std::size_t depth = 1; depth > 0;) {
        if (at(TokenKind::end)) return false;
        if (at(open)) ++depth;
        if (at(close)) --depth;
        take();
    }
    return true;
}

void Reader::fail(std::string what) const { fail_at(line_, std::move(what)); }

void Reader::fail_at(std::uint32_t line, std::string what) const {
    throw PtxError(line, function, source, std::move(what));
}

void Reader::fail_expected(std::string_view what) {
    const Token& found = take();
    if (found.kind == TokenKind::end) fail(fmt::format("expected {}, but the text ends", what));
    if (found.kind == TokenKind::string) fail(fmt::format("expected {}, found a string", what));
    const std::string_view dot = found.kind == TokenKind::dot_word ? "." : "";
    fail(fmt::format("expected {}, found {}", what, in_quotes(fmt::format("{}{}", dot, found.text))));
}

} // namespace simulator::ptx
