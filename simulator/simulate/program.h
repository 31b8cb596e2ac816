#pragma once

/// @file
/// Inspects a program before it is started: can the simulator run it?

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace simulator::simulate {

/// Returns the path of the program that is started as @p name: unchanged if it has a slash, otherwise from
/// the PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

/// Returns why the simulator cannot run a program on a GPU of compute capability @p capability (90), with a
/// suggestion; nullopt if no reason is visible from outside. Files that are not ELF programs are left to the
/// system's loader.
std::optional<std::string> reason_not_runnable(const std::filesystem::path& program,
                                               std::uint32_t capability);

} // namespace simulator::simulate
