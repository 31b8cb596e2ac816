#pragma once

/// @file
/// Files that hold one record each, and folders of them.

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "record/json_fields.h"

namespace grader {

/// The kind of record that a file holds.
struct RecordKind {
    const char* name;        ///< used in errors, such as "a record of counters"
    int format = 0;          ///< format number of its files, under "format"; 0: they have none
    const char* advice = ""; ///< the end of an error: " Delete it."
};

/// Calls @p take with the document in @p file, unless the file does not exist. Throws EnvironmentError if the
/// file has another format, if it is not JSON, or if @p take throws nlohmann::json::exception.
void read_record_file(const std::filesystem::path& file, const RecordKind& kind,
                      const std::function<void(const nlohmann::json&)>& take);

/// Writes @p document to @p file with the format number of @p kind, and creates the file's folder. Throws
/// EnvironmentError.
void write_record_file(const std::filesystem::path& file, const RecordKind& kind, nlohmann::json document);

/// Returns the JSON files in @p folder, by their names without the extension.
std::map<std::string, std::filesystem::path> record_files(const std::filesystem::path& folder);

/// Returns the record in @p file; an empty one if there is no such file. Throws EnvironmentError as
/// read_record_file() does.
template <class Record> Record record_in(const std::filesystem::path& file, const RecordKind& kind) {
    Record record;
    read_record_file(file, kind, [&](const nlohmann::json& document) { document.get_to(record); });
    return record;
}

/// Returns the records in @p folder, by their files' names without the extension. Throws EnvironmentError as
/// read_record_file() does.
template <class Record>
std::map<std::string, Record> records_in(const std::filesystem::path& folder, const RecordKind& kind) {
    std::map<std::string, Record> records;
    for (const auto& [name, file] : record_files(folder)) records[name] = record_in<Record>(file, kind);
    return records;
}

} // namespace grader
