#pragma once

/// @file
/// The toolkit's assembler, asked for what only machine code knows: registers and spills.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "loading/cubin.h"

namespace simulator::runtime {

/// Where ptxas is: CUDA_HOME, CUDA_PATH, the PATH, beside the nvcc in the PATH, /usr/local/cuda.
std::optional<std::filesystem::path> find_ptxas();

/// What `ptxas -v` prints, by kernel. Each number is looked for by itself, so that new ones do no harm.
ResourceTable parse_ptxas_output(std::string_view text);

/// Assembles @p ptx for compute capability @p capability (90) and reads what ptxas says; empty when it
/// refuses. Of @p options, those that change the result are passed on.
ResourceTable query_ptxas_resources(const std::filesystem::path& ptxas, std::string_view ptx,
                                    std::uint32_t capability, std::string_view options);

/// The cubin that @p ptxas makes of a PTX, with lines of the PTX for its instructions. Empty where it fails.
std::string assemble(const std::filesystem::path& ptxas, std::string_view ptx, std::uint32_t capability,
                     std::string_view options);

} // namespace simulator::runtime
