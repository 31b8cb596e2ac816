#include "classroom/run/grade_record.h"

#include <nlohmann/json.hpp>

#include "grading/report/grade/json.h"
#include "message/message_json.h"

namespace grader {
namespace {

using nlohmann::json;

json whole_launch(const Launch& launch) {
    return {{"kernel", launch.kernel},
            {"symbol", launch.symbol},
            {"grid", launch.grid},
            {"block", launch.block},
            {"registers", launch.registers},
            {"shared_bytes", launch.shared_bytes},
            {"local_bytes", launch.local_bytes},
            {"occupancy", launch.occupancy},
            {"warp_instructions", launch.warp_instructions},
            {"count", launch.count}};
}

Launch launch_from(const json& launch) {
    Launch read;
    read.kernel = launch.at("kernel");
    read.symbol = launch.at("symbol");
    read.grid = launch.at("grid");
    read.block = launch.at("block");
    read.registers = launch.at("registers");
    read.shared_bytes = launch.at("shared_bytes");
    read.local_bytes = launch.at("local_bytes");
    read.occupancy = launch.at("occupancy");
    read.warp_instructions = launch.at("warp_instructions");
    read.count = launch.at("count");
    return read;
}

json whole_launches(const std::vector<Launch>& launches) {
    json list = json::array();
    for (const Launch& launch : launches) list.push_back(whole_launch(launch));
    return list;
}

std::vector<Launch> launches_from(const json& list) {
    std::vector<Launch> launches;
    for (const json& launch : list) launches.push_back(launch_from(launch));
    return launches;
}

} // namespace

json to_record(const LabGrade& grade) {
    json by_call = json::array();
    for (const std::vector<Launch>& call : grade.counted_by_call) by_call.push_back(whole_launches(call));
    json seconds = json::array();
    for (const auto& [name, spent] : grade.seconds) seconds.push_back({name, spent});
    json record = facts_to_json(grade);
    record["record"] = {{"unseen_sentence", grade.unseen_sentence},
                        {"where", grade.speedup ? static_cast<int>(grade.speedup->where) : 0},
                        {"seconds", std::move(seconds)},
                        {"launches", whole_launches(grade.launches)},
                        {"counted", whole_launches(grade.counted)},
                        {"counted_by_call", std::move(by_call)}};
    if (grade.launch_gap) record["record"]["launch_gap"] = {grade.launch_gap->what, grade.launch_gap->advice};
    return record;
}

LabGrade grade_from_record(const json& record) {
    LabGrade grade = lab_from_json(record);
    const json& more = record.at("record");
    grade.unseen_sentence = more.at("unseen_sentence");
    grade.replayed = record.at("replayed");
    grade.launches_of = record.at("kernels_of");
    grade.counters = record.at("counters").get<std::map<std::string, double>>();
    if (grade.speedup) grade.speedup->where = static_cast<Call>(more.at("where").get<int>());
    for (const json& spent : more.at("seconds")) grade.seconds.emplace_back(spent.at(0), spent.at(1));
    grade.launches = launches_from(more.at("launches"));
    grade.counted = launches_from(more.at("counted"));
    for (const json& call : more.at("counted_by_call")) grade.counted_by_call.push_back(launches_from(call));
    if (const auto gap = more.find("launch_gap"); gap != more.end())
        grade.launch_gap = LaunchGap{gap->at(0), gap->at(1)};
    return grade;
}

} // namespace grader
