#include "grading/runner/tamper_detector.h"

#include <filesystem>
#include <sys/stat.h>

#include "grading/channel/protocol.h"

namespace runner {

using grader::protocol::channel_descriptor;

TamperDetector::TamperDetector() : grader_channel_(identity_of(channel_descriptor)) {}

TamperDetector::Identity TamperDetector::identity_of(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return {};
    return {status.st_dev, status.st_ino};
}

int TamperDetector::count_grader_descriptors() const {
    int descriptors = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        if (identity_of(std::stoi(entry.path().filename().string())) == grader_channel_) ++descriptors;
    return descriptors;
}

std::string TamperDetector::find_tampering() const {
    if (const std::vector<std::string> names = imports_.replaced(); !names.empty())
        return "it replaces " + names.front() + ", a function that the grader's own program calls";
    if (identity_of(channel_descriptor) != grader_channel_) return "it replaced the grader's file descriptor";
    if (count_grader_descriptors() != 1) return "it duplicated the grader's file descriptor";
    if (threads_left_running_ > 0 || threads_.count_alive() > 0)
        return "it leaves a thread running that outlives the call; a solution must wait for what it has "
               "started";
    return {};
}

} // namespace runner
