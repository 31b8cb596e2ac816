// Modelled times that are cached next to a build: one model run for all graders, even if some of them are
// killed.

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "base/files.h"
#include "grading/model/cached_time.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::cached_time;
using grader::CachedTime;

/// A build, and the number of times it was modelled.
struct CountedModel {
    grader::TemporaryDirectory folder;
    std::atomic<int> calls = 0;

    std::optional<CachedTime> ask(const std::string& key, double ms = 12.0 / 7) {
        return cached_time(folder.path() / "build.so", key, [&] {
            ++calls;
            return std::optional(CachedTime{ms, 123456789, 0.25});
        });
    }
};

} // namespace

TEST_CASE("a modelled time is cached with full precision", "[modelled]") {
    CountedModel model;
    CHECK(model.ask("a")->ms == 12.0 / 7);
    CHECK(model.ask("a", 99)->ms == 12.0 / 7);
    CHECK(model.ask("a")->instructions == 123456789);
    CHECK(model.ask("a")->issue_share == 0.25);
    CHECK(model.calls == 1);
}

TEST_CASE("a cached time with a different key is not used", "[modelled]") {
    CountedModel model;
    (void)model.ask("a", 1);
    CHECK(model.ask("b", 2)->ms == 2);
    CHECK(model.ask("a", 3)->ms == 3);
    CHECK(model.calls == 3);
}

TEST_CASE("a kept time that cannot be read is modelled again", "[modelled]") {
    for (const char* broken :
         {"", "{", "[]", "{}", R"({"key":"a","ms":"fast","instructions":1,"issue_share":0})",
          R"({"key":"a","ms":0,"instructions":1,"issue_share":0})"}) {
        CAPTURE(broken);
        CountedModel model;
        harness::write(model.folder.path() / "modelled", broken);
        CHECK(model.ask("a", 4)->ms == 4);
        CHECK(model.ask("a", 5)->ms == 4);
    }
}

TEST_CASE("a missing time is not cached", "[modelled]") {
    CountedModel model;
    const auto none = [] { return std::optional<CachedTime>(); };
    CHECK_FALSE(cached_time(model.folder.path() / "build.so", "a", none));
    CHECK(model.ask("a"));
}

TEST_CASE("a modelled time that cannot be cached is still returned", "[modelled]") {
    CountedModel model;
    const fs::path nowhere = model.folder.path() / "gone" / "build.so";
    const std::optional<CachedTime> time = cached_time(nowhere, "a", [] {
        return std::optional(CachedTime{7, 1});
    });
    REQUIRE(time);
    CHECK(time->ms == 7);
}

TEST_CASE("graders that need a time at once model it once", "[modelled]") {
    CountedModel model;
    std::vector<std::jthread> graders;
    for (int n = 0; n < 8; ++n) graders.emplace_back([&] { (void)model.ask("a"); });
    graders.clear();
    CHECK(model.calls == 1);
}

TEST_CASE("a grader killed while it models releases its lock to the next one", "[modelled]") {
    CountedModel model;
    int locked[2];
    REQUIRE(::pipe(locked) == 0);
    const pid_t other = ::fork();
    if (other == 0) {
        const int lock = ::open((model.folder.path() / "modelling").c_str(), O_RDWR | O_CREAT, 0666);
        if (::flock(lock, LOCK_EX) == 0 && ::write(locked[1], "x", 1) == 1) ::pause();
        ::_exit(1);
    }
    char byte = 0;
    REQUIRE(::read(locked[0], &byte, 1) == 1);
    std::jthread killer([&] { ::kill(other, SIGKILL); });
    CHECK(model.ask("a"));
    ::waitpid(other, nullptr, 0);
    ::close(locked[0]);
    ::close(locked[1]);
    CHECK(model.calls == 1);
}
