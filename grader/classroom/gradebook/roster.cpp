#include "classroom/gradebook/roster.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/text.h"
#include "classroom/gradebook/csv.h"

namespace grader {
namespace {

constexpr std::uint64_t max_roster_bytes = 16 << 20; // about a hundred thousand students
using RosterField = std::string RosterEntry::*;

constexpr std::array<std::pair<std::string_view, RosterField>, 6> roster_columns = {{
    {"folder", &RosterEntry::folder},
    {"name", &RosterEntry::name},
    {"id", &RosterEntry::id},
    {"login", &RosterEntry::login},
    {"section", &RosterEntry::section},
    {"email", &RosterEntry::email},
}};

std::string without_blanks_around(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

[[noreturn]] void fail_at(const std::string& name, std::size_t line, const std::string& what) {
    throw UsageError(fmt::format("{}:{}: {}", name, line, what));
}

/// Maps each column to a member of an entry.
std::vector<RosterField> columns_of(const CsvRecord& header, const std::string& name) {
    std::vector<RosterField> fields;
    for (const std::string& cell : header.cells) {
        const std::string title = without_blanks_around(cell);
        std::optional<RosterField> field;
        for (const auto& [known, part] : roster_columns)
            if (known == title) field = part;
        if (!field && cell.find_first_of(";\t") != std::string::npos)
            fail_at(name, header.line,
                    "the columns are not separated by commas. Save the file as CSV with commas.");
        if (!field)
            fail_at(
                name, header.line,
                fmt::format("unknown column \"{}\". Known columns: folder, name, id, login, section, email.",
                            printable(title, 40)));
        for (const RosterField before : fields)
            if (before == *field) fail_at(name, header.line, fmt::format("duplicate column {}", title));
        fields.push_back(*field);
    }
    for (const RosterField field : fields)
        if (field == &RosterEntry::folder) return fields;
    fail_at(name, header.line, "the column folder is missing, which identifies the student");
}

} // namespace

Roster::Roster(std::string_view text, const std::string& name) {
    const std::vector<CsvRecord> records = parse_csv(text, name);
    if (records.empty())
        throw UsageError(fmt::format("{} is empty. Its first line names the columns: folder,name,id,login,"
                                     "section,email",
                                     name));
    const std::vector<RosterField> fields = columns_of(records.front(), name);
    std::map<std::string, std::size_t> lines;
    for (std::size_t i = 1; i < records.size(); ++i) {
        const CsvRecord& record = records[i];
        if (record.cells.size() != fields.size())
            fail_at(name, record.line,
                    fmt::format(
                        "the line has {} cells, and the first line names {} columns. A comma inside a cell "
                        "needs quotes around the cell.",
                        record.cells.size(), fields.size()));
        RosterEntry entry;
        for (std::size_t k = 0; k < fields.size(); ++k)
            entry.*fields[k] = without_blanks_around(record.cells[k]);
        if (entry.folder.empty()) fail_at(name, record.line, "the cell folder is empty");
        const auto [before, is_new] = lines.emplace(entry.folder, record.line);
        if (!is_new)
            fail_at(name, record.line,
                    fmt::format("duplicate entry: the folder {} is in line {} already",
                                printable(entry.folder, 80), before->second));
        std::string folder = entry.folder;
        entries_.emplace(std::move(folder), std::move(entry));
    }
}

RosterEntry Roster::of(const std::string& folder) const {
    const auto known = entries_.find(folder);
    if (known == entries_.end()) return {folder, folder, "", folder, "", ""};
    RosterEntry entry = known->second;
    if (entry.name.empty()) entry.name = folder;
    return entry;
}

Roster read_roster(const std::filesystem::path& file) {
    const std::optional<std::string> text = read_file(file, max_roster_bytes, SymlinkPolicy::followed);
    if (!text)
        throw UsageError(fmt::format("{} cannot be read: it is not a file, or has more than {} MiB.",
                                     file.string(), max_roster_bytes >> 20));
    return {*text, file.filename().string()};
}

} // namespace grader
