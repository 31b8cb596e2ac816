#include "loading/ptxas.h"

#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#include "program/process.h"
#include "scan/scanner.h"

namespace simulator::runtime {

namespace {

namespace fs = std::filesystem;
using kernelsmith::Scanner;

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

/// Returns the folder of nvcc according to its dry run, because nvcc may be a link or a script outside of the
/// toolkit.
std::optional<fs::path> folder_of_nvcc() {
    const std::optional<fs::path> nvcc = program_in_path("nvcc");
    if (!nvcc) {
        return std::nullopt;
    }
    const std::string plan = run_process({nvcc->string(), "--dryrun", "-x", "cu", "/dev/null"}).output;
    Scanner scan(plan);
    return scan.find("_HERE_=") ? std::optional<fs::path>(scan.until("\r\n")) : std::nullopt;
}

/// A folder that is deleted with its content at the end of the scope.
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

/// Reads the number before @p unit, as in `24 bytes stack frame, 8 bytes spill stores`, if there is one.
void take_number(std::uint32_t& field, std::string_view line, std::string_view unit) {
    const std::size_t end = line.find(unit);
    if (end == std::string_view::npos) {
        return;
    }
    const std::size_t before = line.substr(0, end).find_last_not_of("0123456789");
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    field = Scanner(line.substr(begin, end - begin)).number().value_or(field);
}

/// Returns the name after @p before up to one of @p ends, as in `Compiling entry function 'name'`.
std::optional<std::string> name_in(std::string_view line, std::string_view before, std::string_view ends) {
    Scanner scan(line);
    return scan.find(before) ? std::optional<std::string>(scan.until(ends)) : std::nullopt;
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
    const fs::path default_path = "/usr/local/cuda/bin/ptxas";
    return is_program(default_path) ? std::optional(default_path) : std::nullopt;
}

ResourceTable parse_ptxas_output(std::string_view text) {
    ResourceTable table;
    KernelResources* kernel = nullptr;
    std::string kernel_name;
    bool of_kernel = false; // false: of a function that it calls
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        if (const auto entry = name_in(line, "Compiling entry function '", "'")) {
            kernel_name = *entry;
            kernel = &table[kernel_name];
            of_kernel = true;
        } else if (const auto function = name_in(line, "Function properties for ", " \t\r")) {
            of_kernel = *function == kernel_name;
        }
        if (kernel == nullptr) {
            continue;
        }
        if (of_kernel) {
            take_number(kernel->local_bytes, line, " bytes stack frame");
            take_number(kernel->spill_stores, line, " bytes spill stores");
            take_number(kernel->spill_loads, line, " bytes spill loads");
        }
        Scanner used(line);
        if (const auto count = used.find("Used ") ? used.number() : std::nullopt) {
            kernel->registers = *count;
            kernel->registers_known = true;
            take_number(kernel->static_shared, line, " bytes smem");
        }
    }
    return table;
}

namespace {

/// Output of ptxas for a PTX.
struct PtxasResult {
    std::string output = {}; ///< combined standard output and standard error
    std::string cubin = {};  ///< content of the cubin
};

PtxasResult run_ptxas(const fs::path& ptxas, std::string_view ptx, std::uint32_t capability,
                      std::string_view options, const char* how) {
    const TemporaryFolder folder;
    if (folder.path().empty()) {
        return {};
    }
    const fs::path source = folder.path() / "module.ptx";
    const fs::path cubin = folder.path() / "module.cubin";
    std::ofstream(source, std::ios::binary) << ptx;

    std::vector<std::string> command{ptxas.string(), how, fmt::format("-arch=sm_{}", capability)};
    for (Scanner scan(options); scan.find("-maxrregcount");) {
        if (const auto max_registers = scan.skip("=") || scan.skip(" ") ? scan.number() : std::nullopt) {
            command.push_back(fmt::format("-maxrregcount={}", *max_registers));
            break;
        }
    }
    command.insert(command.end(), {source.string(), "-o", cubin.string()});
    const ProcessResult result = run_process(command);
    if (result.status != 0) {
        return {};
    }
    std::ostringstream code;
    code << std::ifstream(cubin, std::ios::binary).rdbuf();
    return {.output = result.output, .cubin = std::move(code).str()};
}

} // namespace

ResourceTable query_ptxas_resources(const fs::path& ptxas, std::string_view ptx, std::uint32_t capability,
                                    std::string_view options) {
    return parse_ptxas_output(run_ptxas(ptxas, ptx, capability, options, "-v").output);
}

std::string assemble(const fs::path& ptxas, std::string_view ptx, std::uint32_t capability,
                     std::string_view options) {
    return run_ptxas(ptxas, ptx, capability, options, "-lineinfo").cubin;
}

} // namespace simulator::runtime
