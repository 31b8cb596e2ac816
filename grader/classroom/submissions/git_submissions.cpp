#include "classroom/submissions/git_submissions.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/text.h"
#include "classroom/submissions/committed_labs.h"
#include "classroom/submissions/git_copy.h"
#include "course/submission_id.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Limit of the commits that one scan takes from one repository. The rest follows in the next scan, which
/// bounds memory.
constexpr std::size_t max_commits_per_scan = 32;
constexpr std::size_t max_bytes_per_scan = std::size_t{64} << 20; ///< beyond this, no further commit is read
                                                                  ///< in the scan
constexpr int max_backoff_scans = 64;
constexpr std::uint64_t max_commit_bytes = 1 << 16; ///< limit of a commit or tag object with its message

const std::string heads = "refs/heads/";
const std::string tags = "refs/tags/";

/// Reports whether a tag submits the lab with the number that it begins with: `01`, `01-again`,
/// `01_occupancy`; also below `submission/`.
bool tag_submits(std::string_view tag, const std::string& lab) {
    constexpr std::string_view folder = "submission/";
    if (tag.starts_with(folder)) tag.remove_prefix(folder.size());
    const std::string_view number = std::string_view(lab).substr(0, lab.find('_'));
    if (!tag.starts_with(number)) return false;
    return tag.size() == number.size() || tag[number.size()] == '-' || tag[number.size()] == '_';
}

/// Returns the time, in seconds since 1970, in the header line of @p object that begins with @p who; 0 if
/// there is no such line.
double time_of(const GitObject& object, std::string_view who) {
    for (const std::string_view line : split_lines(object.bytes)) {
        if (line.empty()) break; // the message follows the empty line
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

/// Returns a line of the seen file. Escapes the reference, whose name a student chooses.
std::string seen_line(const std::string& student, const std::string& reference, const std::string& id) {
    return fmt::format("{}\t{}\t{}", id, printable(to_utf8(student)), printable(to_utf8(reference)));
}

/// Formats reasons for people: the first ones, one per line.
std::string as_lines(const std::vector<std::string>& reasons) {
    constexpr std::size_t max_reasons = 10;
    const std::size_t shown = std::min(reasons.size(), max_reasons);
    std::string text = fmt::format("{}", fmt::join(reasons.begin(), reasons.begin() + shown, "\n"));
    if (shown < reasons.size()) text += fmt::format("\nand {} more", reasons.size() - shown);
    return text;
}

} // namespace

GitSubmissions::GitSubmissions(fs::path directory, const Course& course, GitRules rules, fs::path seen)
    : directory_(std::move(directory)), course_(course), rules_(std::move(rules)),
      seen_file_(std::move(seen)) {
    (void)find_git();
    if (!seen_file_.empty()) load_seen_references();
}

void GitSubmissions::load_seen_references() {
    const std::string text = read_text(seen_file_);
    for (const std::string_view line : split_lines(text)) seen_lines_.emplace(line);
}

void GitSubmissions::save_seen() const {
    if (seen_file_.empty() || rules_.take != GitTake::tags) return;
    std::string text;
    for (const auto& [student, state] : repositories_)
        for (const auto& [reference, id] : state.read)
            // Omit rejected references, so that they are read again: their reasons are not stored.
            if (!state.refused.contains(reference)) text += seen_line(student, reference, id) + "\n";
    write_if_changed(seen_file_, text);
}

std::map<std::string, GitSubmissions::RepositoryState> GitSubmissions::current_repositories() const {
    std::vector<fs::path> places;
    std::error_code problem;
    for (fs::directory_iterator at(directory_, problem), end; !problem && at != end; at.increment(problem)) {
        const fs::path& location = at->path();
        if (location.extension() != ".git" || location.filename().string().starts_with('.')) continue;
        if (fs::is_directory(at->symlink_status(problem))) places.push_back(location);
    }
    if (problem)
        throw EnvironmentError(
            fmt::format("cannot read the folder {}: {}", directory_.string(), problem.message()));
    std::sort(places.begin(), places.end());
    std::map<std::string, RepositoryState> now;
    std::set<std::string> taken;
    for (const fs::path& location : places) {
        const std::string student = submission_id(location.stem().string(), taken);
        const auto before = repositories_.find(student);
        RepositoryState state = before != repositories_.end() && before->second.location == location
                                    ? before->second
                                    : RepositoryState{};
        state.student = student;
        state.location = location;
        now.emplace(student, std::move(state));
    }
    return now;
}

std::vector<GitSubmissions::UnreadReference>
GitSubmissions::references_to_read(const std::map<std::string, std::string>& references) const {
    std::vector<UnreadReference> unread;
    for (const auto& [name, id] : references) {
        if (rules_.take == GitTake::branch && name == heads + rules_.branch) {
            unread.push_back({name, id, {}, "branch " + printable(rules_.branch)});
            for (const Lab& lab : course_.labs()) unread.back().labs.push_back(lab.id);
        }
        if (rules_.take != GitTake::tags || !name.starts_with(tags)) continue;
        const std::string tag = name.substr(tags.size());
        for (const Lab& lab : course_.labs())
            if (tag_submits(tag, lab.id)) unread.push_back({name, id, {lab.id}, "tag " + printable(tag, 60)});
    }
    return unread;
}

std::vector<FoundSubmission> GitSubmissions::scan() {
    std::map<std::string, RepositoryState> now = current_repositories();
    std::vector<FoundSubmission> found;
    for (auto& [student, state] : now) {
        try {
            scan_repository(state, found);
        } catch (const UnusableRepository& reason) {
            state.unusable = reason.what();
            state.scans_to_skip = state.next_backoff;
            state.next_backoff = std::min(2 * state.next_backoff, max_backoff_scans);
        }
    }
    repositories_ = std::move(now);
    return found;
}

void GitSubmissions::scan_repository(RepositoryState& state, std::vector<FoundSubmission>& found) const {
    const StudentRepository repository(state.location);
    const std::map<std::string, std::string> references = repository.references();
    const auto is_gone = [&](const auto& entry) { return !references.contains(entry.first); };
    std::erase_if(state.read, is_gone);
    std::erase_if(state.refused, is_gone);
    std::vector<UnreadReference> unread = references_to_read(references);
    const auto is_known = [&](const UnreadReference& reference) {
        const auto read = state.read.find(reference.name);
        if (read != state.read.end()) return read->second == reference.id;
        if (!seen_lines_.contains(seen_line(state.student, reference.name, reference.id))) return false;
        state.read[reference.name] = reference.id;
        return true;
    };
    std::erase_if(unread, is_known);
    if (rules_.take == GitTake::branch) {
        // A push to another branch only was probably meant as a submission: report which branch counts.
        state.refused.erase(heads);
        const auto other = std::find_if(references.begin(), references.end(), [](const auto& entry) {
            return entry.first.starts_with(heads) && entry.first != heads + "reports";
        });
        if (!references.contains(heads + rules_.branch) && other != references.end())
            state.refused[heads] = {fmt::format("branch {} not found; the repository has only the branch {}",
                                                printable(rules_.branch),
                                                printable(other->first.substr(heads.size()), 60))};
    }
    const bool unusable_at = !state.unusable.empty() && state.unusable_at == references;
    if (unusable_at && state.scans_to_skip > 0) {
        --state.scans_to_skip;
        return;
    }
    state.unusable_at = references;
    if (!unread.empty()) read_references(repository, unread, state, found);
    state.unusable.clear();
    state.unusable_at.clear();
    state.next_backoff = 1;
}

std::vector<GitSubmissions::Commit> GitSubmissions::commits_of(const GitCopy& copy,
                                                               const std::vector<UnreadReference>& unread,
                                                               RepositoryState& state, std::string& trouble) {
    std::vector<std::string> names;
    for (const UnreadReference& reference : unread)
        names.insert(names.end(), {reference.id, reference.id + "^{commit}"});
    const std::uint64_t all = names.size() * max_commit_bytes;
    const std::vector<std::optional<GitObject>> objects = copy.objects(names, max_commit_bytes, all);
    std::vector<Commit> commits;
    for (std::size_t i = 0; i < unread.size(); ++i) {
        const std::optional<GitObject>& named = objects[2 * i];
        const std::optional<GitObject>& commit = objects[2 * i + 1];
        state.refused.erase(unread[i].name);
        if (!named) {
            trouble =
                fmt::format("the object of {} is missing in it, or has more than 64 KiB", unread[i].label);
            continue;
        }
        if (!commit || commit->type != "commit") {
            state.refused[unread[i].name] = {fmt::format("{} does not point to a commit", unread[i].label)};
            state.read[unread[i].name] = unread[i].id;
            continue;
        }
        double claimed = named->type == "tag" ? time_of(*named, "tagger ") : 0;
        if (claimed == 0) claimed = time_of(*commit, "committer ");
        commits.push_back({unread[i], commit->id, claimed});
    }
    std::stable_sort(commits.begin(), commits.end(),
                     [](const Commit& a, const Commit& b) { return a.claimed < b.claimed; });
    return commits;
}

void GitSubmissions::read_commit(const GitCopy& copy, const Commit& commit, RepositoryState& state,
                                 std::vector<FoundSubmission>& found) const {
    const std::string from = fmt::format("{}, commit {}", commit.reference.label, commit.id.substr(0, 12));
    std::vector<std::string> refused;
    for (CommittedLab& lab : files_of_commit(copy, commit.id, commit.reference.labs)) {
        if (!lab.refused.empty())
            refused.push_back(fmt::format("{}: {} ({})", lab.lab, lab.refused, from));
        else if (!lab.files.empty())
            found.push_back({state.student, lab.lab, {}, from, commit.claimed, 0, std::move(lab.files)});
        else if (rules_.take == GitTake::tags)
            refused.push_back(
                fmt::format("{0}: there is neither labs/{0}/student.cu nor {0}/student.cu ({1})", lab.lab,
                            from));
    }
    state.read[commit.reference.name] = commit.reference.id;
    if (!refused.empty()) state.refused[commit.reference.name] = std::move(refused);
}

void GitSubmissions::read_references(const StudentRepository& repository,
                                     const std::vector<UnreadReference>& unread, RepositoryState& state,
                                     std::vector<FoundSubmission>& found) const {
    const GitCopy copy(repository, Objects::copied);
    std::string trouble;
    std::size_t commits = 0;
    std::size_t bytes = 0;
    for (const Commit& commit : commits_of(copy, unread, state, trouble)) {
        if (++commits > max_commits_per_scan || bytes > max_bytes_per_scan) break;
        const std::size_t before = found.size();
        try {
            read_commit(copy, commit, state, found);
        } catch (const UnusableRepository& reason) {
            found.resize(before); // the whole commit is taken by a later scan that can read it
            trouble = fmt::format("{}: {}", commit.reference.label, reason.what());
        }
        for (std::size_t i = before; i < found.size(); ++i)
            for (const FolderFile& file : found[i].files) bytes += file.text.size();
    }
    if (trouble.empty()) return;
    throw UnusableRepository(trouble +
                             (repository.borrows()
                                  ? ". It borrows objects from another repository (objects/info/alternates), "
                                    "which is not read: run git repack -a -d in it, and remove that file"
                                  : ""));
}

std::map<std::string, std::string> GitSubmissions::refused() const {
    std::map<std::string, std::string> all;
    for (const auto& [student, state] : repositories_) {
        std::vector<std::string> reasons;
        if (!state.unusable.empty()) reasons.push_back("the repository cannot be used: " + state.unusable);
        for (const auto& [reference, of_reference] : state.refused)
            reasons.insert(reasons.end(), of_reference.begin(), of_reference.end());
        if (!reasons.empty()) all[student] = as_lines(reasons);
    }
    return all;
}

std::vector<std::string> GitSubmissions::students() const {
    std::vector<std::string> all;
    for (const auto& [student, state] : repositories_) all.push_back(student);
    return all;
}

fs::path GitSubmissions::location_of(const std::string& student) const {
    const auto state = repositories_.find(student);
    return state == repositories_.end() ? fs::path() : state->second.location;
}

} // namespace grader
