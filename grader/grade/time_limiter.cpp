#include "grade/time_limiter.h"

#include <map>
#include <string_view>

#include <fmt/core.h>

namespace grader {
namespace {

/// A part of the GPU's work, or what a launch does while none of them is busy.
struct PartWords {
    std::string_view name; ///< stands behind "KERNEL is limited by "
    std::string_view how;  ///< how it limits a launch
};

const std::map<std::string_view, PartWords>& words_for_parts() {
    static const std::map<std::string_view, PartWords> words = {
        {"sm", {"its blocks on the SMs, waiting included", "they take their time, however fast memory is"}},
        {"l2", {"the L2 cache", "it serves as many requests as it can"}},
        {"dram", {"the memory of the GPU", "it brings and takes as many bytes as it can"}},
        {"atomics", {"atomics on global memory", "L2 changes as many sectors as it can"}},
        {"same_address", {"atomics that meet", "those on one address are done one after the other"}},
        {"chain",
         {"blocks that wait for each other", "what one hands on to the next takes its way through L2"}},
        {"launch", {"being launched", "it does little beside that"}},
        {"call", {"being called by the host", "the host begins the kernel and waits for its end"}},
        {"copies", {"copies between host and device", "the bus brings as many bytes as it can"}},
        {"host_waits",
         {"the host's waiting for the GPU", "the GPU does nothing until it is told what comes next"}},
        {"host_work",
         {"the host", "it works on the bytes that were copied to it, while the GPU does nothing"}},
        {"block_start", {"the start of its blocks", "there are many, and each is short"}},
        {"issue", {"the number of its instructions", "the SMs begin as many in a clock as they can"}},
        {"l1_and_shared",
         {"L1 and shared memory", "scattered addresses and bank conflicts make more turns of an access"}},
        {"from_l2", {"the way from L2 to the SMs", "it brings as many sectors as it can"}},
        {"to_l2", {"the way from the SMs to L2", "it takes as many sectors as it can"}},
        {"unit_alu", {"whole numbers, comparisons and logic", "the unit for them is busy"}},
        {"unit_fma", {"float multiplications and additions", "the units for them are busy"}},
        {"unit_fma_heavy", {"multiplications of whole numbers", "the unit for them is busy"}},
        {"unit_fp16", {"arithmetic in half precision", "the unit for it is busy"}},
        {"unit_fp64", {"arithmetic in double precision", "the unit for it is busy"}},
        {"unit_xu", {"roots, quotients and functions such as the sine", "the unit for them is busy"}},
        {"unit_conversion", {"conversions between types", "the unit for them is busy"}},
        {"unit_lsu", {"the number of its loads, stores and shuffles", "the unit for them is busy"}},
        {"unit_tex", {"the number of its texture fetches", "the unit for them is busy"}},
        {"unit_branch", {"the number of its branches", "the unit for them is busy"}},
        {"unit_uniform", {"work that is the same for a whole warp", "the unit for it is busy"}},
        {"unit_tensor", {"matrix instructions", "the tensor cores are busy"}},
        {"unit_none", {"instructions that need no unit", "the schedulers are busy with them"}},
        {"latency",
         {"waiting", "its warps wait for memory, for results or at barriers, and too few others have "
                     "work meanwhile"}},
    };
    return words;
}

} // namespace

std::string limiter_in_words(const std::string& what, const std::string& limiter) {
    const auto words = words_for_parts().find(limiter);
    if (words == words_for_parts().end()) return {};
    return fmt::format("The model says that {} is limited by {}: {}.", what, words->second.name,
                       words->second.how);
}

std::string part_in_words(const std::string& term) {
    const auto words = words_for_parts().find(term);
    return std::string(words == words_for_parts().end() ? std::string_view(term) : words->second.name);
}

} // namespace grader
