// Writes correct CUDA programs, each from a seed, for comparisons of the simulator with a GPU.
//
//     write_programs FIRST COUNT [FILE]       writes COUNT programs into FILE, by default to standard output
//     write_programs --reduce SEED FILE TEST  the smallest program for which the command TEST exits with 0:
//     {} is its file
//     write_programs --mutant MISTAKE SEED FILE [--mended]
//                                             FILE.cu is a program with the mistake, and FILE.txt has the
//                                             expected findings
//     write_programs --counted SEED FILE      kernels whose accesses a profiler counts
//     write_programs --mistakes               prints all mistakes, one per line
//     --without CONSTRUCT                     leaves a construct out of all programs; may be repeated
//
// Constructs that can be left out: atomics, collectives, collective_functions, long, long_division, masks,
// recursion, streams,
// tables, virtual.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "counted.h"
#include "mutants.h"
#include "print.h"
#include "programs.h"
#include "reduce.h"

namespace {

int usage() {
    std::cerr
        << "write_programs FIRST COUNT | --reduce SEED FILE TEST | --mutant MISTAKE SEED FILE [--mended]\n";
    return 2;
}

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

int reduce_one(std::uint64_t seed, const std::string& path, std::string test,
               const programs::Options& options) {
    for (std::size_t at = test.find("{}"); at != std::string::npos; at = test.find("{}", at + path.size()))
        test.replace(at, 2, path);
    const programs::Interesting interesting = [&](const programs::Program& program) {
        write(path, programs::printed({program}));
        return std::system(test.c_str()) == 0;
    };
    programs::Program program = programs::make_program(seed, options);
    if (!interesting(program)) {
        std::cerr << "the test does not end with 0 for the whole program, " << path << '\n';
        return 1;
    }
    write(path, programs::printed({programs::reduced(std::move(program), interesting)}));
    return 0;
}

// Returns one line per `finding` and `other` of the text.
std::string findings_in(const std::string& text) {
    std::string findings;
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::size_t at = line.find("// ");
        if (at == std::string::npos) continue;
        const std::string mark = line.substr(at + 3);
        if (mark.rfind("finding: ", 0) == 0 || mark.rfind("other: ", 0) == 0)
            findings += mark + " " + std::to_string(number) + "\n";
    }
    return findings;
}

int write_mutant(const std::string& mistake, std::uint64_t seed, const std::string& path, bool mended) {
    const std::string text = programs::printed({programs::make_mutant(mistake, seed, mended)});
    write(path + ".cu", text);
    write(path + ".txt", "seed: " + std::to_string(seed) + "\nmistake: " + (mended ? "none, was " : "") +
                             mistake + "\n" + findings_in(text));
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    programs::Options options;
    std::vector<std::string> words;
    bool mended = false;
    for (int n = 1; n < argc; ++n) {
        const std::string word = argv[n];
        if (word == "--without" && n + 1 < argc) {
            options.without.emplace_back(argv[++n]);
        } else if (word == "--mended") {
            mended = true;
        } else {
            words.push_back(word);
        }
    }
    const auto number = [&words](std::size_t n) { return std::strtoull(words[n].c_str(), nullptr, 10); };
    if (words.size() == 4 && words[0] == "--reduce")
        return reduce_one(number(1), words[2], words[3], options);
    if (words.size() == 4 && words[0] == "--mutant")
        return write_mutant(words[1], number(2), words[3], mended);
    if (words.size() == 3 && words[0] == "--counted") {
        write(words[2], programs::printed({programs::make_counted(number(1))}));
        return 0;
    }
    if (words.size() == 1 && words[0] == "--mistakes") {
        for (const std::string& mistake : programs::mistakes()) std::cout << mistake << '\n';
        return 0;
    }
    if (words.size() < 2 || words.size() > 3 || words[0][0] == '-') return usage();
    std::vector<programs::Program> all;
    for (std::uint64_t n = 0; n < number(1); ++n)
        all.push_back(programs::make_program(number(0) + n, options));
    const std::string text = programs::printed(all);
    if (words.size() == 3) {
        write(words[2], text);
    } else {
        std::cout << text;
    }
    return 0;
}
