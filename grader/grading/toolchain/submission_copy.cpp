#include "grading/toolchain/submission_copy.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/descriptor.h"
#include "base/errors.h"
#include "base/files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

using Bounds = SubmissionLimits;

bool is_header(const fs::path& file) {
    constexpr std::array endings = {".h", ".hpp", ".cuh", ".hh", ".inl"};
    return std::find(endings.begin(), endings.end(), file.extension().string()) != endings.end();
}

void write_for_all(const fs::path& to, const std::string& text) {
    const Descriptor file(::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0 || ::fchmod(file.get(), 0644) != 0 ||
        ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        throw EnvironmentError("cannot write " + to.string() + ": " + std::strerror(errno));
}

/// Reads a folder's files up to the limits of a submission.
class FolderReader {
public:
    explicit FolderReader(bool headers_only) : headers_only_(headers_only) {}

    void take_folder(const fs::path& from, const fs::path& relative = {}, int depth = 0) {
        std::error_code problem;
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator at(from, problem), end; !problem && at != end; at.increment(problem)) {
            if (entries.size() >= Bounds::max_files) break;
            entries.push_back(*at);
        }
        std::sort(entries.begin(), entries.end());
        for (const fs::directory_entry& entry : entries) {
            const fs::file_status status = entry.symlink_status(problem);
            const fs::path name = relative / entry.path().filename();
            if (fs::is_regular_file(status) && (!headers_only_ || is_header(name)))
                take_file(entry.path(), name);
            if (fs::is_directory(status) && depth < Bounds::max_depth)
                take_folder(entry.path(), name, depth + 1);
        }
    }

    [[nodiscard]] std::vector<FolderFile> taken() && { return std::move(taken_); }

private:
    void take_file(const fs::path& from, const fs::path& name) {
        if (taken_.size() >= Bounds::max_files) return;
        const std::uint64_t bytes_left = std::min(Bounds::max_file_bytes, Bounds::max_total_bytes - bytes_);
        std::optional<std::string> text = read_file(from, bytes_left, SymlinkPolicy::refused);
        if (!text) return;
        bytes_ += text->size();
        taken_.push_back({name, from, std::move(*text)});
    }

    bool headers_only_;
    std::vector<FolderFile> taken_;
    std::uint64_t bytes_ = 0;
};

void make_for_all(const fs::path& folder) {
    std::error_code problem;
    fs::create_directories(folder, problem);
    fs::permissions(folder, fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec, problem);
}

std::vector<fs::path> write_files(const std::vector<FolderFile>& files, const fs::path& to) {
    std::vector<fs::path> copied;
    make_for_all(to);
    for (const FolderFile& file : files) {
        fs::path folder = to;
        for (const fs::path& part : file.name.parent_path()) make_for_all(folder /= part);
        write_for_all(to / file.name, file.text);
        copied.push_back(file.from);
    }
    return copied;
}

} // namespace

std::vector<FolderFile> read_folder(const fs::path& folder) {
    FolderReader reader(false);
    reader.take_folder(folder);
    return std::move(reader).taken();
}

std::vector<FolderFile> read_headers(const fs::path& folder) {
    FolderReader reader(true);
    reader.take_folder(folder);
    return std::move(reader).taken();
}

void write_folder(const std::vector<FolderFile>& files, const fs::path& to) { (void)write_files(files, to); }

std::vector<fs::path> copy_folder(const fs::path& folder, const fs::path& to) {
    return write_files(read_folder(folder), to);
}

std::vector<fs::path> copy_headers(const fs::path& folder, const fs::path& to) {
    return write_files(read_headers(folder), to);
}

void copy_source(const fs::path& source, const fs::path& to) {
    const std::optional<std::string> text =
        read_file(source, Bounds::max_file_bytes, SymlinkPolicy::followed);
    if (text) write_for_all(to, *text);
}

} // namespace grader
