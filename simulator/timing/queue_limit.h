#pragma once

/// @file
/// The queue between an SM and L2: it holds a limited number of sectors. While it is full, the SM cannot issue
/// further accesses, even if no warp waits for their data.

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "timing/server.h"

namespace simulator::timing {

/// Requests of one SM that L2 has not completed.
class QueueLimit {
public:
    /// Creates an empty queue that holds @p sectors sectors.
    explicit QueueLimit(double sectors = std::numeric_limits<double>::infinity()) : capacity_(sectors) {}

    /// Returns when a request for @p sectors sectors enters the queue that is issued at @p now.
    Ticks enter(double sectors, Ticks now) {
        while (!requests_.empty() && (requests_.top().first <= now || used_ + sectors > capacity_)) {
            now = std::max(now, requests_.top().first);
            used_ -= requests_.top().second;
            requests_.pop();
        }
        return now;
    }
    /// Adds a request for @p sectors sectors that is complete at @p until.
    void add(double sectors, Ticks until) {
        if (capacity_ == std::numeric_limits<double>::infinity()) return;
        used_ += sectors;
        requests_.emplace(until, sectors);
    }

private:
    using Request = std::pair<Ticks, double>; // completion and sectors

    double capacity_;
    double used_ = 0;
    std::priority_queue<Request, std::vector<Request>, std::greater<>> requests_;
};

} // namespace simulator::timing
