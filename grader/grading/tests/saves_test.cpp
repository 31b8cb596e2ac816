// One save is one event, however an editor writes.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <poll.h>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "grading/terminal/folder_watch.h"
#include "grading/terminal/save_debouncer.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::FileChange;
using grader::FileEvent;
using grader::FolderWatch;
using grader::SaveDebouncer;
using std::chrono::milliseconds;

/// Returns the events of @p watch within a moment, for sources only.
std::vector<FileEvent> told_by(FolderWatch& watch) {
    std::vector<FileEvent> told;
    pollfd ready{watch.descriptor(), POLLIN, 0};
    while (::poll(&ready, 1, 100) == 1)
        for (const FileEvent& event : watch.events())
            if (grader::is_source_name(fs::path(event.file).filename().string())) told.push_back(event);
    return told;
}

/// Returns whether @p events, all at one moment, lead to a grade after the quiet period.
bool is_save(const std::vector<FileEvent>& events) {
    SaveDebouncer saves;
    const SaveDebouncer::Clock::time_point now{};
    for (const FileEvent& event : events) saves.add("lab", event.file, event.change, now);
    return saves.due() == now + SaveDebouncer::quiet_period;
}

struct Editor {
    std::string name;
    std::function<void(const fs::path& folder)> save;
};

std::vector<Editor> editors() {
    return {
        {"written in place", [](const fs::path& f) { harness::write(f / "student.cu", "new"); }},
        {"renamed into place",
         [](const fs::path& f) {
             harness::write(f / "student.cu.tmp.1234", "new");
             fs::rename(f / "student.cu.tmp.1234", f / "student.cu");
         }},
        {"moved away as a backup, then written anew",
         [](const fs::path& f) {
             harness::write(f / "4913", "");
             fs::remove(f / "4913");
             fs::rename(f / "student.cu", f / "student.cu~");
             harness::write(f / "student.cu", "new");
             fs::remove(f / "student.cu~");
         }},
        {"deleted and made again",
         [](const fs::path& f) {
             fs::remove(f / "student.cu");
             harness::write(f / "student.cu", "new");
         }},
        {"a link in place of the file",
         [](const fs::path& f) {
             fs::remove(f / "student.cu");
             fs::create_symlink("elsewhere.txt", f / "student.cu");
         }},
        {"a hard link in place of the file",
         [](const fs::path& f) {
             harness::write(f / "draft", "new");
             fs::remove(f / "student.cu");
             fs::create_hard_link(f / "draft", f / "student.cu");
         }},
        {"a header beside it", [](const fs::path& f) { harness::write(f / "tile.cuh", "new"); }},
        {"a header deleted", [](const fs::path& f) { fs::remove(f / "helper.h"); }},
        {"a header in a folder below",
         [](const fs::path& f) { harness::write(f / "kernels/tile.cuh", "new"); }},
        {"a header in a folder that is new",
         [](const fs::path& f) { harness::write(f / "more/deeper/tile.cuh", "new"); }},
        {"the whole folder replaced",
         [](const fs::path& f) {
             harness::write(f.string() + ".next/student.cu", "new");
             fs::rename(f, f.string() + ".before");
             fs::rename(f.string() + ".next", f);
         }},
    };
}

fs::path fresh_folder(const std::string& name) {
    const fs::path folder = harness::scratch(name) / "01_scale";
    harness::write(folder / "student.cu", "old");
    harness::write(folder / "helper.h", "old");
    harness::write(folder / "kernels/tile.cuh", "old");
    return folder;
}

} // namespace

TEST_CASE("every editor's way of saving is detected as a save", "[saves][slow]") {
    const std::size_t number = GENERATE(Catch::Generators::range(std::size_t{0}, editors().size()));
    const Editor way = editors().at(number);
    CAPTURE(way.name);
    const fs::path folder = fresh_folder("saves");
    FolderWatch watch({folder});
    CHECK(told_by(watch).empty());
    way.save(folder);
    CHECK(is_save(told_by(watch)));
    // The next one is noticed as well.
    harness::write(folder / "next", "newer");
    fs::rename(folder / "next", folder / "student.cu");
    CHECK(is_save(told_by(watch)));
}

TEST_CASE("writing a file that is not a source is not a save", "[saves]") {
    const fs::path folder = fresh_folder("saves-none");
    FolderWatch watch({folder});
    for (const char* name : {".student.cu.swp", ".#student.cu", "#student.cu#", "student.cu~", "4913",
                             "README.md", "student.cu.tmp", "notes.txt", "student.o"})
        harness::write(folder / name, "new");
    (void)harness::read(folder / "student.cu");
    CHECK(told_by(watch).empty());
    fs::rename(folder, folder.string() + ".gone");
    harness::write(folder.string() + ".gone/student.cu", "new");
    CHECK(told_by(watch).empty());
    // The folder comes back with its files.
    fs::rename(folder.string() + ".gone", folder);
    CHECK(is_save(told_by(watch)));
}

TEST_CASE("a save in one of several watched folders names its folder", "[saves]") {
    const fs::path course = harness::scratch("saves-several");
    const std::vector<fs::path> labs = {course / "01_one", course / "02_two"};
    for (const fs::path& lab : labs) harness::write(lab / "student.cu", "old");
    FolderWatch watch(labs);
    harness::write(labs[1] / "student.cu", "new");
    const auto told = told_by(watch);
    REQUIRE_FALSE(told.empty());
    for (const FileEvent& event : told) {
        CHECK(event.root == labs[1]);
        CHECK(event.file == "student.cu");
    }
    CHECK(told.back().change == FileChange::complete);
}

TEST_CASE("all files are checked again after the kernel drops file events", "[saves]") {
    const fs::path folder = fresh_folder("saves-lost");
    std::ifstream limit("/proc/sys/fs/inotify/max_queued_events");
    std::size_t most = 0;
    limit >> most;
    if (most == 0 || most > 100'000) SKIP("the kernel keeps more events than a test can make");
    FolderWatch watch({folder});
    for (std::size_t i = 0; i < most; ++i) {
        // The kernel merges equal consecutive events, so two names alternate.
        fs::rename(folder / (i % 2 == 0 ? "helper.h" : "other.h"),
                   folder / (i % 2 == 0 ? "other.h" : "helper.h"));
    }
    harness::write(folder / "student.cu", "new"); // this event is lost
    const auto told = told_by(watch);
    CHECK(std::any_of(told.begin(), told.end(),
                      [](const FileEvent& event) { return event.file == "student.cu"; }));
}

TEST_CASE("a save is reported after a quiet period", "[saves]") {
    SaveDebouncer saves;
    const SaveDebouncer::Clock::time_point start{};
    CHECK_FALSE(saves.due());
    saves.add("01", "student.cu", FileChange::begun, start);
    CHECK_FALSE(saves.due()); // still being written
    saves.add("01", "student.cu", FileChange::complete, start + milliseconds(40));
    CHECK(saves.due() == start + milliseconds(40) + SaveDebouncer::quiet_period);
    saves.add("01", "student.cu", FileChange::begun, start + milliseconds(100));
    CHECK(saves.due() ==
          start + milliseconds(100) + SaveDebouncer::max_open_time); // the second half of the save
    saves.add("01", "student.cu", FileChange::gone, start + milliseconds(200));
    CHECK(saves.due() == start + milliseconds(200) + SaveDebouncer::quiet_period);
    saves.add("02", "student.cu", FileChange::complete, start + milliseconds(210));
    saves.add("01", "helper.h", FileChange::complete, start + milliseconds(220));
    CHECK(saves.take() == std::vector<std::string>{"02", "01"});
    CHECK_FALSE(saves.due());
    CHECK(saves.take().empty());
}
