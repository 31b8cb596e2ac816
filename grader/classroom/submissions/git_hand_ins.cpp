#include "classroom/submissions/git_hand_ins.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/text.h"
#include "classroom/submissions/files_of_commit.h"
#include "classroom/submissions/git_copy.h"
#include "course/submission_id.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What one look takes from one repository. The rest comes with the next look, so that nobody fills the memory.
constexpr std::size_t most_commits_a_look = 32;
constexpr std::size_t most_bytes_a_look = std::size_t{64} << 20; ///< beyond this no further commit is read
constexpr int longest_pause_in_looks = 64;
constexpr std::uint64_t longest_commit = 1 << 16; ///< a commit or tag as an object, with its message

const std::string heads = "refs/heads/";
const std::string tags = "refs/tags/";

/// A tag hands in the lab with the number with which it begins: `01`, `01-again`, `01_occupancy`; also below `hand-in/`.
bool tag_hands_in(std::string_view tag, const std::string& lab) {
    constexpr std::string_view folder = "hand-in/";
    if (tag.starts_with(folder)) tag.remove_prefix(folder.size());
    const std::string_view number = std::string_view(lab).substr(0, lab.find('_'));
    if (!tag.starts_with(number)) return false;
    return tag.size() == number.size() || tag[number.size()] == '-' || tag[number.size()] == '_';
}

/// When the line of @p object that begins with @p who was written, in seconds of 1970; 0 where there is no such line.
double time_of(const GitObject& object, std::string_view who) {
    for (const std::string_view line : split_lines(object.bytes)) {
        if (line.empty()) break; // the message follows
        if (!line.starts_with(who)) continue;
        const std::size_t mail_end = line.rfind("> ");
        if (mail_end == std::string_view::npos) break;
        std::int64_t seconds = 0;
        const char* const begin = line.data() + mail_end + 2;
        const bool read = std::from_chars(begin, line.data() + line.size(), seconds).ec == std::errc();
        return read ? static_cast<double>(seconds) : 0;
    }
    return 0;
}

/// What an attacker calls `refs/tags/...` is not a line of the file that says what was seen.
std::string line_of_seen(const std::string& student, const std::string& reference, const std::string& id) {
    return fmt::format("{}\t{}\t{}", id, printable(in_utf8(student)), printable(in_utf8(reference)));
}

/// Reasons for people: the first ones, a line each.
std::string as_lines(const std::vector<std::string>& reasons) {
    constexpr std::size_t most_reasons = 10;
    const std::size_t shown = std::min(reasons.size(), most_reasons);
    std::string text = fmt::format("{}", fmt::join(reasons.begin(), reasons.begin() + shown, "\n"));
    if (shown < reasons.size()) text += fmt::format("\nand {} more", reasons.size() - shown);
    return text;
}

} // namespace

GitHandIns::GitHandIns(fs::path directory, const Course& course, GitRules rules, fs::path seen)
    : directory_(std::move(directory)), course_(course), rules_(std::move(rules)), seen_(std::move(seen)) {
    (void)find_git();
    if (!seen_.empty()) load_seen();
}

void GitHandIns::load_seen() {
    const std::string text = read_text(seen_);
    for (const std::string_view line : split_lines(text)) seen_before_.emplace(line);
}

void GitHandIns::keep() const {
    if (seen_.empty() || rules_.take != GitTake::tags) return;
    std::string text;
    for (const auto& [student, known] : known_)
        for (const auto& [reference, id] : known.read)
            // What was refused is looked at again, because its reasons are kept nowhere.
            if (!known.refused.contains(reference)) text += line_of_seen(student, reference, id) + "\n";
    write_if_changed(seen_, text);
}

std::map<std::string, GitHandIns::Known> GitHandIns::known_now() const {
    std::vector<fs::path> places;
    std::error_code problem;
    for (fs::directory_iterator at(directory_, problem), end; !problem && at != end; at.increment(problem)) {
        const fs::path& place = at->path();
        if (place.extension() != ".git" || place.filename().string().starts_with('.')) continue;
        if (fs::is_directory(at->symlink_status(problem))) places.push_back(place);
    }
    if (problem)
        throw EnvironmentError(
            fmt::format("cannot look into {}: {}", directory_.string(), problem.message()));
    std::sort(places.begin(), places.end());
    std::map<std::string, Known> now;
    std::set<std::string> taken;
    for (const fs::path& place : places) {
        const std::string student = submission_id(place.stem().string(), taken);
        const auto before = known_.find(student);
        Known known = before != known_.end() && before->second.place == place ? before->second : Known{};
        known.student = student;
        known.place = place;
        now.emplace(student, std::move(known));
    }
    return now;
}

std::vector<GitHandIns::Wanted>
GitHandIns::wanted_of(const std::map<std::string, std::string>& references) const {
    std::vector<Wanted> wanted;
    for (const auto& [name, id] : references) {
        if (rules_.take == GitTake::branch && name == heads + rules_.branch) {
            wanted.push_back({name, id, {}, "branch " + printable(rules_.branch)});
            for (const Lab& lab : course_.labs()) wanted.back().labs.push_back(lab.id);
        }
        if (rules_.take != GitTake::tags || !name.starts_with(tags)) continue;
        const std::string tag = name.substr(tags.size());
        for (const Lab& lab : course_.labs())
            if (tag_hands_in(tag, lab.id))
                wanted.push_back({name, id, {lab.id}, "tag " + printable(tag, 60)});
    }
    return wanted;
}

std::vector<Found> GitHandIns::scan() {
    std::map<std::string, Known> now = known_now();
    std::vector<Found> found;
    for (auto& [student, known] : now) {
        try {
            look_at(known, found);
        } catch (const UnusableRepository& reason) {
            known.unusable = reason.what();
            known.pause = known.next_pause;
            known.next_pause = std::min(2 * known.next_pause, longest_pause_in_looks);
        }
    }
    known_ = std::move(now);
    return found;
}

void GitHandIns::look_at(Known& known, std::vector<Found>& found) const {
    const StudentRepository repository(known.place);
    const std::map<std::string, std::string> references = repository.references();
    const auto is_gone = [&](const auto& entry) { return !references.contains(entry.first); };
    std::erase_if(known.read, is_gone);
    std::erase_if(known.refused, is_gone);
    std::vector<Wanted> wanted = wanted_of(references);
    const auto is_known = [&](const Wanted& reference) {
        const auto read = known.read.find(reference.name);
        if (read != known.read.end()) return read->second == reference.id;
        if (!seen_before_.contains(line_of_seen(known.student, reference.name, reference.id))) return false;
        known.read[reference.name] = reference.id;
        return true;
    };
    std::erase_if(wanted, is_known);
    if (rules_.take == GitTake::branch) {
        // Whoever has pushed something, and not to this branch, means it to be handed in.
        known.refused.erase(heads);
        const auto other = std::find_if(references.begin(), references.end(), [](const auto& entry) {
            return entry.first.starts_with(heads) && entry.first != heads + "reports";
        });
        if (!references.contains(heads + rules_.branch) && other != references.end())
            known.refused[heads] = {fmt::format("there is no branch {}, but {}", printable(rules_.branch),
                                                printable(other->first.substr(heads.size()), 60))};
    }
    const bool tried = !known.unusable.empty() && known.tried == references;
    if (tried && known.pause > 0) {
        --known.pause;
        return;
    }
    known.tried = references;
    if (!wanted.empty()) read_references(repository, wanted, known, found);
    known.unusable.clear();
    known.tried.clear();
    known.next_pause = 1;
}

std::vector<GitHandIns::Commit> GitHandIns::commits_of(const GitCopy& copy, const std::vector<Wanted>& wanted,
                                                       Known& known, std::string& trouble) {
    std::vector<std::string> names;
    for (const Wanted& reference : wanted)
        names.insert(names.end(), {reference.id, reference.id + "^{commit}"});
    const std::uint64_t all = names.size() * longest_commit;
    const std::vector<std::optional<GitObject>> objects = copy.objects(names, longest_commit, all);
    std::vector<Commit> commits;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::optional<GitObject>& named = objects[2 * i];
        const std::optional<GitObject>& commit = objects[2 * i + 1];
        known.refused.erase(wanted[i].name);
        if (!named) {
            trouble = fmt::format("the object of {} is not in it, or has more than 64 KiB", wanted[i].called);
            continue;
        }
        if (!commit || commit->type != "commit") {
            known.refused[wanted[i].name] = {fmt::format("{} leads to no commit", wanted[i].called)};
            known.read[wanted[i].name] = wanted[i].id;
            continue;
        }
        double claimed = named->type == "tag" ? time_of(*named, "tagger ") : 0;
        if (claimed == 0) claimed = time_of(*commit, "committer ");
        commits.push_back({wanted[i], commit->id, claimed});
    }
    std::stable_sort(commits.begin(), commits.end(),
                     [](const Commit& a, const Commit& b) { return a.claimed < b.claimed; });
    return commits;
}

void GitHandIns::read_commit(const GitCopy& copy, const Commit& commit, Known& known,
                             std::vector<Found>& found) const {
    const std::string from = fmt::format("{}, commit {}", commit.reference.called, commit.id.substr(0, 12));
    std::vector<std::string> refused;
    for (LabOfCommit& lab : files_of_commit(copy, commit.id, commit.reference.labs)) {
        if (!lab.refused.empty())
            refused.push_back(fmt::format("{}: {} ({})", lab.lab, lab.refused, from));
        else if (!lab.files.empty())
            found.push_back({known.student, lab.lab, {}, from, commit.claimed, 0, std::move(lab.files)});
        else if (rules_.take == GitTake::tags)
            refused.push_back(
                fmt::format("{0}: there is neither labs/{0}/student.cu nor {0}/student.cu ({1})", lab.lab,
                            from));
    }
    known.read[commit.reference.name] = commit.reference.id;
    if (!refused.empty()) known.refused[commit.reference.name] = std::move(refused);
}

void GitHandIns::read_references(const StudentRepository& repository, const std::vector<Wanted>& wanted,
                                 Known& known, std::vector<Found>& found) const {
    const GitCopy copy(repository, Objects::copied);
    std::string trouble;
    std::size_t commits = 0;
    std::size_t bytes = 0;
    for (const Commit& commit : commits_of(copy, wanted, known, trouble)) {
        if (++commits > most_commits_a_look || bytes > most_bytes_a_look) break;
        const std::size_t before = found.size();
        try {
            read_commit(copy, commit, known, found);
        } catch (const UnusableRepository& reason) {
            found.resize(before); // the whole commit comes when it can be read
            trouble = fmt::format("{}: {}", commit.reference.called, reason.what());
        }
        for (std::size_t i = before; i < found.size(); ++i)
            for (const FolderFile& file : found[i].files) bytes += file.text.size();
    }
    if (trouble.empty()) return;
    throw UnusableRepository(
        trouble + (repository.borrows()
                       ? ". It takes objects from another repository (objects/info/alternates), which is "
                         "not looked at: type git repack -a -d in it, and remove that file"
                       : ""));
}

std::map<std::string, std::string> GitHandIns::refused() const {
    std::map<std::string, std::string> all;
    for (const auto& [student, known] : known_) {
        std::vector<std::string> reasons;
        if (!known.unusable.empty()) reasons.push_back("the repository cannot be used: " + known.unusable);
        for (const auto& [reference, of_reference] : known.refused)
            reasons.insert(reasons.end(), of_reference.begin(), of_reference.end());
        if (!reasons.empty()) all[student] = as_lines(reasons);
    }
    return all;
}

std::vector<std::string> GitHandIns::students() const {
    std::vector<std::string> all;
    for (const auto& [student, known] : known_) all.push_back(student);
    return all;
}

fs::path GitHandIns::place_of(const std::string& student) const {
    const auto known = known_.find(student);
    return known == known_.end() ? fs::path() : known->second.place;
}

} // namespace grader
