#include "course/suggestion_kinds.h"

#include <algorithm>

namespace grader {

const std::vector<SuggestionKind>& suggestion_kinds() {
    static const std::vector<SuggestionKind> kinds = {
        {"sectors", "let neighbouring threads access neighbouring addresses (coalescing)"},
        {"shared_tile", "load it into shared memory once for 16 threads"},
        {"bank_conflicts", "avoid its bank conflicts"},
        {"register_tile", "reuse values in registers for half of its loads"},
        {"atomics_in_shared", "add in shared memory first, then once per block in global memory"},
        {"own_counters", "give each thread a private counter"},
        {"loads_in_flight", "start two of its loads before you use the first"},
        {"wide_accesses", "access four neighbouring elements with one instruction, such as a float4 load"},
        {"occupancy", "raise occupancy: let an SM hold as many blocks as it can"},
        {"divergence", "let all threads of a warp take the same branch"},
        {"instructions", "halve the arithmetic"},
        {"work_per_thread", "do the same work with a quarter of the blocks"},
        {"host_work", "let the GPU do the host's work on the bytes that are copied to it"},
        {"host_waits", "let the host wait for the GPU only once"},
    };
    return kinds;
}

const SuggestionKind* suggestion_kind(const std::string& name) {
    const auto found = std::ranges::find(suggestion_kinds(), name, &SuggestionKind::name);
    return found == suggestion_kinds().end() ? nullptr : &*found;
}

} // namespace grader
