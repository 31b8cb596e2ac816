// Predicts the times of launches on a GPU that is not modelled, from their times on the modelled GPU that is most
// like it.
//
//     predict_times [--without NAME]... GPU RECORD
//
// GPU is the name of a modelled GPU, or a directory with the outputs of calibrate, `device.toml` and `times.toml`.
// RECORD is a file with calls as each modelled GPU executes them; `model` is `record` in a report of
// `simulate --time`:
//
//     {"gpus": {"h200": {"parts": 11, "memory_parts": 10.5, "calls": {"baseline": {"launches": [{"model": {}}]}}}}}
//
// The output is the name of the GPU that the times are predicted from, a line as of `simulate --list-times`, and a
// line for each launch of each call: its milliseconds, those that any launch takes, and whether more SMs would make it
// faster (1) or not (0). A modelled GPU without `--without` is predicted from itself: its times are those of the model.

#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gpu/device.h"
#include "gpu/device_time.h"
#include "gpu/measured_time.h"
#include "gpu/time_line.h"
#include "predict/nearest.h"
#include "predict/traffic_by_l2.h"
#include "timing/recorded_launch.h"

namespace {

using namespace simulator;
using predict::TrafficSample;
using predict::with_l2_of;
namespace fs = std::filesystem;

std::string content(const fs::path& file) {
    std::ifstream stream(file);
    if (!stream) throw std::invalid_argument(fmt::format("{} cannot be read", file.string()));
    return {std::istreambuf_iterator<char>(stream), {}};
}

MeasuredGpu gpu_of(const std::string& target) {
    if (fs::is_directory(target))
        return measured_gpu(content(fs::path(target) / "device.toml"),
                            content(fs::path(target) / "times.toml"));
    return measured_as_modelled(target);
}

using Json = nlohmann::json;
/// The launches of each call, by its name.
using Calls = std::map<std::string, std::vector<timing::RecordedLaunch>>;

/// The modelled calls of a record, without GPUs that are left out.
class Record {
public:
    Record(const fs::path& file, const std::vector<std::string>& without)
        : gpus_(Json::parse(content(file)).at("gpus")) {
        for (const std::string& name : without) gpus_.erase(name);
        for (const auto& [name, unused] : gpus_.items()) names_.push_back(name);
    }

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] double parts(const std::string& gpu) const { return gpus_.at(gpu).at("parts"); }
    [[nodiscard]] double memory_parts(const std::string& gpu) const {
        return gpus_.at(gpu).at("memory_parts");
    }
    /// Returns the launches of each call on @p gpu.
    [[nodiscard]] Calls calls(const std::string& gpu) const {
        Calls all;
        for (const auto& [name, call] : gpus_.at(gpu).at("calls").items())
            for (const Json& launch : call.at("launches"))
                all[name].push_back(timing::recorded_launch(launch.at("model").dump()));
        return all;
    }

private:
    Json gpus_;
    std::vector<std::string> names_;
};

/// Calls on one GPU.
struct ModelledCalls {
    double l2_bytes = 0; ///< L2 of the modelled part
    Calls calls;
};

/// Returns the traffic of one launch on each of @p gpus on which its call has as many launches.
std::vector<TrafficSample> samples_of(const std::vector<ModelledCalls>& gpus, const std::string& call,
                                      std::size_t launch, std::size_t launches) {
    std::vector<TrafficSample> samples;
    for (const ModelledCalls& gpu : gpus)
        if (const auto found = gpu.calls.find(call);
            found != gpu.calls.end() && found->second.size() == launches)
            samples.push_back({gpu.l2_bytes, found->second[launch].launch.demand.traffic});
    return samples;
}

void print_times(const std::string& target, const Record& record) {
    const MeasuredGpu gpu = gpu_of(target);
    const std::string from = predict::nearest(gpu.device, record.names());
    const bool itself = from == gpu.device.id;
    const DeviceTime time = itself ? device_time_named(from).value() : time_from_base(gpu, from);
    const double parts = record.parts(from);
    const double memory_parts = record.memory_parts(from);
    const auto speed = [&](const Device& device, const DeviceTime& whole) {
        return timing::GpuSpeed{device.multiprocessors, part_of(whole, parts, memory_parts)};
    };
    const timing::GpuSpeed before = speed(device_named(from), device_time_named(from).value());
    const timing::GpuSpeed after = speed(gpu.device, time);
    std::vector<ModelledCalls> others;
    if (!itself)
        for (const std::string& name : record.names())
            others.push_back({static_cast<double>(device_named(name).l2_bytes) / record.memory_parts(name),
                              record.calls(name)});
    const double l2_bytes = static_cast<double>(gpu.device.l2_bytes) / memory_parts;
    fmt::print("{}\n{}\n", from, time_line(gpu.device, time));
    for (const auto& [call, launches] : record.calls(from))
        for (std::size_t n = 0; n < launches.size(); ++n) {
            const L2::Traffic traffic = with_l2_of(launches[n].launch.demand.traffic, l2_bytes,
                                                   samples_of(others, call, n, launches.size()));
            const LaunchTime there = timing::time_on(launches[n], traffic, before, after);
            fmt::print("{:.7g} {:.7g} {:d}\n", there.ms, time.launch_us * 1e-3, there.scales);
        }
}

} // namespace

int main(int count, char** arguments) {
    constexpr int usage_error = 2;
    CLI::App app("Predicts the times of launches on another GPU", "predict_times");
    std::string target;
    std::string record;
    std::vector<std::string> without;
    app.add_option("GPU", target, "A modelled GPU, or a directory with the outputs of calibrate")->required();
    app.add_option("RECORD", record, "Calls on modelled GPUs")->required();
    app.add_option("--without", without, "Modelled GPUs that the times are not predicted from")
        ->type_name("NAME");
    CLI11_PARSE(app, count, arguments);
    try {
        print_times(target, Record(record, without));
    } catch (const std::exception& error) {
        std::cerr << "predict_times: " << error.what() << '\n';
        return usage_error;
    }
}
