#include "plants.h"

#include <string>

namespace programs {

namespace {

std::string number(std::uint32_t value) { return std::to_string(value) + "u"; }

// Returns a value that differs between all threads of a grid.
std::string own_value(Random& random) {
    const std::uint32_t factor = random.below(50) * 2 + 1;
    const std::uint32_t offset = random.below(1000);
    return "gid * " + number(factor) + " + " + number(offset);
}

std::string box(const Ground& ground) {
    return "__shared__ u32 box[" + std::to_string(ground.threads) + "];";
}

// Returns a thread of another warp; the mapping is a permutation.
std::string of_other_warp(Random& random) {
    static const std::vector<std::string> ways = {"(tid + 32u) % threads", "threads - 1 - tid",
                                                  "(tid + threads - 32u) % threads", "(tid + 35u) % threads"};
    return random.pick(ways);
}

std::string unless(bool wrong, const std::string& line) { return wrong ? "" : line; }

} // namespace

// Initializes the memory, because a racing read may come first and must not be uninitialized.
Plant plant_barrier(Ground ground) {
    Random& random = ground.random;
    const std::string value = own_value(random);
    const std::string other = of_other_warp(random);
    const std::string rounds = number(random.between(2, 4));
    const std::string barrier = unless(ground.wrong, "__syncthreads();");
    const std::vector<std::string> start = {box(ground), "box[tid] = tid;", "__syncthreads();"};
    std::vector<std::string> lines = start;
    const auto add = [&lines](const std::vector<std::string>& more) {
        lines.insert(lines.end(), more.begin(), more.end());
    };
    switch (random.below(6)) {
        case 0:
            add({"box[tid] = " + value + "; // other: shared_race", barrier,
                 "kept[gid] = box[" + other + "]; // finding: shared_race"});
            break;
        case 1:
            add({"const u32 got = box[" + other + "]; // other: shared_race", barrier,
                 "box[tid] = got + " + value + "; // finding: shared_race", "kept[gid] = box[tid];"});
            break;
        case 2:
            add({"u32 sum = 0;", "for (u32 round = 0; round < " + rounds + "; ++round) {",
                 "    box[tid] = sum + " + value + "; // other: shared_race", "    __syncthreads();",
                 "    sum += box[" + other + "]; // finding: shared_race", "    " + barrier, "}",
                 "kept[gid] = sum;"});
            break;
        case 3:
            add({"for (u32 step = threads / 2; step >= 32; step /= 2) {",
                 "    if (tid < step) box[tid] += box[tid + step]; // finding: shared_race", "    " + barrier,
                 "}", "__syncthreads();", "kept[gid] = box[0];"});
            // The first iteration may be free of races, so at least two are needed.
            if (ground.threads < 128) lines[3] = "for (u32 step = threads / 2; step >= 16; step /= 2) {";
            break;
        case 4:
            lines = {"planted[gid] = tid;", "__syncthreads();",
                     "planted[gid] = " + value + "; // other: global_race", barrier,
                     "kept[gid] = planted[bid * threads + (" + other + ")]; // finding: global_race"};
            break;
        default:
            add({"box[tid] = " + value + "; // other: shared_race",
                 unless(ground.wrong, "__syncwarp(lanes);"),
                 "kept[gid] = box[tid ^ " + number(random.between(1, 31)) + "]; // finding: shared_race"});
    }
    lines.emplace_back("__syncthreads();");
    return {lines};
}

// Only bounds of buffers: PTX does not contain the bounds of arrays in shared and local memory.
Plant plant_bound(Ground ground) {
    Random& random = ground.random;
    const std::string value = own_value(random);
    const std::string less = ground.wrong ? "<=" : "<";
    const std::string all = "gridDim.x * gridDim.y * threads";
    const std::string elements = number(ground.elements);
    Plant plant;
    static const std::vector<Home> homes = {Home::allocated, Home::allocated, Home::managed, Home::symbol};
    plant.home = random.pick(homes);
    switch (random.below(6)) {
        case 0:
            plant.lines = {"for (u32 i = gid; i " + less + " " + elements + "; i += " + all +
                           ") planted[i] = i * " + number(random.between(1, 9)) +
                           "; // finding: out_of_bounds"};
            break;
        case 1:
            plant.lines = {"u32 sum = 0;",
                           "for (u32 i = gid; i " + less + " " + elements + "; i += " + all +
                               ") sum += planted[i]; // finding: out_of_bounds",
                           "kept[gid] = sum;"};
            break;
        case 2:
            plant.lines = {"u32 sum = 0;",
                           "for (u32 i = gid; i " + less + " " + number(ground.elements / 4) +
                               "; i += " + all + ") {",
                           "    const uint4 four = reinterpret_cast<const uint4*>(planted)[i]; // finding: "
                           "out_of_bounds",
                           "    sum += four.x ^ four.y ^ four.z ^ four.w;",
                           "}",
                           "kept[gid] = sum;"};
            break;
        case 3:
            plant.lines = {"if (gid == 0) kept[0] = planted[" +
                           number(ground.elements - (ground.wrong ? 0 : 1)) +
                           "] + 1u; // finding: out_of_bounds"};
            break;
        case 4:
            plant.lines = {
                "for (u32 i = gid; i " + less + " " + number(ground.elements / 2) + "; i += " + all +
                ") reinterpret_cast<uint2*>(planted)[i] = make_uint2(i, tid); // finding: out_of_bounds"};
            break;
        default:
            // From the end down to 0, or one element further.
            plant.lines = {"for (i32 i = i32(gid) - 1; i >= " + std::string(ground.wrong ? "-1" : "0") +
                               " && i < 8; i -= 4) {",
                           "    kept[gid] = planted[i] + " + value + "; // finding: out_of_bounds", "}"};
    }
    return plant;
}

Plant plant_mask(Ground ground) {
    Random& random = ground.random;
    static const std::vector<std::string> small = {"0x0000ffffu", "lanes & ~1u", "lanes >> 1", "0x7fffffffu",
                                                   "lanes << 4"};
    const std::string mask = ground.wrong ? random.pick(small) : "lanes";
    const std::string value = own_value(random);
    static const std::vector<std::string> calls = {
        "__shfl_sync(mask, {value}, 7)",      "__shfl_xor_sync(mask, {value}, 1)",
        "__shfl_down_sync(mask, {value}, 3)", "__ballot_sync(mask, ({value}) % 3 == 0)",
        "__match_any_sync(mask, {value})",    "__reduce_add_sync(mask, {value})",
        "u32(__any_sync(mask, {value}))",     "__reduce_max_sync(mask, {value})",
    };
    std::string call = random.pick(calls);
    call.replace(call.find("{value}"), 7, value);
    if (random.chance(30)) {
        // The mask of one side of a branch, used on the other side.
        return {{"const bool odd = tid % 2 != 0;", "const u32 odds = __ballot_sync(lanes, odd);",
                 "if (odd) {", "    kept[gid] = __reduce_or_sync(odds, tid);", "} else {",
                 "    const u32 mask = " + std::string(ground.wrong ? "odds;" : "lanes & ~odds;"),
                 "    kept[gid] = __reduce_add_sync(mask, tid); // finding: trap", "}"}};
    }
    return {{"const u32 mask = " + mask + ";", "kept[gid] = " + call + "; // finding: trap"}};
}

Plant plant_shared_index(Ground ground) {
    Random& random = ground.random;
    const std::string value = own_value(random);
    const bool wrong = ground.wrong;
    const std::string mark = " // finding: global_race";
    switch (random.below(5)) {
        case 0: return {{"planted[" + std::string(wrong ? "gid / 2" : "gid") + "] = " + value + ";" + mark}};
        case 1: return {{"planted[" + std::string(wrong ? "tid" : "gid") + "] = " + value + ";" + mark}};
        case 2:
            return {{"planted[" + std::string(wrong ? "gid % " + number(random.between(8, 40)) : "gid") +
                     "] += " + value + ";" + mark}};
        case 3:
            return {{box(ground),
                     "box[" + std::string(wrong ? "tid % 32u" : "tid") + "] = " + value +
                         "; // finding: shared_race",
                     "__syncthreads();", "kept[gid] = box[tid % 32u];"}};
        default:
            return {{"reinterpret_cast<uint2*>(planted)[" + std::string(wrong ? "(gid + 1) / 2" : "gid") +
                     "] = make_uint2(" + value + ", gid);" + mark}};
    }
}

// The block that draws the last ticket sums up the results of the others.
Plant plant_fence(Ground ground) {
    Random& random = ground.random;
    const std::string value = own_value(random);
    const std::string draw = random.chance(50) ? "atomicInc(tickets, blocks - 1) == blocks - 1"
                                               : "atomicAdd(tickets, 1u) % blocks == blocks - 1";
    const bool one_thread = random.chance(50);
    const std::string fence = unless(ground.wrong, "    __threadfence();");
    std::vector<std::string> lines = {"__shared__ bool last;", "const u32 blocks = gridDim.x * gridDim.y;"};
    const auto add = [&lines](const std::vector<std::string>& more) {
        lines.insert(lines.end(), more.begin(), more.end());
    };
    if (one_thread) {
        add({"if (tid == 0) {", "    planted[bid] = " + value + "; // other: global_race", fence,
             "    last = " + draw + ";", "}", "__syncthreads();", "if (last && tid == 0) {",
             "    __threadfence();", "    u32 sum = 0;",
             "    for (u32 block = 0; block < blocks; ++block) sum += planted[block]; // finding: "
             "global_race",
             "    kept[gid] = sum;", "}"});
    } else {
        add({"planted[gid] = " + value + "; // other: global_race", unless(ground.wrong, "__threadfence();"),
             "__syncthreads();", "if (tid == 0) last = " + draw + ";", "__syncthreads();", "if (last) {",
             "    __threadfence();", "    u32 sum = 0;",
             "    for (u32 block = 0; block < blocks; ++block) sum += planted[block * threads + tid]; // "
             "finding: global_race",
             "    kept[gid] = sum;", "}"});
    }
    return {lines};
}

Plant plant_unset(Ground ground) {
    Random& random = ground.random;
    const std::string value = own_value(random);
    const std::string mark = " // finding: uninitialized";
    const std::uint32_t size = random.between(4, 12);
    switch (random.below(5)) {
        case 0:
            return {{box(ground),
                     (ground.wrong ? "if (tid % 2 == 0) box[tid] = " : "box[tid] = ") + value + ";",
                     "__syncthreads();", "kept[gid] = box[tid ^ 1u] * 3u;" + mark}};
        case 1:
            return {{"kept[gid] = planted[gid] * 5u + 1u;" + mark},
                    ground.wrong ? Home::unset : Home::allocated};
        case 2:
            return {{"u32 row[" + std::to_string(size) + "];",
                     ground.wrong ? "row[0] = tid;"
                                  : "for (u32 i = 0; i < " + number(size) + "; ++i) row[i] = i + tid;",
                     "row[tid % " + number(size) + "] = " + value + ";",
                     "kept[gid] = row[(tid * 7u + bid + 1u) % " + number(size) + "] * 3u;" + mark}};
        case 3:
            return {{"atomicAdd(&planted[gid % " + number(random.between(4, 60)) + "], " + value + ");" +
                     mark},
                    ground.wrong ? Home::unset : Home::allocated};
        default:
            return {{box(ground),
                     "for (u32 i = tid; i < threads" + std::string(ground.wrong ? " - 1" : "") +
                         "; i += threads) box[i] = " + value + ";",
                     "__syncthreads();", "kept[gid] = box[threads - 1 - tid] + gid;" + mark}};
    }
}

Plant plant_freed(Ground ground) {
    Random& random = ground.random;
    const std::string value = own_value(random);
    static const std::vector<std::string> uses = {
        "kept[gid] = planted[gid] + 1u;", "planted[gid] = {value};",
        "atomicAdd(&planted[gid % 7u], {value});",
        "kept[gid] = reinterpret_cast<const uint2*>(planted)[gid].y;"};
    std::string use = random.pick(uses);
    if (const std::size_t at = use.find("{value}"); at != std::string::npos) use.replace(at, 7, value);
    return {{use + " // finding: use_after_free"}, Home::allocated, ground.wrong};
}

Plant plant_misaligned(Ground ground) {
    Random& random = ground.random;
    const std::string off = ground.wrong ? number(random.below(3) * 4 + 1) : number(random.below(3) * 4);
    const std::string mark = " // finding: misaligned";
    switch (random.below(5)) {
        case 0:
            return {{"kept[gid] = u32(*reinterpret_cast<const u64*>(planted + " + off +
                     " + gid * 2u) >> 16);" + mark}};
        case 1:
            // All four are used, because a compiler loads only the used elements of a vector.
            return {{"const uint4 four = reinterpret_cast<const uint4*>(planted + " + off + ")[gid % " +
                         number(ground.elements / 4 - 4) + "];" + mark,
                     "kept[gid] = four.x ^ four.y ^ four.z ^ four.w;"}};
        case 2:
            return {{"reinterpret_cast<uint2*>(planted + " + off + ")[gid] = make_uint2(gid, tid);" + mark}};
        case 3:
            return {{"kept[gid] = *reinterpret_cast<const u32*>(reinterpret_cast<const u8*>(planted) + gid * "
                     "4u + " +
                     off + ");" + mark}};
        default:
            return {{"__shared__ __align__(16) u32 box[" + std::to_string(ground.threads + 16) + "];",
                     "for (u32 i = tid; i < threads + 16u; i += threads) box[i] = i;", "__syncthreads();",
                     "kept[gid] = u32(*reinterpret_cast<const u64*>(box + " + off +
                         " + tid / 2u * 2u) >> 8);" + mark}};
    }
}

} // namespace programs
