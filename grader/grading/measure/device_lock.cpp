#include "grading/measure/device_lock.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace grader {

std::string lock_name(const DeviceFacts& device) {
    return device.pci_bus_id.empty() ? device.slug : device.slug + '-' + device.pci_bus_id;
}

DeviceLock::DeviceLock(const std::string& name, const std::function<void()>& waiting) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("kernelsmith-" + name + ".lock");
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    // Another user's file that is not writable can still be locked through a read-only descriptor.
    if (descriptor_ < 0) descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor_ < 0) return; // no lock available: measure all the same, the interval shows the noise
    ::fchmod(descriptor_, 0666); // the umask must not exclude other users
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    waiting();
    ::flock(descriptor_, LOCK_EX);
}

DeviceLock::~DeviceLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

} // namespace grader
