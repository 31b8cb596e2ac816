#include "observe/report.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace simulator {
namespace {

using Json = nlohmann::ordered_json;

/// Counts are whole numbers, and are written as such.
Json number(double value) {
    constexpr double exact = 9007199254740992.0;
    if (value == std::floor(value) && std::abs(value) < exact) return static_cast<std::int64_t>(value);
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
        lines.push_back({{"file", line.file}, {"line", line.line}, {"counters", counters_of(line.counters)}});
    return lines;
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
    json["counters"] = counters_of(launch.counters);
    json["lines"] = lines_of(launch);
    return json;
}

Json json_of(const Coordinates& place) { return {place.x, place.y, place.z}; }

/// A place has its instruction but for the other party of a race, of whom file and line say enough.
Json json_of(const Finding& finding) {
    Json json = {{"kind", text_of(finding.kind)},
                 {"failure", is_failure(finding)},
                 {"kernel", finding.place.kernel},
                 {"function", finding.place.function},
                 {"file", finding.place.file},
                 {"line", finding.place.line},
                 {"instruction", finding.place.instruction}};
    // Where in a program a call stands the program says itself.
    if (is_programs_word(finding.kind))
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

const Json& json_of(const Json& json) { return json; }

/// The text of a program's source or of its names may be no UTF-8; such bytes are replaced.
std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// `"name":[a,b,c]`, each element on a line of its own, and never more than one of them in memory.
template <class Elements>
void write_array(std::ostream& out, std::string_view name, const Elements& elements) {
    out << ",\n" << Json(name) << ":[";
    std::string_view between = "\n";
    for (const auto& element : elements) {
        out << between << dumped(json_of(element));
        between = ",\n";
    }
    out << "]";
}

} // namespace

void write_report(std::ostream& out, const ReportHeader& header, const LaunchLog& log,
                  std::span<const Finding> findings) {
    out << "{\"format\":1,\"device\":" << dumped(Json(header.device))
        << ",\"program\":" << dumped(Json(header.program));
    if (log.dropped() != 0) out << ",\"launches_dropped\":" << log.dropped();
    if (log.without_lines() != 0) out << ",\"launches_without_lines\":" << log.without_lines();
    if (header.interrupted) out << ",\"interrupted\":true";
    write_array(out, "images", header.images);
    write_array(out, "launches", log.launches());
    write_array(out, "findings", findings);
    out << "}\n";
}

void write_merged(std::ostream& out, std::span<const std::string> reports) {
    std::vector<Json> documents;
    for (const std::string& report : reports) documents.push_back(Json::parse(report));
    out << "{\"format\":1,\"device\":" << dumped(documents.front().at("device"))
        << ",\"program\":" << dumped(documents.front().at("program"));
    for (const char* const count : {"launches_dropped", "launches_without_lines"}) {
        std::uint64_t all = 0;
        for (const Json& document : documents) all += document.value(count, std::uint64_t{0});
        if (all != 0) out << ",\"" << count << "\":" << all;
    }
    if (std::ranges::any_of(documents, [](const Json& one) { return one.contains("interrupted"); }))
        out << ",\"interrupted\":true";
    for (const char* const name : {"images", "launches", "findings"}) {
        std::vector<Json> elements;
        for (const Json& document : documents)
            elements.insert(elements.end(), document.at(name).begin(), document.at(name).end());
        write_array(out, name, elements);
    }
    out << "}\n";
}

} // namespace simulator
