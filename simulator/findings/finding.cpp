#include "findings/finding.h"

#include <algorithm>
#include <array>

namespace simulator {

namespace {

struct KindText {
    FindingKind kind;
    std::string_view text;
    std::string_view title;
    bool failure = true;
};

constexpr std::array rows = {
    KindText{FindingKind::out_of_bounds, "out_of_bounds", "out-of-bounds access"},
    KindText{FindingKind::null_pointer, "null_pointer", "null pointer dereference"},
    KindText{FindingKind::host_pointer, "host_pointer", "host pointer dereferenced on the device"},
    KindText{FindingKind::misaligned, "misaligned", "misaligned access"},
    KindText{FindingKind::use_after_free, "use_after_free", "use after free"},
    KindText{FindingKind::constant_write, "constant_write", "write to constant memory"},
    KindText{FindingKind::double_free, "double_free", "double free"},
    KindText{FindingKind::invalid_free, "invalid_free", "invalid free"},
    KindText{FindingKind::uninitialized, "uninitialized", "uninitialized value"},
    KindText{FindingKind::stale_read, "stale_read", "read-only load of memory that the kernel writes"},
    KindText{FindingKind::inactive_lane, "inactive_lane", "shuffle from an inactive lane"},
    KindText{FindingKind::shared_race, "shared_race", "data race in shared memory"},
    KindText{FindingKind::global_race, "global_race", "data race in global memory"},
    KindText{FindingKind::same_value_race, "same_value_race", "data race: threads write the same value",
             false},
    KindText{FindingKind::plain_read_race, "plain_read_race",
             "data race: plain read before a compare-and-swap", false},
    KindText{FindingKind::stream_race, "stream_race", "data race between streams"},
    KindText{FindingKind::host_race, "host_race", "data race between the host and a stream"},
    KindText{FindingKind::divergent_barrier, "divergent_barrier",
             "divergent barrier: not all threads reach it"},
    KindText{FindingKind::leak, "leak", "memory leak"},
    KindText{FindingKind::stack_overflow, "stack_overflow", "stack overflow"},
    KindText{FindingKind::deadlock, "deadlock", "deadlock"},
    KindText{FindingKind::instruction_limit, "instruction_limit", "instruction limit exceeded"},
    KindText{FindingKind::assertion, "assertion", "assertion failed"},
    KindText{FindingKind::trap, "trap", "trap instruction executed"},
    KindText{FindingKind::host_access, "host_access", "device memory accessed by the host"},
    KindText{FindingKind::unchecked_launch, "unchecked_launch", "unchecked launch failure"},
    KindText{FindingKind::failed_call, "failed_call", "runtime call failed", false},
};

constexpr const KindText& row_of(FindingKind kind) { return rows[static_cast<std::size_t>(kind)]; }

constexpr bool rows_are_in_order() {
    for (std::size_t n = 0; n < rows.size(); ++n) {
        if (rows[n].kind != static_cast<FindingKind>(n)) return false;
    }
    return rows.back().kind == FindingKind::failed_call;
}
static_assert(rows_are_in_order());

} // namespace

std::string_view text_of(FindingKind kind) { return row_of(kind).text; }

std::string_view title_of(FindingKind kind) { return row_of(kind).title; }

std::string page_of(FindingKind kind) { return "docs/findings/" + std::string(text_of(kind)) + ".md"; }

bool is_failure(FindingKind kind) { return row_of(kind).failure; }

bool is_reported_by_program(FindingKind kind) {
    return kind == FindingKind::leak || kind == FindingKind::host_access || kind == FindingKind::host_race ||
           kind == FindingKind::unchecked_launch || kind == FindingKind::failed_call;
}

bool is_failure(const Finding& finding) { return is_failure(finding.kind) && !finding.not_requested; }

std::size_t Findings::add(Finding finding) {
    const std::lock_guard lock(mutex_);
    const CodePlace& place = finding.place;
    // Without line information, the PTX line or the call distinguishes locations.
    const Key key = {finding.kind,
                     place.kernel,
                     place.file,
                     place.line,
                     place.line == 0 ? place.ptx_line : 0,
                     place.line == 0 ? place.call : nullptr};
    const auto [entry, is_new] = index_of_key_.emplace(key, findings_.size());
    // Findings without any known location are never merged.
    if (is_new || (place.kernel.empty() && place.line == 0 && place.call == nullptr)) {
        findings_.push_back(std::move(finding));
        return findings_.size() - 1;
    }
    Finding& first = findings_[entry->second];
    finding.count += first.count;
    if (finding.breadth > first.breadth)
        first = std::move(finding);
    else
        first.count = finding.count;
    return entry->second;
}

void Findings::count(std::size_t number, std::uint64_t times) {
    const std::lock_guard lock(mutex_);
    findings_.at(number).count += times;
}

std::vector<Finding> Findings::all() const {
    const std::lock_guard lock(mutex_);
    return findings_;
}

std::size_t Findings::failures() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count_if(findings_.begin(), findings_.end(), [](const Finding& f) { return is_failure(f); }));
}

} // namespace simulator
