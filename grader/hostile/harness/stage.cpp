#include "hostile/harness/stage.h"

#include <cstring>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "testing/harness.h"

namespace hostile {
namespace {

namespace fs = std::filesystem;

void require(bool done, const std::string& what) {
    if (!done) throw std::runtime_error(what + ": " + std::strerror(errno));
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

/// Creates a socket without a listener. Its path must be short, so it is bound from within its folder.
void make_socket(const fs::path& path) {
    const fs::path here = fs::current_path();
    fs::current_path(path.parent_path());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.filename().c_str(), sizeof(address.sun_path) - 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool bound = ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    ::close(socket);
    fs::current_path(here);
    require(bound, path.string());
}

} // namespace

void copy_tree(const fs::path& from, const fs::path& to) {
    const fs::path source = fs::canonical(from);
    fs::create_directories(to.parent_path());
    fs::copy(source, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    if (fs::is_regular_file(source)) return fs::last_write_time(to, fs::last_write_time(source));
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source))
        if (!entry.is_symlink() && entry.is_regular_file())
            fs::last_write_time(to / entry.path().lexically_relative(source), entry.last_write_time());
}

void remove_everything(const fs::path& folder) {
    std::error_code problem;
    if (!fs::exists(fs::symlink_status(folder, problem))) return;
    // A folder without permissions cannot be emptied.
    fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, problem);
    for (auto entry = fs::recursive_directory_iterator(folder, problem);
         entry != fs::recursive_directory_iterator(); entry.increment(problem))
        if (entry->is_directory(problem) && !entry->is_symlink(problem))
            fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, problem);
    fs::remove_all(folder);
}

Stage::Stage(const HostileCase& hostile, const Sources& sources, const fs::path& folder, int port, bool keep)
    : scratch_(folder), trace_("hostile." + hostile.name), lab_(hostile.lab), port_(port), keep_(keep) {
    remove_everything(scratch_);
    for (const char* part : {"canary", "home", "tmp", "seen"}) fs::create_directories(scratch_ / part);
    harness::write(scratch_ / "canary/notes.txt", "Nobody's business: " + secret + "\n");
    harness::write(scratch_ / "home/token", secret + "\n");
    copy_programs(hostile, sources);
    copy_course(hostile, sources);
    write_class(hostile, sources);
    for (const StagedFile& entry : hostile.entries) make(entry);
}

Stage::~Stage() {
    if (keep_) return;
    try {
        remove_everything(scratch_);
    } catch (const std::exception&) {
        // The next run tries again, and reports a failure.
    }
}

fs::path Stage::honest_file() const { return scratch_ / "class" / neighbour / lab_ / "student.cu"; }

void Stage::copy_programs(const HostileCase& hostile, const Sources& sources) const {
    for (const char* program :
         {"bin/grader", "bin/grader-class", "bin/runner", "bin/simulate", "bin/confine"})
        copy_tree(sources.build / program, scratch_ / "install" / program);
    if (hostile.course != CourseKind::host)
        copy_tree(sources.build / "lib/simulator", scratch_ / "install/lib/simulator");
    const char* modules = hostile.course == CourseKind::labs ? "labs" : "fixture_labs";
    copy_tree(sources.build / modules / lab_ / "problem.so", scratch_ / "install/labs" / lab_ / "problem.so");
}

void Stage::copy_course(const HostileCase& hostile, const Sources& sources) const {
    const fs::path from = hostile.course == CourseKind::labs
                              ? sources.project
                              : sources.project / "grader/testing/fixtures/course";
    copy_tree(from / "common", scratch_ / "course/common");
    copy_tree(from / "labs" / lab_, scratch_ / "course/labs" / lab_);
    copy_tree(from / "solutions" / lab_, scratch_ / "course/solutions" / lab_);
    if (hostile.course == CourseKind::cuda)
        copy_tree(sources.project / "grader/hostile/cuda" / lab_, scratch_ / "course/labs" / lab_);
}

void Stage::write_class(const HostileCase& hostile, const Sources& sources) const {
    const fs::path honest = sources.project / "grader/hostile/neighbours" /
                            (hostile.course == CourseKind::host ? "host.cu" : "cuda.cu");
    if (hostile.has_neighbour()) copy_tree(honest, honest_file());
    const fs::path own = scratch_ / "class" / unescaped(hostile.student) / lab_;
    for (const std::string& shared : hostile.with)
        harness::write(own / shared, harness::read(sources.project / "grader/hostile/attacks" / shared));
    for (const auto& entry : fs::recursive_directory_iterator(hostile.folder)) {
        const fs::path below = entry.path().lexically_relative(hostile.folder);
        if (!entry.is_regular_file() || below == "case.toml") continue;
        harness::write(own / below, expand_placeholders(harness::read(entry.path())));
    }
}

std::string Stage::expand_placeholders(std::string text) const {
    replace_all(text, "@SCRATCH@", scratch_.string());
    replace_all(text, "@TRACE@", trace_);
    replace_all(text, "@PORT@", std::to_string(port_));
    return text;
}

void Stage::make(const StagedFile& entry) const {
    const fs::path path = scratch_ / unescaped(entry.path);
    fs::create_directories(path.parent_path());
    const std::string text = expand_placeholders(unescaped(entry.text));
    switch (entry.kind) {
        case StagedFile::Kind::file: {
            std::string all;
            for (std::int64_t i = 0; i < entry.times; ++i) all += text;
            harness::write(path, all);
            break;
        }
        case StagedFile::Kind::link: fs::create_symlink(expand_placeholders(entry.target), path); break;
        case StagedFile::Kind::hard_link:
            fs::create_hard_link(expand_placeholders(entry.target), path);
            break;
        case StagedFile::Kind::fifo: require(::mkfifo(path.c_str(), 0600) == 0, path.string()); break;
        case StagedFile::Kind::socket: make_socket(path); break;
        case StagedFile::Kind::sparse:
            harness::write(path, text);
            fs::resize_file(path, static_cast<std::uintmax_t>(entry.bytes));
            break;
        case StagedFile::Kind::folder: fs::create_directories(path); break;
        case StagedFile::Kind::many_files:
            for (std::int64_t i = 0; i < entry.count; ++i)
                harness::write(path / ("file_" + std::to_string(i)), text);
            break;
    }
    if (entry.mode) fs::permissions(path, static_cast<fs::perms>(*entry.mode));
}

} // namespace hostile
