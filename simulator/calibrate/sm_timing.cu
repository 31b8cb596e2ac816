#include "sm_timing.h"

#include <algorithm>
#include <limits>

namespace calibrate {

double busy_cycles(const std::vector<WarpTime>& times, const SmLoad& load) {
    struct Busy {
        long long begin;
        long long end;
        int warps;
    };
    std::map<unsigned, Busy> sms;
    for (const WarpTime& time : times) {
        auto [at, is_new] = sms.try_emplace(time.sm, Busy{time.begin, time.end, 0});
        at->second.begin = std::min(at->second.begin, time.begin);
        at->second.end = std::max(at->second.end, time.end);
        ++at->second.warps;
    }
    std::vector<double> clocks;
    for (const auto& [sm, busy] : sms) {
        // An SM with another number of blocks than planned would give a wrong result.
        if (busy.warps == load.blocks * load.warps())
            clocks.push_back(static_cast<double>(busy.end - busy.begin));
    }
    if (clocks.empty()) {
        std::printf("# No SM got %d blocks of %d threads.\n", load.blocks, load.threads);
        return std::numeric_limits<double>::quiet_NaN();
    }
    return median(clocks);
}

WarpTime* warp_times_on_gpu() {
    static WarpTime* const times = [] {
        void* memory = nullptr;
        check(cudaMalloc(&memory, 65536 * sizeof(WarpTime)), "cudaMalloc");
        return static_cast<WarpTime*>(memory);
    }();
    return times;
}

} // namespace calibrate
