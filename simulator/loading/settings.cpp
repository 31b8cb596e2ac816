#include "loading/settings.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "counters/access_recorder.h"

namespace simulator::runtime {

namespace {

constexpr const char* part_variable = "KERNELSMITH_SIMULATOR_PART";
constexpr const char* memory_part_variable = "KERNELSMITH_SIMULATOR_MEMORY_PART";
constexpr const char* check_variable = "KERNELSMITH_SIMULATOR_CHECK";
constexpr const char* report_variable = "KERNELSMITH_SIMULATOR_REPORT";
constexpr const char* trace_variable = "KERNELSMITH_SIMULATOR_TRACE";
constexpr const char* cores_variable = "KERNELSMITH_SIMULATOR_CORES";
constexpr const char* count_variable = "KERNELSMITH_SIMULATOR_COUNT";
constexpr const char* time_variable = "KERNELSMITH_SIMULATOR_TIME";
constexpr const char* seed_variable = "KERNELSMITH_SIMULATOR_SEED";
constexpr const char* suggestions_variable = "KERNELSMITH_SIMULATOR_SUGGESTIONS";
constexpr const char* cold_variable = "KERNELSMITH_SIMULATOR_COLD";
constexpr const char* accesses_variable = "KERNELSMITH_SIMULATOR_ACCESSES";
constexpr const char* warp_limit_variable = "KERNELSMITH_SIMULATOR_WARP_INSTRUCTION_LIMIT";
constexpr const char* limit_variable = "KERNELSMITH_SIMULATOR_INSTRUCTION_LIMIT";

struct NamedCheck {
    std::string_view name;
    bool CheckSettings::*wanted;
};

constexpr std::array named_checks = {
    NamedCheck{"memory", &CheckSettings::memory}, NamedCheck{"race", &CheckSettings::race},
    NamedCheck{"init", &CheckSettings::init},     NamedCheck{"order", &CheckSettings::order},
    NamedCheck{"leak", &CheckSettings::leak},
};

template <class T> T parse_number(const char* variable, std::string_view text) {
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw SettingsError(fmt::format("{}={}: not a number", variable, text));
    }
    return value;
}

bool parse_switch(const char* variable, std::string_view text) {
    if (text != "on" && text != "off") {
        throw SettingsError(fmt::format("{}={}: neither on nor off", variable, text));
    }
    return text == "on";
}

} // namespace

CheckSettings parse_checks(std::string_view text) {
    CheckSettings checks{.memory = false};
    if (text == "none") {
        return checks;
    }
    if (text == "all") {
        for (const NamedCheck& check : named_checks) {
            checks.*check.wanted = true;
        }
        return checks;
    }
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view name = text.substr(begin, end - begin);
        const auto* const known = std::ranges::find(named_checks, name, &NamedCheck::name);
        if (known == named_checks.end()) {
            throw SettingsError(fmt::format(
                "unknown check \"{}\": expected all, none, or a list of memory, race, init, order, leak",
                name));
        }
        checks.*known->wanted = true;
        begin = end + 1;
    }
    return checks;
}

std::string text_of(const CheckSettings& checks) {
    std::string text;
    for (const NamedCheck& check : named_checks) {
        if (checks.*check.wanted) {
            text += text.empty() ? "" : ",";
            text += check.name;
        }
    }
    return text.empty() ? "none" : text;
}

BlockSelection parse_blocks(std::string_view text) {
    BlockSelection blocks;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view name = text.substr(begin, end - begin);
        std::uint64_t number = 0;
        const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (name == "middle") {
            blocks.middle = true;
        } else if (name == "first" || (error == std::errc() && rest == name.data() + name.size())) {
            blocks.numbers.push_back(number);
        } else {
            throw SettingsError(
                fmt::format("invalid block \"{}\": expected a list of first, middle and numbers", name));
        }
        begin = end + 1;
    }
    if (blocks.numbers.size() + (blocks.middle ? 1 : 0) > max_recorded_blocks) {
        throw SettingsError(
            fmt::format("accesses of at most {} blocks can be recorded", max_recorded_blocks));
    }
    return blocks;
}

std::string text_of(const BlockSelection& blocks) {
    std::string text;
    for (const std::uint64_t number : blocks.numbers) {
        text += fmt::format("{}{}", text.empty() ? "" : ",", number);
    }
    return !blocks.middle ? text : text.empty() ? "middle" : text + ",middle";
}

Device device_of(const Settings& settings) {
    return part_of(device_named(settings.device), settings.part,
                   settings.memory_part == 0 ? settings.part : settings.memory_part);
}

Settings read_settings(const std::function<const char*(const char*)>& get) {
    Settings settings;
    const auto with = [&](const char* variable, auto take) {
        if (const char* text = get(variable); text != nullptr && *text != '\0') {
            take(std::string_view(text));
        }
    };
    with(device_variable, [&](std::string_view text) { settings.device = text; });
    with(part_variable,
         [&](std::string_view text) { settings.part = parse_number<double>(part_variable, text); });
    with(memory_part_variable, [&](std::string_view text) {
        settings.memory_part = parse_number<double>(memory_part_variable, text);
    });
    with(check_variable, [&](std::string_view text) { settings.check = parse_checks(text); });
    with(report_variable, [&](std::string_view text) { settings.report = text; });
    with(trace_variable, [&](std::string_view text) { settings.trace = text; });
    with(cores_variable,
         [&](std::string_view text) { settings.cores = parse_number<std::uint32_t>(cores_variable, text); });
    with(count_variable, [&](std::string_view text) { settings.count = parse_switch(count_variable, text); });
    with(time_variable, [&](std::string_view text) { settings.time = parse_switch(time_variable, text); });
    with(seed_variable,
         [&](std::string_view text) { settings.seed = parse_number<std::uint64_t>(seed_variable, text); });
    with(suggestions_variable,
         [&](std::string_view text) { settings.suggestions = parse_switch(suggestions_variable, text); });
    with(cold_variable, [&](std::string_view text) { settings.cold = parse_switch(cold_variable, text); });
    with(accesses_variable, [&](std::string_view text) { settings.accesses = parse_blocks(text); });
    with(warp_limit_variable, [&](std::string_view text) {
        settings.warp_instruction_limit = parse_number<std::uint64_t>(warp_limit_variable, text);
    });
    with(limit_variable, [&](std::string_view text) {
        settings.instruction_limit = parse_number<std::uint64_t>(limit_variable, text);
    });
    return settings;
}

std::vector<std::pair<std::string, std::string>> variables_of(const Settings& settings) {
    return {
        {device_variable, settings.device},
        {part_variable, fmt::format("{}", settings.part)},
        {memory_part_variable, settings.memory_part == 0 ? "" : fmt::format("{}", settings.memory_part)},
        {check_variable, text_of(settings.check)},
        {report_variable, settings.report.string()},
        {trace_variable, settings.trace},
        {cores_variable, settings.cores == 0 ? "" : std::to_string(settings.cores)},
        {count_variable, settings.count ? "on" : "off"},
        {time_variable, settings.time ? "on" : "off"},
        {seed_variable, settings.seed == 0 ? "" : std::to_string(settings.seed)},
        {suggestions_variable, settings.suggestions ? "on" : "off"},
        {cold_variable, settings.cold ? "on" : "off"},
        {accesses_variable, text_of(settings.accesses)},
        {warp_limit_variable,
         settings.warp_instruction_limit ? std::to_string(*settings.warp_instruction_limit) : ""},
        {limit_variable, settings.instruction_limit == 0 ? "" : std::to_string(settings.instruction_limit)},
    };
}

} // namespace simulator::runtime
