#include "base/record/record_file.h"

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"

namespace grader {

namespace fs = std::filesystem;
using nlohmann::json;

void read_record_file(const fs::path& file, const RecordKind& kind,
                      const std::function<void(const json&)>& take) {
    if (!fs::exists(file)) return;
    try {
        const json document = parse_json(read_text(file));
        if (kind.format != 0 && document.at("format") != kind.format)
            throw EnvironmentError(fmt::format("{} has another format.{}", file.string(), kind.advice));
        take(document);
    } catch (const json::exception& error) {
        throw EnvironmentError(
            fmt::format("{} is not {}: {}.{}", file.string(), kind.name, error.what(), kind.advice));
    }
}

void write_record_file(const fs::path& file, const RecordKind& kind, json document) {
    if (kind.format != 0) document["format"] = kind.format;
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    write_atomically(file, record_text(document));
}

std::map<std::string, fs::path> record_files(const fs::path& folder) {
    std::map<std::string, fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none))
        if (entry.path().extension() == ".json") files[entry.path().stem().string()] = entry.path();
    return files;
}

} // namespace grader
