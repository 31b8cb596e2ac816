#include "classroom/run/class_folder.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/secrets.h"
#include "classroom/run/host_info.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* private_folder_name = ".grades";

void make_folder(const fs::path& folder) {
    if (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) return;
    throw EnvironmentError(fmt::format("cannot create {}, the folder of this class's grades: {}",
                                       folder.string(), std::strerror(errno)));
}

std::optional<std::uint64_t> read_secret(const fs::path& file) {
    const std::string text = read_text(file);
    std::uint64_t secret = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), secret, 16);
    return problem == std::errc() && end != text.data() ? std::optional(secret) : std::nullopt;
}

/// Reads or creates the secret. If two graders create it at the same time, the first one's secret counts.
std::uint64_t secret_in(const fs::path& private_folder) {
    const fs::path file = private_folder / "secret";
    if (const auto known = read_secret(file)) return *known;
    const fs::path draft = private_folder / fmt::format("secret-{}-{}", ::getpid(), secret_seed());
    write_atomically(draft, fmt::format("{:016x}\n", Secrets().next()));
    fs::permissions(draft, fs::perms::owner_read | fs::perms::owner_write);
    const bool first = ::link(draft.c_str(), file.c_str()) == 0 || errno == EEXIST;
    const int error = errno;
    ::unlink(draft.c_str());
    if (const auto made = first ? read_secret(file) : std::nullopt) return *made;
    throw EnvironmentError(fmt::format("cannot write {}: {}", file.string(), std::strerror(error)));
}

std::string this_process() {
    return fmt::format("process {} on {}, since {:%Y-%m-%d %H:%M}", ::getpid(), host_name(),
                       fmt::localtime(
                           std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

} // namespace

ClassFolder::ClassFolder(const fs::path& directory)
    : directory_(fs::absolute(directory).lexically_normal()),
      private_folder_(directory_ / private_folder_name) {
    for (const fs::path& folder : {private_folder_, private_folder_ / "runs", journal(), submission_store()})
        make_folder(folder);
    secret_ = secret_in(private_folder_);
}

fs::path ClassFolder::run(int number) const {
    return private_folder_ / "runs" / fmt::format("{}.json", number);
}

fs::path ClassFolder::directory_of_run(int number) const {
    fs::path folder = private_folder_ / "runs" / std::to_string(number);
    make_folder(folder);
    return folder;
}

int ClassFolder::last_run() const {
    int last = 0;
    std::error_code problem;
    for (fs::directory_iterator at(private_folder_ / "runs", problem), end; !problem && at != end;
         at.increment(problem)) {
        const std::string name = at->path().stem().string();
        int number = 0;
        const auto [stop, bad] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (bad == std::errc() && stop == name.data() + name.size() && at->path().extension() == ".json")
            last = std::max(last, number);
    }
    return last;
}

bool is_graded_class(const fs::path& directory) {
    std::error_code problem;
    return fs::is_directory(directory / private_folder_name / "runs", problem);
}

ClassLock::ClassLock(const ClassFolder& folder, const std::function<bool(const std::string&)>& waiting) {
    const fs::path file = folder.journal().parent_path() / "lock";
    file_ = open_file(file, O_RDWR | O_CREAT);
    if (file_.get() < 0)
        throw EnvironmentError(fmt::format("cannot open {}: {}", file.string(), std::strerror(errno)));
    while (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            throw EnvironmentError(fmt::format(
                "cannot lock {}: {}. The class's folder must be on a file system that supports locks.",
                file.string(), std::strerror(errno)));
        if (!waiting(read_text(file))) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        throw_if_interrupted();
    }
    held_ = true;
    const std::string who = this_process();
    (void)!::ftruncate(file_.get(), 0);
    (void)!::pwrite(file_.get(), who.data(), who.size(), 0);
}

} // namespace grader
