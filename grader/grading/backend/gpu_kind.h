#pragma once

/// @file
/// The kind of a GPU: what has to be equal for the thresholds that were measured on one card to hold on another.

#include <string>

namespace grader {

/// What decides, of a device as CUDA describes it.
struct GpuTraits {
    std::string name;        ///< "NVIDIA H100 80GB HBM3"
    int multiprocessors = 0; ///< of a slice, its own
    double peak_gb_s = 0;    ///< bandwidth of the memory's pins; 0: unknown
};

/// The slug of the device's kind. A kind that this course has measured is known by its family, its multiprocessors, the class of its
/// memory bandwidth, and by being a whole GPU: "h200". Cards of one family can differ in all of them: an H100 PCIe has 114
/// multiprocessors and 2.0 TB/s, an H100 SXM 132 and 3.35 TB/s. So the slug of any other device has all of it:
/// "h100_pcie_114sm_2039gb_s". A host, which has none, is called by its name.
std::string gpu_kind(const GpuTraits& traits);

} // namespace grader
