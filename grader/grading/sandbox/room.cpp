#include "grading/sandbox/room.h"

#include <nlohmann/json.hpp>

namespace grader {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Shown, from, to, device)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Shelf, at, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Outlet, file, descriptor, most_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RoomLimits, processes, open_files, file_bytes, address_bytes)

void to_json(nlohmann::json& json, const Room& room) {
    json = {{"shown", room.shown},
            {"links", room.links},
            {"shelves", room.shelves},
            {"outlets", room.outlets},
            {"environment", room.environment},
            {"kept", room.kept},
            {"directory", room.directory},
            {"limits", room.limits},
            {"own_user", room.own_user}};
}

void from_json(const nlohmann::json& json, Room& room) {
    json.at("shown").get_to(room.shown);
    json.at("links").get_to(room.links);
    json.at("shelves").get_to(room.shelves);
    json.at("outlets").get_to(room.outlets);
    json.at("environment").get_to(room.environment);
    json.at("kept").get_to(room.kept);
    json.at("directory").get_to(room.directory);
    json.at("limits").get_to(room.limits);
    json.at("own_user").get_to(room.own_user);
}

} // namespace grader
