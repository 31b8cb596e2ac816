#include "course/threshold_json.h"

#include <nlohmann/json.hpp>

namespace grader {

nlohmann::json to_json(const Threshold& threshold) {
    return {{"known", threshold.known},       {"pass", threshold.pass},   {"full", threshold.full},
            {"solution", threshold.solution}, {"limit", threshold.limit}, {"gain", threshold.gain}};
}

Threshold threshold_from_json(const nlohmann::json& document) {
    return {document.at("known"),    document.at("pass"),  document.at("full"),
            document.at("solution"), document.at("limit"), document.at("gain")};
}

} // namespace grader
