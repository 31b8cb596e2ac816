#include "classroom/commands/gradebook_files.h"

#include <iostream>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/text.h"
#include "classroom/gradebook/formats.h"
#include "classroom/run/rules.h"

namespace grader {
namespace {

bool is_gradebook(const ReportOption& report) {
    return report.format != "console" && report.format != "json";
}

Roster roster_of(const std::filesystem::path& directory) {
    const ClassRules rules = read_class_rules(directory);
    return rules.roster.empty() ? Roster() : read_roster(rules.roster);
}

} // namespace

void check_gradebooks_writable(const ReportOptions& options, const std::filesystem::path& directory) {
    for (const ReportOption& report : options.reports) {
        if (!is_gradebook(report)) continue;
        std::vector<std::string_view> names = {"console", "json"};
        for (const GradebookFormat& format : gradebook_formats())
            if (format.covers == Covers::any) names.push_back(format.name);
        const GradebookFormat* format = find_gradebook_format(report.format);
        if (format == nullptr)
            throw UsageError(fmt::format("Unknown report format {}. Available: {}.", report.format,
                                         fmt::join(names, ", ")));
        if (format->covers != Covers::any)
            throw UsageError(fmt::format("{} is a format for one student, not for a class. Make it from one "
                                         "student's report: build/bin/gradebook {} REPORT",
                                         format->name, format->name));
        if (report.file.empty())
            throw UsageError(fmt::format("{} needs a file: {}:FILE.", format->name, format->name));
        (void)roster_of(directory); // throws if the roster has a mistake
    }
}

void write_gradebooks(const ReportOptions& options, const std::filesystem::path& directory,
                      const Book& book) {
    bool told = false;
    for (const ReportOption& report : options.reports) {
        if (!is_gradebook(report)) continue;
        const GradebookOptions config{roster_of(directory), false};
        const std::vector<std::string> unknown = folders_without_entry(book, config.roster);
        if (!unknown.empty() && !told)
            std::cerr << fmt::format("grader: the roster has no entry for {}\n",
                                     printable(fmt::format("{}", fmt::join(unknown, ", ")), 500));
        told = true;
        write_atomically(report.file, find_gradebook_format(report.format)->render(book, config));
    }
}

} // namespace grader
