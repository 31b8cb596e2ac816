// Error rates of speed verdicts: measures baselines and solutions process by process, and applies the
// grader's rule to the times.
//
//     build/bin/verdict_bench measure LAB RUNS FILE [SECONDS]
//     build/bin/verdict_bench judge FILE
//
// `measure` repeats what the step `fast` does on a GPU: with the baseline as the student's build and with the
// solution, with and without another program that uses host and GPU. Each measurement is a line in FILE. It
// always takes the kind that FILE has the fewest of, and ends when there are RUNS of each, or before SECONDS
// have passed, so that measuring can be resumed. `judge` prints the page docs/results/verdicts.md.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/secrets.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/measure/device_lock.h"
#include "grading/processes/process.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/speed_step.h"
#include "grading/toolchain/compile.h"
#include "page.h"
#include "record.h"
#include "schedule.h"

namespace {

namespace fs = std::filesystem;
using namespace grader;
using verdicts::MeasurementKind;
using verdicts::SpeedMeasurement;
using Clock = std::chrono::steady_clock;

constexpr const char* usage = "usage: verdict_bench measure LAB RUNS FILE [SECONDS]\n"
                              "       verdict_bench judge FILE\n";

fs::path programs() { return fs::read_symlink("/proc/self/exe").parent_path(); }

/// Returns an identifier that distinguishes this machine's @p device from all others: the system's boot
/// id, and the PCI location of the device.
std::string this_machine(const DeviceFacts& device) {
    return read_text("/proc/sys/kernel/random/boot_id").substr(0, 8) + ' ' + device.pci_bus_id;
}

/// Runs another program that generates load, or none.
class LoadGenerator {
public:
    /// Starts or stops the load. Returns when it has begun.
    void set_running(bool wanted) {
        if (!wanted) return program_.reset();
        if (program_) return;
        program_.emplace(ProcessSpec{{(programs() / "neighbour").string()}});
        const Clock::time_point latest = Clock::now() + std::chrono::seconds(60);
        while (program_->output().empty() && Clock::now() < latest && !has_exited())
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        require_running();
    }
    /// Throws EnvironmentError if the load should be running and is not.
    void require_running() {
        if (program_ && (program_->output().empty() || has_exited()))
            throw EnvironmentError("the load program that runs in parallel failed: " + program_->output());
    }

private:
    bool has_exited() { return program_->wait_until(Clock::now()); }

    std::optional<Process> program_;
};

/// Times the builds of one lab as its step `fast` does.
class LabMeasurer {
public:
    explicit LabMeasurer(const std::string& id)
        : places_{programs(), programs().parent_path() / "verdicts"},
          course_(fs::current_path(), programs().parent_path() / "labs"), lab_(course_.lab(id)),
          backend_(
              make_backend("gpu", places_, "", make_isolation(IsolationRequest::strict, places_.programs))) {
        if (!backend_->availability().usable)
            throw EnvironmentError(sentence(backend_->availability().reason));
        machine_ = this_machine(backend_->device());
        for (const char* build : {"baseline", "solution"})
            (void)built(build); // builds it now, so that no measurement includes the compilation
    }

    [[nodiscard]] const std::string& id() const { return lab_.id; }

    SpeedMeasurement measure(const MeasurementKind& kind) {
        load_generator_.set_running(kind.under_load);
        SpeedMeasurement measurement{backend_->device().name, machine_, lab_.id, kind.build,
                                     kind.under_load,         {}};
        const fs::path object = built(kind.build);
        const DeviceLock lock(lock_name(backend_->device()), [] {});
        try {
            Measurement measured = make_benchmark(*backend_, lab_, secret_seed())
                                       ->measure(object, {lab_.manifest.speed.budget_s});
            measurement.rounds = std::move(measured.rounds);
            measurement.clocks = measured.clocks;
            measurement.wrong = sentence(measured.wrong);
        } catch (const RunnerDied& death) {
            measurement.wrong = sentence(death.message);
        } catch (const RunnerFault& fault) {
            measurement.wrong = sentence(fault.message);
        }
        load_generator_.require_running();
        return measurement;
    }

private:
    fs::path built(const std::string& build) {
        const fs::path source = build == "baseline" ? lab_.baseline() : lab_.solutions / "student.cu";
        const CompileResult compiled = compile(backend_->compile_job(source, lab_, {}));
        if (!compiled.ok) throw EnvironmentError(compiled.log);
        return compiled.object;
    }

    GraderPaths places_;
    Course course_;
    const Lab& lab_;
    std::unique_ptr<Backend> backend_;
    std::string machine_;
    LoadGenerator load_generator_;
};

int measure(const std::string& id, std::size_t runs, const fs::path& file, double seconds) {
    const Clock::time_point start = Clock::now();
    const auto gone = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    std::vector<SpeedMeasurement> measurements = verdicts::read_record(file);
    LabMeasurer lab(id);
    double longest = 0;
    while (const std::optional<MeasurementKind> kind = verdicts::next_kind(measurements, lab.id(), runs)) {
        const double before = gone();
        if (before + longest > seconds) break;
        measurements.push_back(lab.measure(*kind));
        verdicts::append(file, measurements.back());
        longest = std::max(longest, gone() - before);
        std::cout << fmt::format("{:6.1f} s  {} {} {}: {}\n", gone(), lab.id(), kind->build,
                                 kind->under_load ? "under load" : "alone",
                                 verdicts::in_words(measurements.back()))
                  << std::flush;
    }
    return 0;
}

/// Parses a number above 0; nothing if @p word is not one.
std::optional<std::size_t> number_from(const std::string& word) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number == 0) return std::nullopt;
    return number;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    constexpr std::size_t unlimited_runs = 1'000'000'000;
    try {
        if (words.size() == 2 && words[0] == "judge") {
            std::cout << verdicts::page(verdicts::read_record(words[1]));
            return 0;
        }
        if ((words.size() == 4 || words.size() == 5) && words[0] == "measure") {
            const auto runs = number_from(words[2]);
            const auto seconds = words.size() == 5 ? number_from(words[4]) : unlimited_runs;
            if (runs && seconds) return measure(words[1], *runs, words[3], static_cast<double>(*seconds));
        }
    } catch (const std::exception& problem) {
        std::cerr << problem.what() << '\n';
        return 3;
    }
    std::cerr << usage;
    return 2;
}
