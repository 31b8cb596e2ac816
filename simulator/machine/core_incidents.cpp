#include "machine/core_incidents.h"

#include <cstddef>
#include <utility>

#include "machine/block.h"

namespace simulator {

void CoreIncidents::stop(Fault fault) {
    faulted_ = true;
    launch_.stop(std::move(fault));
}

void CoreIncidents::refused(const Access& access, bool at_once) {
    Fault fault = fault_of(access);
    fault.reported = true;
    if (at_once)
        stop(std::move(fault));
    else
        launch_.note_fault(std::move(fault));
}

void CoreIncidents::invalid_access(Block& block, const Access& access) {
    block.incidents().add_access(access);
    buffer_or_report(block);
}

void CoreIncidents::barrier_arrived(const Block& block, std::uint32_t warp, std::uint32_t number) {
    if (launch_.event_observer != nullptr)
        launch_.event_observer->barrier_arrived({block.linear_index(), warp}, number);
}

void CoreIncidents::barrier_completed(Block& block, std::uint32_t number, bool whole,
                                      std::span<const std::uint32_t> warps, std::uint32_t op,
                                      std::uint32_t absent) {
    if (launch_.observer != nullptr && absent != 0) {
        block.incidents().add_divergent_barrier(op, absent);
        buffer_or_report(block);
    }
    if (launch_.event_observer != nullptr)
        launch_.event_observer->barrier(block.linear_index(), number, whole, warps);
}

void CoreIncidents::mixed_barrier(Block& block, std::uint32_t op, std::uint32_t other) {
    if (launch_.observer == nullptr) return;
    block.incidents().add_mixed_barrier(op, other);
    buffer_or_report(block);
}

void CoreIncidents::buffer_or_report(Block& block) {
    // Bounds host memory: a loop of invalid accesses makes an unbounded number of incidents.
    constexpr std::size_t max_buffered_incidents = 4096;
    if (launch_.is_single_core || block.incidents().size() >= max_buffered_incidents)
        launch_.report_in_block_order(block.linear_index(), block.incidents());
}

bool CoreIncidents::different_lines(std::uint32_t a, std::uint32_t b) const {
    const ptx::SourceLine first = launch_.kernel.info[a].source;
    const ptx::SourceLine second = launch_.kernel.info[b].source;
    return a != b && (first.line == 0 || first.line != second.line || first.file != second.file);
}

} // namespace simulator
