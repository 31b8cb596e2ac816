#pragma once

/// @file
/// For attacks: changes the report that the simulator writes about this process.

#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

/// Returns the path of the report of `simulate`; empty outside of the simulator, or if no report was
/// requested.
inline std::string path_of_report() {
    const int file = open(("/proc/" + std::to_string(getppid()) + "/cmdline").c_str(), O_RDONLY);
    std::string words(65536, '\0');
    const ssize_t got = read(file, words.data(), words.size());
    close(file);
    if (got <= 0) return {};
    words.resize(std::size_t(got));
    const std::string option = std::string("--report") + '\0';
    const std::size_t at = words.find(option);
    return at == std::string::npos ? std::string() : std::string(words.c_str() + at + option.size());
}

/// Leaves a process that waits for the report, and replaces it by the result of @p change.
template <typename Change> void change_report(Change change) {
    const std::string path = path_of_report();
    if (path.empty()) return;
    if (fork() != 0) return;
    setsid();
    for (int twin = 0; twin < 3; ++twin) // one may be stopped before it has written
        if (fork() == 0)
            break;
        else if (twin == 2)
            _exit(0);
    for (int descriptor = 0; descriptor < 64; ++descriptor) close(descriptor);
    for (struct stat seen{}; stat(path.c_str(), &seen) != 0 || seen.st_size == 0;) continue;
    for (int round = 0; round < 2000; ++round) {
        const int file = open(path.c_str(), O_RDWR);
        std::string text(std::size_t(lseek(file, 0, SEEK_END)), '\0');
        if (file < 0 || pread(file, text.data(), text.size(), 0) < 0) _exit(0);
        const std::string changed = change(text);
        if (changed != text &&
            (ftruncate(file, 0) != 0 || pwrite(file, changed.data(), changed.size(), 0) < 0))
            _exit(0);
        close(file);
        usleep(500);
    }
    _exit(0);
}
