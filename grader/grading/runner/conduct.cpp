#include "grading/runner/conduct.h"

#include <filesystem>
#include <sys/stat.h>

#include "grading/channel/protocol.h"

namespace runner {

using grader::protocol::channel_descriptor;

Conduct::Conduct() : line_(identity_of(channel_descriptor)) {}

Conduct::Identity Conduct::identity_of(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return {};
    return {status.st_dev, status.st_ino};
}

int Conduct::lines_to_grader() const {
    int lines = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        if (identity_of(std::stoi(entry.path().filename().string())) == line_) ++lines;
    return lines;
}

std::string Conduct::misconduct() const {
    if (const std::vector<std::string> names = imports_.replaced(); !names.empty())
        return "it replaces " + names.front() + ", a function that the grader's own program calls";
    if (identity_of(channel_descriptor) != line_)
        return "it has put another descriptor in the place of the grader's line";
    if (lines_to_grader() != 1) return "it has made a descriptor of its own for the grader's line";
    if (left_at_work_ > 0 || threads_.alive() > 0)
        return "it leaves a thread of its own that outlives the call; a solution waits for what it has "
               "started";
    return {};
}

} // namespace runner
