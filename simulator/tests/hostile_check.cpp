// Runs a program that wants nobody to know what it launched, and holds the report against what it did.
//
//     hostile_check SIMULATE PROGRAM REPORT WAY LAUNCHES      all of so many launches are in the report
//     hostile_check SIMULATE PROGRAM REPORT dies TIMES        each time those that it has seen the end of, and no others

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

/// How often the program says that it has launched something.
std::size_t times_launched(const std::string& command) {
    std::FILE* const output = popen(command.c_str(), "r");
    std::size_t lines = 0;
    for (int byte = 0; output != nullptr && (byte = std::fgetc(output)) != EOF;)
        lines += byte == '\n' ? 1 : 0;
    if (output != nullptr) pclose(output);
    return lines;
}

/// What is wrong with a report that has to have @p least to @p most launches of the one kernel; empty: nothing.
std::string wrong_with(const std::filesystem::path& report, std::size_t least, std::size_t most) {
    std::ifstream file(report);
    const json document = json::parse(file, nullptr, false);
    if (document.is_discarded()) return "it is no document";
    const json& launches = document.at("launches");
    if (launches.size() < least || launches.size() > most)
        return fmt::format("{} launches, not {} to {}", launches.size(), least, most);
    for (const json& launch : launches) {
        // Two warps, each with one load and one store. Caches are as the launches before have left them.
        const json& counters = launch.at("counters");
        const bool honest = launch.at("kernel") == "(anonymous namespace)::count_up(unsigned int*)" &&
                            launch.at("status") == "ok" &&
                            counters.value("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 0) == 2 &&
                            counters.value("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 0) == 2;
        if (!honest) return "another launch: " + launch.at("kernel").get<std::string>();
    }
    const json& images = document.at("images");
    const bool one_image = images.size() == 1 && images[0].at("sha256").get<std::string>().size() == 64;
    return launches.empty() || one_image ? "" : "no image that the kernel is from";
}

int complain(const std::string& why) {
    std::cerr << why << '\n';
    return 1;
}

} // namespace

int main(int count, char** arguments) {
    if (count != 6) return complain("hostile_check SIMULATE PROGRAM REPORT WAY NUMBER");
    const std::string simulate = arguments[1], program = arguments[2], report = arguments[3],
                      way = arguments[4];
    const std::size_t number = std::strtoul(arguments[5], nullptr, 10);
    const auto command = [&](std::size_t seed) {
        std::filesystem::remove(report);
        return fmt::format("'{}' --report '{}' '{}' {} '{}' {}", simulate, report, program, way, report,
                           seed);
    };
    if (way != "dies") {
        if (times_launched(command(0)) != 1) return complain("it did not launch all");
        const std::string wrong = wrong_with(report, number, number);
        return wrong.empty() ? 0 : complain(wrong);
    }
    for (std::size_t seed = 0; seed < number; ++seed) {
        const std::size_t seen = times_launched(command(seed));
        // It may have launched one more that it has not seen the end of.
        const std::string wrong = wrong_with(report, seen, seen + 1);
        if (!wrong.empty()) return complain(fmt::format("seed {}: {}", seed, wrong));
    }
    return 0;
}
