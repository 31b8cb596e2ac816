// Writes CUDA programs that are right, each from a number, to hold the simulator against a GPU.
//
//     write_programs FIRST COUNT [--without CONSTRUCT]...    a file with COUNT programs, to standard output
//
// What can be left out: atomics, collectives, collective_functions, long, long_division, masks, recursion, streams,
// tables, virtual.

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "print.h"
#include "programs.h"

int main(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    programs::Options options;
    std::vector<std::uint64_t> numbers;
    for (std::size_t n = 0; n < words.size(); ++n) {
        if (words[n] == "--without" && n + 1 < words.size()) {
            options.without.push_back(words[++n]);
        } else {
            numbers.push_back(std::strtoull(words[n].c_str(), nullptr, 10));
        }
    }
    if (numbers.size() != 2) {
        std::cerr << "write_programs FIRST COUNT [--without CONSTRUCT]...\n";
        return 2;
    }
    std::vector<programs::Program> all;
    for (std::uint64_t n = 0; n < numbers[1]; ++n)
        all.push_back(programs::make_program(numbers[0] + n, options));
    std::cout << programs::printed(all);
    return 0;
}
