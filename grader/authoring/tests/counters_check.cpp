// Compares the simulator's counts with a GPU's for the same program.
//
//     counters_check SIMULATE PROGRAM REPORT GOLDEN    runs the program and compares; exit status 1: not equal
//     counters_check --from-ncu CSV                    prints a golden file
//
// A golden file has a line per launch: the kernel's name without blanks and parameters, and METRIC=VALUE for
// nonzero metrics. tests/counters/record writes one on a GPU.

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "authoring/records/counters/kernel_counts.h"
#include "authoring/records/counters/profiler.h"
#include "base/files.h"
#include "grading/inspect/observation.h"

namespace {

// Metrics that do not depend on the instructions that ptxas chose around the accesses.
constexpr std::array metrics = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "smsp__inst_executed_op_shared_atom.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
};

// A launch with its counts by metric; missing metrics are 0.
struct Counted {
    std::string kernel;
    std::map<std::string, double> values = {};
};

std::vector<Counted> from_golden(const std::filesystem::path& path) {
    std::vector<Counted> launches;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Counted& launch = launches.emplace_back();
        words >> launch.kernel;
        for (std::string word; words >> word;) {
            const std::size_t equals = word.find('=');
            launch.values[word.substr(0, equals)] = std::stod(word.substr(equals + 1));
        }
    }
    return launches;
}

std::vector<Counted> from_launches(const std::vector<grader::ObservedLaunch>& seen) {
    std::vector<Counted> launches;
    for (const grader::ObservedLaunch& launch : seen)
        launches.push_back({grader::plain_kernel_name(launch.kernel), launch.counts});
    return launches;
}

std::vector<Counted> from_report(const std::filesystem::path& path) {
    return from_launches(grader::read_observation(nlohmann::json::parse(grader::read_text(path))).launches);
}

std::vector<Counted> from_ncu(const std::filesystem::path& path) {
    return from_launches(grader::read_profile(grader::read_text(path)));
}

double value_of(const Counted& counted, const char* metric) {
    const auto found = counted.values.find(metric);
    return found == counted.values.end() ? 0 : found->second;
}

int print_golden(const std::filesystem::path& csv) {
    const std::vector<Counted> launches = from_ncu(csv);
    for (const Counted& launch : launches) {
        std::cout << launch.kernel;
        for (const char* metric : metrics)
            if (const double value = value_of(launch, metric); value != 0)
                std::cout << fmt::format(" {}={:.0f}", metric, value);
        std::cout << '\n';
    }
    return launches.empty() ? 1 : 0;
}

int compare_counts(const std::vector<Counted>& here, const std::vector<Counted>& there) {
    if (there.empty() || here.size() != there.size()) {
        fmt::print("{} launches here, {} in the golden file\n", here.size(), there.size());
        return 1;
    }
    int different = 0;
    std::size_t compared = 0;
    for (std::size_t n = 0; n < here.size(); ++n) {
        if (here[n].kernel != there[n].kernel) {
            fmt::print("launch {} is {} here and {} in the golden file\n", n, here[n].kernel,
                       there[n].kernel);
            return 1;
        }
        for (const char* metric : metrics) {
            const double counted = value_of(here[n], metric);
            const double expected = value_of(there[n], metric);
            compared += expected != 0;
            if (counted == expected) continue;
            ++different;
            fmt::print("{}: {} is {} here and {} on the GPU\n", here[n].kernel, metric, counted, expected);
        }
    }
    fmt::print("{} kernels, {} numbers, {} of them different\n", here.size(), compared, different);
    return different == 0 && compared != 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--from-ncu") return print_golden(argv[2]);
    if (argc != 5) {
        std::cerr << "counters_check SIMULATE PROGRAM REPORT GOLDEN | --from-ncu CSV\n";
        return 2;
    }
    std::filesystem::remove(argv[3]);
    const std::string command =
        fmt::format("'{}' --check none --report '{}' '{}'", argv[1], argv[3], argv[2]);
    if (std::system(command.c_str()) != 0 || !std::filesystem::exists(argv[3])) {
        std::cerr << "the program did not run to its end\n";
        return 1;
    }
    return compare_counts(from_report(argv[3]), from_golden(argv[4]));
}
