#include "loading/ptxas.h"

#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "program/process.h"

namespace simulator::runtime {

namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

std::optional<fs::path> program_in_path(const char* name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (!folder.empty() && is_program(fs::path(folder) / name)) {
            return fs::path(folder) / name;
        }
    }
    return std::nullopt;
}

/// nvcc may be a link or a script somewhere else than the toolkit. What it would do says where it believes to
/// be.
std::optional<fs::path> folder_of_nvcc() {
    const std::optional<fs::path> nvcc = program_in_path("nvcc");
    if (!nvcc) {
        return std::nullopt;
    }
    const std::string plan = run_process({nvcc->string(), "--dryrun", "-x", "cu", "/dev/null"}).output;
    static const std::regex here("_HERE_=(.*)");
    std::smatch match;
    return std::regex_search(plan, match, here) ? std::optional<fs::path>(match[1].str()) : std::nullopt;
}

/// A folder that is gone with its content when this goes out of scope.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "kernelsmith-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) {
            path_ = name;
        }
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) {
            fs::remove_all(path_, ignored);
        }
    }
    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

std::optional<std::uint32_t> number_in(const std::string& line, const std::regex& pattern) {
    std::smatch match;
    if (!std::regex_search(line, match, pattern)) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(std::strtoul(match[1].str().c_str(), nullptr, 10));
}

void take_number(std::uint32_t& field, const std::string& line, const std::regex& pattern) {
    field = number_in(line, pattern).value_or(field);
}

} // namespace

std::optional<fs::path> find_ptxas() {
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        const char* home = std::getenv(variable);
        if (home != nullptr && is_program(fs::path(home) / "bin/ptxas")) {
            return fs::path(home) / "bin/ptxas";
        }
    }
    if (const std::optional<fs::path> ptxas = program_in_path("ptxas")) {
        return ptxas;
    }
    if (const std::optional<fs::path> folder = folder_of_nvcc(); folder && is_program(*folder / "ptxas")) {
        return *folder / "ptxas";
    }
    const fs::path usual = "/usr/local/cuda/bin/ptxas";
    return is_program(usual) ? std::optional(usual) : std::nullopt;
}

ResourceTable parse_ptxas_output(std::string_view text) {
    static const std::regex entry("Compiling entry function '([^']+)'");
    static const std::regex properties("Function properties for (\\S+)");
    static const std::regex stack("([0-9]+) bytes stack frame");
    static const std::regex stores("([0-9]+) bytes spill stores");
    static const std::regex loads("([0-9]+) bytes spill loads");
    static const std::regex registers("Used ([0-9]+) registers");
    static const std::regex shared("([0-9]+) bytes smem");

    ResourceTable table;
    KernelResources* kernel = nullptr;
    std::string kernel_name;
    bool of_kernel = false; // rather than of a function that it calls
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_search(line, match, entry)) {
            kernel_name = match[1];
            kernel = &table[kernel_name];
            of_kernel = true;
        } else if (std::regex_search(line, match, properties)) {
            of_kernel = match[1] == kernel_name;
        }
        if (kernel == nullptr) {
            continue;
        }
        if (of_kernel) {
            take_number(kernel->local_bytes, line, stack);
            take_number(kernel->spill_stores, line, stores);
            take_number(kernel->spill_loads, line, loads);
        }
        if (const auto count = number_in(line, registers)) {
            kernel->registers = *count;
            kernel->registers_known = true;
            take_number(kernel->static_shared, line, shared);
        }
    }
    return table;
}

namespace {

/// What ptxas has made of a PTX.
struct Assembled {
    std::string said = {};  ///< on its output
    std::string cubin = {}; ///< machine code
};

Assembled run_ptxas(const fs::path& ptxas, std::string_view ptx, std::uint32_t capability,
                    std::string_view options, const char* how) {
    const TemporaryFolder folder;
    if (folder.path().empty()) {
        return {};
    }
    const fs::path source = folder.path() / "module.ptx";
    const fs::path cubin = folder.path() / "module.cubin";
    std::ofstream(source, std::ios::binary) << ptx;

    std::vector<std::string> command{ptxas.string(), how, fmt::format("-arch=sm_{}", capability)};
    static const std::regex limit("-(?:-)?maxrregcount[= ]([0-9]+)");
    std::cmatch match;
    if (std::regex_search(options.data(), options.data() + options.size(), match, limit)) {
        command.push_back("-maxrregcount=" + match[1].str());
    }
    command.insert(command.end(), {source.string(), "-o", cubin.string()});
    const ProcessResult result = run_process(command);
    if (result.status != 0) {
        return {};
    }
    std::ostringstream code;
    code << std::ifstream(cubin, std::ios::binary).rdbuf();
    return {.said = result.output, .cubin = std::move(code).str()};
}

} // namespace

ResourceTable ask_ptxas(const fs::path& ptxas, std::string_view ptx, std::uint32_t capability,
                        std::string_view options) {
    return parse_ptxas_output(run_ptxas(ptxas, ptx, capability, options, "-v").said);
}

std::string assemble(const fs::path& ptxas, std::string_view ptx, std::uint32_t capability,
                     std::string_view options) {
    return run_ptxas(ptxas, ptx, capability, options, "-lineinfo").cubin;
}

} // namespace simulator::runtime
