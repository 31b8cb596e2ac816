#include "classroom/submissions/hand_ins.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "classroom/submissions/fingerprint.h"
#include "classroom/submissions/path_in_json.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Fields<grader::HandIn> {
    using HandIn = grader::HandIn;
    static constexpr auto list =
        std::tuple(field("id", &HandIn::id), field("student", &HandIn::student), field("lab", &HandIn::lab),
                   field("number", &HandIn::number), field("at", &HandIn::at), field("seen", &HandIn::seen),
                   field<grader::PathForm>("place", &HandIn::place), field("from", &HandIn::from),
                   field("bytes", &HandIn::bytes));
};

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string line_of(const HandIn& hand_in) { return json_text(hand_in) + '\n'; }

HandIn hand_in_from(const std::string& line) { return parse_json(line).get<HandIn>(); }

void sync_folder(const fs::path& folder) {
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.get() < 0 || ::fsync(descriptor.get()) != 0)
        throw EnvironmentError(fmt::format("cannot write {}: {}", folder.string(), std::strerror(errno)));
}

/// Nothing has the name @p to before all of @p files are in it and on the disk.
void keep_files(const std::vector<FolderFile>& files, const fs::path& to) {
    const fs::path draft = to.parent_path() / fmt::format(".draft-{}", ::getpid());
    std::error_code problem;
    fs::remove_all(draft, problem);
    write_folder(files, draft);
    for (const FolderFile& file : files) sync_file(draft / file.name);
    sync_folder(draft);
    fs::rename(draft, to, problem);
    if (problem) throw EnvironmentError(fmt::format("cannot make {}: {}", to.string(), problem.message()));
    sync_folder(to.parent_path());
}

} // namespace

HandIns::HandIns(fs::path folder, std::uint64_t secret) : folder_(std::move(folder)), secret_(secret) {
    std::error_code problem;
    fs::create_directories(folder_ / "files", problem);
    if (problem)
        throw EnvironmentError(fmt::format("cannot make {}: {}", folder_.string(), problem.message()));
    const std::string before = read_text(folder_ / "looked");
    (void)std::from_chars(before.data(), before.data() + before.size(), looked_);
    read_list();
}

/// A line without an end, which a crash or a full disk leaves, counts as not written.
void HandIns::read_list() {
    const fs::path list = folder_ / "list";
    constexpr std::uint64_t most = std::uint64_t{1} << 32;
    const std::string text = read_file(list, most, SymlinkPolicy::refused).value_or("");
    bytes_ = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    for (const std::string_view line : split_lines(std::string_view(text).substr(0, bytes_))) {
        try {
            remember(hand_in_from(std::string(line)));
        } catch (const json::exception& error) {
            throw EnvironmentError(fmt::format("line {} of {} cannot be read: {}", all_.size() + 1,
                                               list.string(), error.what()));
        }
    }
}

void HandIns::remember(HandIn hand_in) {
    last_[{hand_in.student, hand_in.lab}] = all_.size();
    all_.push_back(std::move(hand_in));
}

const HandIn* HandIns::last(const std::string& student, const std::string& lab) const {
    const auto found = last_.find({student, lab});
    return found == last_.end() ? nullptr : &all_[found->second];
}

fs::path HandIns::file_of(const HandIn& hand_in) const {
    return folder_ / "files" / hand_in.id / "student.cu";
}

std::uint64_t HandIns::bytes_within_a_day(const std::string& student, double now) const {
    constexpr double day = 24.0 * 60 * 60;
    std::uint64_t bytes = 0;
    for (auto hand_in = all_.rbegin(); hand_in != all_.rend() && hand_in->seen > now - day; ++hand_in)
        if (hand_in->student == student) bytes += hand_in->bytes;
    return bytes;
}

Taken HandIns::take(const Found& found, double now) {
    HandIn hand_in;
    Fingerprint id;
    id.add(found.student);
    id.add(found.lab);
    id.add(found.files);
    hand_in.id = id.under(secret_);
    const HandIn* before = last(found.student, found.lab);
    if (before != nullptr && before->id == hand_in.id) return Taken::as_last;
    for (const FolderFile& file : found.files) hand_in.bytes += file.text.size();
    if (bytes_within_a_day(found.student, now) + hand_in.bytes > most_bytes_a_day) return Taken::too_much;
    hand_in.student = found.student;
    hand_in.lab = found.lab;
    hand_in.number = before == nullptr ? 1 : before->number + 1;
    hand_in.seen = now;
    hand_in.at = std::clamp(found.claimed, std::min(found.not_before, now), now);
    hand_in.place = found.place;
    hand_in.from = found.from;
    if (const fs::path copy = folder_ / "files" / hand_in.id; !fs::exists(copy))
        keep_files(found.files, copy);
    append(line_of(hand_in));
    remember(std::move(hand_in));
    return Taken::kept;
}

void HandIns::append(const std::string& line) {
    const fs::path list = folder_ / "list";
    const Descriptor file(::open(list.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    // What a crash left of a line goes.
    const bool written = file.get() >= 0 && ::ftruncate(file.get(), static_cast<off_t>(bytes_)) == 0 &&
                         ::pwrite(file.get(), line.data(), line.size(), static_cast<off_t>(bytes_)) ==
                             static_cast<ssize_t>(line.size()) &&
                         ::fsync(file.get()) == 0;
    if (!written)
        throw EnvironmentError(fmt::format("cannot write {}: {}", list.string(), std::strerror(errno)));
    if (bytes_ == 0) sync_folder(folder_);
    bytes_ += line.size();
}

void HandIns::looked(double now) {
    looked_ = now;
    constexpr double between = 5; // seconds: a disk is not to be written for nothing all night
    if (now < looked_on_disk_ + between) return;
    write_atomically(folder_ / "looked", fmt::format("{:.3f}\n", now));
    looked_on_disk_ = now;
}

} // namespace grader
