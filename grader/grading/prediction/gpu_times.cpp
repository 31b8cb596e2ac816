#include "grading/prediction/gpu_times.h"

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/search_path.h"
#include "grading/processes/process.h"
#include "grading/toolchain/toolchain.h"

namespace grader::prediction {
namespace {

namespace fs = std::filesystem;

constexpr const char* device_file = "device.toml";
constexpr const char* times_file = "times.toml";

std::string output_of_calibrate(const GraderPaths& paths, const std::vector<std::string>& arguments) {
    constexpr double patience_s = 300; // the driver translates the program first
    ProcessSpec spec;
    spec.argv = {(paths.programs / "calibrate").string()};
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    spec.environment = {{"LD_LIBRARY_PATH", search_path({find_toolkit().libraries}, "LD_LIBRARY_PATH")}};
    const ProcessResult finished = run_process(spec, patience_s);
    if (finished.timed_out || finished.end.exit_code != 0)
        throw EnvironmentError(
            fmt::format("This GPU cannot be measured: calibrate failed: {}", finished.output));
    return finished.output;
}

} // namespace

fs::path gpu_directory(const fs::path& course_root, const std::string& slug) {
    return course_root / ".kernelsmith" / "gpus" / slug;
}

bool is_measured(const fs::path& directory) {
    return fs::exists(directory / device_file) && fs::exists(directory / times_file);
}

void measure_gpu(const GraderPaths& paths, const fs::path& directory) {
    const std::string times = output_of_calibrate(paths, {});
    fs::create_directories(directory);
    write_atomically(directory / device_file, output_of_calibrate(paths, {"--device"}));
    write_atomically(directory / times_file, times);
}

} // namespace grader::prediction
