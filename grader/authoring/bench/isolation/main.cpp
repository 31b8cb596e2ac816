// Cost of isolation: grades the solution of each lab at the level `process` and strictly, in turn.
//
//     build/bin/isolation_bench BACKEND [ROUNDS [LAB...]]
//
// Prints a page as Markdown. docs/results/isolation.md contains the output of one machine. Each grade
// compiles its file again, like a student's first grade; the baseline's build is cached.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/processes/process.h"
#include "grading/toolchain/compile.h"

namespace {

namespace fs = std::filesystem;
using namespace grader;
using Clock = std::chrono::steady_clock;

constexpr std::array levels = {"process", "strict"};
constexpr std::array parts = {"builds", "runs and correct", "clean", "technique", "fast"};
constexpr std::chrono::seconds grade_timeout{300};

/// Seconds of one grade: in total, and per part.
struct Cost {
    double all = 0;
    std::map<std::string, double> by_part;
};

/// Grades solutions with the program `grader`, like a user at a console.
class Grades {
public:
    /// Grades all labs if @p chosen is empty.
    Grades(std::string backend, const std::vector<std::string>& chosen)
        : programs_(fs::read_symlink("/proc/self/exe").parent_path()), backend_(std::move(backend)),
          folder_(programs_.parent_path() / "isolation"),
          course_(Course::find_root(fs::current_path()), programs_.parent_path() / "labs") {
        fs::create_directories(folder_);
        for (const std::string& lab : chosen) labs_.push_back(course_.lab(lab));
        if (chosen.empty()) labs_ = course_.labs();
    }
    [[nodiscard]] const std::vector<Lab>& labs() const { return labs_; }

    /// Builds all baselines. Returns the name of the device.
    std::string prepare() {
        const auto backend = make_backend(backend_, {programs_, programs_.parent_path() / "grades"});
        std::vector<CompileJob> jobs;
        for (const Lab& lab : labs())
            if (lab.manifest.has_timed_cases()) jobs.push_back(backend->compile_job(lab.baseline(), lab, {}));
        for (const CompileResult& built : compile_all(jobs, 4))
            if (!built.ok) throw EnvironmentError(built.log);
        return backend->device().name;
    }

    /// Returns the cost of a grade of a unique source, so that no part of it is cached.
    Cost grade(const Lab& lab, const std::string& level) {
        const fs::path source = folder_ / "student.cu";
        const fs::path report = folder_ / "report.json";
        std::ofstream(source) << read_text(lab.solutions / "student.cu")
                              << fmt::format("// {} of {}\n", ++graded_,
                                             Clock::now().time_since_epoch().count());
        const auto begin = Clock::now();
        Process grader({{(programs_ / "grader").string(), lab.id, "--file", source.string(), "--backend",
                         backend_, "--isolation", level, "--report", "json:" + report.string()}});
        const bool ended = grader.wait_until(begin + grade_timeout);
        const std::chrono::duration<double> all = Clock::now() - begin;
        if (!ended || grader.end().exit_code != 0)
            throw EnvironmentError(fmt::format("{} at {} did not pass:\n{}", lab.id, level, grader.output()));
        const auto graded = nlohmann::json::parse(read_text(report)).at("labs").at(0);
        return {all.count(), graded.at("seconds").get<std::map<std::string, double>>()};
    }

private:
    fs::path programs_;
    std::string backend_;
    fs::path folder_;
    Course course_;
    std::vector<Lab> labs_;
    int graded_ = 0;
};

/// Returns the median of @p values, the lower one of two.
double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[(values.size() - 1) / 2];
}

/// Returns the median of @p costs for each part; 0 for parts that none of them has.
Cost median(const std::vector<Cost>& costs) {
    const auto of = [&](const auto& seconds) {
        std::vector<double> values;
        for (const Cost& cost : costs) values.push_back(seconds(cost));
        return median(values);
    };
    Cost cost{of([](const Cost& one) { return one.all; }), {}};
    for (const char* part : parts)
        cost.by_part[part] =
            of([&](const Cost& one) { return one.by_part.contains(part) ? one.by_part.at(part) : 0; });
    return cost;
}

void print_row(const std::string& name, double process, double strict) {
    fmt::print("| {} | {:.2f} | {:.2f} | {:+.2f} |\n", name, process, strict, strict - process);
}

void bench(const std::string& name, int rounds, const std::vector<std::string>& chosen) {
    Grades grades(name, chosen);
    const std::string device = grades.prepare();
    std::string labs;
    for (const std::string& lab : chosen) labs += " " + lab;
    fmt::print(
        "# Cost of isolation\n\n"
        "`build/bin/isolation_bench {} {}{}` printed this page on {}.\n"
        "Seconds per grade of each lab's solution, with a fresh build of the solution and a cached one of "
        "the baseline; median of several\nrounds. *strict* is the level `keeper` with all its parts.\n\n"
        "| lab | process | strict | more |\n|---|---:|---:|---:|\n",
        name, rounds, labs, device);
    std::array<Cost, levels.size()> sums;
    for (const Lab& lab : grades.labs()) {
        std::array<std::vector<Cost>, levels.size()> costs;
        for (int round = 0; round < rounds; ++round)
            for (std::size_t level = 0; level < levels.size(); ++level)
                costs[level].push_back(grades.grade(lab, levels[level]));
        const std::array cost = {median(costs[0]), median(costs[1])};
        print_row(lab.id, cost[0].all, cost[1].all);
        std::cout << std::flush;
        for (std::size_t level = 0; level < levels.size(); ++level)
            for (const auto& [part, seconds] : cost[level].by_part) sums[level].by_part[part] += seconds;
    }
    fmt::print("\nThe parts of a grade, summed over all labs:\n\n"
               "| part | process | strict | more |\n|---|---:|---:|---:|\n");
    for (const char* part : parts) print_row(part, sums[0].by_part[part], sums[1].by_part[part]);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: isolation_bench BACKEND [ROUNDS [LAB...]]\n";
        return 2;
    }
    try {
        bench(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 1,
              {argv + std::min(argc, 3), argv + argc});
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 3;
    }
}
