#pragma once

/// @file
/// Values in the program's memory, which calls pass by pointer.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "program/call.h"
#include "program/program_memory.h"
#include "protocol/errors.h"

namespace simulator::runtime {

/// Reads @p count values from address @p there.
template <class Value> std::vector<Value> read_values(const void* there, std::size_t count) {
    constexpr std::size_t max_bytes = std::size_t{64} << 20;
    require((there != nullptr || count == 0) && count <= max_bytes / sizeof(Value));
    std::vector<Value> values(count);
    read_program_memory(reinterpret_cast<std::uint64_t>(there), std::as_writable_bytes(std::span(values)));
    return values;
}

/// Reads the value at @p there.
template <class Value> Value read_value(const void* there) { return read_values<Value>(there, 1).front(); }

/// Writes a value to @p there.
template <class Value> void write_value(void* there, Value value) {
    Program* const program = current_call().program;
    require(program != nullptr && there != nullptr);
    program->write(
        {there, sizeof value, reinterpret_cast<std::byte*>(&value), sizeof value, sizeof value, 1});
}

} // namespace simulator::runtime
