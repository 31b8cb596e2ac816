#pragma once

/// @file
/// A look at a program before it is started: can the simulator run it?

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace simulator::simulate {

/// Where the program that is started as @p name lies: as it stands when it has a slash, else in the PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

/// Why the simulator cannot run a program on a GPU of compute capability @p capability (90), and what to do
/// about it; nothing when it can, as far as one sees from outside. What is no ELF program is somebody else's
/// to judge.
std::optional<std::string> reason_not_runnable(const std::filesystem::path& program,
                                               std::uint32_t capability);

} // namespace simulator::simulate
