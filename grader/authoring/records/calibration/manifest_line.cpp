#include "authoring/records/calibration/manifest_line.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/core.h>
#include <toml++/toml.h>

#include "base/errors.h"
#include "base/files.h"

namespace grader::calibration {
namespace {

namespace fs = std::filesystem;

/// `{ known = 9.8, pass = 12.7, full = 13.1, solution = 15.7, limit = 15.8 }`, without what is not recorded.
std::string inline_table(const Threshold& threshold) {
    std::string values;
    const auto add = [&](const char* key, double value, double absent) {
        if (value != absent) values += fmt::format("{}{} = {:g}", values.empty() ? "" : ", ", key, value);
    };
    add("known", threshold.known, ramp_start);
    add("pass", threshold.pass, 0);
    add("full", threshold.full, 0);
    add("solution", threshold.solution, 0);
    add("limit", threshold.limit, 0);
    add("gain", threshold.gain, 0);
    return fmt::format("{{ {} }}", values);
}

/// Where the thresholds of a GPU stand in a manifest, or are to stand.
struct LinePosition {
    std::size_t line = 0; ///< from 1: its own line, or the one to write it behind
    bool taken = false;   ///< it has thresholds already
};

/// Whether @p node is a table below a heading of its own, `[speed.h200]`.
bool has_heading(const toml::node& node) { return node.is_table() && !node.as_table()->is_inline(); }

LinePosition find_line_position(const fs::path& file, const std::string& text, const std::string& slug) {
    std::istringstream stream(text);
    toml::table manifest;
    try {
        manifest = toml::parse(stream);
    } catch (const toml::parse_error& error) {
        throw EnvironmentError(fmt::format("{} is no TOML: {}", file.string(), error.description()));
    }
    const toml::table* const speed = manifest["speed"].as_table();
    if (speed == nullptr || speed->is_inline())
        throw EnvironmentError(fmt::format("{} has no [speed] with a place for thresholds.", file.string()));
    LinePosition place{speed->source().begin.line, false};
    for (const auto& [key, node] : *speed) {
        const toml::source_region& where = node.source();
        if (key.str() == slug) {
            if (has_heading(node))
                throw EnvironmentError(
                    fmt::format("{} has thresholds for {} below a heading of their own. Take them out, and "
                                "calibrate writes a line.",
                                file.string(), slug));
            return {where.begin.line, true};
        }
        if (!has_heading(node)) place.line = std::max<std::size_t>(place.line, where.end.line);
    }
    return place;
}

/// Throws EnvironmentError unless @p text is a manifest that gives the GPU called @p slug these thresholds.
void require_manifest(const fs::path& file, const std::string& text, const std::string& slug,
                      const Threshold& threshold) {
    const TemporaryDirectory scratch;
    const fs::path copy = scratch.path() / "lab.toml";
    write_atomically(copy, text);
    try {
        const Manifest manifest = read_manifest(copy);
        const auto found = manifest.speed.thresholds.find(slug);
        if (found == manifest.speed.thresholds.end() || found->second != threshold)
            throw ManifestError("the thresholds that were written are not those that are read");
    } catch (const ManifestError& error) {
        throw EnvironmentError(fmt::format("{} was not changed, because with {} it would be no manifest:\n{}",
                                           file.string(), threshold_line(slug, threshold), error.what()));
    }
}

} // namespace

std::string threshold_line(const std::string& slug, const Threshold& threshold) {
    return slug + " = " + inline_table(threshold);
}

std::string with_thresholds(const fs::path& file, const std::string& slug, const Threshold& threshold) {
    std::string text = read_text(file);
    const LinePosition place = find_line_position(file, text, slug);
    std::size_t begin = 0; // of the line place.line
    for (std::size_t line = 1; line < place.line; ++line) begin = text.find('\n', begin) + 1;
    if (place.taken) {
        // A slug has no brace, and neither has a table of numbers, so these are the value's own.
        const std::size_t open = text.find('{', begin);
        text.replace(open, text.find('}', open) + 1 - open, inline_table(threshold));
    } else {
        std::size_t end = text.find('\n', begin);
        if (end == std::string::npos) {
            end = text.size();
            text += '\n';
        }
        text.insert(end + 1, threshold_line(slug, threshold) + '\n');
    }
    require_manifest(file, text, slug, threshold);
    return text;
}

} // namespace grader::calibration
