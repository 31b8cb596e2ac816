#include "loading/settings.h"

#include <catch2/catch_test_macros.hpp>
#include <map>

namespace {

using namespace simulator::runtime;

Settings settings_of(const std::map<std::string, std::string>& environment) {
    return read_settings([&](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
    });
}

TEST_CASE("an empty environment selects an H200 with memory checks and counters", "[runtime]") {
    const Settings settings = settings_of({});
    CHECK(settings.device == "h200");
    CHECK(settings.check == CheckSettings{true, false, false, false});
    CHECK(settings.count);
    CHECK(settings.report.empty());
    CHECK_FALSE(settings.warp_instruction_limit.has_value());
}

TEST_CASE("settings survive the way through the environment", "[runtime]") {
    Settings settings;
    settings.device = "a100";
    settings.check = {false, true, true, true};
    settings.report = "/tmp/a report.json";
    settings.trace = "transpose";
    settings.cores = 3;
    settings.count = false;
    settings.time = settings.cold = true;
    settings.part = 4;
    settings.memory_part = 2.5;
    settings.warp_instruction_limit = 12345;
    settings.instruction_limit = 67890;
    settings.accesses = {.middle = true, .numbers = {0, 17}};
    std::map<std::string, std::string> environment;
    for (const auto& [name, value] : variables_of(settings)) {
        environment[name] = value;
    }
    CHECK(settings_of(environment) == settings);
}

TEST_CASE("checks are chosen by name", "[runtime]") {
    CHECK(parse_checks("all") == CheckSettings{.race = true, .init = true, .order = true, .leak = true});
    CHECK(parse_checks("none") == CheckSettings{.memory = false});
    CHECK(parse_checks("race") == CheckSettings{.memory = false, .race = true});
    CHECK(parse_checks("init,memory") == CheckSettings{.init = true});
    CHECK(parse_checks("memory,leak") == CheckSettings{.leak = true});
    CHECK(text_of(parse_checks("all")) == "memory,race,init,order,leak");
    CHECK(text_of(parse_checks("init,memory")) == "memory,init");
    CHECK(text_of(parse_checks("none")) == "none");
    for (const char* wrong : {"", "every", "memory,", ",", "memory;race", "All"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS(parse_checks(wrong), SettingsError);
    }
}

TEST_CASE("blocks are chosen by position and by number", "[runtime]") {
    CHECK(parse_blocks("first,middle") == BlockSelection{.middle = true, .numbers = {0}});
    CHECK(parse_blocks("3,17") == BlockSelection{.numbers = {3, 17}});
    CHECK(text_of(parse_blocks("first,middle,5")) == "0,5,middle");
    CHECK(text_of(parse_blocks("middle")) == "middle");
    CHECK(text_of(BlockSelection{}).empty());
    for (const char* wrong : {"", "last", "1,", "-1", "1;2", "0,1,2,3,4,5,6,7,middle"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS(parse_blocks(wrong), SettingsError);
    }
}

TEST_CASE("a setting with an invalid value is rejected", "[runtime]") {
    CHECK_THROWS_AS(settings_of({{"KERNELSMITH_SIMULATOR_CORES", "many"}}), SettingsError);
    CHECK_THROWS_AS(settings_of({{"KERNELSMITH_SIMULATOR_CORES", "-1"}}), SettingsError);
    CHECK_THROWS_AS(settings_of({{"KERNELSMITH_SIMULATOR_COUNT", "yes"}}), SettingsError);
    CHECK_THROWS_AS(settings_of({{"KERNELSMITH_SIMULATOR_WARP_INSTRUCTION_LIMIT", "1e9"}}), SettingsError);
    CHECK_THROWS_AS(settings_of({{"KERNELSMITH_SIMULATOR_CHECK", "leaks"}}), SettingsError);
    CHECK_THROWS_AS(settings_of({{"KERNELSMITH_SIMULATOR_ACCESSES", "all"}}), SettingsError);
}

} // namespace
