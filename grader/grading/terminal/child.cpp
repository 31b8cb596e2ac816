#include "grading/terminal/child.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "base/errors.h"

namespace grader {
namespace {

constexpr int childs_number = 3; // the first descriptor that a child inherits becomes this one
constexpr std::size_t longest_output = 16 << 20;

} // namespace

GraderChild::GraderChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         const Style& style, const std::filesystem::path& scratch) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        throw EnvironmentError("no pipe: " + std::string(std::strerror(errno)));
    line_ = Descriptor(ends[0]);
    const Descriptor childs_end(ends[1]);
    ProcessSpec spec;
    spec.argv = {program.string()};
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    spec.argv.insert(spec.argv.end(), {"--status-to", std::to_string(childs_number), "--columns",
                                       std::to_string(style.width)});
    if (style.colour) spec.argv.emplace_back("--colour");
    spec.environment["TMPDIR"] = scratch.string();
    spec.inherited = {ends[1]};
    spec.output_limit = longest_output;
    process_ = std::make_unique<Process>(spec);
}

std::string GraderChild::news() {
    std::string said;
    char chunk[4096];
    ssize_t got = 0;
    while (line_.get() >= 0 && (got = ::read(line_.get(), chunk, sizeof(chunk))) > 0)
        said.append(chunk, static_cast<std::size_t>(got));
    if (got == 0) line_.close();
    if (said.ends_with('\n')) said.pop_back();
    return said.substr(said.rfind('\n') + 1);
}

bool GraderChild::ended() { return process_->wait_until(Process::Clock::now()); }

} // namespace grader
