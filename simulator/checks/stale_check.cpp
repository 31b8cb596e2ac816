#include "checks/stale_check.h"

#include "counters/lanes.h"
#include "finding_messages/initialization_messages.h"

namespace simulator::checks {

namespace initialization_messages = kernelsmith::initialization_messages;

void StaleCheck::start_launch(const LaunchStart& launch) {
    read_only_ = launch.read_only;
    written_ = {};
}

void StaleCheck::global_access(const Access& access, Mask mask, const Extent& extent) {
    if (!read_only_) return;
    if (access.kind == AccessKind::load) {
        if (written_.empty() || !read_only_(access.op)) return;
        if (written_.first_in(extent.first, extent.span(access)))
            for_each_lane(mask, [&](unsigned lane) { check_lane(access, lane); });
    } else if (access.shape == Shape::consecutive && mask == access.mask) {
        written_.add(extent.first, extent.span(access));
    } else {
        for_each_lane(mask, [&](unsigned lane) { written_.add(access.addresses[lane], access.bytes); });
    }
}

void StaleCheck::check_lane(const Access& access, unsigned lane) {
    const Address address = access.addresses[lane];
    if (!written_.first_in(address, access.bytes)) return;
    reporter_->report(FindingKind::stale_read, access.op, [&](Finding& finding) {
        finding.block = reporter_->block(access.place.block);
        finding.thread = reporter_->thread(access.place.warp * 32 + lane);
        finding.address = address;
        finding.what = {initialization_messages::read_only_load_of_written_memory,
                        {{"access", access_of(AccessKind::load, access.bytes)}}};
        finding.where = describer_->inside(*describer_->memory().find(address), address);
        finding.advice = initialization_messages::use_plain_load;
    });
}

} // namespace simulator::checks
