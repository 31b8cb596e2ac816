#include "grading/runner/timeline.h"

#include <chrono>
#include <mutex>

#include <cuda_runtime_api.h>

#include "grading/channel/kernel_name.h"
#include "grading/channel/protocol.h"
#include "grading/runner/launch_log.h"

namespace runner {
namespace {

using grader::protocol::max_operations;

/// A CUDA event, and whether it was recorded in the current call.
struct EventMark {
    cudaEvent_t event = nullptr;
    bool recorded = false;
};

struct Entry {
    RecordedOperation what;
    cudaStream_t stream = nullptr;
    double submitted_ms = 0;
    double returned_ms = 0;
};

struct Timeline {
    std::mutex mutex;
    bool enabled = false;
    std::vector<Entry> entries;
    std::size_t dropped = 0;
    EventMark begin;
    EventMark end;
    std::vector<std::pair<EventMark, EventMark>> marks; ///< events before and after each entry; empty without
                                                        ///< events
    std::chrono::steady_clock::time_point start;
};

Timeline& state() {
    static Timeline instance;
    return instance;
}

/// The number of the operation that this thread has recorded but not submitted yet; 0: none.
thread_local std::size_t last_recorded = 0;

/// Returns whether @p answer is success. A query must not leave its error to the solution.
bool succeeded(cudaError_t answer) {
    if (answer != cudaSuccess) (void)cudaGetLastError();
    return answer == cudaSuccess;
}

void make(EventMark& mark) {
    if (mark.event == nullptr && !succeeded(cudaEventCreate(&mark.event))) mark.event = nullptr;
}

void record(EventMark& mark, cudaStream_t stream) {
    mark.recorded = mark.event != nullptr && succeeded(cudaEventRecord(mark.event, stream));
}

/// Returns the milliseconds from @p from to @p to; no value if either was not recorded.
std::optional<double> between(const EventMark& from, const EventMark& to) {
    float ms = 0;
    if (!from.recorded || !to.recorded || !succeeded(cudaEventElapsedTime(&ms, from.event, to.event)))
        return std::nullopt;
    return ms;
}

double ms_of_call(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

std::optional<grader::OperationTime> time_of(const EventMark& begin,
                                             const std::pair<EventMark, EventMark>& marks) {
    const std::optional<double> start = between(begin, marks.first);
    const std::optional<double> ms = between(marks.first, marks.second);
    if (!start || !ms) return std::nullopt;
    return grader::OperationTime{*start, *ms};
}

grader::Operation describe_operation(const Entry& entry) {
    grader::Operation operation;
    operation.kind = entry.what.kind;
    operation.direction = entry.what.direction;
    operation.bytes = entry.what.bytes;
    operation.transfers = entry.what.transfers;
    operation.submitted_ms = entry.submitted_ms;
    operation.returned_ms = entry.returned_ms;
    for (const auto& [shape, count] : entry.what.kernels) {
        const std::string symbol = symbol_of(shape.kernel);
        operation.kernels.push_back({grader::kernel_name(grader::demangled(symbol)), symbol, count});
    }
    return operation;
}

} // namespace

void enable_timeline(bool with_events) {
    Timeline& all = state();
    const std::lock_guard lock(all.mutex);
    all.enabled = true;
    if (!with_events) return;
    all.marks.resize(max_operations); // created now, so that no call pays for it
    make(all.begin);
    make(all.end);
    for (auto& [first, last] : all.marks) {
        make(first);
        make(last);
    }
}

bool timeline_has_events() { return !state().marks.empty(); }

void start_timeline() {
    Timeline& all = state();
    const std::lock_guard lock(all.mutex);
    if (!all.enabled) return;
    all.entries.clear();
    all.dropped = 0;
    is_recording_operations = true;
    last_recorded = 0;
    for (auto& [first, last] : all.marks) first.recorded = last.recorded = false;
    needs_events = !all.marks.empty();
    if (needs_events) record(all.begin, nullptr);
    all.start = std::chrono::steady_clock::now();
}

void stop_timeline() {
    Timeline& all = state();
    const std::lock_guard lock(all.mutex);
    if (!is_recording_operations) return;
    is_recording_operations = false;
    needs_events = false;
    if (!all.marks.empty()) record(all.end, nullptr);
}

void record_operation(RecordedOperation operation, cudaStream_t stream) {
    Timeline& all = state();
    const std::lock_guard lock(all.mutex);
    last_recorded = 0;
    if (!is_recording_operations) return;
    if (all.entries.size() == max_operations) {
        ++all.dropped;
        return;
    }
    all.entries.push_back({std::move(operation), stream});
    last_recorded = all.entries.size();
}

std::size_t begin_operation() {
    const std::size_t number = std::exchange(last_recorded, 0);
    if (number == 0) return 0;
    Timeline& all = state();
    const std::lock_guard lock(all.mutex);
    Entry& entry = all.entries[number - 1];
    entry.submitted_ms = ms_of_call(all.start);
    record(all.marks[number - 1].first, entry.stream);
    return number;
}

void end_operation(std::size_t operation) {
    Timeline& all = state();
    const std::lock_guard lock(all.mutex);
    Entry& entry = all.entries[operation - 1];
    record(all.marks[operation - 1].second, entry.stream);
    entry.returned_ms = ms_of_call(all.start);
}

grader::OperationLog timeline() {
    Timeline& all = state();
    std::unique_lock lock(all.mutex);
    const std::vector<Entry> entries = all.entries;
    lock.unlock();
    grader::OperationLog log;
    log.dropped = all.dropped;
    if (!all.marks.empty()) {
        if (all.end.recorded) (void)succeeded(cudaEventSynchronize(all.end.event));
        log.ms = between(all.begin, all.end);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        log.operations.push_back(describe_operation(entries[i]));
        if (!all.marks.empty()) log.operations.back().time = time_of(all.begin, all.marks[i]);
    }
    return log;
}

} // namespace runner
