#pragma once

/// @file
/// What a program that is locked in may see and take. Only data: child/ hands it over, confine/ builds it.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// A file or directory of the machine that is there in a room, too.
struct BindMount {
    std::string from;    ///< where it is, absolute
    std::string to;      ///< where the room has it, absolute
    bool device = false; ///< a device that may be used; everything else can only be read
};

/// An empty directory of the room's own, in memory, that may be written to.
struct TmpfsMount {
    std::string at;          ///< absolute
    std::uint64_t bytes = 0; ///< what it holds at most
};

/// A file that the room's program may leave, and where its bytes go when that has ended.
struct OutputFile {
    std::string file;             ///< in the room, on a shelf; a link or anything but a file is not taken
    int descriptor = -1;          ///< of confine's, open for writing
    std::uint64_t most_bytes = 0; ///< a longer one is not taken
};

/// What one program may take. 0: as much as the machine lets it.
struct ResourceLimits {
    std::uint64_t processes = 0;  ///< with threads
    std::uint64_t open_files = 0; ///< a process
    std::uint64_t file_bytes = 0; ///< of each file that it writes
    std::uint64_t address_bytes =
        0; ///< a process; not for one that uses a GPU, which reserves more than there is
};

/// A program's whole world: what is not in it does not exist for the program.
struct SandboxSpec {
    std::vector<BindMount> bind_mounts = {};                     ///< of the machine; mounted in this order
    std::vector<std::pair<std::string, std::string>> links = {}; ///< where, and what it says
    std::vector<TmpfsMount> tmpfs_mounts = {}; ///< mounted first, so that something can be shown in one
    std::vector<OutputFile> output_files = {}; ///< handed out when the program has ended
    std::map<std::string, std::string> environment = {}; ///< all of it, but for `kept`
    std::vector<std::string> inherited =
        {};                      ///< variables that are handed on as whoever starts the room has them
    std::string directory = "/"; ///< where the program begins
    ResourceLimits limits = {};  ///< of all that the room's program starts, too
    bool own_user = true; ///< as long as the machine lets it, the program is a user that nobody else is
};

/// For the way to confine.
void to_json(nlohmann::json& json, const SandboxSpec& sandbox);
/// The way back. Throws nlohmann::json::exception.
void from_json(const nlohmann::json& json, SandboxSpec& sandbox);

} // namespace grader
