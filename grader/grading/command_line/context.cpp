#include "grading/command_line/context.h"

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/secrets.h"
#include "grading/backend/simulator.h"
#include "grading/sentences/sentence.h"

namespace grader {

namespace fs = std::filesystem;

StatusLine::StatusLine(std::optional<int> descriptor)
    : descriptor_(descriptor), terminal_(!descriptor && ::isatty(STDERR_FILENO) == 1) {}

void StatusLine::show(const std::string& text) {
    if (descriptor_) {
        // The reader is gone or too slow: losing a status line is harmless.
        const std::string line = text + '\n';
        [[maybe_unused]] const ssize_t written = ::write(*descriptor_, line.data(), line.size());
    }
    if (!terminal_) return;
    std::cerr << "\r\x1b[K" << text << " ..." << std::flush;
    shown_ = true;
}

void StatusLine::clear() {
    if (shown_) std::cerr << "\r\x1b[K" << std::flush;
    shown_ = false;
}

GraderPaths find_places() {
    const fs::path programs = fs::read_symlink("/proc/self/exe").parent_path();
    return {programs, programs.parent_path() / "grades"};
}

fs::path course_root(const CourseOptions& options) {
    if (options.course.empty()) return Course::find_root(fs::current_path());
    if (!fs::is_directory(options.course / "labs"))
        throw UsageError(options.course.string() + " is not a course: it has no labs/.");
    return fs::absolute(options.course);
}

Context::Context(const ContextOptions& options, const GraderPaths& places, std::vector<std::string> labs)
    : options_(options), lab_names_(std::move(labs)), places_(places),
      modules_(options_.modules.empty() ? places_.programs.parent_path() / "labs"
                                        : fs::absolute(options_.modules)),
      course_(course_root(options_), modules_), progress_(course_.root()), status_(options_.status_to),
      style_(options_.columns ? Style{options_.colour, *options_.columns}
                              : style_of_descriptor(STDOUT_FILENO)) {}

void Context::require_known_device() const {
    if (options_.device.empty()) return;
    std::set<std::string> known;
    for (const Lab& lab : course_.labs())
        for (const auto& [slug, threshold] : lab.manifest.speed.thresholds) known.insert(slug);
    if (options_.backend != "gpu" && simulator_availability(places_).usable)
        for (const std::string& model : modelled_devices(places_)) known.insert(model);
    if (!known.contains(options_.device))
        throw UsageError(
            fmt::format("--device {}: unknown GPU. Available: {}.", options_.device, fmt::join(known, ", ")));
}

thresholds::ThresholdSelection Context::threshold_selection() {
    return {course_.root(), places_, options_.thresholds, options_.seed.value_or(secret_seed()),
            [this](const std::string& what) { status_.show(what); }};
}

std::function<ThresholdsInUse()> Context::thresholds_of(const Lab& lab) {
    return [this, &lab] { return thresholds::select_thresholds(backend(), lab, threshold_selection()); };
}

const Backend& Context::backend() {
    if (backend_ == nullptr) {
        require_known_device();
        status_.show("probing the device");
        backend_ =
            make_backend(options_.backend, places_, options_.device,
                         make_isolation(options_.isolation.value_or(default_isolation_), places_.programs));
        status_.clear();
        if (backend_->availability().broken)
            throw EnvironmentError("Cannot measure here: " + sentence(backend_->availability().reason) +
                                   ".\nTry: grader doctor");
    }
    return *backend_;
}

std::unique_ptr<DeviceLock> Context::lock_device() {
    if (backend().name() != "gpu" || !backend().availability().usable) return nullptr;
    return std::make_unique<DeviceLock>(lock_name(backend().device()), [this] {
        status_.show("waiting for another grade that is being measured on this GPU");
    });
}

const Lab& Context::timed_lab() const {
    const Lab& only = lab();
    if (only.manifest.has_timed_cases()) return only;
    throw UsageError(fmt::format("{} is not timed: its lab.toml has no [[timed]].", only.id));
}

std::vector<const Lab*> Context::labs() const {
    std::vector<const Lab*> result;
    if (lab_names_.empty())
        for (const Lab& lab : course_.labs()) result.push_back(&lab);
    for (const std::string& name : lab_names_) result.push_back(&course_.lab(name));
    return result;
}

} // namespace grader
