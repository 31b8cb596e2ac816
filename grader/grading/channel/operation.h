#pragma once

/// @file
/// What a call has the device do, one operation after the other, as the runner noted it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// What an operation is.
enum class OperationKind {
    kernel, ///< one launch
    copy,   ///< of memory, an array or a variable
    memset, ///< bytes that are all set to one value
    graph,  ///< a graph of CUDA, launched as a whole
};

/// Between which sides a copy goes.
enum class Direction {
    to_device, ///< from the host
    to_host,   ///< from the device
    on_device, ///< both sides are the device's
    on_host,   ///< both sides are the host's
    several,   ///< copies that are asked for together, and go different ways
};

/// A kernel and how often an operation launches it.
struct OperationKernel {
    std::string kernel;    ///< demangled, without its parameters
    std::string symbol;    ///< mangled
    std::size_t count = 1; ///< launches
};

/// Copies in one direction, or memsets, that an operation makes.
struct OperationTransfers {
    OperationKind kind = OperationKind::copy;   ///< copy or memset
    Direction direction = Direction::on_device; ///< of copies
    std::uint64_t bytes = 0;                    ///< that are copied or set
    /// That memory or bus move for them: a row of few bytes takes whole sectors, and a copy on the device reads and writes.
    std::uint64_t moved_bytes = 0;
    std::size_t count = 1; ///< how many copies or memsets these are
};

/// When an operation was at work on the device, by events of CUDA before and behind it.
struct OperationTime {
    double start_ms = 0; ///< since the call began
    double ms = 0;       ///< how long
};

/// One operation.
struct Operation {
    OperationKind kind = OperationKind::kernel; ///< what it is
    std::vector<OperationKernel> kernels = {};  ///< one of a kernel, any number of a graph
    Direction direction = Direction::several;   ///< of a copy
    std::uint64_t bytes = 0;                    ///< copied, or set
    std::vector<OperationTransfers> transfers =
        {};                                 ///< the copies and memsets: one of each, any number of a graph
    std::optional<OperationTime> time = {}; ///< none: no event could be recorded, or none was wanted
    double submitted_ms = 0; ///< when the host asked for it, since the call began; 0 without events
    double returned_ms = 0;  ///< when the host could go on; 0 without events
};

/// All operations of one call.
struct OperationLog {
    std::vector<Operation> operations; ///< in the order in which the host asked for them
    std::size_t left_out = 0;          ///< later ones that there was no room for
    std::optional<double> ms = {};     ///< how long the call took by the same events; none: without events
};

/// @p log as the runner sends it.
nlohmann::json to_json(const OperationLog& log);
/// @p document as to_json() has made it. Throws nlohmann::json::exception where it is none.
OperationLog read_operations(const nlohmann::json& document);

} // namespace grader
