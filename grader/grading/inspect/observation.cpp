#include "grading/inspect/observation.h"

#include <nlohmann/json.hpp>

#include "grading/channel/bounded_text.h"
#include "grading/inspect/observation_fields.h"

namespace grader {
namespace {

using nlohmann::json;

constexpr int observation_format = 1;

constexpr char registers_name[] = "registers";
constexpr char local_bytes_name[] = "local_bytes";
constexpr char spill_bytes_name[] = "spill_bytes";

/// Reads a kernel's resource as the counter @p name, which is absent if the simulator does not know it and
/// writes null.
template <const auto& name> struct ResourceForm {
    static void read(const json& value, Counts& counts) {
        if (!value.is_null()) counts[name] = value;
    }
};

/// Reads occupancy as counters. Without the number of registers it would be a guess.
struct OccupancyForm {
    static void read(const json& occupancy, ObservedLaunch& launch) {
        launch.limiter = bounded(occupancy.at("limiter"));
        if (!launch.counts.contains(registers_name)) return;
        launch.counts["occupancy.theoretical"] = occupancy.at("theoretical");
        launch.counts["occupancy.achieved"] = occupancy.at("achieved");
    }
};

} // namespace
} // namespace grader

template <> struct kernelsmith::Fields<grader::ObservedLine> {
    using Line = grader::ObservedLine;
    static constexpr auto list =
        std::tuple(field("file", &Line::file), field("line", &Line::line), field("counters", &Line::counts),
                   field("memory_operations", &Line::memory_operations));
};

template <> struct kernelsmith::Fields<grader::ModelledSuggestion> {
    using Suggestion = grader::ModelledSuggestion;
    static constexpr auto list =
        std::tuple(field("file", &Suggestion::file), field("line", &Suggestion::line),
                   field("what", &Suggestion::what), field("ms", &Suggestion::ms));
};

template <> struct kernelsmith::Fields<grader::ModelledTime> {
    using Time = grader::ModelledTime;
    static constexpr auto list =
        std::tuple(field("ms", &Time::ms), field("limiter", &Time::limiter),
                   field<AsObject>("terms", &Time::terms), field("suggestions", &Time::suggestions),
                   optional_field("scales", &Time::scales), optional_field<AsJson>("record", &Time::record));
};

template <> struct kernelsmith::Fields<grader::ObservedLaunch> {
    using Launch = grader::ObservedLaunch;
    static constexpr auto list =
        std::tuple(field<grader::BoundedText>("kernel", &Launch::kernel),
                   field<grader::BoundedText>("mangled", &Launch::symbol), field("grid", &Launch::grid),
                   field("block", &Launch::block), field("counters", &Launch::counts),
                   // After the counters, because these are added to them.
                   field<grader::ResourceForm<grader::registers_name>>("registers", &Launch::counts),
                   field<grader::ResourceForm<grader::local_bytes_name>>("local_bytes", &Launch::counts),
                   field<grader::ResourceForm<grader::spill_bytes_name>>("spill_bytes", &Launch::counts),
                   field<grader::OccupancyForm>(
                       "occupancy", [](auto& launch) -> auto& { return launch; }),
                   optional_field<grader::BoundedText>("not_counted", &Launch::not_counted),
                   field("lines", &Launch::lines), optional_field("time", &Launch::time),
                   optional_field("accesses", &Launch::accesses));
};

template <> struct kernelsmith::Fields<grader::ObservedFinding> {
    using Finding = grader::ObservedFinding;
    static constexpr auto list =
        std::tuple(field("kind", &Finding::kind), field("failure", &Finding::failure),
                   optional_field<grader::BoundedText>("kernel", &Finding::kernel),
                   optional_field<grader::BoundedText>("file", &Finding::file),
                   optional_field("line", &Finding::line),
                   optional_field<grader::BoundedMessage>("what", &Finding::what),
                   optional_field<grader::BoundedMessage>("where", &Finding::where),
                   optional_field<grader::BoundedMessage>("other", &Finding::other),
                   optional_field<grader::BoundedText>("other_file", &Finding::other_file),
                   optional_field("other_line", &Finding::other_line),
                   optional_field<grader::BoundedMessage>("advice", &Finding::advice),
                   optional_field<grader::BoundedText>("page", &Finding::page),
                   optional_field("count", &Finding::count));
};

template <> struct kernelsmith::Fields<grader::Observation> {
    using Observation = grader::Observation;
    static constexpr auto list =
        std::tuple(field("launches", &Observation::launches), field("findings", &Observation::findings),
                   optional_field("launches_dropped", &Observation::dropped),
                   optional_field("launches_without_lines", &Observation::without_lines),
                   optional_field("instruction_limit_exceeded", &Observation::over_limit),
                   optional_field<grader::BoundedText>("device", &Observation::device),
                   optional_field("counters", &Observation::counters));
};

namespace grader {
namespace {

/// Truncates the texts of @p message.
void bound_texts(Message& message) {
    for (kernelsmith::Argument& argument : message.arguments()) {
        if (auto* const text = std::get_if<std::string>(&argument.value)) *text = bounded(*text);
        if (auto* const inner = std::get_if<std::vector<Message>>(&argument.value))
            for (Message& one : *inner) bound_texts(one);
    }
}

} // namespace

void BoundedMessage::read(const json& json, Message& message) {
    json.get_to(message);
    bound_texts(message);
}

HostBytes host_bytes(const ObservedLaunch& launch) {
    const auto count = [&](const char* name) {
        const auto found = launch.counts.find(name);
        return found == launch.counts.end() ? 0 : found->second;
    };
    return {count("kernelsmith__bytes_host_mem_global_op_ld.sum"),
            count("kernelsmith__bytes_host_mem_global_op_st.sum")};
}

const ObservedLaunch* longest_launch(const std::vector<ObservedLaunch>& launches) {
    const ObservedLaunch* longest = nullptr;
    for (const ObservedLaunch& launch : launches)
        if (launch.time && (longest == nullptr || launch.time->ms > longest->time->ms)) longest = &launch;
    return longest;
}

Observation read_observation(const json& document) {
    if (document.at("format") != observation_format)
        throw json::other_error::create(502, "a report of another format", &document);
    return document.get<Observation>();
}

} // namespace grader
