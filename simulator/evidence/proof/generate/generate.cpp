// Writes random kernels, the same for the same seed and corrections:
//
//     generate FOLDER SEED KERNELS KERNELS_A_FILE [CORRECTIONS]
//
// FOLDER gets kernels_000.cu, ... and generated.cu, which has `main`. They are compiled together with program.cpp and
// buffers.cu; simulator/evidence/proof and simulator/evidence/proof/generate are include folders. A line "INDEX FACTOR" of
// CORRECTIONS multiplies the work of a kernel.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <stdexcept>

#include "kernel.h"
#include "text.h"

namespace {

using generate::filled;

std::map<unsigned, double> corrections_of(const char* path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + std::string(path));
    std::map<unsigned, double> corrections;
    unsigned index = 0;
    double factor = 1;
    while (file >> index >> factor) corrections[index] = factor;
    if (!file.eof()) throw std::runtime_error(std::string(path) + ": a line is not INDEX FACTOR");
    return corrections;
}

void write(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

std::string file_of_kernels(unsigned first, unsigned end, std::uint64_t seed,
                            const std::map<unsigned, double>& corrections) {
    std::string definitions;
    std::string registrations;
    for (unsigned index = first; index < end; ++index) {
        const auto found = corrections.find(index);
        const double factor = found == corrections.end() ? 1 : found->second;
        const generate::Kernel kernel = generate::kernel_by_chance(seed, index, factor);
        definitions += generate::definition(kernel) + "\n";
        registrations += generate::registration(kernel);
    }
    return filled(
        "// Written by simulator/evidence/proof/generate, seed $seed.\n\n#include \"generated.h\"\n\n"
        "namespace {\n\n$definitions} // namespace\n\n"
        "void add_kernels_$first(proof::Kernels& kernels) {\n$registrations}\n",
        {{"$seed", std::to_string(seed)},
         {"$first", std::to_string(first)},
         {"$definitions", definitions},
         {"$registrations", generate::indented(registrations, 1)}});
}

unsigned number(const char* text) { return static_cast<unsigned>(std::stoul(text)); }

void generate_all(int argc, char** argv) {
    const std::string folder = argv[1];
    const std::uint64_t seed = std::stoull(argv[2]);
    const unsigned count = number(argv[3]);
    const unsigned a_file = number(argv[4]);
    if (a_file == 0) throw std::invalid_argument("a file has at least one kernel");
    const std::map<unsigned, double> corrections =
        argc > 5 ? corrections_of(argv[5]) : std::map<unsigned, double>{};
    std::string declarations;
    std::string calls;
    for (unsigned first = 0; first < count; first += a_file) {
        char name[32];
        std::snprintf(name, sizeof name, "/kernels_%03u.cu", first);
        const unsigned end = first + a_file < count ? first + a_file : count;
        write(folder + name, file_of_kernels(first, end, seed, corrections));
        const std::string function = "add_kernels_" + std::to_string(first);
        declarations += "void " + function + "(proof::Kernels& kernels);\n";
        calls += "    " + function + "(kernels);\n";
    }
    write(folder + "/generated.cu",
          filled("// Written by simulator/evidence/proof/generate, seed $seed.\n\n#include "
                 "\"program.h\"\n\n$declarations\n"
                 "int main(int argc, char** argv) {\n    proof::Kernels kernels;\n$calls"
                 "    return proof::run(argc, argv, kernels, proof::Tuned::even_places);\n}\n",
                 {{"$seed", std::to_string(seed)}, {"$declarations", declarations}, {"$calls", calls}}));
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 5 || argc > 6) {
        std::fprintf(stderr, "usage: %s FOLDER SEED KERNELS KERNELS_A_FILE [CORRECTIONS]\n", argv[0]);
        return EXIT_FAILURE;
    }
    try {
        generate_all(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
