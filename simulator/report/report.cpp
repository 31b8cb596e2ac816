#include "report/report.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "message/message_json.h"

namespace simulator {
namespace {

using Json = nlohmann::ordered_json;

/// Writes counts, which are integers, as integers.
Json number(double value) {
    constexpr double max_exact_integer = 9007199254740992.0;
    if (value == std::floor(value) && std::abs(value) < max_exact_integer)
        return static_cast<std::int64_t>(value);
    return value;
}

Json counters_of(const std::vector<MetricValue>& values) {
    Json counters = Json::object();
    for (const auto [index, value] : values) {
        const Metric& metric = metrics()[index];
        counters[std::string(metric.name)] = number(value);
        if (!metric.alias.empty()) counters[std::string(metric.alias)] = number(value);
    }
    return counters;
}

Json lines_of(const LaunchRecord& launch) {
    Json lines = Json::array();
    for (const LineRecord& line : launch.lines)
        lines.push_back({{"file", line.file},
                         {"line", line.line},
                         {"counters", counters_of(line.counters)},
                         {"memory_operations", line.memory_operations}});
    return lines;
}

template <class T> Json json_of(const std::optional<T>& value) { return value ? Json(*value) : Json(); }

std::string_view text_of(MemorySpace space) {
    switch (space) {
        case MemorySpace::global: return "global";
        case MemorySpace::shared: return "shared";
        case MemorySpace::local: return "local";
        case MemorySpace::constant: return "constant";
        case MemorySpace::param: break;
    }
    return "param";
}

std::string_view text_of(AccessKind kind) {
    switch (kind) {
        case AccessKind::load: return "load";
        case AccessKind::store: return "store";
        case AccessKind::atomic: break;
    }
    return "atomic";
}

Json json_of(const AccessRecord& access) {
    Json lanes = Json::array();
    for (const std::optional<std::int64_t>& lane : access.lanes) lanes.push_back(json_of(lane));
    return {{"file", access.file},
            {"line", access.line},
            {"instruction", access.instruction},
            {"op", access.op},
            {"space", text_of(access.space)},
            {"kind", text_of(access.kind)},
            {"bytes", access.bytes},
            {"block", access.block},
            {"warp", access.warp},
            {"execution", access.execution},
            {"order", access.order},
            {"buffer", access.buffer},
            {"buffer_bytes", json_of(access.buffer_bytes)},
            {"buffer_at", json_of(access.buffer_at)},
            {"misaligned", json_of(access.misaligned)},
            {"sectors", json_of(access.sectors)},
            {"wavefronts", json_of(access.wavefronts)},
            {"wavefronts_ideal", json_of(access.wavefronts_ideal)},
            {"lanes", std::move(lanes)}};
}

Json json_of(const LaunchTime& time) {
    Json terms = Json::object();
    for (const auto& [name, ms] : time.terms) terms[name] = ms;
    Json suggestions = Json::array();
    for (const Suggestion& suggestion : time.suggestions)
        suggestions.push_back({{"file", suggestion.file},
                               {"line", suggestion.line},
                               {"what", suggestion.what},
                               {"ms", suggestion.ms}});
    return {{"ms", time.ms},
            {"limiter", time.limiter},
            {"terms", std::move(terms)},
            {"suggestions", std::move(suggestions)},
            {"scales", time.scales},
            {"record", Json::parse(time.record)}};
}

Json json_of(const LaunchRecord& launch) {
    const KernelResources& resources = launch.facts.resources;
    const Occupancy& occupancy = launch.facts.occupancy;
    Json json = {{"kernel", launch.kernel},
                 {"mangled", launch.mangled},
                 {"grid", launch.facts.grid},
                 {"block", launch.facts.block},
                 {"dynamic_shared", launch.facts.dynamic_shared},
                 {"order", launch.in_order ? "in order" : "parallel"},
                 {"order_reason", launch.order_reason},
                 {"status", launch.status},
                 {"registers", nullptr},
                 {"static_shared", resources.static_shared},
                 {"local_bytes", nullptr},
                 {"spill_bytes", nullptr}};
    if (resources.registers_known) {
        json["registers"] = resources.registers;
        json["local_bytes"] = resources.local_bytes;
        json["spill_bytes"] = resources.spill_stores + resources.spill_loads;
    }
    json["occupancy"] = {{"theoretical", occupancy.theoretical},
                         {"achieved", launch.facts.achieved_occupancy},
                         {"limiter", text_of(occupancy.limiter)},
                         {"blocks_per_sm", occupancy.blocks_per_sm}};
    if (!launch.not_counted.empty()) json["not_counted"] = launch.not_counted;
    if (launch.time) json["time"] = json_of(*launch.time);
    json["counters"] = counters_of(launch.counters);
    json["lines"] = lines_of(launch);
    if (!launch.accesses.empty()) {
        Json accesses = Json::array();
        for (const AccessRecord& access : launch.accesses) accesses.push_back(json_of(access));
        json["accesses"] = std::move(accesses);
    }
    return json;
}

Json json_of(const Coordinates& place) { return {place.x, place.y, place.z}; }

/// Writes a finding. Its location includes the instruction; for the other access of a race, file and line are
/// sufficient.
Json json_of(const Finding& finding) {
    Json json = {{"kind", text_of(finding.kind)},
                 {"failure", is_failure(finding)},
                 {"kernel", finding.place.kernel},
                 {"function", finding.place.function},
                 {"file", finding.place.file},
                 {"line", finding.place.line},
                 {"instruction", finding.place.instruction}};
    // Only the program itself knows the location of a call in it.
    if (is_reported_by_program(finding.kind))
        json["program_says"] = "all";
    else if (finding.place.kernel.empty())
        json["program_says"] = "place";
    if (finding.block) json["block"] = json_of(*finding.block);
    if (finding.thread) json["thread"] = json_of(*finding.thread);
    if (finding.address) json["address"] = fmt::format("{:#x}", *finding.address);
    json["what"] = finding.what;
    json["where"] = finding.where;
    if (finding.other_place) {
        json["other"] = finding.other;
        json["other_file"] = finding.other_place->file;
        json["other_line"] = finding.other_place->line;
    }
    json["advice"] = finding.advice;
    json["page"] = page_of(finding.kind);
    json["count"] = finding.count;
    return json;
}

Json json_of(const ImageRecord& image) { return {{"sha256", image.sha256}, {"bytes", image.bytes}}; }

Json json_of(const Metric& metric) {
    return {{"name", metric.name},
            {"alias", metric.alias},
            {"unit", metric.unit},
            {"meaning", metric.meaning}};
}

const Json& json_of(const Json& json) { return json; }

/// Replaces bytes that are not valid UTF-8, which source text and names may contain.
std::string dump_utf8(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Writes `"name":[a,b,c]` with one element per line, and never more than one of them in memory.
template <class Elements>
void write_array(std::ostream& out, std::string_view name, const Elements& elements) {
    out << ",\n" << Json(name) << ":[";
    std::string_view between = "\n";
    for (const auto& element : elements) {
        out << between << dump_utf8(json_of(element));
        between = ",\n";
    }
    out << "]";
}

} // namespace

void write_report(std::ostream& out, const ReportHeader& header, const LaunchLog& log,
                  std::span<const Finding> findings) {
    out << "{\"format\":1,\"device\":" << dump_utf8(Json(header.device))
        << ",\"program\":" << dump_utf8(Json(header.program));
    if (log.dropped() != 0) out << ",\"launches_dropped\":" << log.dropped();
    if (log.without_lines() != 0) out << ",\"launches_without_lines\":" << log.without_lines();
    if (log.without_accesses() != 0) out << ",\"launches_without_accesses\":" << log.without_accesses();
    if (header.interrupted) out << ",\"interrupted\":true";
    if (header.over_limit) out << ",\"instruction_limit_exceeded\":true";
    if (header.explain_counters) write_array(out, "counters", metrics());
    write_array(out, "images", header.images);
    write_array(out, "launches", log.launches());
    write_array(out, "findings", findings);
    out << "}\n";
}

void write_merged(std::ostream& out, std::span<const std::string> reports) {
    std::vector<Json> documents;
    for (const std::string& report : reports) documents.push_back(Json::parse(report));
    out << "{\"format\":1,\"device\":" << dump_utf8(documents.front().at("device"))
        << ",\"program\":" << dump_utf8(documents.front().at("program"));
    for (const char* const count :
         {"launches_dropped", "launches_without_lines", "launches_without_accesses"}) {
        std::uint64_t all = 0;
        for (const Json& document : documents) all += document.value(count, std::uint64_t{0});
        if (all != 0) out << ",\"" << count << "\":" << all;
    }
    for (const char* const flag : {"interrupted", "instruction_limit_exceeded"})
        if (std::ranges::any_of(documents, [&](const Json& one) { return one.contains(flag); }))
            out << ",\"" << flag << "\":true";
    if (documents.front().contains("counters")) write_array(out, "counters", documents.front()["counters"]);
    for (const char* const name : {"images", "launches", "findings"}) {
        std::vector<Json> elements;
        for (const Json& document : documents)
            elements.insert(elements.end(), document.at(name).begin(), document.at(name).end());
        write_array(out, name, elements);
    }
    out << "}\n";
}

} // namespace simulator
