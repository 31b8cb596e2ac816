#include "grading/inspect/observation.h"

#include <nlohmann/json.hpp>

#include "grading/channel/kernel_name.h"
#include "message/message_json.h"

namespace grader {
namespace {

using nlohmann::json;

constexpr int observation_format = 1;

std::string text_of(const json& entry, const char* key) {
    const auto found = entry.find(key);
    return found == entry.end() || found->is_null() ? std::string()
                                                    : grader::bounded(found->get<std::string>());
}

/// @p message with its texts as a grade keeps them.
Message bounded(Message message) {
    for (kernelsmith::Argument& argument : message.arguments()) {
        if (auto* const text = std::get_if<std::string>(&argument.value)) *text = grader::bounded(*text);
        if (auto* const inner = std::get_if<std::vector<Message>>(&argument.value))
            for (Message& one : *inner) one = bounded(std::move(one));
    }
    return message;
}

Message message_in(const json& entry, const char* key) {
    const auto found = entry.find(key);
    return found == entry.end() ? Message() : bounded(found->get<Message>());
}

std::size_t number_of(const json& entry, const char* key) {
    const auto found = entry.find(key);
    return found == entry.end() || found->is_null() ? 0 : found->get<std::size_t>();
}

/// What the simulator does not know of a kernel stands in its report as null, and is absent here.
void keep(Counts& counts, const char* name, const json& value) {
    if (!value.is_null()) counts[name] = value;
}

SeenLine line_from(const json& entry) {
    return {entry.at("file"), entry.at("line"), entry.at("counters").get<Counts>(),
            entry.at("memory_operations").get<std::vector<std::string>>()};
}

std::optional<std::uint64_t> optional_count(const json& entry, const char* key) {
    const json& value = entry.at(key);
    if (value.is_null()) return std::nullopt;
    return value.get<std::uint64_t>();
}

SeenAccess access_from(const json& entry) {
    SeenAccess access;
    access.file = entry.at("file");
    access.line = entry.at("line");
    access.instruction = entry.at("instruction");
    access.op = entry.at("op");
    access.space = entry.at("space");
    access.kind = entry.at("kind");
    access.bytes = entry.at("bytes");
    access.block = entry.at("block");
    access.warp = entry.at("warp");
    access.execution = entry.at("execution");
    access.order = entry.at("order");
    access.buffer = bounded(entry.at("buffer").get<Message>());
    access.buffer_bytes = optional_count(entry, "buffer_bytes");
    access.buffer_at = optional_count(entry, "buffer_at");
    access.misaligned = optional_count(entry, "misaligned");
    access.sectors = optional_count(entry, "sectors");
    access.wavefronts = optional_count(entry, "wavefronts");
    access.wavefronts_ideal = optional_count(entry, "wavefronts_ideal");
    for (const json& lane : entry.at("lanes"))
        access.lanes.push_back(lane.is_null() ? std::nullopt : std::optional(lane.get<std::int64_t>()));
    return access;
}

ModelledTime time_from(const json& entry) {
    ModelledTime time{entry.at("ms"), entry.at("limiter")};
    for (const auto& [name, ms] : entry.at("terms").items()) time.terms.emplace_back(name, ms);
    for (const json& remedy : entry.at("remedies"))
        time.remedies.push_back({remedy.at("file"), remedy.at("line"), remedy.at("what"), remedy.at("ms")});
    return time;
}

SeenLaunch launch_from(const json& entry) {
    SeenLaunch launch;
    launch.kernel = grader::bounded(entry.at("kernel"));
    launch.symbol = grader::bounded(entry.at("mangled"));
    launch.grid = entry.at("grid");
    launch.block = entry.at("block");
    launch.counts = entry.at("counters").get<Counts>();
    const json& occupancy = entry.at("occupancy");
    launch.limiter = text_of(occupancy, "limiter");
    keep(launch.counts, "registers", entry.at("registers"));
    // Without them occupancy would be a guess.
    if (launch.counts.contains("registers")) {
        launch.counts["occupancy.theoretical"] = occupancy.at("theoretical");
        launch.counts["occupancy.achieved"] = occupancy.at("achieved");
    }
    keep(launch.counts, "local_bytes", entry.at("local_bytes"));
    keep(launch.counts, "spill_bytes", entry.at("spill_bytes"));
    launch.not_counted = text_of(entry, "not_counted");
    for (const json& line : entry.at("lines")) launch.lines.push_back(line_from(line));
    if (const auto time = entry.find("time"); time != entry.end()) launch.time = time_from(*time);
    if (const auto accesses = entry.find("accesses"); accesses != entry.end())
        for (const json& access : *accesses) launch.accesses.push_back(access_from(access));
    return launch;
}

SeenFinding finding_from(const json& entry) {
    SeenFinding finding;
    finding.kind = entry.at("kind");
    finding.failure = entry.at("failure");
    finding.kernel = text_of(entry, "kernel");
    finding.file = text_of(entry, "file");
    finding.line = number_of(entry, "line");
    finding.what = message_in(entry, "what");
    finding.where = message_in(entry, "where");
    finding.other = message_in(entry, "other");
    finding.other_file = text_of(entry, "other_file");
    finding.other_line = number_of(entry, "other_line");
    finding.advice = message_in(entry, "advice");
    finding.page = text_of(entry, "page");
    finding.count = entry.value("count", std::uint64_t{1});
    return finding;
}

} // namespace

HostBytes host_bytes(const SeenLaunch& launch) {
    const auto count = [&](const char* name) {
        const auto found = launch.counts.find(name);
        return found == launch.counts.end() ? 0 : found->second;
    };
    return {count("kernelsmith__bytes_host_mem_global_op_ld.sum"),
            count("kernelsmith__bytes_host_mem_global_op_st.sum")};
}

const SeenLaunch* longest_launch(const std::vector<SeenLaunch>& launches) {
    const SeenLaunch* longest = nullptr;
    for (const SeenLaunch& launch : launches)
        if (launch.time && (longest == nullptr || launch.time->ms > longest->time->ms)) longest = &launch;
    return longest;
}

Observation read_observation(const json& document) {
    if (document.at("format") != observation_format)
        throw json::other_error::create(502, "a report of another format", &document);
    Observation seen;
    for (const json& entry : document.at("launches")) seen.launches.push_back(launch_from(entry));
    for (const json& entry : document.at("findings")) seen.findings.push_back(finding_from(entry));
    seen.device = text_of(document, "device");
    if (const auto counters = document.find("counters"); counters != document.end())
        for (const json& counter : *counters)
            seen.counters.push_back({counter.at("name"), counter.at("unit"), counter.at("meaning")});
    seen.dropped = number_of(document, "launches_dropped");
    seen.over_limit = document.value("instruction_limit_exceeded", false);
    seen.without_lines = number_of(document, "launches_without_lines");
    return seen;
}

} // namespace grader
