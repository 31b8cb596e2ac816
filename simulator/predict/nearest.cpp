#include "predict/nearest.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace simulator::predict {
namespace {

double distance(double a, double b) { return std::abs(std::log(a / b)); }

double l2_per_sm(const Device& device) {
    return static_cast<double>(device.l2_bytes) / device.multiprocessors;
}

} // namespace

std::string nearest(const Device& device, const std::vector<std::string>& candidates) {
    if (candidates.empty()) throw std::invalid_argument("no modelled GPU to predict from");
    return *std::ranges::min_element(candidates, {}, [&](const std::string& name) {
        const Device other = device_named(name);
        return std::tuple(distance(other.threads_per_sm, device.threads_per_sm),
                          std::abs(other.capability() - device.capability()),
                          distance(l2_per_sm(other), l2_per_sm(device)));
    });
}

} // namespace simulator::predict
