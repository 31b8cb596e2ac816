#include "grading/model/call_steps.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "grading/inspect/operation_launches.h"

namespace grader {
namespace {

using Kind = CallStep::Kind;

/// Larger copies contain a share of the data; smaller ones contain a single value, or a few that are the same
/// in each part of the work. The runtime stages small copies in its own buffer.
constexpr double max_staged_bytes = 16 << 10;

constexpr double us_per_ms = 1e3;

/// Returns the kind of step; nothing for an operation that takes no time.
std::optional<Kind> kind_of(const OperationTransfers& transfers) {
    if (transfers.kind == OperationKind::memset) return Kind::on_device;
    switch (transfers.direction) {
        case Direction::several: // at least one of them may be to the host
        case Direction::to_host: return Kind::to_host;
        case Direction::to_device: return Kind::to_device;
        case Direction::on_device: return Kind::on_device;
        case Direction::on_host: break;
    }
    return {};
}

/// Returns the step for @p transfers in a timed case that consists of @p parts modelled ones.
CallStep step_of(const OperationTransfers& transfers, Kind kind, double parts) {
    const auto bytes = static_cast<double>(transfers.bytes);
    const double share = bytes <= max_staged_bytes * static_cast<double>(transfers.count) ? 1 : parts;
    return {kind,
            {},
            bytes * share,
            static_cast<double>(transfers.moved_bytes) * share,
            static_cast<double>(transfers.count)};
}

/// Returns a copy of @p bytes by each of @p parts.
CallStep copy_of(Kind kind, double bytes, double parts) {
    const double all = bytes <= max_staged_bytes ? bytes : bytes * parts;
    return {kind, {}, all, all, 1};
}

/// Adds the launches @p launched of @p launches to @p steps. Accesses of kernels to host memory cost as much
/// as copies.
void add_launches(std::vector<CallStep>& steps, const std::vector<std::size_t>& launched,
                  const std::vector<ObservedLaunch>& launches, double parts) {
    HostBytes all;
    for (const std::size_t launch : launched) {
        const HostBytes bytes = host_bytes(launches[launch]);
        all.read += bytes.read;
        all.written += bytes.written;
    }
    if (all.read > 0) steps.push_back(copy_of(Kind::to_device, all.read, parts));
    steps.push_back({Kind::launch, launched});
    if (all.written > 0) steps.push_back(copy_of(Kind::to_host, all.written, parts));
}

/// The current times of host and GPU, in us since the start of the call.
class CallClock {
public:
    explicit CallClock(const HostTimes& host) : host_(host) {}

    void add_step(const CallStep& step, std::span<const LaunchTotal> launches) {
        if (step.kind != Kind::to_host) work();
        add_first_use(step.kind);
        switch (step.kind) {
            case Kind::launch:
                for (const std::size_t launch : step.launches) start_on_gpu(launches[launch].ms * us_per_ms);
                host_us_ += host_.launch_us * launch_count(step, launches);
                started_ = true;
                break;
            case Kind::on_device:
                move(host_.on_device_us * step.count + step.moved_bytes / host_.on_device_gb_s * us_per_byte);
                host_us_ += host_.launch_us * step.count;
                break;
            case Kind::to_device:
                // A few bytes are staged, and the host continues. More bytes wait until the GPU accepts them.
                if (step.bytes > max_staged_bytes * step.count) host_us_ = std::max(host_us_, gpu_us_);
                copy(host_.to_device_us * step.count, step.moved_bytes / host_.to_device_gb_s * us_per_byte);
                break;
            case Kind::to_host:
                host_us_ = std::max(host_us_, gpu_us_) + host_.wait_us * step.count;
                time_.host_wait_ms += host_.wait_us * step.count / us_per_ms;
                copy(0, step.moved_bytes / host_.to_host_gb_s * us_per_byte);
                (started_ ? last_bytes_ : first_bytes_) += step.bytes;
                break;
        }
    }

    CallTime end() {
        work();
        const double rest_ms = std::max(host_.call_us - host_.launch_us, 0.0) / us_per_ms;
        time_.call_overhead_ms += rest_ms;
        time_.ms = std::max(host_us_, gpu_us_) / us_per_ms + rest_ms;
        return time_;
    }

private:
    static constexpr double us_per_byte = 1e-3; // at 10^9 bytes per second

    /// Adds the cost of the first use in a call, which is not in the host's caches. For launches, the
    /// overhead of every call includes it.
    void add_first_use(Kind kind) {
        if (kind == Kind::launch || std::exchange(used_kinds_[static_cast<std::size_t>(kind)], true)) return;
        host_us_ += host_.first_us;
        time_.call_overhead_ms += host_.first_us / us_per_ms;
    }

    /// If the host launches a kernel on an idle GPU, the kernel starts when the launch is done.
    void start_on_gpu(double us) { gpu_us_ = std::max(host_us_ + host_.launch_us, gpu_us_) + us; }

    /// Adds a copy within device memory, or a memset.
    void move(double us) {
        start_on_gpu(us);
        time_.device_copies_ms += us / us_per_ms;
    }

    /// A graph is one launch, however many kernels it has.
    static double launch_count(const CallStep& step, std::span<const LaunchTotal> launches) {
        double most = 1;
        for (const std::size_t launch : step.launches) most = std::max(most, launches[launch].times);
        return most;
    }

    void copy(double fixed_us, double bytes_us) {
        host_us_ += fixed_us + bytes_us;
        time_.copies_ms += (fixed_us + bytes_us) / us_per_ms;
    }

    /// Adds the host's work on the bytes that it received since its last request to the GPU.
    void work() {
        if (last_bytes_ == 0) return;
        const double us = (first_bytes_ + last_bytes_) * host_.work_ns_per_byte * 1e-3;
        host_us_ += us;
        time_.host_work_ms += us / us_per_ms;
        last_bytes_ = 0;
    }

    const HostTimes& host_;
    CallTime time_;
    double host_us_ = 0;
    double gpu_us_ = 0;
    double first_bytes_ = 0; // received by the host before the first kernel
    double last_bytes_ = 0;  // received since then
    bool started_ = false;
    std::array<bool, CallStep::kinds> used_kinds_ = {};
};

} // namespace

std::vector<CallStep> make_call_steps(const OperationLog& log, const std::vector<ObservedLaunch>& launches,
                                      double parts) {
    std::vector<bool> known(launches.size());
    const auto of_operations = launches_of_operations(log.operations, launches);
    std::vector<CallStep> steps;
    for (std::size_t n = 0; n < log.operations.size(); ++n) {
        const Operation& operation = log.operations[n];
        std::vector<CallStep> after;
        for (const OperationTransfers& transfers : operation.transfers)
            if (const std::optional<Kind> kind = kind_of(transfers))
                (kind == Kind::to_host ? after : steps).push_back(step_of(transfers, *kind, parts));
        for (const std::size_t launch : of_operations[n]) known[launch] = true;
        if (operation.kind == OperationKind::kernel || operation.kind == OperationKind::graph)
            add_launches(steps, of_operations[n], launches, parts);
        std::ranges::move(after, std::back_inserter(steps));
    }
    for (std::size_t n = 0; n < launches.size(); ++n)
        if (!known[n]) add_launches(steps, {n}, launches, parts);
    return steps;
}

CallTime time_of_call(const std::vector<CallStep>& steps, std::span<const LaunchTotal> launches,
                      const HostTimes& host) {
    CallClock both(host);
    for (const CallStep& step : steps) both.add_step(step, launches);
    return both.end();
}

std::vector<CallStep> remove_host_work(std::vector<CallStep> steps) {
    for (CallStep& step : steps)
        if (step.kind == Kind::to_host && step.bytes > max_staged_bytes * step.count)
            step.bytes = step.moved_bytes = 0;
    return steps;
}

std::vector<CallStep> merge_host_waits(std::vector<CallStep> steps) {
    const auto only_waits = [](const CallStep& step) {
        return step.kind == Kind::to_host && step.bytes <= max_staged_bytes * step.count;
    };
    auto waits = std::ranges::count_if(steps, only_waits);
    std::erase_if(steps, [&](const CallStep& step) { return only_waits(step) && waits-- > 1; });
    return steps;
}

} // namespace grader
