#include "course/read_solutions.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/suggestion_kinds.h"

namespace grader {
namespace {

/// Returns whether @p file is a name without a folder, with the extension @p ending.
bool is_name(const std::filesystem::path& file, const char* ending) {
    return file.filename() == file && file.extension() == ending;
}

Expectation read_expectation(StrictTable& table) {
    constexpr std::string_view prefix = "fails:";
    const std::string text = table.text("expect");
    if (text.empty() || text == "pass") return {};
    const std::string step = text.starts_with(prefix) ? text.substr(prefix.size()) : "";
    if (!is_step_name(step))
        table.report_error("expect",
                           fmt::format("expected 'pass' or 'fails:STEP' with a STEP of {}, found '{}'",
                                       fmt::join(step_names, ", "), text));
    return {step};
}

/// Reads `applies = ["sectors"]` of a rung: required, but may be empty.
std::vector<std::string> read_applies(StrictTable& table) {
    if (!table.has("applies")) table.report_error("applies", "missing; it may be empty");
    std::vector<std::string> kinds = table.texts("applies");
    for (auto kind = kinds.begin(); kind != kinds.end(); ++kind) {
        if (suggestion_kind(*kind) == nullptr)
            table.report_error("applies",
                               fmt::format("no suggestion has the name '{}'; there are {}", *kind,
                                           fmt::join(suggestion_kinds() |
                                                         std::views::transform(&SuggestionKind::name),
                                                     ", ")));
        if (std::find(kinds.begin(), kind, *kind) != kind)
            table.report_error("applies", fmt::format("has '{}' twice", *kind));
    }
    return kinds;
}

std::string read_source_name(StrictTable& table) {
    std::string file = table.text("file");
    if (!file.empty() && !is_name(file, ".cu"))
        table.report_error("file",
                           fmt::format("expected the name of a .cu file without a folder, found '{}'", file));
    return file;
}

/// Reads the file name of a mistake, which may be a patch against the solution.
std::string read_wrong_name(StrictTable& table) {
    std::string file = table.text("file");
    if (!file.empty() && !is_name(file, ".cu") && !is_name(file, ".patch"))
        table.report_error(
            "file",
            fmt::format("expected the name of a .cu or .patch file without a folder, found '{}'", file));
    return file;
}

bool has_size(const Manifest& manifest, const std::string& name) {
    return !manifest.timed.empty() && manifest.timed.front().sizes.contains(name);
}

/// Reads `together = { N = ["n", "m"] }`: a name for sizes that change together.
std::map<std::string, std::vector<std::string>> read_linked_sizes(StrictTable& table,
                                                                  const Manifest& manifest) {
    std::map<std::string, std::vector<std::string>> linked_sizes;
    for (const std::string& name : table.keys()) {
        linked_sizes[name] = table.texts(name);
        if (has_size(manifest, name)) table.report_error(name, "is a size itself");
        for (const std::string& size : linked_sizes[name])
            if (!has_size(manifest, size))
                table.report_error(name, fmt::format("no timed case has the size '{}'", size));
    }
    return linked_sizes;
}

} // namespace

std::vector<Rung> read_rungs(StrictTable& lab) {
    std::vector<Rung> rungs;
    UniqueValues files;
    for (StrictTable& table : lab.tables("rung")) {
        rungs.push_back(
            {read_source_name(table), table.text("title"), read_expectation(table), read_applies(table)});
        files.add(table, "file", rungs.back().file);
        table.report_unknown_keys();
    }
    return rungs;
}

std::vector<WrongFile> read_wrong(StrictTable& lab, const std::vector<Task>& tasks) {
    std::vector<WrongFile> files;
    UniqueValues names;
    for (StrictTable& table : lab.tables("wrong")) {
        // An empty pattern matches nothing, so the key is required.
        WrongFile& item =
            files.emplace_back(WrongFile{read_wrong_name(table), read_expectation(table),
                                         read_pattern(table, "message"), table.text_or_empty("task")});
        names.add(table, "file", item.file);
        const bool declared =
            std::any_of(tasks.begin(), tasks.end(), [&](const Task& task) { return task.id == item.task; });
        if (!item.task.empty() && !declared)
            table.report_error("task", fmt::format("no [[task]] has the id '{}'", item.task));
        table.report_unknown_keys();
    }
    return files;
}

std::vector<Alternative> read_alternatives(StrictTable& lab) {
    std::vector<Alternative> alternatives;
    UniqueValues files;
    for (StrictTable& table : lab.tables("alternative")) {
        Alternative& one = alternatives.emplace_back(
            Alternative{read_source_name(table), table.text("title"), read_expectation(table)});
        if (!one.expect.pass() && one.expect.failing_step != "fast")
            table.report_error(
                "expect",
                "an alternative passes, or fails:fast; code that fails another step belongs into [[wrong]]");
        files.add(table, "file", one.file);
        table.report_unknown_keys();
    }
    return alternatives;
}

std::vector<Peer> read_peers(StrictTable& lab) {
    std::vector<Peer> peers;
    UniqueValues files;
    for (StrictTable& table : lab.tables("peer")) {
        Peer& peer = peers.emplace_back();
        peer.file = read_source_name(table);
        peer.title = table.text("title");
        peer.libraries = table.texts("libraries");
        peer.checked = table.optional_flag("checked").value_or(peer.checked);
        files.add(table, "file", peer.file);
        table.report_unknown_keys();
    }
    return peers;
}

SweepRule read_sweep(StrictTable& table, const Manifest& manifest) {
    SweepRule sweep;
    sweep.rung = table.text_or_empty("rung");
    const bool declared = std::any_of(manifest.rungs.begin(), manifest.rungs.end(),
                                      [&](const Rung& rung) { return rung.name() == sweep.rung; });
    if (!sweep.rung.empty() && !declared)
        table.report_error("rung", fmt::format("no [[rung]] is called '{}'", sweep.rung));
    if (auto linked_sizes = table.optional_table("together"))
        sweep.linked_sizes = read_linked_sizes(*linked_sizes, manifest);
    table.report_unknown_keys();
    return sweep;
}

} // namespace grader
