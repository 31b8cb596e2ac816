#pragma once

/// @file
/// The kind of a GPU: the properties that must be equal for thresholds measured on one card to apply to
/// another.

#include <string>

namespace grader {

/// The properties of a device, as CUDA describes it, that determine its kind.
struct GpuTraits {
    std::string name;        ///< "NVIDIA H100 80GB HBM3"
    int multiprocessors = 0; ///< multiprocessors; only those of the slice for a MIG slice
    double peak_gb_s = 0;    ///< peak bandwidth of the memory interface; 0: unknown
};

/// Returns the slug of the device's kind. A kind that this course has measured is identified by its family,
/// its number of multiprocessors, the class of its memory bandwidth, and by being a whole GPU: "h200".
/// Cards of one family can differ in all of these: an H100 PCIe has 114 multiprocessors and 2.0 TB/s, an
/// H100 SXM 132 and 3.35 TB/s. So the slug of any other device includes all of them:
/// "h100_pcie_114sm_2039gb_s". The slug of a host, which has no multiprocessors, is its name.
std::string gpu_kind(const GpuTraits& traits);

} // namespace grader
