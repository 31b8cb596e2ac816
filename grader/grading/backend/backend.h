#pragma once

/// @file
/// The interface between a grade and the kind of machine on which it is measured.

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

/// The device that a backend measures on.
struct DeviceFacts {
    std::string name;       ///< "NVIDIA H200"
    std::string slug;       ///< "h200", from gpu_kind(); part of the names of its results and of its lock
    std::string thresholds; ///< the slug of the device whose thresholds apply: its own, unless --device names
                            ///< another
    int capability = 0;     ///< compute capability, 90 for 9.0
    std::uint64_t memory_bytes = 0; ///< memory of the device in bytes; without a device, of the host
    std::uint64_t l2_bytes = 0;     ///< size of the L2 cache in bytes; 0 if the backend has none
    double peak_gb_s = 0;           ///< peak bandwidth of the memory interface; 0: unknown
    int driver = 0;                 ///< newest CUDA version that the driver supports, 13000 for 13.0
    int runtime = 0;                ///< CUDA runtime version that builds run with, 13000 for 13.0
    int other_devices = 0;          ///< number of other CUDA devices on this machine
    std::string pci_bus_id;         ///< PCI bus ID, "00000000:0f:00.0"; empty if the device is not a card
};

/// Whether builds can be run, and the cause if they cannot.
struct Availability {
    bool usable = false; ///< builds can be run here
    bool broken = false; ///< there is a device, but it does not work: an error, not an expected absence
    Message reason;      ///< reason, one of the kinds in messages/device.h
};

/// Macro definitions for a source: `-DNAME=value`.
using Defines = std::map<std::string, std::string>;

/// The data that an instrumented run on the simulator collects.
enum class Instrumentation {
    mistakes,    ///< memory errors, data races, uninitialized memory, and the lines that were executed
    counters,    ///< event counts per line
    accesses,    ///< event counts per line, and the addresses that the lanes of some warps accessed
    time,        ///< event counts per line, and the modelled duration of each launch
    suggestions, ///< counts, durations, and suggestions that would make launches faster
};

/// An instrumented run on the simulator.
struct InstrumentedRunSpec {
    Instrumentation what;    ///< the data to collect
    double parts = 1;        ///< 1/parts of the GPU is modelled
    double memory_parts = 1; ///< 1/memory_parts of its memory is modelled
    std::uint64_t instruction_limit =
        0; ///< limit on the instructions of all warps together, if instructions are counted; 0 = unlimited
    std::uint64_t seed =
        0;              ///< with times: seed for drawing the sampled blocks; 0: sample among the first blocks
    unsigned calls = 1; ///< number of calls of the build, in sequence, on the same inputs
    bool on_reference =
        false; ///< on the GPU that gates are calibrated on, whichever one is modelled or present

    /// A run on the whole GPU.
    InstrumentedRunSpec(Instrumentation wanted) : what(wanted) {} // NOLINT(*-explicit-*)
    /// A run on a part of the GPU.
    InstrumentedRunSpec(Instrumentation wanted, double shared, double memory)
        : what(wanted), parts(shared), memory_parts(memory) {}
};

/// Time that a call takes in addition to its kernels.
struct HostTimes {
    double call_us = 0;          ///< overhead of a call that launches one kernel
    double launch_us = 0;        ///< host time per launch
    double first_us = 0;         ///< additional time of the first copy of each kind in a call: to the host,
                                 ///< to the GPU, and on it
    double wait_us = 0;          ///< time until the host sees that the GPU is idle, and has submitted the
                                 ///< next work
    double to_host_gb_s = 1;     ///< bandwidth of copies to pageable host memory
    double to_device_us = 0;     ///< time of a copy of a few bytes to the device
    double to_device_gb_s = 1;   ///< bandwidth of copies from pageable host memory
    double on_device_us = 0;     ///< time of a memset or an on-device copy of a few bytes
    double on_device_gb_s = 1;   ///< bandwidth of memsets
    double work_ns_per_byte = 0; ///< host time per byte that the host traverses
};

/// A model that computes times on machines without a GPU to measure them on.
struct TimeModel {
    std::string device;           ///< the modelled GPU, "h200"
    unsigned multiprocessors = 0; ///< its number of multiprocessors
    double speedup_error = 0;     ///< minimum error to assume for a speedup of any lab: 0.3 for 30 %
    Message why_none;             ///< the reason why there are no such times; empty if there are
    unsigned lanes = 0;           ///< lanes per SM that start an instruction in a cycle
    double clock_ghz = 0;         ///< SM clock rate, from the data sheet
    double dram_gb_s = 0;         ///< peak DRAM bandwidth, from the data sheet
    HostTimes host = {};          ///< time that a call takes in addition to its kernels
    bool measured = false;        ///< its rates were measured on such a GPU, and not derived from another one

    /// Returns the peak operations per second of all lanes, in 10^9.
    [[nodiscard]] double operations_g_s() const { return multiprocessors * lanes * clock_ghz; }
};

/// Compiles and runs builds on one kind of machine.
class Backend {
public:
    virtual ~Backend() = default;

    /// Returns the isolation of the builds.
    [[nodiscard]] virtual const Isolation& isolation() const = 0;
    /// Returns `gpu`, `sim` or `host`, the name in a report.
    [[nodiscard]] virtual std::string name() const = 0;
    /// Returns whether builds can be run. Known from the start: the constructor of a backend starts a runner
    /// once to find out.
    [[nodiscard]] virtual const Availability& availability() const = 0;
    /// Returns the device. Only meaningful if availability().usable.
    [[nodiscard]] virtual const DeviceFacts& device() const = 0;
    /// Returns the job that compiles @p source as a build of @p lab.
    [[nodiscard]] virtual CompileJob compile_job(const std::filesystem::path& source, const Lab& lab,
                                                 const Defines& defines) const = 0;
    /// Returns the command of a runner that can load this backend's builds.
    [[nodiscard]] virtual RunnerCommand runner() const = 0;
    /// Returns the limits of a run on this backend that on a GPU has the limits @p on_gpu.
    [[nodiscard]] virtual RunLimits limits(const RunLimits& on_gpu) const { return on_gpu; }
    /// Returns why no run on this backend can be timed by a clock, for a report; an empty message if runs can
    /// be timed.
    [[nodiscard]] virtual Message why_untimed() const { return {}; }
    /// Returns the model that replaces measured times if runs cannot be timed.
    [[nodiscard]] virtual TimeModel time_model() const { return {"", 0, 0, messages::no_model_here}; }

    /// Returns whether this is the GPU that gates are calibrated on, so that a program sees the same device
    /// properties when its counters are taken.
    [[nodiscard]] virtual bool is_reference_device() const { return false; }
    /// Returns a new source of the device's clock rates; null if there is none.
    [[nodiscard]] virtual std::unique_ptr<ClockSource> clocks() const { return nullptr; }

    /// Returns whether this backend's builds can also be run on the simulator.
    [[nodiscard]] virtual const Availability& simulator() const = 0;
    /// Returns the command of a runner on the simulator. When its process exits, it writes its observations
    /// to @p report.
    [[nodiscard]] virtual RunnerCommand instrumented(const InstrumentedRunSpec& run,
                                                     const std::filesystem::path& report) const = 0;
};

/// Returns the limits of a run on the simulator that on a GPU has the limits @p limits.
RunLimits simulated_limits(RunLimits limits);

/// Throws EnvironmentError if @p fault is an infrastructure error and not the student's fault.
void throw_if_infrastructure_error(const RunnerFault& fault, const Backend& backend);

/// Directories of the grader's own programs and working files.
struct GraderPaths {
    std::filesystem::path programs; ///< directory of grader and runner
    std::filesystem::path work;     ///< directory for builds of students' files
};

/// Returns the backend @p name under @p isolation: `gpu`; `sim`; `auto` for the GPU or, if there is none, the
/// simulator; or `host` for the grader's own tests. @p device, if given, names the GPU whose thresholds apply
/// instead of those of the present one; for a simulator, the GPU that it models. Throws UsageError on another
/// name, EnvironmentError if the machine cannot even compile.
std::unique_ptr<Backend> make_backend(const std::string& name, const GraderPaths& paths,
                                      const std::string& device = {}, const Isolation& isolation = {});

/// Converts the name of a device to a part of file names: "NVIDIA H200" -> "h200", "NVIDIA GeForce RTX 4090"
/// -> "rtx_4090".
std::string device_slug(const std::string& name);

} // namespace grader
