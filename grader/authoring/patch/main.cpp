// Prints the source that a patch makes of its solution: patched PATCH [SOLUTION]. SOLUTION defaults to the
// student.cu in the folder above the patch's.

#include <filesystem>
#include <iostream>

#include "authoring/patch/patch.h"
#include "authoring/patch/patched.h"
#include "base/files.h"

int main(int argc, char** argv) {
    using grader::ExitStatus;
    const auto fail = [](ExitStatus status, const std::string& why) {
        std::cerr << why << '\n';
        return static_cast<int>(status);
    };
    if (argc != 2 && argc != 3) return fail(ExitStatus::usage, "usage: patched PATCH [SOLUTION]");
    const std::filesystem::path patch = argv[1];
    const std::filesystem::path solution = argc == 3 ? argv[2] : grader::solution_of(patch);
    for (const auto& file : {patch, solution})
        if (!std::filesystem::is_regular_file(file))
            return fail(ExitStatus::usage, "file not found: " + file.string());
    try {
        std::cout << grader::patched_text(patch, solution);
    } catch (const grader::PatchError& error) {
        return fail(ExitStatus::not_passed, error.what());
    }
    return static_cast<int>(ExitStatus::passed);
}
