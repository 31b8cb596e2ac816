// The conformance programs: one for compute_80, with nearly all cases, and those that need compute_90 (newer.cu, half.cu).
//     conformance                run every case, one line each on the standard output
//     conformance --check FILE [DIFFERENCES]   run every case and compare with such lines from a GPU; those in
//                                DIFFERENCES take precedence
//     conformance --case NAME    run one case and print every result
//     conformance --list         print the cases, without running them
//     conformance --missing [FILE...]   print the instructions of the simulator that have no case here nor in such files

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "conformance.cuh"
#include "tests/half_reference.h"

namespace conformance {
namespace {

constexpr const char* rows[] = {
#define ROW(id, mnemonic, suffixes, operands, group, pipe, effect, space, meaning) #id,
#include "ptx/instructions.def"
};

std::size_t place_of(const std::string& row) {
    return static_cast<std::size_t>(std::find(std::begin(rows), std::end(rows), row) - std::begin(rows));
}

// FNV-1a.
u64 hash_of(const Words& words) {
    u64 hash = 0xcbf29ce484222325;
    for (const Word word : words)
        for (unsigned byte = 0; byte < 8; ++byte) hash = (hash ^ (word >> 8 * byte & 0xff)) * 0x100000001b3;
    return hash;
}

using Kind = Comparison::Kind;

bool is_half_nan(const half_reference::Format& format, Word word, bool pair) {
    return half_reference::is_nan(format, static_cast<u16>(word)) ||
           (pair && half_reference::is_nan(format, static_cast<u16>(word >> 16)));
}

// Returns whether a result is a NaN, or contains one.
bool is_nan(Word word, Kind kind) {
    switch (kind) {
        case Kind::f32: return std::isnan(from_word<f32>(word));
        case Kind::f64: return std::isnan(from_word<f64>(word));
        case Kind::f16: return is_half_nan(half_reference::f16, word, false);
        case Kind::f16x2: return is_half_nan(half_reference::f16, word, true);
        case Kind::bf16: return is_half_nan(half_reference::bf16, word, false);
        case Kind::bf16x2: return is_half_nan(half_reference::bf16, word, true);
        default: return false;
    }
}

std::string hexadecimal(Word word) {
    char text[20];
    std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(word));
    return text;
}

bool is_approximate(const Case& of) { return of.comparison.kind >= Kind::approximate_f32; }

// Returns the line of a case. NaNs have a separate hash: PTX mostly leaves open which NaN is returned.
std::string summary(const Case& of, Words results) {
    std::string text;
    if (is_approximate(of)) {
        for (const Word word : results) text += (text.empty() ? "" : " ") + hexadecimal(word);
        return text;
    }
    Words nans;
    for (std::size_t n = 0; n < results.size(); ++n)
        if (is_nan(results[n], of.comparison.kind)) {
            nans.push_back(n);
            nans.push_back(results[n]);
            results[n] = ~Word{0};
        }
    text = hexadecimal(hash_of(results));
    if (!nans.empty()) text += " nan " + hexadecimal(hash_of(nans));
    return text;
}

std::string label(const Case& of) { return of.row + " " + of.name; }

double number_of(Word word, Kind kind) {
    switch (kind) {
        case Kind::approximate_f64: return from_word<f64>(word);
        case Kind::approximate_f16:
            return half_reference::value_of(half_reference::f16, static_cast<u16>(word));
        case Kind::approximate_bf16:
            return half_reference::value_of(half_reference::bf16, static_cast<u16>(word));
        default: return from_word<f32>(word);
    }
}

bool near(Word a, Word b, const Comparison& comparison) {
    const double x = number_of(a, comparison.kind);
    const double y = number_of(b, comparison.kind);
    if (a == b || (std::isnan(x) && std::isnan(y))) return true;
    if (!std::isfinite(x) || !std::isfinite(y)) return false;
    // Both may deviate by the bound, in opposite directions.
    return std::fabs(x - y) <= 2 * std::max(comparison.absolute, comparison.relative * std::fabs(y));
}

// Returns whether approximate results agree within the bound; both are in the format of summary().
bool all_near(const Case& of, const std::string& ours, const std::string& theirs) {
    std::istringstream a(ours);
    std::istringstream b(theirs);
    a >> std::hex;
    b >> std::hex;
    Word x = 0;
    Word y = 0;
    while (a >> x) {
        if (!(b >> y)) return false;
        if (!near(x, y, of.comparison)) return false;
    }
    return !(b >> y);
}

int run_all() {
    for (const Case& one : cases()) std::cout << label(one) << ": " << summary(one, one.run()) << std::endl;
    return 0;
}

// The lines of a file by their labels. Lines that begin with # are comments.
using Lines = std::map<std::string, std::string>;

Lines read_lines(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        std::cerr << "cannot read " << path << "\n";
        std::exit(2);
    }
    Lines lines;
    for (std::string line; std::getline(file, line);)
        if (const std::size_t colon = line.find(": "); line[0] != '#' && colon != std::string::npos)
            lines[line.substr(0, colon)] = line.substr(colon + 2);
    return lines;
}

std::string line_for(const Lines& lines, const Case& of) {
    const auto found = lines.find(label(of));
    return found == lines.end() ? "(not recorded)" : found->second;
}

// A known difference is one result of this side that replaces the other's: any third result is wrong, and so is a
// listed difference that does not occur any more.
int check_all(const Lines& expected, const Lines& differences) {
    int wrong = 0;
    for (const Case& one : cases()) {
        const std::string ours = summary(one, one.run());
        const std::string theirs = line_for(expected, one);
        const bool same = is_approximate(one) ? all_near(one, ours, theirs) : ours == theirs;
        const bool known = differences.count(label(one)) != 0;
        if (same && !known) continue;
        if (!same && ours == line_for(differences, one)) {
            std::cout << label(one) << " differs as known\n";
            continue;
        }
        ++wrong;
        std::cout << label(one) << ": " << theirs << "\n  is here " << ours
                  << (same ? ", and is listed as different" : "") << std::endl;
    }
    std::cout << cases().size() << " cases, " << wrong << " different\n";
    return wrong == 0 ? 0 : 1;
}

int run_one(const std::string& name) {
    for (const Case& one : cases()) {
        if (one.name != name) continue;
        const Words results = one.run();
        for (std::size_t n = 0; n < results.size(); ++n)
            std::cout << n << " " << hexadecimal(results[n]) << "\n";
        return 0;
    }
    std::cerr << "there is no case " << name << "; --list names them\n";
    return 2;
}

int list() {
    for (const Case& one : cases()) std::cout << label(one) << "\n";
    return 0;
}

int missing(const std::vector<std::string>& files) {
    std::set<std::string> met;
    for (const Case& one : cases()) met.insert(one.row);
    for (const std::string& file : files) {
        std::ifstream lines(file);
        for (std::string line; std::getline(lines, line);) met.insert(line.substr(0, line.find(' ')));
    }
    int count = 0;
    for (const char* row : rows)
        if (met.count(row) == 0) {
            std::cout << row << "\n";
            ++count;
        }
    return count == 0 ? 0 : 1;
}

// Sorts the cases in the order of the list, independent of the link order.
bool sort_cases() {
    std::sort(cases().begin(), cases().end(), [](const Case& a, const Case& b) {
        return std::make_pair(place_of(a.row), a.name) < std::make_pair(place_of(b.row), b.name);
    });
    for (std::size_t n = 0; n < cases().size(); ++n) {
        const Case& one = cases()[n];
        const bool twice = n > 0 && cases()[n - 1].name == one.name && cases()[n - 1].row == one.row;
        if (twice || place_of(one.row) == std::size(rows)) {
            std::cerr << label(one) << (twice ? ": two cases of this name\n" : ": there is no such row\n");
            return false;
        }
    }
    return true;
}

int run(const std::vector<std::string>& arguments) {
    if (!sort_cases()) return 2;
    if (arguments.empty()) return run_all();
    if (arguments.size() == 2 && arguments[0] == "--check") return check_all(read_lines(arguments[1]), {});
    if (arguments.size() == 3 && arguments[0] == "--check")
        return check_all(read_lines(arguments[1]), read_lines(arguments[2]));
    if (arguments.size() == 2 && arguments[0] == "--case") return run_one(arguments[1]);
    if (arguments.size() == 1 && arguments[0] == "--list") return list();
    if (arguments[0] == "--missing") return missing({arguments.begin() + 1, arguments.end()});
    if (arguments.size() == 1 && arguments[0] == "--trap") return run_trapped();
    std::cerr << "conformance [--check FILE [DIFFERENCES] | --case NAME | --list | --missing [FILE...]]\n";
    return 2;
}

} // namespace

std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}

bool add(const char* row, const char* text, Comparison comparison, Words (*run)()) {
    std::string name = text;
    name =
        name.compare(0, 2, "/*") == 0 ? name.substr(2, name.find("*/") - 2) : name.substr(0, name.find(' '));
    cases().push_back({row, name, comparison, run});
    return true;
}

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::cerr << what << ": " << cudaGetErrorString(error) << "\n";
    std::exit(2);
}

DeviceWords::DeviceWords(std::size_t count) : count_(count) {
    check(cudaMalloc(&words_, count * sizeof(Word)), "cudaMalloc");
    check(cudaMemset(words_, 0, count * sizeof(Word)), "cudaMemset");
}

DeviceWords::DeviceWords(const Words& words) : DeviceWords(words.size()) {
    check(cudaMemcpy(words_, words.data(), words.size() * sizeof(Word), cudaMemcpyHostToDevice),
          "cudaMemcpy");
}

DeviceWords::~DeviceWords() { cudaFree(words_); }

Words DeviceWords::fetch() const {
    Words words(count_);
    check(cudaMemcpy(words.data(), words_, count_ * sizeof(Word), cudaMemcpyDeviceToHost), "a kernel");
    return words;
}

Words run_rows(void (*kernel)(const Word*, Word*, u32), std::size_t operands, const Words& rows) {
    const auto warps = static_cast<u32>(rows.size() / operands / 32);
    const DeviceWords given(rows);
    Words all;
    for (const u32 lanes : {0xffffffffU, some_lanes}) {
        const DeviceWords results(std::size_t{warps} * 32);
        kernel<<<warps, 32>>>(given.get(), results.get(), lanes);
        check(cudaGetLastError(), "launch");
        const Words words = results.fetch();
        all.insert(all.end(), words.begin(), words.end());
    }
    return all;
}

Words run_kernel(void (*kernel)(Word*), u32 blocks, u32 threads, u32 words) {
    const DeviceWords results(std::size_t{blocks} * threads * words);
    kernel<<<blocks, threads>>>(results.get());
    check(cudaGetLastError(), "launch");
    return results.fetch();
}

} // namespace conformance

int main(int argc, char** argv) { return conformance::run({argv + 1, argv + argc}); }
