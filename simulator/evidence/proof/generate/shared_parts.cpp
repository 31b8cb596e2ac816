// Cooperation of threads: exchange, shuffles, atomics.

#include <algorithm>
#include <numeric>

#include "part.h"
#include "text.h"

namespace generate {

Part Parts::exchange() {
    const unsigned reads = random_.between(1, 4);
    const unsigned wished = random_.pick<unsigned>({1, 1, 1, 2, 4, 8, 32});
    // At most 32 KiB.
    const unsigned stride = std::min(wished, 8192 / shape_.threads);
    const unsigned distance = random_.pick<unsigned>({1, 5, 32, 33});
    const unsigned floats = shape_.threads * stride;
    needs_.tile_floats = std::max(needs_.tile_floats, floats);
    std::string text = filled("{\n    // Exchange through shared memory, $stride floats apart.\n"
                              "    tile[threadIdx.x * $stride] = value;\n"
                              "    // All threads have written before one reads.\n"
                              "    __syncthreads();\n",
                              {{"$stride", std::to_string(stride)}});
    for (unsigned n = 0; n < reads; ++n) {
        text += filled("    value += 0.25f * tile[(threadIdx.x + round + $distance) % $threads * $stride];\n",
                       {{"$distance", std::to_string((n + 1) * distance)},
                        {"$threads", std::to_string(shape_.threads) + "u"},
                        {"$stride", std::to_string(stride)}});
    }
    text += "    // All have read before one writes again.\n    __syncthreads();\n}\n";
    Cost cost;
    cost.instructions = cost.issue_cycles = 6 + 6 * reads;
    cost.memory_cycles = (1 + reads) * std::gcd(stride, 32u);
    cost.latency = 100 + cost.memory_cycles * shape_.threads / 32;
    return {text, cost};
}

Part Parts::shuffles() {
    const unsigned count = random_.pick<unsigned>({1, 2, 5, 5});
    std::string text = "{\n    // Shuffles between lanes: " + std::to_string(count) + ".\n";
    for (unsigned n = 0; n < count; ++n) {
        text += "    value += 0.5f * __shfl_xor_sync(~0u, value, " + std::to_string(16 >> n) + ");\n";
    }
    text += "}\n";
    Cost cost;
    cost.instructions = 2 * count;
    cost.issue_cycles = 3 * count;
    cost.memory_cycles = count;
    cost.latency = 30 * count;
    return {text, cost};
}

Part Parts::shared_atomics() {
    const bool whole = random_.chance(75);
    const unsigned bins = random_.pick<unsigned>({1, 4, 32, 256, 1024});
    unsigned& needed = whole ? needs_.shared_counters : needs_.shared_sums;
    needed = std::max(needed, bins);
    const bool spread = random_.chance(40);
    const std::string text = filled("{\n    // Atomics in shared memory: $bins addresses, $how.\n"
                                    "    atomicAdd(&$array[$place % $binsu], $addend);\n}\n",
                                    {{"$array", whole ? "shared_counters" : "shared_sums"},
                                     {"$how", spread ? "in a row" : "by chance"},
                                     {"$place", spread ? "threadIdx.x" : "(word >> 9)"},
                                     {"$addend", whole ? "1u" : "1.0f"},
                                     {"$bins", std::to_string(bins)}});
    // Lanes at the address with most conflicts.
    const double lanes = spread       ? std::max(1u, 32 / bins)
                         : bins == 1  ? 32
                         : bins == 4  ? 12
                         : bins == 32 ? 4
                                      : 2;
    Cost cost;
    cost.instructions = cost.issue_cycles = 6;
    cost.memory_cycles = 2 * lanes * (whole ? 1 : 10);
    cost.latency = 20 + lanes * (whole ? 2 : 80);
    return {text, cost};
}

Part Parts::global_atomics() {
    const bool whole = random_.chance(65);
    const bool fetching = whole && random_.chance(30);
    const unsigned addresses = random_.pick<unsigned>({1, 32, 1024, 1u << 14, 1u << 20, 1u << 20});
    const bool row = random_.chance(30);
    const bool some = random_.chance(50);
    (whole ? needs_.counters : needs_.sums) = true;
    std::string call = filled("atomicAdd(&$array[$place & $mask], $addend)",
                              {{"$array", whole ? "counters" : "sums"},
                               {"$place", row ? "(thread + round * threads_of_grid)" : "(word >> 9)"},
                               {"$mask", hexadecimal(addresses - 1)},
                               {"$addend", whole ? "lane + 1" : "0.5f"}});
    if (fetching) call = "word += " + call;
    std::string text = filled("{\n    // Atomics in global memory: $addresses addresses, $how$result.\n",
                              {{"$addresses", std::to_string(addresses)},
                               {"$how", row ? "in a row" : "by chance"},
                               {"$result", fetching ? ", whose results are used" : ""}});
    text += some ? "    if ((lane + round) % 8 == 0) " + call + ";\n}\n" : "    " + call + ";\n}\n";
    const double lanes = some ? 4 : 32;
    Cost cost;
    cost.instructions = cost.issue_cycles = 7;
    cost.memory_cycles = lanes;
    cost.latency = fetching ? 700 : 40;
    // One address takes about one atomic per cycle; the whole GPU about 64.
    cost.atomic_cycles = addresses == 1 ? (whole ? 2 : lanes) : lanes / std::min(64.0, addresses / 16.0);
    return {text, cost};
}

Part Parts::any() {
    const unsigned kind = random_.below(100);
    if (kind < 32) return loads();
    if (kind < 60) return arithmetic(200);
    if (kind < 69) return exchange();
    if (kind < 77) return divergence();
    if (kind < 83) return stores();
    if (kind < 88) return shuffles();
    if (kind < 92) return dependent_loads();
    if (kind < 96) return shared_atomics();
    return global_atomics();
}

} // namespace generate
