#include "counted.h"

#include <string>

#include "random.h"

namespace programs {

namespace {

constexpr std::uint32_t counted_elements = 1U << 16U; // of u32
constexpr std::uint32_t shared_elements = 2048;
constexpr std::uint32_t kernels_of_a_program = 8;
/// Minimum cycles of a loop, at 1.98 cycles per nanosecond; and cycles of a load that hits in the nearest
/// cache, or in shared memory.
constexpr std::uint32_t least_cycles = 120'000;
constexpr std::uint32_t load_cycles = 30;
constexpr std::uint32_t shared_cycles = 20;

struct Element {
    const char* type;
    std::uint32_t bytes;
    const char* sum;   // sum of the loaded value `v`
    const char* value; // value to store
};

const std::vector<Element> element_types = {
    {"u8", 1, "v", "u8(x)"},
    {"u16", 2, "v", "u16(x)"},
    {"u32", 4, "v", "x"},
    {"u32", 4, "v", "x"},
    {"u64", 8, "u32(v) ^ u32(v >> 32)", "u64(x)"},
    {"uint2", 8, "v.x ^ v.y", "make_uint2(x, x)"},
    {"uint4", 16, "v.x ^ v.y ^ v.z ^ v.w", "make_uint4(x, x, x, x)"},
};

std::string u(std::uint32_t value) { return std::to_string(value) + "u"; }

class CountedKernel {
public:
    CountedKernel(Random& random, bool shared) : random_(random), shared_(shared) {}

    Kernel make(const std::string& name) {
        static const std::vector<std::uint32_t> sizes = {32, 64, 96, 128};
        Kernel kernel;
        kernel.name = name;
        kernel.block = {random_.pick(sizes), 1, 1};
        kernel.buffers = {{"in", Type::u32, Role::read},
                          {"zeros", Type::u32, Role::own},
                          {"sums", Type::u32, Role::combine},
                          {"out", Type::u32, Role::own}};
        const std::uint32_t accesses = random_.between(2, 5);
        Body inside = {chained()};
        for (std::uint32_t n = 1; n < accesses; ++n) inside.push_back(any());
        const std::uint32_t rounds = least_cycles / (shared_ ? shared_cycles : load_cycles) / chain_;
        kernel.body = {{{"const u32 gid = blockIdx.x * blockDim.x + threadIdx.x;"}},
                       {{"const u32 lane = threadIdx.x % 32u;"}},
                       {{"const u32 warp = gid / 32u;"}},
                       {{"u32 x = 0;"}}};
        if (shared_)
            kernel.body.push_back({{"__shared__ __align__(16) u32 box[" + u(shared_elements) +
                                    "];\nfor (u32 i = threadIdx.x; i < " + u(shared_elements) +
                                    "; i += blockDim.x) box[i] = 0;\n__syncthreads();"}});
        kernel.body.push_back(
            {{"#pragma unroll 1\nfor (u32 round = 0; round < " + u(rounds) + "; ++round) {", "}"},
             {},
             {inside}});
        kernel.body.push_back({{"out[gid] = x;"}});
        return kernel;
    }

private:
    // Address of a lane, among `count` elements.
    std::string place(std::uint32_t count) {
        static const std::vector<std::string> patterns = {"lane",
                                                          "lane + 1",
                                                          "31u - lane",
                                                          "lane * 7u % 32u",
                                                          "lane / 2u",
                                                          "lane / 8u",
                                                          "lane * 2u",
                                                          "lane * 3u",
                                                          "lane * 8u",
                                                          "lane * 33u",
                                                          "lane * 32u",
                                                          "lane ^ 5u",
                                                          "lane * lane % 32u",
                                                          "5u",
                                                          "(lane & ~3u)",
                                                          "lane % 8u",
                                                          "lane % 16u * 2u + lane / 16u"};
        const std::string pattern = random_.pick(patterns);
        const std::string by_round = u(random_.between(0, 40));
        const std::string by_warp = u(random_.between(0, 70));
        return "(" + pattern + " + round * " + by_round + " + warp * " + by_warp + " + x) % " + u(count);
    }

    std::string memory(const Element& element, const std::string& buffer) {
        const std::uint32_t bytes = shared_ ? shared_elements * 4 : counted_elements * 4;
        return "reinterpret_cast<" + std::string(element.type) + "*>(" + (shared_ ? "box" : buffer) + ")[" +
               place(bytes / element.bytes) + "]";
    }

    Statement chained() {
        ++chain_;
        const Element element = random_.pick(element_types);
        std::string from = memory(element, shared_ ? "box" : "zeros");
        if (!shared_ && random_.chance(50)) from.replace(from.find("zeros"), 5, "in");
        if (from.find("(in)") != std::string::npos) from.replace(17, 0, "const ");
        return {{"{\n    const " + std::string(element.type) + " v = " + from + ";\n    x += " + element.sum +
                 ";\n}"}};
    }

    Statement any() {
        const std::uint32_t way = random_.below(10);
        if (way < 4) return chained();
        Statement access;
        const Element element = random_.pick(element_types);
        if (way < 7) {
            access.pieces = {memory(element, "zeros") + " = " + element.value + ";"};
        } else {
            const std::string target = memory({"u32", 4, "", ""}, way == 9 ? "zeros" : "sums");
            // The minimum of 0 and any value stays 0; sums must not change elements that are also loaded.
            access.pieces = {way == 9 ? "x += atomicMin(&" + target + ", lane);"
                                      : "atomicAdd(&" + target + ", " + (shared_ ? "x" : "lane") + ");"};
        }
        static const std::vector<std::string> guards = {"",
                                                        "",
                                                        "",
                                                        "if (lane % 3 == 1) ",
                                                        "if (lane < 20) ",
                                                        "if (warp % 2 == 0) ",
                                                        "if (round % 4 == lane % 4) "};
        access.pieces[0] = random_.pick(guards) + access.pieces[0];
        return access;
    }

    Random& random_;
    bool shared_;
    std::uint32_t chain_ = 0;
};

} // namespace

Program make_counted(std::uint64_t seed) {
    Random random(seed ^ 0x636f756e74U);
    Program program;
    program.seed = seed;
    program.elements = counted_elements;
    for (const char* name : {"in", "zeros", "sums", "out"})
        program.buffers.push_back({name, Type::u32, Home::allocated, 0});
    static const std::vector<std::uint32_t> grids = {5, 12, 24};
    for (std::uint32_t n = 0; n < kernels_of_a_program; ++n) {
        const bool shared = n % 4 == 3;
        const std::string name =
            std::string(shared ? "shared_" : "global_") + std::to_string(seed) + "_" + std::to_string(n);
        program.kernels.push_back(CountedKernel(random, shared).make(name));
        Step step;
        step.kernel = name;
        step.grid = {random.pick(grids), 1};
        step.buffers = {"in", "zeros", "sums", "out"};
        program.steps.push_back(step);
    }
    return program;
}

} // namespace programs
