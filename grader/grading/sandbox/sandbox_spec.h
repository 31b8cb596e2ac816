#pragma once

/// @file
/// The specification of a sandbox for one program: mounts, environment and limits. Pure data: processes/
/// hands it over, confine/ builds the sandbox.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// A bind mount: a file or directory of the host that is visible in the sandbox.
struct BindMount {
    std::string from;    ///< absolute path on the host
    std::string to;      ///< absolute path in the sandbox
    bool device = false; ///< true: a device node that the program may use; everything else is read-only
};

/// A tmpfs mount: an empty directory in memory that belongs to the sandbox and is writable.
struct TmpfsMount {
    std::string at;          ///< absolute path in the sandbox
    std::uint64_t bytes = 0; ///< capacity in bytes
};

/// An output file of the sandboxed program; its bytes are copied to a descriptor after the program
/// has ended.
struct OutputFile {
    std::string file;             ///< path in the sandbox, on a tmpfs mount; a symbolic link, or anything but
                                  ///< a regular file, is not copied
    int descriptor = -1;          ///< descriptor of confine, open for writing
    std::uint64_t most_bytes = 0; ///< a longer file is not copied
};

/// Resource limits of one program. 0 = the limit of the machine.
struct ResourceLimits {
    std::uint64_t processes = 0;  ///< processes and threads together
    std::uint64_t open_files = 0; ///< open files per process
    std::uint64_t file_bytes = 0; ///< bytes per file that the program writes
    std::uint64_t address_bytes =
        0; ///< address space per process in bytes; 0 for a program that uses a GPU, which reserves more than
           ///< the machine has
};

/// Everything that a sandboxed program can see and use. Anything that is not listed here does not exist for
/// the program.
struct SandboxSpec {
    std::vector<BindMount> bind_mounts = {}; ///< mounts of the host's files, made in this order
    std::vector<std::pair<std::string, std::string>> links = {}; ///< symbolic links: path in the sandbox, and
                                                                 ///< target
    std::vector<TmpfsMount> tmpfs_mounts = {}; ///< mounted first, so that a bind mount may lie inside one
    std::vector<OutputFile> output_files = {}; ///< copied out after the program has ended
    std::map<std::string, std::string> environment = {}; ///< the whole environment, except for `inherited`
    std::vector<std::string> inherited =
        {};                      ///< variables whose values are taken from the environment of whoever starts
                                 ///< the sandbox
    std::string directory = "/"; ///< working directory in the sandbox
    ResourceLimits limits = {};  ///< also apply to every process that the program starts
    bool own_user = true; ///< run the program under a user ID that no other process has, if the machine
                          ///< allows it
};

/// Serializes @p sandbox for confine.
void to_json(nlohmann::json& json, const SandboxSpec& sandbox);
/// Reads what to_json() wrote. Throws nlohmann::json::exception.
void from_json(const nlohmann::json& json, SandboxSpec& sandbox);

} // namespace grader
