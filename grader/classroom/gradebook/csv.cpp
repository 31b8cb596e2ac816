#include "classroom/gradebook/csv.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/text.h"
#include "course/submission_id.h"

namespace grader {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Parser that reads one record after another. Its only state is the position in the text.
class CsvReader {
public:
    CsvReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

    CsvRecord next() {
        CsvRecord record{line_, {}};
        do record.cells.push_back(starts_with('"') ? verbatim() : plain());
        while (took(','));
        if (!at_end() && !took_line_end()) fail(line_, "text after the closing quote of a cell");
        return record;
    }

private:
    [[nodiscard]] bool starts_with(char c) const { return !at_end() && text_[at_] == c; }

    bool took(char c) {
        const bool is_here = starts_with(c);
        if (is_here) ++at_;
        return is_here;
    }

    bool took_line_end() {
        const bool carriage_return = took('\r');
        if (!took('\n') && !carriage_return) return false;
        ++line_;
        return true;
    }

    std::string plain() {
        const std::size_t start = at_;
        while (!at_end() && std::string_view(",\r\n").find(text_[at_]) == std::string_view::npos) {
            if (text_[at_] == '"') fail(line_, "a quote stands inside a cell that does not begin with one");
            ++at_;
        }
        return std::string(text_.substr(start, at_ - start));
    }

    std::string verbatim() {
        const std::size_t opened = line_;
        std::string cell;
        for (++at_; !at_end();) {
            if (took('"')) {
                if (!took('"')) return cell;
                cell += '"';
            } else if (took_line_end()) {
                cell += '\n';
            } else {
                cell += text_[at_++];
            }
        }
        fail(opened, "unterminated quote that begins here");
    }

    [[noreturn]] void fail(std::size_t line, const std::string& what) const {
        throw UsageError(fmt::format("{}:{}: {}", name_, line, what));
    }

    std::string_view text_;
    const std::string& name_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

/// Reports whether @p text begins with a character that starts a formula in some spreadsheet. Fullwidth forms
/// do in East Asian locales.
bool begins_formula(std::string_view text) {
    for (const std::string_view sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"})
        if (text.starts_with(sign)) return true;
    return false;
}

/// Inserts a `'` wherever a cell of @p line could begin with a formula: at its start, and after a semicolon,
/// which separates cells in locales with a decimal comma.
std::string without_formulas(std::string_view line) {
    std::string safe;
    for (bool first = true; first || !line.empty(); first = false) {
        const std::size_t end = std::min(line.find(';'), line.size());
        const std::string_view part = line.substr(0, end);
        const std::size_t begin = std::min(part.find_first_not_of(" \""), part.size());
        if (begins_formula(part.substr(begin))) safe += '\'';
        safe += part;
        if (end < line.size()) safe += ';';
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return safe;
}

} // namespace

std::vector<CsvRecord> parse_csv(std::string_view text, const std::string& name) {
    if (to_utf8(std::string(text)) != text)
        throw UsageError(fmt::format("{} is not UTF-8. Save it as \"CSV UTF-8\".", name));
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    CsvReader reader(text, name);
    std::vector<CsvRecord> records;
    while (!reader.at_end()) {
        CsvRecord record = reader.next();
        if (record.cells != std::vector<std::string>{""}) records.push_back(std::move(record));
    }
    return records;
}

std::string text_cell(std::string_view text, std::size_t max_characters) {
    return without_formulas(printable(text, max_characters));
}

std::string multiline_cell(const std::vector<std::string>& lines) {
    std::string cell;
    for (const std::string& line : lines) {
        if (!cell.empty()) cell += '\n';
        cell += text_cell(line);
    }
    return cell;
}

std::string number_cell(double value) { return fmt::format("{}", std::round(value * 100) / 100); }

std::string csv_record(const std::vector<std::string>& cells) {
    std::string record;
    for (const std::string& cell : cells) {
        if (&cell != &cells.front()) record += ',';
        if (cell.find_first_of(",;\"\r\n") == std::string::npos) {
            record += cell;
            continue;
        }
        record += '"';
        for (const char c : cell) record += c == '"' ? "\"\"" : std::string(1, c);
        record += '"';
    }
    return record + "\r\n";
}

} // namespace grader
