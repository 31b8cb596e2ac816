#pragma once

/// @file
/// The seam between a grade and the kind of machine it is measured on.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/limits.h"
#include "course/course.h"
#include "grading/backend/clock_source.h"
#include "grading/isolation/isolation.h"
#include "grading/messages/message.h"
#include "grading/messages/speed.h"
#include "grading/runner_client/runner_client.h"
#include "grading/toolchain/compile.h"

namespace grader {

/// The device a backend measures on.
struct DeviceFacts {
    std::string name;       ///< "NVIDIA H200"
    std::string slug;       ///< "h200", of gpu_kind(): names its results and its lock
    std::string thresholds; ///< the slug whose thresholds hold: its own, unless --device names another
    int capability = 0;     ///< 90 for 9.0
    std::uint64_t memory_bytes = 0; ///< of the device; the host's own where there is no device
    std::uint64_t l2_bytes = 0;     ///< 0 where the backend has none
    double peak_gb_s = 0;           ///< what the pins could move; 0: unknown
    int driver = 0;                 ///< newest CUDA the driver supports, 13000 for 13.0
    int runtime = 0;                ///< CUDA runtime that builds run with, in the same form
    int other_devices = 0;          ///< how many other devices CUDA has on this machine
    std::string pci_bus_id; ///< where it is plugged in: "00000000:0f:00.0"; empty where it is not a card
};

/// Whether builds can be run, and if not, whose business that is.
struct Availability {
    bool usable = false; ///< builds can be run here
    bool broken = false; ///< there is a device, and it does not work: an error rather than a circumstance
    Message reason;      ///< of the kinds in messages/device.h
};

/// Values for macros of a source: `-DNAME=value`.
using Defines = std::map<std::string, std::string>;

/// What a run on the simulator is to find out.
enum class Instrumentation {
    mistakes, ///< memory, races, memory that nobody wrote; and which lines were executed
    counters, ///< what each line did
    accesses, ///< the same, and what the lanes of some warps addressed
    time,     ///< what each line did, and how long each launch would take
    remedies, ///< the same, and what would make launches faster
};

/// A run on the simulator.
struct InstrumentedRunSpec {
    Instrumentation what;    ///< what it is to find out
    unsigned parts = 1;      ///< of the GPU: one of so many equal parts of it is modelled
    double memory_parts = 1; ///< the same of its memory
    std::uint64_t instruction_limit =
        0; ///< that all warps together may execute, where they are counted; 0: any number
    std::uint64_t seed =
        0;              ///< with times: the blocks that are followed are drawn from it; 0: some of the first
    unsigned calls = 1; ///< the build is called so often, in sequence, on the same inputs

    /// On the whole GPU.
    InstrumentedRunSpec(Instrumentation wanted) : what(wanted) {} // NOLINT(*-explicit-*)
    /// On a part of it.
    InstrumentedRunSpec(Instrumentation wanted, unsigned shared, double memory)
        : what(wanted), parts(shared), memory_parts(memory) {}
};

/// What a call takes beside its kernels.
struct HostTimes {
    double call_us = 0;          ///< of a call that launches one kernel
    double launch_us = 0;        ///< that the host takes for a launch
    double first_us = 0;         ///< more, for the first copy in a call: to the host, to the GPU, and on it
    double wait_us = 0;          ///< until the host sees that the GPU is done, and has given it the next work
    double to_host_gb_s = 1;     ///< copied into ordinary memory of the host
    double to_device_us = 0;     ///< of a copy of a few bytes
    double to_device_gb_s = 1;   ///< copied out of ordinary memory of the host
    double on_device_us = 0;     ///< of a few bytes that are set, or copied on the GPU
    double on_device_gb_s = 1;   ///< that are set
    double work_ns_per_byte = 0; ///< of the host, for each byte that it goes over
};

/// Times that are computed where no clock is.
struct TimeModel {
    std::string device;           ///< the GPU that they are of: "h200"
    unsigned multiprocessors = 0; ///< that it has
    double speedup_error = 0;     ///< how far a speedup of any lab may be off, at least: 0.3 for 30 %
    Message why_none;             ///< why there are no such times; empty: there are
    unsigned lanes = 0;           ///< of an SM, that begin an instruction in a clock
    double clock_ghz = 0;         ///< of the SMs, by the data sheet
    double dram_gb_s = 0;         ///< that DRAM moves at most, by the data sheet
    HostTimes host = {};          ///< what a call takes beside its kernels

    /// Operations a second that all lanes do at most, in 10^9.
    [[nodiscard]] double operations_g_s() const { return multiprocessors * lanes * clock_ghz; }
};

/// How builds are made and run.
class Backend {
public:
    virtual ~Backend() = default;

    /// How far builds are kept away from everything else.
    [[nodiscard]] virtual const Isolation& isolation() const = 0;
    /// `gpu`, `sim` or `host`: what a report calls it.
    [[nodiscard]] virtual std::string name() const = 0;
    /// Known from the start: making a backend starts a runner once and asks it.
    [[nodiscard]] virtual const Availability& availability() const = 0;
    /// Only meaningful where availability().usable.
    [[nodiscard]] virtual const DeviceFacts& device() const = 0;
    /// The compiler call for @p source as a build of @p lab.
    [[nodiscard]] virtual CompileJob compile_job(const std::filesystem::path& source, const Lab& lab,
                                                 const Defines& defines) const = 0;
    /// What starts a runner that can load this backend's builds.
    [[nodiscard]] virtual RunnerCommand runner() const = 0;
    /// What a run may take here, where a GPU would be given @p on_gpu.
    [[nodiscard]] virtual RunLimits limits(const RunLimits& on_gpu) const { return on_gpu; }
    /// Why no run here can be timed by a clock, for a report; says nothing where one can.
    [[nodiscard]] virtual Message why_untimed() const { return {}; }
    /// What is computed in place of times where no run can be timed.
    [[nodiscard]] virtual TimeModel time_model() const { return {"", 0, 0, messages::no_model_here}; }

    /// Whether the simulator models this very device, so that a program has the same to go by on both.
    [[nodiscard]] virtual bool is_modelled_device() const { return false; }
    /// What tells of the device's clocks, made anew; null: nobody does.
    [[nodiscard]] virtual std::unique_ptr<ClockSource> clocks() const { return nullptr; }

    /// Whether this backend's builds can be run on the simulator, too.
    [[nodiscard]] virtual const Availability& simulator() const = 0;
    /// What starts a runner on the simulator. When its process ends, it writes what it saw to @p report.
    [[nodiscard]] virtual RunnerCommand instrumented(const InstrumentedRunSpec& run,
                                                     const std::filesystem::path& report) const = 0;
};

/// What a run on the simulator may take of time, where a GPU would be given @p limits.
RunLimits simulated_limits(RunLimits limits);

/// Throws EnvironmentError where @p fault is the machine's and not the student's.
void throw_if_infrastructure_error(const RunnerFault& fault, const Backend& backend);

/// Where the grader's own programs and working files are.
struct GraderPaths {
    std::filesystem::path programs; ///< directory of grader and runner
    std::filesystem::path work;     ///< builds of students' files
};

/// How students' builds are made and run in these places: by @p isolation, `gpu`, `sim`, `auto` for the GPU or, where
/// there is none, the simulator, or for the grader's own tests `host`. @p device, when given, names the GPU whose thresholds hold instead of the one at hand; of a
/// simulator, the GPU that it models. Throws UsageError on another name, EnvironmentError when the machine
/// cannot even compile.
std::unique_ptr<Backend> make_backend(const std::string& name, const GraderPaths& paths,
                                      const std::string& device = {}, const Isolation& isolation = {});

/// The name of a device as part of file names: "NVIDIA H200" -> "h200", "NVIDIA GeForce RTX 4090" -> "rtx_4090".
std::string device_slug(const std::string& name);

} // namespace grader
