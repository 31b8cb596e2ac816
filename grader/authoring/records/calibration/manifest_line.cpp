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

/// Formats `{ known = 9.8, pass = 12.7, full = 13.1, solution = 15.7, limit = 15.8 }`, without values that
/// are not recorded.
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

/// Position of a GPU's thresholds in a manifest.
struct LinePosition {
    std::size_t line = 0; ///< line number from 1: the existing line, or the one after which to insert
    bool taken = false;   ///< whether the GPU has thresholds already
};

/// Reports whether @p node is a table with its own header, `[speed.h200]`.
bool has_heading(const toml::node& node) { return node.is_table() && !node.as_table()->is_inline(); }

LinePosition find_line_position(const fs::path& file, const std::string& text, const std::string& slug) {
    std::istringstream stream(text);
    toml::table manifest;
    try {
        manifest = toml::parse(stream);
    } catch (const toml::parse_error& error) {
        throw EnvironmentError(fmt::format("{} is not valid TOML: {}", file.string(), error.description()));
    }
    const toml::table* const speed = manifest["speed"].as_table();
    if (speed == nullptr || speed->is_inline())
        throw EnvironmentError(fmt::format("{} has no table [speed] for thresholds.", file.string()));
    LinePosition place{speed->source().begin.line, false};
    for (const auto& [key, node] : *speed) {
        const toml::source_region& where = node.source();
        if (key.str() == slug) {
            if (has_heading(node))
                throw EnvironmentError(fmt::format("{} has thresholds for {} in a table of their own. Remove "
                                                   "it, and calibrate writes a line.",
                                                   file.string(), slug));
            return {where.begin.line, true};
        }
        if (!has_heading(node)) place.line = std::max<std::size_t>(place.line, where.end.line);
    }
    return place;
}

/// Throws EnvironmentError unless @p text is a valid manifest with these thresholds of the GPU with the slug
/// @p slug.
void require_manifest(const fs::path& file, const std::string& text, const std::string& slug,
                      const Threshold& threshold) {
    const TemporaryDirectory scratch;
    const fs::path copy = scratch.path() / "lab.toml";
    write_atomically(copy, text);
    try {
        const Manifest manifest = read_manifest(copy);
        const auto found = manifest.speed.thresholds.find(slug);
        if (found == manifest.speed.thresholds.end() || found->second != threshold)
            throw ManifestError("the written thresholds differ when they are read again");
    } catch (const ManifestError& error) {
        throw EnvironmentError(
            fmt::format("{} was not changed, because with {} it would not be a valid manifest:\n{}",
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
    std::size_t begin = 0; // offset of the line place.line
    for (std::size_t line = 1; line < place.line; ++line) begin = text.find('\n', begin) + 1;
    if (place.taken) {
        // Neither a slug nor a table of numbers contains a brace, so these braces belong to the value.
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
