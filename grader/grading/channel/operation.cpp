#include "grading/channel/operation.h"

#include <nlohmann/json.hpp>

#include "grading/channel/kernel_name.h"

namespace grader {
namespace {

using nlohmann::json;

json optional_number(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

json operation_to_json(const Operation& operation) {
    json kernels = json::array();
    for (const OperationKernel& kernel : operation.kernels)
        kernels.push_back({{"kernel", kernel.kernel}, {"symbol", kernel.symbol}, {"count", kernel.count}});
    json moves = json::array();
    for (const OperationMoves& move : operation.moves)
        moves.push_back({{"kind", static_cast<int>(move.kind)},
                         {"direction", static_cast<int>(move.direction)},
                         {"bytes", move.bytes},
                         {"moved_bytes", move.moved_bytes},
                         {"count", move.count}});
    json document = {{"kind", static_cast<int>(operation.kind)},
                     {"kernels", std::move(kernels)},
                     {"direction", static_cast<int>(operation.direction)},
                     {"bytes", operation.bytes},
                     {"moves", std::move(moves)},
                     {"asked_ms", operation.asked_ms},
                     {"answered_ms", operation.answered_ms},
                     {"time", nullptr}};
    if (operation.time) document["time"] = {operation.time->start_ms, operation.time->ms};
    return document;
}

/// The value of @p Choice with this number. Throws nlohmann::json::exception where there is none.
template <typename Choice> Choice choice_of(const json& number, Choice last) {
    const int value = number.get<int>();
    if (value < 0 || value > static_cast<int>(last))
        throw json::out_of_range::create(401, "there is no such choice", &number);
    return static_cast<Choice>(value);
}

Operation operation_of(const json& document) {
    Operation operation;
    operation.kind = choice_of(document.at("kind"), OperationKind::graph);
    for (const json& kernel : document.at("kernels"))
        operation.kernels.push_back(
            {bounded(kernel.at("kernel")), bounded(kernel.at("symbol")), kernel.at("count")});
    operation.direction = choice_of(document.at("direction"), Direction::several);
    operation.bytes = document.at("bytes");
    for (const json& move : document.at("moves"))
        operation.moves.push_back({choice_of(move.at("kind"), OperationKind::memset),
                                   choice_of(move.at("direction"), Direction::several), move.at("bytes"),
                                   move.at("moved_bytes"), move.at("count")});
    operation.asked_ms = document.at("asked_ms");
    operation.answered_ms = document.at("answered_ms");
    if (const json& time = document.at("time"); !time.is_null())
        operation.time = OperationTime{time.at(0), time.at(1)};
    return operation;
}

} // namespace

json to_json(const OperationLog& log) {
    json operations = json::array();
    for (const Operation& operation : log.operations) operations.push_back(operation_to_json(operation));
    return {{"operations", std::move(operations)},
            {"left_out", log.left_out},
            {"ms", optional_number(log.ms)}};
}

OperationLog read_operations(const json& document) {
    OperationLog log;
    for (const json& operation : document.at("operations")) log.operations.push_back(operation_of(operation));
    log.left_out = document.at("left_out");
    if (const json& ms = document.at("ms"); !ms.is_null()) log.ms = ms.get<double>();
    return log;
}

} // namespace grader
