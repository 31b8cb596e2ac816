// Prints a kernel as CUDA code.

#include <algorithm>
#include <cctype>
#include <tuple>

#include "kernel.h"
#include "text.h"

namespace generate {

namespace {

struct Argument {
    std::string parameter; // parameter of the kernel
    std::string value;     // argument of the launch
};

std::vector<Argument> arguments_of(const Kernel& kernel) {
    const Needs& needs = kernel.needs;
    const unsigned at_least = 1u << 20;
    std::vector<Argument> arguments;
    arguments.push_back({"const float* input",
                         "buffers.input(" + std::to_string(std::max(at_least, needs.input_bytes)) + "u)"});
    if (needs.indices) arguments.push_back({"const unsigned* indices", "buffers.indices()"});
    if (needs.chain_bytes > 0) {
        arguments.push_back(
            {"const unsigned* chain", "buffers.chain(" + std::to_string(needs.chain_bytes) + "u)"});
    }
    if (needs.counters) arguments.push_back({"unsigned* counters", "buffers.counters()"});
    if (needs.sums) arguments.push_back({"float* sums", "buffers.sums()"});
    arguments.push_back({"float* output", "buffers.output()"});
    arguments.push_back({"unsigned rounds", std::to_string(kernel.rounds)});
    arguments.push_back({"float never", "-1.0f"});
    return arguments;
}

std::string joined(const std::vector<Argument>& arguments, std::string Argument::*of) {
    std::string result;
    for (const Argument& argument : arguments) result += (result.empty() ? "" : ", ") + argument.*of;
    return result;
}

std::string shared_arrays(const Needs& needs) {
    std::string text;
    if (needs.tile_floats > 0) text += "__shared__ float tile[" + std::to_string(needs.tile_floats) + "];\n";
    for (const auto& [type, name, count] : {std::tuple("unsigned", "shared_counters", needs.shared_counters),
                                            std::tuple("float", "shared_sums", needs.shared_sums)}) {
        if (count == 0) continue;
        text += filled("__shared__ $type $name[$count];\n"
                       "for (unsigned n = threadIdx.x; n < $countu; n += blockDim.x) $name[n] = 0;\n",
                       {{"$type", type}, {"$name", name}, {"$count", std::to_string(count)}});
    }
    if (needs.shared_counters + needs.shared_sums > 0) text += "__syncthreads();\n";
    return text;
}

// Sums of atomics in shared memory are added to the result.
std::string shared_results(const Needs& needs) {
    std::string text;
    if (needs.shared_counters + needs.shared_sums > 0) text += "__syncthreads();\n";
    if (needs.shared_counters > 0) {
        text += "value += static_cast<float>(shared_counters[threadIdx.x % " +
                std::to_string(needs.shared_counters) + "u]);\n";
    }
    if (needs.shared_sums > 0) {
        text += "value += shared_sums[threadIdx.x % " + std::to_string(needs.shared_sums) + "u];\n";
    }
    return text;
}

// Returns whether the text uses a variable of this name, as a whole word.
bool uses(const std::string& text, const std::string& name) {
    const auto is_part = [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '_'; };
    for (std::size_t found = text.find(name); found != std::string::npos;
         found = text.find(name, found + 1)) {
        const std::size_t end = found + name.size();
        if ((found == 0 || !is_part(text[found - 1])) && (end == text.size() || !is_part(text[end])))
            return true;
    }
    return false;
}

std::string described(const Kernel& kernel) {
    const Shape& shape = kernel.shape;
    std::string text =
        "// " + std::to_string(shape.blocks) + " blocks of " + std::to_string(shape.threads) + " threads";
    if (shape.dynamic_shared > 0) text += ", at most " + std::to_string(shape.blocks_per_sm) + " on an SM";
    return text + "; " + std::to_string(kernel.rounds) + " rounds.\n";
}

} // namespace

std::string definition(const Kernel& kernel) {
    std::string parts;
    for (const Part& part : kernel.parts) parts += part.text;
    const auto used = [&](const char* name) { return uses(parts, name); };

    std::string body = shared_arrays(kernel.needs);
    body += "const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;\n";
    if (used("threads_of_grid")) body += "const unsigned threads_of_grid = gridDim.x * blockDim.x;\n";
    if (used("lane")) body += "const unsigned lane = threadIdx.x % 32;\n";
    if (used("warp")) body += "const unsigned warp = threadIdx.x / 32;\n";
    body += "float value = input[thread & 0x3ffff];\n";
    if (used("word")) body += "unsigned word = mixed(thread);\n";
    body += "#pragma unroll 1\nfor (unsigned round = 0; round < rounds; ++round) {\n";
    if (used("word")) {
        body += "    // Another number in each round, for places by chance.\n    word = word * 1664525u + "
                "1013904223u;\n";
    }
    body += indented(parts, 1) + "}\n" + shared_results(kernel.needs);
    if (used("word")) body += "value += static_cast<float>(word & 0xff);\n";
    body +=
        kernel.stores_result ? "" : "// Never true, but the compiler does not know.\nif (value == never) ";
    body += "output[" + hexadecimal(3u << 26) + " + thread] = value;\n";
    return described(kernel) + "__global__ void " + kernel.name + "(" +
           joined(arguments_of(kernel), &Argument::parameter) + ") {\n" + indented(body, 1) + "}\n";
}

std::string registration(const Kernel& kernel) {
    const std::string shared = std::to_string(kernel.shape.dynamic_shared);
    return filled("kernels.push_back({\"$name\", [](proof::Buffers& buffers) {\n$allow"
                  "    $name<<<$blocks, $threads, $shared>>>($arguments);\n}});\n",
                  {{"$name", kernel.name},
                   {"$allow", kernel.shape.dynamic_shared > 0
                                  ? "    proof::allow_shared(" + kernel.name + ", " + shared + ");\n"
                                  : ""},
                   {"$blocks", std::to_string(kernel.shape.blocks)},
                   {"$threads", std::to_string(kernel.shape.threads)},
                   {"$shared", shared},
                   {"$arguments", joined(arguments_of(kernel), &Argument::value)}});
}

} // namespace generate
