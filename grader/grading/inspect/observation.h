#pragma once

/// @file
/// The simulator's report of one process, parsed into plain structs.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grading/messages/message.h"

namespace grader {

/// Counters by the simulator's names, including those of a kernel's resources.
using Counts = std::map<std::string, double>;

/// The counters of one source line in one launch.
struct ObservedLine {
    std::string file;     ///< path as the compiler recorded it, mostly with its folder
    std::size_t line = 0; ///< line number, from 1
    Counts counts;        ///< only counters that are not 0
    std::vector<std::string> memory_operations =
        {}; ///< PTX instructions that access memory or order accesses: "st_global"
};

/// The memory access of one warp when it executed one instruction.
struct ObservedAccess {
    std::string file;                ///< path as the compiler recorded it
    std::size_t line = 0;            ///< 0 if unknown
    std::string instruction;         ///< the PTX instruction
    std::uint64_t op = 0;            ///< index of the instruction in the kernel
    std::string space;               ///< state space: "global", "shared", "local", "constant"
    std::string kind;                ///< "load", "store", "atomic"
    std::uint64_t bytes = 0;         ///< bytes per lane
    std::array<unsigned, 3> block{}; ///< index of the block in the grid: x, y, z
    std::uint64_t warp = 0;          ///< index of the warp in the block
    std::uint64_t execution = 0;     ///< how often this warp has executed the instruction, from 1
    std::uint64_t order = 0;         ///< position among the recorded accesses of its warp, from 0
    Message buffer; ///< a message of the kind `call` or `named_memory` in finding_messages/memory_messages.h;
                    ///< may be empty
    std::optional<std::uint64_t> buffer_bytes; ///< size of the buffer
    std::optional<std::uint64_t> buffer_at;    ///< offset of the buffer in the block's shared memory
    std::optional<std::uint64_t> misaligned;   ///< start address of a buffer in other memory, modulo 256
    std::optional<std::uint64_t> sectors;      ///< sectors as counted; none for shared and constant memory
    std::optional<std::uint64_t> wavefronts;   ///< wavefronts as counted; only for shared memory
    std::optional<std::uint64_t> wavefronts_ideal; ///< wavefronts that the access would take without
                                                   ///< conflicts
    /// Byte offsets of the 32 lanes, from the start of the buffer or, in shared and local memory, from the
    /// start of that memory; none: the lane is inactive.
    std::vector<std::optional<std::int64_t>> lanes;
};

/// A change that would make a launch faster on the modelled GPU.
struct ModelledSuggestion {
    std::string file;     ///< file of the line to change; empty: the suggestion concerns the whole launch
    std::size_t line = 0; ///< line number, from 1; 0: the whole launch
    std::string what;     ///< kind of the suggestion: "sectors"
    double ms = 0;        ///< duration of the launch with the suggestion
};

/// The duration of a launch on the modelled GPU.
struct ModelledTime {
    double ms = 0;                                          ///< total duration
    std::string limiter;                                    ///< the largest term
    std::vector<std::pair<std::string, double>> terms = {}; ///< duration of each part of the launch alone, in
                                                            ///< ms
    std::vector<ModelledSuggestion> suggestions = {};       ///< the best one first; empty unless requested
    bool scales = true;                                     ///< more SMs would make it faster
    std::string record = {}; ///< JSON from which the simulator predicts the time on another GPU
};

/// One kernel launch.
struct ObservedLaunch {
    std::string kernel;                   ///< demangled name
    std::string symbol;                   ///< mangled name
    std::array<unsigned, 3> grid{};       ///< blocks in x, y and z
    std::array<unsigned, 3> block{};      ///< threads in x, y and z
    std::string limiter;                  ///< the resource that limits occupancy: "registers"
    Counts counts;                        ///< totals over all its lines, and the kernel's resources
    std::vector<ObservedLine> lines;      ///< every line that was executed
    std::vector<ObservedAccess> accesses; ///< accesses of some warps; empty unless requested
    std::string not_counted;          ///< reason for missing counters; empty: they exist, or the kernel did
                                      ///< not run
    std::optional<ModelledTime> time; ///< modelled duration, if requested
};

/// Bytes accessed in managed, page-locked and registered memory, which is on the host.
struct HostBytes {
    double read = 0;    ///< bytes loaded
    double written = 0; ///< bytes of stores and atomics
};

/// Returns the bytes of host memory that the kernel of @p launch accessed.
HostBytes host_bytes(const ObservedLaunch& launch);

/// Returns the launch of @p launches with the longest modelled duration; null if none has one.
const ObservedLaunch* longest_launch(const std::vector<ObservedLaunch>& launches);

/// The description of a counter.
struct CounterDescription {
    std::string name;    ///< as in Counts
    std::string unit;    ///< "inst", "byte", "%"
    std::string meaning; ///< the event that is counted
};

/// A mistake of the program; all occurrences on one line are one finding.
struct ObservedFinding {
    std::string kind;           ///< "out_of_bounds"
    bool failure = true;        ///< false: only a note
    std::string kernel;         ///< empty if no kernel caused it
    std::string file;           ///< empty if unknown
    std::size_t line = 0;       ///< 0 if unknown
    Message what;               ///< the event
    Message where;              ///< the allocation of the address; may be empty
    Message other;              ///< the other access of a data race; may be empty
    std::string other_file;     ///< file of the other access of a data race; may be empty
    std::size_t other_line = 0; ///< line of the other access of a data race; 0 if unknown
    Message advice;             ///< the usual cause; may be empty
    std::string page;           ///< documentation file with an example and a suggestion; may be empty
    std::uint64_t count = 1;    ///< number of occurrences
};

/// A complete report.
struct Observation {
    std::vector<ObservedLaunch> launches;  ///< in launch order
    std::vector<ObservedFinding> findings; ///< in the order of their first occurrence
    std::size_t dropped = 0;               ///< number of launches that the report omits: its log was full
    std::size_t without_lines = 0;         ///< number of launches whose lines it omits: their log was full
    bool over_limit = false;               ///< a launch was stopped at InstrumentedRunSpec::instruction_limit
    std::string device;                    ///< the modelled GPU: "h200"
    std::vector<CounterDescription> counters; ///< descriptions of the counters; only if accesses were
                                              ///< requested
};

/// Reads the simulator's report @p document. Throws nlohmann::json::exception if it is malformed.
Observation read_observation(const nlohmann::json& document);

} // namespace grader
