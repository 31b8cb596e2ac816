#include "grading/terminal/grader_child.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "base/errors.h"

namespace grader {
namespace {

constexpr int childs_number = 3; // the first descriptor that a child inherits is renumbered to this
constexpr std::size_t max_output_bytes = 16 << 20;

} // namespace

GraderChild::GraderChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         const Style& style, const std::filesystem::path& scratch) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        throw EnvironmentError("cannot create a pipe: " + std::string(std::strerror(errno)));
    status_pipe_ = Descriptor(ends[0]);
    const Descriptor childs_end(ends[1]);
    ProcessSpec spec;
    spec.argv = {program.string()};
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    spec.argv.insert(spec.argv.end(), {"--status-to", std::to_string(childs_number), "--columns",
                                       std::to_string(style.width)});
    if (style.colour) spec.argv.emplace_back("--colour");
    spec.environment["TMPDIR"] = scratch.string();
    spec.inherited = {ends[1]};
    spec.output_limit = max_output_bytes;
    process_ = std::make_unique<Process>(spec);
}

std::string GraderChild::latest_status() {
    std::string status_text;
    char chunk[4096];
    ssize_t got = 0;
    while (status_pipe_.get() >= 0 && (got = ::read(status_pipe_.get(), chunk, sizeof(chunk))) > 0)
        status_text.append(chunk, static_cast<std::size_t>(got));
    if (got == 0) status_pipe_.close();
    if (status_text.ends_with('\n')) status_text.pop_back();
    return status_text.substr(status_text.rfind('\n') + 1);
}

bool GraderChild::has_ended() { return process_->wait_until(Process::Clock::now()); }

} // namespace grader
