#include "course/suggestion_kinds.h"

#include <algorithm>

namespace grader {

const std::vector<SuggestionKind>& suggestion_kinds() {
    static const std::vector<SuggestionKind> kinds = {
        {"sectors", "let neighbouring threads use neighbouring bytes"},
        {"shared_tile", "load it once for 16 threads, into shared memory"},
        {"bank_conflicts", "avoid its bank conflicts"},
        {"register_tile", "keep half of what it loads in registers"},
        {"atomics_in_shared", "add up in shared memory first, block by block"},
        {"own_counters", "give each thread a counter of its own"},
        {"loads_in_flight", "begin two of its loads before you use one"},
        {"wide_accesses", "move four neighbouring elements at a time"},
        {"occupancy", "let an SM hold as many blocks as it can"},
        {"divergence", "let all threads of a warp go the same way"},
        {"instructions", "do without half of the arithmetic"},
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
