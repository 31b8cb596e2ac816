#pragma once

/// @file
/// The operations that a call submits to the device, in order, as the runner recorded them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// The kind of an operation.
enum class OperationKind {
    kernel, ///< one kernel launch
    copy,   ///< a copy of memory, of an array or of a variable
    memset, ///< a memset: all bytes are set to one value
    graph,  ///< a CUDA graph, launched as a whole
};

/// The direction of a copy.
enum class Direction {
    to_device, ///< host to device
    to_host,   ///< device to host
    on_device, ///< source and destination on the device
    on_host,   ///< source and destination on the host
    several,   ///< copies in different directions that one call submits
};

/// A kernel, and the number of times that an operation launches it.
struct OperationKernel {
    std::string kernel;    ///< demangled name, without parameters
    std::string symbol;    ///< mangled name
    std::size_t count = 1; ///< launches
};

/// Copies in one direction, or memsets, that an operation makes.
struct OperationTransfers {
    OperationKind kind = OperationKind::copy;   ///< copy or memset
    Direction direction = Direction::on_device; ///< direction of the copies
    std::uint64_t bytes = 0;                    ///< bytes that are copied or set
    /// Bytes of traffic on the memory or the bus: a row of few bytes takes whole sectors, and a copy on the
    /// device reads and writes.
    std::uint64_t moved_bytes = 0;
    std::size_t count = 1; ///< number of copies or memsets
};

/// The time that an operation took on the device, measured by CUDA events before and after it.
struct OperationTime {
    double start_ms = 0; ///< start, relative to the start of the call
    double ms = 0;       ///< duration
};

/// One operation.
struct Operation {
    OperationKind kind = OperationKind::kernel;     ///< the kind of the operation
    std::vector<OperationKernel> kernels = {};      ///< one for a kernel, any number for a graph
    Direction direction = Direction::several;       ///< direction of a copy
    std::uint64_t bytes = 0;                        ///< bytes copied or set
    std::vector<OperationTransfers> transfers = {}; ///< the copies and memsets: one for a copy or memset, any
                                                    ///< number for a graph
    std::optional<OperationTime> time = {}; ///< none: events could not be recorded, or were not requested
    double submitted_ms = 0; ///< when the host submitted it, relative to the call's start; 0 without events
    double returned_ms = 0;  ///< when the submitting call returned, likewise; 0 without events
};

/// All operations of one call.
struct OperationLog {
    std::vector<Operation> operations; ///< in the order in which the host submitted them
    std::size_t dropped = 0;           ///< later operations beyond the capacity of the log
    std::optional<double> ms = {};     ///< duration of the call by the same events; none without events
};

/// Serializes @p log for the channel.
nlohmann::json to_json(const OperationLog& log);
/// Reads @p document, which to_json() wrote. Throws nlohmann::json::exception if it is malformed.
OperationLog read_operations(const nlohmann::json& document);

} // namespace grader
