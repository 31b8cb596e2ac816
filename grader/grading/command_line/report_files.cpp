#include "grading/command_line/report_files.h"

#include <cerrno>
#include <cstring>
#include <iostream>
#include <unistd.h>
#include <vector>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "grading/report/grade/json.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns 0, or the errno that keeps @p file from being written. A pipe is only checked with access():
/// opening and closing it would end it for its reader.
int write_error(const fs::path& file) {
    std::error_code problem;
    if (fs::is_directory(file, problem)) return EISDIR;
    const fs::path wanted = is_stream(file) ? file : fs::absolute(file).parent_path();
    return ::access(wanted.c_str(), W_OK) == 0 ? 0 : errno;
}

} // namespace

bool may_print_to_stdout(const ReportOptions& options) {
    for (const ReportOption& report : options.reports)
        if (report.format == "json" && report.file.empty()) return false;
    return true;
}

void reject_class_formats(const ReportOptions& options) {
    for (const ReportOption& report : options.reports)
        if (report.format != "console" && report.format != "json")
            throw UsageError(report.format +
                             " is not a report format for your own files. Available: console, json.");
}

void check_report_files(const ReportOptions& options, const std::filesystem::path& html) {
    std::vector<fs::path> files = {html};
    for (const ReportOption& option : options.reports) files.push_back(option.file);
    for (const fs::path& file : files)
        if (const int error = file.empty() ? 0 : write_error(file); error != 0)
            throw EnvironmentError(fmt::format("cannot write {}: {}", file.string(), std::strerror(error)));
}

void write_json(const ReportOptions& options, const std::string& text) {
    for (const ReportOption& option : options.reports) {
        if (option.format != "json") continue;
        if (option.file.empty())
            std::cout << text << std::flush;
        else
            write_atomically(option.file, text);
    }
}

void write_reports(const ReportOptions& options, const GradeReport& report, bool last) {
    for (const ReportOption& option : options.reports) {
        if (option.format != "json") continue;
        const bool stream = option.file.empty() || is_stream(option.file);
        if (stream && !last) continue;
        const std::string text = render_json(report);
        if (option.file.empty())
            std::cout << text << std::flush;
        else
            write_atomically(option.file, text);
    }
}

} // namespace grader
