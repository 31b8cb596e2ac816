#pragma once

/// @file
/// What the simulator saw of one process: its report, read into plain structs.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// Counters by the simulator's names; those of a kernel's resources are among them.
using Counts = std::map<std::string, double>;

/// What one line of a source did in one launch.
struct SeenLine {
    std::string file;     ///< as the compiler knew it, mostly with its folder
    std::size_t line = 0; ///< from 1
    Counts counts;        ///< only what is not 0
};

/// One launch of a kernel.
struct SeenLaunch {
    std::string kernel;              ///< demangled
    std::string symbol;              ///< mangled
    std::array<unsigned, 3> grid{};  ///< in blocks: x, y, z
    std::array<unsigned, 3> block{}; ///< in threads: x, y, z
    std::string limiter;             ///< what keeps occupancy where it is: "registers"
    Counts counts;                   ///< over all its lines, and the kernel's resources
    std::vector<SeenLine> lines;     ///< every line that was executed
};

/// Something that the program did wrong, the same on all its occurrences on one line.
struct SeenFinding {
    std::string kind;           ///< "out_of_bounds"
    bool failure = true;        ///< false: only worth knowing
    std::string kernel;         ///< empty where no kernel is to blame
    std::string file;           ///< empty where it is not known
    std::size_t line = 0;       ///< 0 where it is not known
    std::string what;           ///< one sentence
    std::string where;          ///< what the address belongs to; may be empty
    std::string other;          ///< of a race: who else; may be empty
    std::string other_file;     ///< of a race: where the other access is; may be empty
    std::size_t other_line = 0; ///< of a race; 0 where it is not known
    std::string advice;         ///< what it usually means; may be empty
    std::string page;           ///< the file with an example and a cure; may be empty
    std::uint64_t count = 1;    ///< how often it happened
};

/// A whole report.
struct Observation {
    std::vector<SeenLaunch> launches;  ///< in their order
    std::vector<SeenFinding> findings; ///< in the order they were first met
    std::size_t dropped = 0;           ///< launches that the report had no room for
    std::size_t without_lines = 0;     ///< launches of whose lines it had no room to tell
};

/// Reads the simulator's report @p document. Throws nlohmann::json::exception where it is none.
Observation read_observation(const nlohmann::json& document);

} // namespace grader
