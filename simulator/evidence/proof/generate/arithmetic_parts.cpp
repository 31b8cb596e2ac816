// Arithmetic and divergence.

#include <algorithm>

#include "part.h"
#include "text.h"

namespace generate {

namespace {

// `$a` is a chain, `$b` its neighbor. Values that are unknown to the compiler keep it from folding steps.
struct Operation {
    const char* name;
    const char* type;
    const char* begin;   // initial value of chain $n
    const char* step;    // next value of the chain
    const char* result;  // sum of all chains, in $a
    double instructions; // PTX instructions
    double issue_cycles;
    double latency;
};

const char* const float_begin = "value + $n.0f";
const char* const float_result = "value = $a * 0.125f;";
const char* const word_begin = "word + $n";
const char* const word_result = "word ^= $a;";

const std::vector<Operation> operations = {
    {"fused multiply-adds", "float", float_begin, "fmaf($a, 0.5f, 1.0f)", float_result, 1, 1, 4},
    {"fused multiply-adds", "float", float_begin, "fmaf($a, 0.75f, 0.25f)", float_result, 1, 1, 4},
    {"products and sums", "float", float_begin, "($a + 1.5f) * 0.25f", float_result, 2, 2, 8},
    {"integer multiply-adds", "unsigned", word_begin, "$a * thread + 77u", word_result, 1.5, 2, 5},
    {"integer sums and shifts", "unsigned", word_begin, "($a >> 3) + ($a ^ thread)", word_result, 3, 4, 10},
    {"logic", "unsigned", word_begin, "__funnelshift_l($a, $a, 7) ^ thread", word_result, 2, 4, 10},
    {"bits that are counted", "unsigned", word_begin, "$a + static_cast<unsigned>(__popc($a ^ thread))",
     word_result, 3, 12, 25},
    {"integer divisions", "unsigned", word_begin, "(word | 0x40000000u) / ($a | 3u)", word_result, 3, 40, 90},
    {"exponentials", "float", float_begin, "__expf(0.5f - fabsf($a))", float_result, 5, 10, 40},
    {"reciprocal roots", "float", float_begin, "rsqrtf(fabsf($a) + 0.5f)", float_result, 3, 11, 45},
    {"square roots", "float", float_begin, "sqrtf(fabsf($a) + 0.5f)", float_result, 3, 20, 70},
    {"divisions", "float", float_begin, "1.0f / (fabsf($a) + 0.5f)", float_result, 3, 16, 60},
    {"sines", "float", float_begin, "sinf($a) + 0.5f", float_result, 40, 35, 110},
    {"doubles", "double", "static_cast<double>(value) + $n", "fma($a, 0.5, 1.0)",
     "value = static_cast<float>($a) * 0.125f;", 1, 2, 8},
    {"pairs of halves", "__half2", "__float2half2_rn(value * 0.001f + $n.0f)",
     "__hfma2($a, $a, pair_of_halves)", "value += __low2float($a);", 1, 1, 6},
    {"conversions", "float", float_begin, "static_cast<float>(static_cast<int>($a * 8.0f) & 0xff)",
     float_result, 4, 18, 40},
};

// Joins the texts with `between`.
std::string joined_terms(const std::vector<std::string>& texts, const char* between) {
    std::string result;
    for (const std::string& text : texts) result += (result.empty() ? "" : between) + text;
    return result;
}

} // namespace

Part Parts::arithmetic(unsigned at_most) {
    const Operation operation = random_.pick(operations);
    const unsigned chains = random_.pick<unsigned>({1, 1, 2, 3, 4, 4, 8});
    const unsigned wished = random_.pick<unsigned>({4, 8, 16, 32, 64, 128, 200});
    const double each = operation.instructions * chains;
    const auto steps = static_cast<unsigned>(std::max(1.0, std::min(wished, at_most) / each));
    const bool unrolled = steps <= 16 || random_.chance(50);

    std::string text = filled("{\n    // Arithmetic: $name, $chains chains of $steps steps.\n",
                              {{"$name", operation.name},
                               {"$chains", std::to_string(chains)},
                               {"$steps", std::to_string(steps)}});
    if (std::string(operation.type) == "__half2") {
        text += "    const __half2 pair_of_halves = __float2half2_rn(static_cast<float>(lane) * 0.01f);\n";
    }
    std::vector<std::string> names;
    for (unsigned c = 0; c < chains; ++c) {
        const std::string name = "chain" + std::to_string(c);
        text += filled("    $type $name = $begin;\n",
                       {{"$type", operation.type},
                        {"$name", name},
                        {"$begin", filled(operation.begin, {{"$n", std::to_string(c)}})}});
        names.push_back(name);
    }
    text += unrolled ? "#pragma unroll\n" : "#pragma unroll 4\n";
    text += "    for (int step = 0; step < " + std::to_string(steps) + "; ++step) {\n";
    for (const std::string& name : names) {
        text += "        " + name + " = " + filled(operation.step, {{"$a", name}}) + ";\n";
    }
    text +=
        "    }\n    " + filled(operation.result, {{"$a", "(" + joined_terms(names, " + ") + ")"}}) + "\n}\n";

    Cost cost;
    cost.instructions = steps * each + 2 * chains + (unrolled ? 0 : steps / 2);
    cost.issue_cycles = steps * chains * operation.issue_cycles + 2 * chains;
    cost.latency = steps * std::max(operation.latency, chains * operation.issue_cycles);
    return {text, cost};
}

Part Parts::divergence() {
    const unsigned ways = random_.pick<unsigned>({2, 2, 3, 4, 8});
    enum class By { lane, chance, warp, block, length };
    const By by = random_.pick<By>({By::lane, By::lane, By::chance, By::warp, By::block, By::length});
    if (by == By::length) {
        const unsigned longest = random_.pick<unsigned>({4, 16, 32});
        const Part inside = arithmetic(12);
        Cost cost = inside.cost.for_share(longest);
        cost.latency *= longest;
        return {
            "{\n    // A loop that is longer in some lanes.\n    const unsigned length = (lane + round) % " +
                std::to_string(longest) +
                " + 1;\n#pragma unroll 1\n    for (unsigned n = 0; n < length; ++n) {\n" +
                indented(inside.text, 2) + "    }\n}\n",
            cost};
    }
    // The first branch is the usual one of all lanes; the last takes the remaining lanes.
    std::string who;
    std::string name;
    switch (by) {
        case By::lane: who = "lane", name = "lanes"; break;
        case By::chance: who = "mixed(thread + round)", name = "lanes, by chance"; break;
        case By::warp: who = "(warp + round)", name = "warps"; break;
        default: who = "(blockIdx.x + round)", name = "blocks"; break;
    }
    const std::string way = who + " % " + std::to_string(ways) + "u";
    std::string text = "{\n    // Ways that part: " + name + ", " + std::to_string(ways) +
                       " ways.\n    const unsigned way = " + way + ";\n";
    Cost cost;
    cost.instructions = cost.issue_cycles = 4 * ways;
    const bool in_a_warp = by == By::lane || by == By::chance;
    const double share = in_a_warp ? 1 : 1.0 / ways;
    // At most four branches are written out: the last one takes the rest.
    const unsigned written = std::min(ways, 4u);
    for (unsigned n = 0; n < written; ++n) {
        const Part inside = n == 0 && random_.chance(25) ? loads() : arithmetic(60);
        const bool last = n + 1 == written;
        text += n == 0 ? "    if (way == 0) {\n"
                : last ? "    } else {\n"
                       : "    } else if (way == " + std::to_string(n) + ") {\n";
        text += indented(inside.text, 2);
        Cost part = inside.cost.for_share(share);
        part.latency = in_a_warp ? inside.cost.latency : inside.cost.latency / ways;
        cost += part;
    }
    return {text + "    }\n}\n", cost};
}

} // namespace generate
