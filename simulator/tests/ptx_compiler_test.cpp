// PTX that the current nvcc generates: the parser must understand all of it.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "ptx/parser.h"

using namespace simulator::ptx;

namespace {

/// A folder that is removed after the test.
class Scratch {
public:
    Scratch() {
        std::string name = (std::filesystem::temp_directory_path() / "ptx-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder_ = name;
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }

private:
    std::filesystem::path folder_;
};

std::string compiled(const std::string& source, const std::string& options) {
    const Scratch scratch;
    const std::string output = scratch.file("out.ptx");
    const std::string command = std::string("\"") + NVCC_BINARY + "\" -std=c++17 -extended-lambda -ptx " +
                                options + " -o \"" + output + "\" \"" + KERNELSMITH_SOURCE_DIR +
                                "/simulator/tests/ptx/" + source + "\" 2>\"" + scratch.file("errors") + "\"";
    INFO(command);
    REQUIRE(std::system(command.c_str()) == 0);
    std::ifstream in(output, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<std::string> split_into_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// Returns a line as disassemble() would write it: without blanks, and without an offset of 0.
std::string plain(const std::string& text) {
    std::string result;
    for (const char c : text)
        if (c != ' ' && c != '\t') result += c;
    const std::size_t nothing = result.find("+0]");
    if (nothing != std::string::npos) result.erase(nothing, 2);
    return result;
}

/// Returns whether the line contains only this instruction in the spelling of disassemble(): without labels,
/// with suffixes in the order of the manual, which nvcc violates for atomics, and with decimal numbers.
bool comparable(const Instruction& instruction, const std::string& line) {
    const std::string_view mnemonic = row_of(instruction.form).mnemonic;
    return mnemonic != "call" && mnemonic != "bra" && mnemonic != "brx" && mnemonic != "atom" &&
           line.ends_with(';') && line.find("0x") == std::string::npos && line.find(';') == line.size() - 1;
}

} // namespace

TEST_CASE("nvcc's PTX is parsed and printed unchanged", "[ptx][slow]") {
    const std::string source = GENERATE("language.cu", "warps.cu", "functions.cu");
    const std::string options = GENERATE("-arch=compute_80 -lineinfo", "-arch=compute_90 -use_fast_math",
                                         "-arch=compute_75 -jtd 0", "-arch=compute_80 -G");
    // These need redux from sm_80 on or reserved shared memory, which cooperative groups read in a debug
    // build.
    if (source == "warps.cu" && (options.ends_with("-G") || options.ends_with("-jtd 0"))) return;
    INFO(source << " " << options);
    const std::string text = compiled(source, options);
    const std::vector<std::string> lines = split_into_lines(text);

    const Module module = parse(text);
    std::size_t instructions = 0;
    std::size_t compared = 0;
    for (const Function& function : module.functions) {
        for (const Instruction& instruction : function.body) {
            ++instructions;
            const std::string& line = lines.at(instruction.ptx_line - 1);
            if (!comparable(instruction, line)) continue;
            ++compared;
            CHECK(plain(disassemble(module, function, instruction)) == plain(line));
        }
    }
    CHECK(instructions > 200);
    CHECK(compared > instructions / 2);
}

TEST_CASE("with -lineinfo every instruction belongs to a line of the program", "[ptx]") {
    const Module module = parse(compiled("warps.cu", "-arch=compute_80 -lineinfo"));
    std::size_t kernels = 0;
    for (const Function& function : module.functions) {
        if (!function.entry) continue;
        ++kernels;
        for (const Instruction& instruction : function.body) {
            INFO(function.name << ": " << disassemble(module, function, instruction));
            CHECK(module.file_name(instruction.source).ends_with("warps.cu"));
        }
    }
    CHECK(kernels == 5);
}
