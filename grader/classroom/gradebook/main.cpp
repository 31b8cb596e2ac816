// build/bin/gradebook: writes a gradebook file from an existing report.
//
//   gradebook FORMAT REPORT [--roster FILE] [--leaderboard] [--output FILE]

#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/text.h"
#include "classroom/gradebook/formats.h"
#include "classroom/gradebook/read_report.h"

namespace {

namespace fs = std::filesystem;
using grader::ExitStatus;

constexpr std::uint64_t max_report_bytes = std::uint64_t{1}
                                           << 30; // enough for a class of thousands with long messages

struct ExportRequest {
    std::string format;
    fs::path report;
    fs::path roster;
    fs::path output;
    bool leaderboard = false;
};

const grader::GradebookFormat& format_called(const std::string& name) {
    if (const grader::GradebookFormat* format = grader::find_gradebook_format(name)) return *format;
    std::string all;
    for (const grader::GradebookFormat& format : grader::gradebook_formats())
        all += fmt::format("{}{}", all.empty() ? "" : ", ", format.name);
    throw grader::UsageError(fmt::format("Unknown format {}. Available: {}.", grader::printable(name), all));
}

void write_gradebook(const ExportRequest& request) {
    const grader::GradebookFormat& format = format_called(request.format);
    const auto text = grader::read_file(request.report, max_report_bytes, grader::SymlinkPolicy::followed);
    if (!text) throw grader::UsageError(fmt::format("{} cannot be read.", request.report.string()));
    const grader::Book book = grader::book_from_report(*text, request.report.filename().string());
    grader::GradebookOptions options;
    options.leaderboard = request.leaderboard;
    if (!request.roster.empty()) options.roster = grader::read_roster(request.roster);
    for (const std::string& folder : grader::folders_without_entry(book, options.roster))
        std::cerr << fmt::format("gradebook: {} has no entry for the folder {}\n", request.roster.string(),
                                 grader::printable(folder));
    if (!book.complete)
        std::cerr << "gradebook: the report is incomplete: some submissions are not graded yet\n";
    const std::string rendered = format.render(book, options);
    if (request.output.empty())
        std::cout << rendered << std::flush;
    else
        grader::write_atomically(request.output, rendered);
}

int fail(ExitStatus status, const char* why) {
    std::cerr << "gradebook: " << why << '\n';
    return static_cast<int>(status);
}

} // namespace

int main(int argc, char** argv) {
    ExportRequest request;
    CLI::App app("Writes a gradebook file from a report of grader --report json:FILE");
    std::string formats = "the kind of file:";
    for (const grader::GradebookFormat& format : grader::gradebook_formats())
        formats += fmt::format("\n{}: {}", format.name, format.description);
    app.add_option("FORMAT", request.format, formats)->required();
    app.add_option("REPORT", request.report, "the report")->required();
    app.add_option("--roster", request.roster,
                   "CSV with the columns folder, name, id, login, section, email");
    app.add_flag("--leaderboard", request.leaderboard,
                 "gradescope: publish the program's speed on the leaderboard");
    app.add_option("--output", request.output, "file to write; default: standard output");
    try {
        app.parse(argc, argv);
        write_gradebook(request);
    } catch (const CLI::ParseError& error) {
        const int status = app.exit(error);
        return status == 0 ? 0 : static_cast<int>(ExitStatus::usage);
    } catch (const grader::UsageError& error) {
        return fail(ExitStatus::usage, error.what());
    } catch (const std::exception& error) {
        return fail(ExitStatus::environment, error.what());
    }
    return static_cast<int>(ExitStatus::passed);
}
