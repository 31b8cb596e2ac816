#include "simulate/command_line.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "gpu/device_time.h"

namespace {

using simulator::runtime::CheckSettings;
using simulator::simulate::Command;

struct Reading {
    std::optional<Command> command;
    int status = -1;
};

Reading read_arguments(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "simulate");
    Reading reading;
    reading.command = simulator::simulate::read_command_line(static_cast<int>(arguments.size()),
                                                             arguments.data(), reading.status);
    return reading;
}

TEST_CASE("options before the program are the simulator's and those after it the program's", "[simulate]") {
    const Reading reading =
        read_arguments({"--device", "a100", "--check", "race,init", "--cores", "2", "--no-counters",
                        "--warp-instruction-limit", "1000", "./program", "--check", "mine", "-v", "file"});
    REQUIRE(reading.command.has_value());
    CHECK(reading.command->settings.device == "a100");
    CHECK(reading.command->settings.check == CheckSettings{false, true, true});
    CHECK(reading.command->settings.cores == 2);
    CHECK_FALSE(reading.command->settings.count);
    CHECK(reading.command->settings.warp_instruction_limit == 1000U);
    CHECK(reading.command->program == std::vector<std::string>{"./program", "--check", "mine", "-v", "file"});
}

TEST_CASE("the option --accesses selects the blocks whose accesses are reported", "[simulate]") {
    const Reading reading = read_arguments({"--accesses", "first,middle", "./program"});
    REQUIRE(reading.command.has_value());
    CHECK(reading.command->settings.accesses ==
          simulator::runtime::BlockSelection{.middle = true, .numbers = {0}});
}

TEST_CASE("times are reported for a modelled GPU or a part of it", "[simulate]") {
    const Reading reading =
        read_arguments({"--time", "--cold", "--part", "33", "--memory-part", "4.5", "./program"});
    REQUIRE(reading.command.has_value());
    CHECK(reading.command->settings.time);
    CHECK(reading.command->settings.cold);
    CHECK(reading.command->settings.part == 33);
    CHECK(reading.command->settings.memory_part == 4.5);
    for (const std::string& timed : simulator::device_time_names())
        CHECK(read_arguments({"--time", "--device", timed.c_str(), "./program"}).command.has_value());
    for (const std::vector<const char*>& wrong :
         std::vector<std::vector<const char*>>{{"--time", "--no-counters", "./program"},
                                               {"--part", "5", "./program"},
                                               {"--part", "0", "./program"},
                                               {"--part", "4", "--memory-part", "8", "./program"}})
        CHECK(read_arguments(wrong).status == 2);
}

TEST_CASE("a program without options runs with the default settings", "[simulate]") {
    const Reading reading = read_arguments({"./program"});
    REQUIRE(reading.command.has_value());
    CHECK(reading.command->settings == simulator::runtime::Settings{});
}

TEST_CASE("a relative report path is made absolute", "[simulate]") {
    const Reading reading = read_arguments({"--report", "r.json", "./program"});
    REQUIRE(reading.command.has_value());
    CHECK(reading.command->settings.report.is_absolute());
}

TEST_CASE("an invalid command line exits with status 2", "[simulate]") {
    for (const std::vector<const char*>& wrong :
         std::vector<std::vector<const char*>>{{},
                                               {"--bogus", "./program"},
                                               {"--check", "leaks", "./program"},
                                               {"--device", "abacus", "./program"},
                                               {"--cores", "all", "./program"},
                                               {"--accesses", "last", "./program"},
                                               {"--accesses", "first", "--no-counters", "./program"},
                                               {"--report"}}) {
        const Reading reading = read_arguments(wrong);
        CHECK_FALSE(reading.command.has_value());
        CHECK(reading.status == 2);
    }
}

TEST_CASE("help and lists end with status 0", "[simulate]") {
    for (const char* question : {"--help", "--version", "--list-devices", "--list-times"}) {
        const Reading reading = read_arguments({question});
        CHECK_FALSE(reading.command.has_value());
        CHECK(reading.status == 0);
    }
}

} // namespace
