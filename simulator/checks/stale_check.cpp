#include "checks/stale_check.h"

#include <fmt/core.h>

#include "counters/lanes.h"

namespace simulator::checks {

void StaleCheck::start_launch(const LaunchStart& launch) {
    read_only_ = launch.read_only;
    written_ = {};
}

void StaleCheck::global_access(const Access& access, Mask mask, const Extent& extent) {
    if (!read_only_) return;
    if (access.kind == AccessKind::load) {
        if (written_.empty() || !read_only_(access.op)) return;
        if (written_.first_in(extent.first, extent.span(access)))
            for_each_lane(mask, [&](unsigned lane) { look_at(access, lane); });
    } else if (access.shape == Shape::consecutive && mask == access.mask) {
        written_.add(extent.first, extent.span(access));
    } else {
        for_each_lane(mask, [&](unsigned lane) { written_.add(access.addresses[lane], access.bytes); });
    }
}

void StaleCheck::look_at(const Access& access, unsigned lane) {
    const Address address = access.addresses[lane];
    if (!written_.first_in(address, access.bytes)) return;
    reporter_->report(FindingKind::stale_read, access.op, [&](Finding& finding) {
        finding.block = reporter_->block(access.place.block);
        finding.thread = reporter_->thread(access.place.warp * 32 + lane);
        finding.address = address;
        finding.what = fmt::format("reads {} through a read-only cache that this launch has written",
                                   bytes_text(access.bytes));
        finding.where = where_->inside(*where_->memory().find(address), address);
        finding.advice = "__ldg, const __restrict__ and textures read memory that does not change while the "
                         "kernel runs. Read "
                         "it with a plain load, or in a later launch.";
    });
}

} // namespace simulator::checks
