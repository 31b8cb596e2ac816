#pragma once

/// @file
/// What the simulator saw of one process: its report, read into plain structs.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grading/messages/message.h"

namespace grader {

/// Counters by the simulator's names; those of a kernel's resources are among them.
using Counts = std::map<std::string, double>;

/// What one line of a source did in one launch.
struct ObservedLine {
    std::string file;     ///< as the compiler knew it, mostly with its folder
    std::size_t line = 0; ///< from 1
    Counts counts;        ///< only what is not 0
    std::vector<std::string> memory_operations =
        {}; ///< PTX that accesses memory or orders accesses: "st_global"
};

/// What one warp asked for when it executed one instruction.
struct ObservedAccess {
    std::string file;                ///< as the compiler knew it
    std::size_t line = 0;            ///< 0 where it is not known
    std::string instruction;         ///< the PTX
    std::uint64_t op = 0;            ///< which instruction of the kernel
    std::string space;               ///< "global", "shared", "local", "constant"
    std::string kind;                ///< "load", "store", "atomic"
    std::uint64_t bytes = 0;         ///< a lane
    std::array<unsigned, 3> block{}; ///< of the grid: x, y, z
    std::uint64_t warp = 0;          ///< of the block
    std::uint64_t execution = 0;     ///< of the instruction by this warp, from 1
    std::uint64_t order = 0;         ///< among the accesses of its warp that are known, from 0
    Message buffer; ///< of the kinds call or named_memory in finding_messages/memory_messages.h, or nothing
    std::optional<std::uint64_t> buffer_bytes; ///< its size
    std::optional<std::uint64_t> buffer_at;    ///< in the block's shared memory
    std::optional<std::uint64_t> misaligned;   ///< of other memory: where it begins, modulo 256
    std::optional<std::uint64_t> sectors;      ///< as they were counted; none in shared and constant memory
    std::optional<std::uint64_t> wavefronts;   ///< as they were counted; only in shared memory
    std::optional<std::uint64_t> wavefronts_ideal; ///< of these, what it would have taken without conflicts
    /// 32. Bytes from the beginning of the buffer or, in shared and local memory, of that; none: the lane takes no part.
    std::vector<std::optional<std::int64_t>> lanes;
};

/// What would make a launch faster on the modelled GPU.
struct ModelledRemedy {
    std::string file;     ///< of the line that it is about; empty: it is about the whole launch
    std::size_t line = 0; ///< 1-based; 0: of the whole launch
    std::string what;     ///< "sectors"
    double ms = 0;        ///< what the launch would take then
};

/// How long a launch would take on the modelled GPU.
struct ModelledTime {
    double ms = 0;                                          ///< all of it
    std::string limiter;                                    ///< what weighs most
    std::vector<std::pair<std::string, double>> terms = {}; ///< what each part of it would take alone, in ms
    std::vector<ModelledRemedy> remedies = {};              ///< where they were asked for, the best one first
};

/// One launch of a kernel.
struct ObservedLaunch {
    std::string kernel;                   ///< demangled
    std::string symbol;                   ///< mangled
    std::array<unsigned, 3> grid{};       ///< in blocks: x, y, z
    std::array<unsigned, 3> block{};      ///< in threads: x, y, z
    std::string limiter;                  ///< what keeps occupancy where it is: "registers"
    Counts counts;                        ///< over all its lines, and the kernel's resources
    std::vector<ObservedLine> lines;      ///< every line that was executed
    std::vector<ObservedAccess> accesses; ///< of some warps, where they were asked for
    std::string not_counted;              ///< why there are no counters; empty: there are, or it did not run
    std::optional<ModelledTime> time;     ///< where it was asked for
};

/// Bytes of managed, page-locked and registered memory, which lies at the host.
struct HostBytes {
    double read = 0;    ///< by loads
    double written = 0; ///< by stores and atomics
};

/// Those that the kernel of @p launch moved.
HostBytes host_bytes(const ObservedLaunch& launch);

/// Which of @p launches would take longest; null where none has a time.
const ObservedLaunch* longest_launch(const std::vector<ObservedLaunch>& launches);

/// What a counter is.
struct CounterDescription {
    std::string name;    ///< as in Counts
    std::string unit;    ///< "inst", "byte", "%"
    std::string meaning; ///< what is counted
};

/// Something that the program did wrong, the same on all its occurrences on one line.
struct ObservedFinding {
    std::string kind;           ///< "out_of_bounds"
    bool failure = true;        ///< false: only worth knowing
    std::string kernel;         ///< empty where no kernel is to blame
    std::string file;           ///< empty where it is not known
    std::size_t line = 0;       ///< 0 where it is not known
    Message what;               ///< what happened
    Message where;              ///< what the address belongs to; may say nothing
    Message other;              ///< of a race: the other access; may say nothing
    std::string other_file;     ///< of a race: where the other access is; may be empty
    std::size_t other_line = 0; ///< of a race; 0 where it is not known
    Message advice;             ///< what it usually means; may say nothing
    std::string page;           ///< the file with an example and a cure; may be empty
    std::uint64_t count = 1;    ///< how often it happened
};

/// A whole report.
struct Observation {
    std::vector<ObservedLaunch> launches;  ///< in their order
    std::vector<ObservedFinding> findings; ///< in the order they were first met
    std::size_t dropped = 0;               ///< launches that the report had no room for
    std::size_t without_lines = 0;         ///< launches of whose lines it had no room to tell
    bool over_limit = false;               ///< a launch was stopped at InstrumentedRunSpec::instruction_limit
    std::string device;                    ///< the GPU that was modelled: "h200"
    std::vector<CounterDescription> counters; ///< what the counters are, where accesses were asked for
};

/// Reads the simulator's report @p document. Throws nlohmann::json::exception where it is none.
Observation read_observation(const nlohmann::json& document);

} // namespace grader
