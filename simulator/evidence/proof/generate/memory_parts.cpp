// Loads and stores.

#include <algorithm>

#include "part.h"
#include "text.h"

namespace generate {

namespace {

constexpr unsigned KiB = 1024;
constexpr unsigned MiB = 1024 * KiB;
constexpr unsigned bytes_that_l1_holds = 128 * KiB;
constexpr unsigned bytes_that_l2_holds = 32 * MiB;
constexpr unsigned region_floats = 1u << 26; // of the output, per part that stores
constexpr unsigned regions = 3;              // the last quarter is for the kernel's result

struct Element {
    const char* type;
    unsigned bytes;
    const char* sum; // sum of the loaded value $x
};

const std::vector<Element> elements = {
    {"float", 4, "$x"},
    {"float", 4, "$x"},
    {"float2", 8, "$x.x * $x.y"},
    {"float4", 16, "$x.x * $x.y + $x.z * $x.w"},
    {"unsigned char", 1, "static_cast<float>($x)"},
};

double sectors_of_warp(unsigned bytes_apart) { return std::clamp(bytes_apart, 1u, 32u); }

// Origin of a load's index.
enum class Way { stride, table, hash };

std::string described_load(Way way, unsigned stride, unsigned group) {
    if (way == Way::stride) return stride == 1 ? "in a row" : std::to_string(stride) + " elements apart";
    std::string text = way == Way::table ? "by a table of indices" : "by numbers by chance";
    if (group > 1) text += ", " + std::to_string(group) + " lanes together";
    return text;
}

} // namespace

Part Parts::loads() {
    const unsigned count = random_.pick<unsigned>({1, 1, 2, 2, 3, 4, 4, 6, 8});
    const Element element = random_.pick(elements);
    const Way way = random_.pick<Way>({Way::stride, Way::stride, Way::stride, Way::table, Way::hash});
    const unsigned stride = random_.pick<unsigned>({1, 1, 1, 1, 2, 4, 8, 16, 32});
    const unsigned group = random_.pick<unsigned>({1, 1, 1, 4, 8, 32});
    // 2^14 to 2^30 bytes; sizes below 1 MiB exercise L1.
    const unsigned bytes = 1u << (random_.chance(15) ? random_.between(14, 17) : random_.between(20, 30));
    needs_.input_bytes = std::max(needs_.input_bytes, bytes);
    needs_.indices |= way == Way::table;

    Values values = {{"$count", std::to_string(count)},
                     {"$type", element.type},
                     {"$how", described_load(way, stride, group)},
                     {"$size", bytes_as_text(bytes)},
                     {"$mask", hexadecimal(bytes / element.bytes - 1)},
                     {"$stride", std::to_string(stride)},
                     {"$group", std::to_string(group)}};
    std::string text = "{\n    // Loads of $type: $count, $how, from $size.\n"
                       "    const $type* set = reinterpret_cast<const $type*>(input);\n"
                       "    const unsigned first = thread + round * $count * threads_of_grid;\n";
    std::string sum;
    for (unsigned n = 0; n < count; ++n) {
        const std::string number = std::to_string(n);
        std::string place = "first + " + number + " * threads_of_grid";
        if (way == Way::stride) {
            if (stride > 1) place = "(" + place + ") * $stride";
        } else {
            std::string index = way == Way::table ? "indices[(" + place + ") / $group & 0xffffff]"
                                                  : "mixed((" + place + ") / $group)";
            place = group == 1 ? index : index + " * $group + lane % $group";
        }
        text += "    const $type loaded" + number + " = set[(" + place + ") & $mask];\n";
        sum += (n == 0 ? "" : " + ") + filled(element.sum, {{"$x", "loaded" + number}});
    }
    text += "    value += " + sum + ";\n}\n";

    const double sectors = way == Way::stride ? sectors_of_warp(stride * element.bytes)
                                              : std::max(32.0 / group, sectors_of_warp(element.bytes));
    const double index_instructions = way == Way::hash ? 9 : way == Way::table ? 4 : 2;
    Cost cost;
    cost.instructions = count * (6 + index_instructions + element.bytes / 4.0);
    cost.issue_cycles = cost.instructions;
    cost.memory_cycles = count * std::max(1.0, sectors / 2);
    const bool in_l1 = bytes <= bytes_that_l1_holds;
    const bool in_l2 = bytes <= bytes_that_l2_holds;
    cost.latency = in_l1 ? 60 : in_l2 ? 400 : 1000;
    if (way == Way::table) cost.latency += 800;
    const double table_bytes = way == Way::table ? 128 : 0;
    cost.l2_bytes = count * ((in_l1 ? 0 : sectors * 32) + table_bytes);
    // Random sectors cost DRAM about twice their bytes.
    cost.dram_bytes =
        count * ((in_l2 ? 0 : sectors * 32 * (way == Way::stride && stride < 16 ? 1 : 2)) + table_bytes);
    return {filled(text, values), cost};
}

Part Parts::dependent_loads() {
    if (needs_.chain_bytes == 0)
        needs_.chain_bytes = random_.pick<unsigned>({16 * KiB, MiB, 8 * MiB, 8 * MiB, 256 * MiB});
    const unsigned count = random_.between(1, 4);
    std::string text = "{\n    // Loads that each name the next one: " + std::to_string(count) + ", from " +
                       bytes_as_text(needs_.chain_bytes) + ".\n    unsigned place = word & " +
                       hexadecimal(needs_.chain_bytes / 4 - 1) + ";\n";
    for (unsigned n = 0; n < count; ++n) text += "    place = chain[place];\n";
    text += "    word ^= place;\n}\n";
    Cost cost;
    cost.instructions = cost.issue_cycles = count * 3 + 2;
    cost.memory_cycles = count * 32;
    const bool in_l1 = needs_.chain_bytes <= bytes_that_l1_holds;
    const bool in_l2 = needs_.chain_bytes <= bytes_that_l2_holds;
    cost.latency = count * (in_l1 ? 80 : in_l2 ? 400 : 1200);
    cost.l2_bytes = in_l1 ? 0 : count * 32 * 32;
    cost.dram_bytes = in_l2 ? 0 : count * 32 * 64;
    return {text, cost};
}

Part Parts::stores() {
    if (needs_.stores == regions) return arithmetic(60);
    const unsigned region = needs_.stores++;
    const bool wide = random_.chance(25);
    const unsigned wished = random_.pick<unsigned>({1, 1, 1, 2, 8, 32});
    const unsigned element_floats = wide ? 4 : 1;
    const unsigned threads = shape_.blocks * shape_.threads;
    // Each part has its own region, and each thread its own addresses in it: no two threads write to one
    // address.
    const unsigned stride = std::min(wished, std::max(1u, region_floats / element_floats / threads));
    unsigned places = 1;
    while (places < 64 && places * 2 * threads <= region_floats / element_floats / stride) places *= 2;
    const std::string text =
        filled("{\n    // Stores of $type, $stride elements apart.\n"
               "    $type* own = reinterpret_cast<$type*>(output + $region);\n"
               "    own[(round % $places * threads_of_grid + thread) * $stride] = $stored;\n}\n",
               {{"$type", wide ? "float4" : "float"},
                {"$region", hexadecimal(region * region_floats)},
                {"$stored", wide ? "make_float4(value, value, 1.0f, value)" : "value"},
                {"$stride", std::to_string(stride)},
                {"$places", std::to_string(places) + "u"}});
    const double sectors = sectors_of_warp(stride * element_floats * 4);
    Cost cost;
    cost.instructions = cost.issue_cycles = 7;
    cost.memory_cycles = std::max(1.0, sectors / 2);
    cost.latency = 20;
    cost.l2_bytes = sectors * 32;
    cost.dram_bytes = sectors * 32;
    return {text, cost};
}

} // namespace generate
