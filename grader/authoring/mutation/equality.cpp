#include "authoring/mutation/equality.h"

#include <algorithm>
#include <regex>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"

namespace grader::mutation {
namespace {

namespace fs = std::filesystem;

/// Removes the number from nvcc's names of intermediate files in @p object, `tmpxft_0000a3f2_00000000-6_`. It
/// is the process id, and the only name in an object that changes from call to call. Its length is constant.
std::string without_process_number(std::string object) {
    constexpr std::string_view begin = "tmpxft_";
    constexpr std::size_t digits = 8;
    for (std::size_t at = 0; (at = object.find(begin, at)) != std::string::npos; at += begin.size())
        object.replace(at + begin.size(), std::min(digits, object.size() - at - begin.size()), digits, '0');
    return object;
}

/// Returns the bytes that identify the program of @p source. Throws EnvironmentError if it does not compile.
std::string program_of(const Backend& backend, const Lab& lab, const fs::path& source) {
    const CompileResult result = compile(comparable_job(backend, lab, source));
    if (!result.ok)
        throw EnvironmentError(fmt::format("{} does not compile:\n{}", source.string(), result.log));
    return without_process_number(read_text(result.object));
}

} // namespace

std::string ptx_in(const fs::path& object) {
    const std::string bytes = read_text(object);
    std::string ptx;
    for (std::size_t at = 0; (at = bytes.find("\n.version ", at)) != std::string::npos;) {
        const std::size_t end = std::min(bytes.find('\0', at), bytes.size());
        for (const std::string_view line : split_lines(std::string_view(bytes).substr(at, end - at))) {
            const std::size_t word = line.find_first_not_of(" \t");
            const std::string_view rest = word == std::string_view::npos ? "" : line.substr(word);
            if (rest.starts_with(".section")) break; // names for line numbers come after the program
            if (!rest.starts_with(".loc") && !rest.starts_with(".file")) ptx.append(line) += '\n';
        }
        at = end;
    }
    return ptx;
}

CompileJob comparable_job(const Backend& backend, const Lab& lab, const fs::path& source) {
    CompileJob job = backend.compile_job(source, lab, {});
    static const std::regex machine_code("-gencode=arch=.*,code=sm_[0-9]+");
    std::erase_if(job.command, [](const std::string& option) {
        return option == "-lineinfo" || std::regex_match(option, machine_code);
    });
    std::replace(job.command.begin(), job.command.end(), std::string("-shared"), std::string("-c"));
    job.cache_entry += "_compared";
    return job;
}

Equality::Equality(const Backend& backend, const Lab& lab, const fs::path& solution, const fs::path& build)
    : backend_(backend), lab_(lab), ptx_(ptx_in(build)), object_(program_of(backend, lab, solution)) {}

bool Equality::has_other_ptx(const fs::path& object) const { return ptx_in(object) != ptx_; }

bool Equality::is_same(const fs::path& source) const { return program_of(backend_, lab_, source) == object_; }

} // namespace grader::mutation
