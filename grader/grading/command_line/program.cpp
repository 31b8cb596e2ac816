#include "grading/command_line/program.h"

#include <iostream>

#include "grading/sentences/sentence.h"

namespace grader {
namespace {

int report(ExitStatus status, const std::string& what) {
    std::cerr << "grader: " << what << '\n';
    return static_cast<int>(status);
}

} // namespace

int run_program(int argc, char** argv, const Action& action) {
    try {
        const Options options = parse_options(argc, argv);
        return static_cast<int>(action(options, find_places()));
    } catch (const UsageError& error) {
        return report(ExitStatus::usage, error.what());
    } catch (const std::exception& error) {
        // ManifestError, EnvironmentError, and whatever nobody foresaw: the machine's or the grader's fault,
        // never the student's.
        return report(ExitStatus::environment, text_of(error));
    }
}

} // namespace grader
