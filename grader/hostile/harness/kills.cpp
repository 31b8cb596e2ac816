#include "hostile/harness/kills.h"

#include <chrono>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <fmt/core.h>

#include "grading/processes/process.h"
#include "hostile/harness/call.h"
#include "hostile/harness/file_integrity.h"
#include "hostile/harness/observe.h"
#include "hostile/harness/snapshot.h"
#include "hostile/harness/stage_folder.h"
#include "testing/harness.h"

namespace hostile {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Time for a process with memory on a GPU to end.
constexpr double gpu_release_s = 5;

/// Number of students in the class.
constexpr std::size_t students = 3;

/// The files that are graded.
enum class Subject { whole_class, own_file };
/// State of the builds at the start of a round.
enum class Builds { kept, none, one_is_old };

/// Returns the memory in use on all GPUs of this machine, in MiB.
long gpu_memory_mb() {
    const fs::path asked = grader::find_program("nvidia-smi");
    if (asked.empty())
        throw std::runtime_error("nvidia-smi is not installed, so the GPU memory in use is unknown");
    std::istringstream lines(
        harness::run({asked.string(), "--query-gpu=memory.used", "--format=csv,noheader,nounits"}).out);
    long sum = 0;
    for (long of_one = 0; lines >> of_one;) sum += of_one;
    return sum;
}

/// Returns @p honest at the level at which no process of a grade outlives the grader.
HostileCase at_promised_level(HostileCase honest, const std::string& backend) {
    honest.level = backend == "host" ? Level::sandbox : Level::keeper;
    return honest;
}

class KillTest {
public:
    KillTest(const HostileCase& hostile, const Sources& sources, const std::string& backend,
             const KillOptions& kills)
        : hostile_(at_promised_level(hostile, backend)), backend_(backend), kills_(kills),
          stage_folder_(sources.build / "hostile"),
          stage_(hostile, sources, stage_folder_.folder(), 0, false), random_(kills.seed),
          schema_(json::parse(harness::read(sources.project / "docs/report.schema.json"))) {
        // The hostile student of the class is honest here. Another student hands in the same file.
        copy_tree(own_folder(), stage_ / "class/nelly" / hostile.lab);
        copy_tree(own_folder() / "student.cu", own_file());
        original_ = harness::read(changing_file());
    }

    Faults run() {
        const Snapshot before = take_snapshot(stage_.root(), untouched);
        Faults faults;
        // Grades without a kill first: the duration of a grade determines the times of the kills.
        for (const Builds builds : {Builds::none, Builds::kept}) {
            prepare(builds);
            append(faults, grade_to_its_end(Subject::whole_class));
            seconds_[{Subject::whole_class, builds}] = last_seconds_;
            seconds_[{Subject::own_file, builds}] = last_seconds_ / students;
        }
        // A round in which the grader ended before the kill does not count; their number is limited.
        constexpr int rounds_a_kill = 4;
        for (int round = 1;
             killed_ < kills_.rounds && round <= rounds_a_kill * kills_.rounds && faults.empty(); ++round) {
            const Subject subject = draw(2) == 0 ? Subject::own_file : Subject::whole_class;
            const auto builds = static_cast<Builds>(draw(3));
            append(faults, one_round(round, subject, builds));
        }
        append(faults, differences(before, take_snapshot(stage_.root(), untouched), true));
        if (faults.empty() && killed_ < kills_.rounds)
            faults.push_back(fmt::format("only {} graders could be killed", killed_));
        std::cout << fmt::format(
            "{} of {} graders were killed before their end (seed {}); they left {} temporary "
            "files, {} drafts, {} builds that they had begun\n",
            killed_, kills_.rounds, kills_.seed, left_.temporary, left_.drafts, left_.begun);
        return faults;
    }

private:
    static inline const std::vector<std::string> untouched = {"install/bin", "install/lib", "install/labs",
                                                              "canary", "home"};

    [[nodiscard]] fs::path own_folder() const {
        return stage_ / "class" / unescaped(hostile_.student) / hostile_.lab;
    }
    [[nodiscard]] fs::path own_file() const { return stage_ / "course/labs" / hostile_.lab / "student.cu"; }
    [[nodiscard]] fs::path changing_file() const { return own_folder() / "student.cu"; }
    [[nodiscard]] fs::path report_file() const { return stage_ / "seen/report.json"; }
    [[nodiscard]] fs::path history_file() const {
        return stage_ / "course/.kernelsmith/history" / (hostile_.lab + ".jsonl");
    }

    std::uint64_t draw(std::uint64_t below) { return random_() % below; }

    void prepare(Builds builds) {
        if (builds == Builds::none) remove_everything(stage_ / "install/grades");
        if (builds == Builds::one_is_old) {
            // Makes both stale: the class's file, and the course's own.
            const std::string text = original_ + fmt::format("\n// {}\n", draw(1'000'000'000));
            harness::write(changing_file(), text);
            harness::write(own_file(), text);
        }
    }

    Outcome grade(Subject subject, std::optional<double> kill_after_s) {
        std::vector<std::string> argv = command_line(hostile_, stage_, backend_);
        if (subject == Subject::whole_class) argv.insert(argv.end(), {"--all", (stage_ / "class").string()});
        argv.insert(argv.end(), {"--report", "console", "--report", "json:" + report_file().string()});
        Bounds bounds;
        bounds.seconds = hostile_.seconds;
        bounds.kill_after_s = kill_after_s;
        bounds.grace_s = gpu_release_s;
        return observe(argv, environment_of(stage_), stage_ / "install/bin/grader", stage_ / "seen", bounds);
    }

    /// Checks that all students have all points, and that nothing remains.
    Faults grade_to_its_end(Subject subject) {
        fs::remove(report_file());
        const Outcome outcome = grade(subject, {});
        last_seconds_ = outcome.seconds;
        Faults faults;
        Expectation expected;
        expected.status = 0;
        append(faults, judge_end(expected_on(hostile_, backend_, expected), outcome,
                                 max_grader_mb(hostile_, backend_)));
        append(faults, judge_report(report_file(), schema_));
        append(faults, judge_history(history_file()));
        append(faults, judge_builds(stage_ / "install/grades"));
        const json report = json::parse(harness::read(report_file()), nullptr, false);
        if (!report.is_object()) return {"there is no report"};
        std::size_t grades = 0;
        for (const json& submission :
             subject == Subject::whole_class ? report.at("submissions") : json::array({report}))
            for (const json& lab : submission.at("labs")) {
                ++grades;
                if (lab.at("verdict") == "fail" || !earned_all_that_was_measured(lab))
                    faults.push_back("an honest file lacks points: " + lab.dump());
            }
        const std::size_t expected_grades = subject == Subject::whole_class ? students : 1;
        if (grades != expected_grades)
            faults.push_back(fmt::format("{} were graded, expected {}", grades, expected_grades));
        std::string names;
        if (leftovers_in(stage_.root(), names).all() > 0) faults.push_back("left behind:" + names);
        return faults;
    }

    Faults one_round(int round, Subject subject, Builds builds) {
        prepare(builds);
        if (draw(2) == 0) fs::remove(report_file());
        double& usual = seconds_[{subject, builds == Builds::kept ? Builds::kept : Builds::none}];
        const double most = usual;
        const double after = std::uniform_real_distribution<double>(0, most)(random_);
        const long gpu_before = backend_ == "gpu" ? gpu_memory_mb() : 0;
        const Outcome outcome = grade(subject, after);
        Faults faults;
        if (outcome.timed_out) faults.push_back("the killed grader did not end");
        for (const std::string& process : outcome.left) faults.push_back("still runs: " + process);
        append(faults, judge_report(report_file(), schema_));
        append(faults, judge_history(history_file()));
        append(faults, judge_builds(stage_ / "install/grades"));
        if (backend_ == "gpu") append(faults, judge_gpu(gpu_before));
        std::string names;
        const Leftovers leftovers = leftovers_in(stage_.root(), names);
        left_.temporary += leftovers.temporary;
        left_.drafts += leftovers.drafts;
        left_.begun += leftovers.begun;
        const bool hit = outcome.status < 0;
        killed_ += hit ? 1 : 0;
        if (!hit) usual = outcome.seconds;
        append(faults, grade_to_its_end(subject));
        const std::string text =
            fmt::format("round {}: {}, builds {}, {} after {:.2f} s of {:.2f} s, left {} temporary files, {} "
                        "drafts, {} builds",
                        round, subject == Subject::whole_class ? "a class" : "an own file",
                        builds == Builds::kept   ? "kept"
                        : builds == Builds::none ? "gone"
                                                 : "out of date",
                        hit ? "killed" : "ended by itself", hit ? after : outcome.seconds, most,
                        leftovers.temporary, leftovers.drafts, leftovers.begun);
        std::cout << text << std::endl;
        for (std::string& fault : faults) fault = text + ": " + fault;
        return faults;
    }

    /// The driver takes a moment to free the memory of a killed process.
    static Faults judge_gpu(long before_mb) {
        constexpr long tolerance_mb = 64;
        long now_mb = 0;
        for (int look = 0; look < 20; ++look) {
            now_mb = gpu_memory_mb();
            if (now_mb <= before_mb + tolerance_mb) return {};
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
        }
        return {fmt::format("{} MiB of GPU memory are in use, and {} were before", now_mb, before_mb)};
    }

    const HostileCase hostile_;
    const std::string& backend_;
    const KillOptions& kills_;
    const StageFolder stage_folder_;
    const Stage stage_;
    std::mt19937_64 random_;
    const json schema_;
    std::string original_;                                 ///< the text of changing_file()
    std::map<std::pair<Subject, Builds>, double> seconds_; ///< duration of a grade
    double last_seconds_ = 0;
    int killed_ = 0;
    Leftovers left_;
};

} // namespace

Faults kill_at_random(const HostileCase& hostile, const Sources& sources, const std::string& backend,
                      const KillOptions& kills) {
    std::cout << fmt::format("{} kills, seed {}", kills.rounds, kills.seed) << std::endl;
    return KillTest(hostile, sources, backend, kills).run();
}

} // namespace hostile
