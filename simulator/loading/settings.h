#pragma once

/// @file
/// How the simulator is told what to do: by environment variables, which `simulate` and the grader set.

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

/// The variable that says which GPU is modelled.
inline constexpr const char* device_variable = "KERNELSMITH_SIMULATOR_DEVICE";

/// What is looked for while a kernel runs.
struct CheckSettings {
    bool memory = true; ///< accesses to what is not there; memory that is not freed is a note
    bool race = false;  ///< threads that disturb each other
    bool init = false;  ///< reads of what nobody wrote
    bool order = false; ///< work of different streams, and the host, that do not wait for each other
    bool leak = false;  ///< memory that is not freed is a mistake like any other

    /// The same checks.
    bool operator==(const CheckSettings&) const = default;
};

/// "all", "none", or a list as in "memory,race". Throws SettingsError.
CheckSettings parse_checks(std::string_view text);
/// The other way round.
std::string text_of(const CheckSettings& checks);

/// The blocks of a launch whose accesses are remembered.
struct BlockSelection {
    bool middle = false;                     ///< the one in the middle of the grid, in each of its dimensions
    std::vector<std::uint64_t> numbers = {}; ///< others, by their linear numbers

    /// Whether it is no block at all.
    [[nodiscard]] bool empty() const { return !middle && numbers.empty(); }
    /// The same choice.
    bool operator==(const BlockSelection&) const = default;
};

/// A list of `first`, `middle` and numbers, as in "first,middle" or "0,17". Throws SettingsError.
BlockSelection parse_blocks(std::string_view text);
/// The other way round; empty where it is no block.
std::string text_of(const BlockSelection& blocks);

/// A setting that means nothing.
class SettingsError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Everything that can be set.
struct Settings {
    std::string device = "h200";       ///< a name of device_names()
    std::uint32_t part = 1;            ///< model one of so many equal parts of it, see part_of()
    double memory_part = 0;            ///< the same of its memory; 0: as `part`
    CheckSettings check = {};          ///< what is looked for
    std::filesystem::path report = {}; ///< empty: none is written
    std::string trace = {};            ///< kernel whose instructions are printed, see MachineSettings::trace
    std::uint32_t cores = 0;           ///< of the host; 0: all
    bool count = true;                 ///< instructions and accesses
    bool time = false;                 ///< how long each launch would take, where they are counted
    std::uint64_t seed = 0; ///< with times: which blocks are followed is drawn from it; 0: some of the first
    bool remedies = false;  ///< with times: what would make launches faster
    bool cold = false;      ///< L2 is empty where a launch begins
    BlockSelection accesses = {};             ///< whose accesses are remembered, where they are counted
    std::optional<std::uint64_t> budget = {}; ///< instructions a warp may execute; not set: the machine's own
    std::uint64_t instruction_limit = 0;      ///< for all launches together, where they are counted; 0: none

    /// The same settings.
    bool operator==(const Settings&) const = default;
};

/// The GPU to model, or the part of it. Throws std::invalid_argument.
Device device_of(const Settings& settings);

/// The settings in the variables KERNELSMITH_SIMULATOR_*, which @p get looks up (null: not set). Throws
/// SettingsError.
Settings read_settings(const std::function<const char*(const char*)>& get);
/// The variables that stand for @p settings, with their values.
std::vector<std::pair<std::string, std::string>> variables_of(const Settings& settings);

} // namespace simulator::runtime
