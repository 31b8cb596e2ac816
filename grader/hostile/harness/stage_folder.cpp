#include "hostile/harness/stage_folder.h"

#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/file.h>

namespace hostile {

StageFolder::StageFolder(const std::filesystem::path& scratch) {
    constexpr int max_folders = 256;
    std::filesystem::create_directories(scratch);
    for (int i = 0; i < max_folders; ++i) {
        const std::string name = "place_" + std::to_string(i);
        lock_ = grader::Descriptor(
            ::open((scratch / (name + ".lock")).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        if (lock_.get() < 0 || ::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) continue;
        folder_ = scratch / name;
        neighbour_builds_ = scratch / (name + ".kept");
        return;
    }
    throw std::runtime_error("every place in " + scratch.string() + " is taken");
}

} // namespace hostile
