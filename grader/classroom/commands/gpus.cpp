#include "classroom/commands/gpus.h"

#include <charconv>
#include <cstdlib>
#include <set>
#include <sstream>

#include <fmt/core.h>

#include "base/errors.h"

namespace grader {
namespace {

constexpr const char* variable = "CUDA_VISIBLE_DEVICES";

/// Returns the values of CUDA_VISIBLE_DEVICES that select CUDA's devices one by one.
std::vector<std::string> visible_gpus(int count) {
    std::vector<std::string> names;
    if (const char* chosen = std::getenv(variable)) {
        std::istringstream list(chosen);
        for (std::string name; std::getline(list, name, ',');) names.push_back(name);
    }
    if (names.empty())
        for (int i = 0; i < count; ++i) names.push_back(std::to_string(i));
    if (names.size() > static_cast<std::size_t>(count)) names.resize(static_cast<std::size_t>(count));
    return names;
}

std::vector<std::size_t> parse_gpu_list(const std::string& request, std::size_t count) {
    std::vector<std::size_t> places;
    if (request.empty()) return {0};
    if (request == "all") {
        for (std::size_t i = 0; i < count; ++i) places.push_back(i);
        return places;
    }
    std::istringstream list(request);
    for (std::string word; std::getline(list, word, ',');) {
        std::size_t place = 0;
        const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), place);
        if (problem != std::errc() || end != word.data() + word.size() || place >= count)
            throw UsageError(
                fmt::format("There is no GPU {} on this machine: --gpus takes all, or indices from 0 to {}.",
                            word, count - 1));
        places.push_back(place);
    }
    return places;
}

/// Sets the variable as long as this object lives, and restores it afterwards.
class ScopedVisibleGpu {
public:
    explicit ScopedVisibleGpu(const std::string& gpu) {
        if (const char* before = std::getenv(variable)) before_ = before;
        had_ = std::getenv(variable) != nullptr;
        ::setenv(variable, gpu.c_str(), 1);
    }
    ~ScopedVisibleGpu() {
        if (had_)
            ::setenv(variable, before_.c_str(), 1);
        else
            ::unsetenv(variable);
    }
    ScopedVisibleGpu(const ScopedVisibleGpu&) = delete;
    ScopedVisibleGpu& operator=(const ScopedVisibleGpu&) = delete;

private:
    std::string before_;
    bool had_ = false;
};

} // namespace

std::vector<TimingGpu> timing_gpus(const std::string& request, const DeviceFacts& first,
                                   const std::function<DeviceFacts()>& ask) {
    const std::vector<std::string> names = visible_gpus(first.other_devices + 1);
    std::vector<TimingGpu> gpus;
    for (const std::size_t place : parse_gpu_list(request, names.size())) {
        const ScopedVisibleGpu only(names[place]);
        gpus.push_back({names[place], place == 0 ? first : ask()});
    }
    return gpus;
}

void require_same_gpu_kind(const std::vector<TimingGpu>& gpus, const std::vector<const Lab*>& labs) {
    std::set<std::string> kinds;
    for (const TimingGpu& gpu : gpus) kinds.insert(gpu.facts.thresholds);
    if (kinds.size() < 2) return;
    for (const TimingGpu& gpu : gpus)
        for (const Lab* lab : labs)
            if (lab->manifest.has_timed_cases() &&
                !lab->manifest.speed.thresholds.contains(gpu.facts.thresholds))
                throw UsageError(fmt::format(
                    "These GPUs are of different kinds, and {} has no thresholds for {}. Select GPUs of one "
                    "kind with --gpus, or measure thresholds for each kind: grader calibrate",
                    lab->id, gpu.facts.name));
}

} // namespace grader
