#pragma once

/// @file
/// Queries the toolkit's assembler for properties that only SASS has: registers and spills.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "loading/cubin.h"

namespace simulator::runtime {

/// Returns the path of ptxas, searched in CUDA_HOME, CUDA_PATH, PATH, next to the nvcc in the PATH,
/// /usr/local/cuda.
std::optional<std::filesystem::path> find_ptxas();

/// Parses the output of `ptxas -v` by kernel. Each number is searched separately, so that new ones do no
/// harm.
ResourceTable parse_ptxas_output(std::string_view text);

/// Assembles @p ptx for compute capability @p capability (90) and returns the resources that ptxas prints;
/// empty if it fails. Of @p options, those that change the result are passed on.
ResourceTable query_ptxas_resources(const std::filesystem::path& ptxas, std::string_view ptx,
                                    std::uint32_t capability, std::string_view options);

/// Returns the cubin that @p ptxas assembles from PTX, with PTX lines for its instructions. Empty if it
/// fails.
std::string assemble(const std::filesystem::path& ptxas, std::string_view ptx, std::uint32_t capability,
                     std::string_view options);

} // namespace simulator::runtime
