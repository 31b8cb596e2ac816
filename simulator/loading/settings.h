#pragma once

/// @file
/// Settings of the simulator: environment variables that `simulate` and the grader set.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/device.h"

namespace simulator::runtime {

/// Name of the variable that selects the modelled GPU.
inline constexpr const char* device_variable = "KERNELSMITH_SIMULATOR_DEVICE";

/// Enabled checks: of running kernels, of the order of work, and of memory that is not freed.
struct CheckSettings {
    bool memory = true; ///< invalid accesses; memory that is not freed is a note
    bool race = false;  ///< data races
    bool init = false;  ///< uses of uninitialized values
    bool order = false; ///< unordered work of different streams, or of streams and the host
    bool leak = false;  ///< memory that is not freed is a failure

    /// Compares all checks.
    bool operator==(const CheckSettings&) const = default;
};

/// Parses "all", "none", or a list as in "memory,race". Throws SettingsError.
CheckSettings parse_checks(std::string_view text);
/// Returns text that parse_checks() accepts.
std::string text_of(const CheckSettings& checks);

/// The blocks of a launch whose accesses are recorded.
struct BlockSelection {
    bool middle = false;                     ///< the block in the middle of the grid, in each dimension
    std::vector<std::uint64_t> numbers = {}; ///< linear indices of other blocks

    /// Returns whether no block is selected.
    [[nodiscard]] bool empty() const { return !middle && numbers.empty(); }
    /// Compares the selections.
    bool operator==(const BlockSelection&) const = default;
};

/// Parses a list of `first`, `middle` and numbers, as in "first,middle" or "0,17". Throws SettingsError.
BlockSelection parse_blocks(std::string_view text);
/// Returns text that parse_blocks() accepts; empty if no block is selected.
std::string text_of(const BlockSelection& blocks);

/// Thrown for an invalid setting.
class SettingsError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// All settings.
struct Settings {
    std::string device = "h200"; ///< a name of device_names()
    double part = 1;             ///< model one of this many equal parts of the device: see part_of()
    double memory_part = 0;   ///< model one of this many shares of L2 and DRAM bandwidth; 0: same as `part`
    CheckSettings check = {}; ///< checks to run
    std::filesystem::path report = {}; ///< path of the report; empty: none
    std::string trace = {};            ///< kernel whose instructions are printed: see MachineSettings::trace
    std::uint32_t cores = 0;           ///< cores of the host; 0: all
    bool count = true;                 ///< count instructions and accesses
    bool time = false;                 ///< model the time of each launch that is counted
    std::uint64_t seed = 0;   ///< with time: seed for drawing the sampled blocks; 0: some of the first blocks
    bool suggestions = false; ///< with time: report changes that would make launches faster
    bool cold = false;        ///< empty L2 at the beginning of each launch
    BlockSelection accesses = {}; ///< blocks whose accesses are recorded, if they are counted
    /// Maximum instructions per warp; nullopt: the machine's default.
    std::optional<std::uint64_t> warp_instruction_limit = {};
    /// Maximum instructions of all launches together, if they are counted; 0: none.
    std::uint64_t instruction_limit = 0;

    /// Compares all settings.
    bool operator==(const Settings&) const = default;
};

/// Returns the GPU to model, or the part of it. Throws std::invalid_argument.
Device device_of(const Settings& settings);

/// Returns the settings in the variables KERNELSMITH_SIMULATOR_*, which @p get reads (null: not set). Throws
/// SettingsError.
Settings read_settings(const std::function<const char*(const char*)>& get);
/// Returns the variables that represent @p settings, with their values.
std::vector<std::pair<std::string, std::string>> variables_of(const Settings& settings);

} // namespace simulator::runtime
