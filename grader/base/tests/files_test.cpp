// Atomic writes: files are never half written, whatever kind of file the target is.

#include "base/files.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "base/errors.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::EnvironmentError;
using grader::is_stream;
using grader::write_atomically;

std::size_t entries_in(const fs::path& directory) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory), {}));
}

/// A named pipe, and a thread that reads all its data.
struct Pipe {
    explicit Pipe(const fs::path& at) : path(at) {
        if (::mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("no pipe at " + path.string());
        reader = std::jthread([this] { text = harness::read(path); });
    }

    fs::path path;
    std::string text;
    std::jthread reader;
};

} // namespace

TEST_CASE("a rewritten file is the old one or the new one and never a part", "[files]") {
    const fs::path directory = harness::scratch("files-atomic");
    const fs::path file = directory / "report.json";
    const std::string longer(1 << 20, 'a');
    const std::string shorter(1 << 18, 'b');
    write_atomically(file, longer);
    std::size_t partial = 0;
    {
        std::jthread writer([&](const std::stop_token& stop) {
            for (bool which = false; !stop.stop_requested(); which = !which)
                write_atomically(file, which ? longer : shorter);
        });
        for (int look = 0; look < 200; ++look) {
            const std::string seen = harness::read(file);
            partial += seen == longer || seen == shorter ? 0 : 1;
        }
    }
    CHECK(partial == 0);
    CHECK(entries_in(directory) == 1);
}

TEST_CASE("a reader with the old file open reads all of its contents after a rewrite", "[files]") {
    const fs::path file = harness::scratch("files-reader") / "report.json";
    const std::string rest_of_old(1 << 20, 'x'); // more than a reader takes at once
    write_atomically(file, "old " + rest_of_old + "\n");
    std::ifstream reader(file);
    std::string word;
    reader >> word;
    write_atomically(file, "new\n");
    std::string rest;
    std::getline(reader, rest);
    CHECK((rest == " " + rest_of_old));
    CHECK(harness::read(file) == "new\n");
}

TEST_CASE("a failed write keeps the old file and leaves nothing else", "[files]") {
    const fs::path directory = harness::scratch("files-failure");
    write_atomically(directory / "file", "kept");
    CHECK_THROWS_AS(write_atomically(directory / "none/file", "new"), EnvironmentError);
    CHECK_THROWS_AS(write_atomically(directory, "new"), EnvironmentError);
    CHECK_THROWS_AS(write_atomically("/dev/full", "new"), EnvironmentError);
    CHECK(harness::read(directory / "file") == "kept");
    CHECK(entries_in(directory) == 1);
}

TEST_CASE("an atomic write keeps the permissions of a file and the links to it", "[files]") {
    const fs::path directory = harness::scratch("files-links");
    fs::create_directories(directory / "kept");
    write_atomically(directory / "kept/file", "old");
    fs::permissions(directory / "kept/file",
                    fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    fs::create_symlink("kept/file", directory / "link");
    fs::create_symlink("link", directory / "link to a link");
    write_atomically(directory / "link to a link", "new");
    CHECK(fs::is_symlink(directory / "link to a link"));
    CHECK(fs::is_symlink(directory / "link"));
    CHECK(harness::read(directory / "kept/file") == "new");
    CHECK(fs::status(directory / "kept/file").permissions() ==
          (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));

    // A link may be created before its target.
    fs::create_symlink("kept/later", directory / "dangling");
    write_atomically(directory / "dangling", "later");
    CHECK(harness::read(directory / "kept/later") == "later");
    CHECK(entries_in(directory / "kept") == 2);
}

TEST_CASE("a name as long as the file system takes can be written", "[files]") {
    const fs::path file = harness::scratch("files-long") / std::string(255, 'n');
    write_atomically(file, "text");
    CHECK(harness::read(file) == "text");
}

TEST_CASE("pipes and devices and descriptors are written in place", "[files]") {
    const fs::path directory = harness::scratch("files-streams");
    {
        Pipe pipe(directory / "pipe");
        CHECK(is_stream(pipe.path));
        write_atomically(pipe.path, "through the pipe");
        pipe.reader.join();
        CHECK(pipe.text == "through the pipe");
        CHECK(fs::is_fifo(pipe.path));
    }
    CHECK(is_stream("/dev/null"));
    write_atomically("/dev/null", "nothing");
    CHECK(fs::is_character_file("/dev/null"));

    // Output to a file that a shell has opened for its program is appended, like standard output.
    const fs::path kept = directory / "output";
    write_atomically(kept, "first\n");
    const int descriptor = ::open(kept.c_str(), O_WRONLY);
    const fs::path by_number = "/dev/fd/" + std::to_string(descriptor);
    fs::create_symlink(by_number, directory / "link to a descriptor");
    for (const fs::path& name : {by_number, directory / "link to a descriptor"}) {
        CHECK(is_stream(name));
        write_atomically(name, "more\n");
    }
    ::close(descriptor);
    CHECK(harness::read(kept) == "first\nmore\nmore\n");

    CHECK_FALSE(is_stream(kept));
    CHECK_FALSE(is_stream(directory));
    CHECK_FALSE(is_stream(directory / "none"));
    CHECK_FALSE(is_stream("/none"));
}
