#include "grading/sandbox/sandbox_spec.h"

#include <nlohmann/json.hpp>

namespace grader {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BindMount, from, to, device)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TmpfsMount, at, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OutputFile, file, descriptor, most_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ResourceLimits, processes, open_files, file_bytes, address_bytes)

void to_json(nlohmann::json& json, const SandboxSpec& sandbox) {
    json = {{"shown", sandbox.bind_mounts},       {"links", sandbox.links},
            {"shelves", sandbox.tmpfs_mounts},    {"outlets", sandbox.output_files},
            {"environment", sandbox.environment}, {"kept", sandbox.inherited},
            {"directory", sandbox.directory},     {"limits", sandbox.limits},
            {"own_user", sandbox.own_user}};
}

void from_json(const nlohmann::json& json, SandboxSpec& sandbox) {
    json.at("shown").get_to(sandbox.bind_mounts);
    json.at("links").get_to(sandbox.links);
    json.at("shelves").get_to(sandbox.tmpfs_mounts);
    json.at("outlets").get_to(sandbox.output_files);
    json.at("environment").get_to(sandbox.environment);
    json.at("kept").get_to(sandbox.inherited);
    json.at("directory").get_to(sandbox.directory);
    json.at("limits").get_to(sandbox.limits);
    json.at("own_user").get_to(sandbox.own_user);
}

} // namespace grader
