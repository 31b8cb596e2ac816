// The files of keys: made once, readable by nobody else, and never mistaken for one another.

#include <sys/stat.h>
#include <thread>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "appeal/keys.h"
#include "class/appeal_samples.h"
#include "files.h"
#include "harness.h"

namespace fs = std::filesystem;
using appeals::is_refused;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using grader::KeyUse;
using grader::own_key;
using grader::TemporaryDirectory;

namespace {

mode_t mode_of(const fs::path& file) {
    struct stat status {};
    REQUIRE(::stat(file.c_str(), &status) == 0);
    return status.st_mode & 07777;
}

} // namespace

TEST_CASE("a key is made at first use, in a folder and a file that are its owner's alone", "[appeal]") {
    appeals::need_crypto();
    const TemporaryDirectory home;
    const fs::path folder = home.path() / "new" / "keys";
    const mode_t before = ::umask(0);
    const grader::OwnKey first = own_key(folder, KeyUse::signing);
    ::umask(before);
    CHECK(first.made);
    CHECK(mode_of(folder) == 0700);
    CHECK(mode_of(folder / "signing.key") == 0600);
    const grader::OwnKey second = own_key(folder, KeyUse::signing);
    CHECK_FALSE(second.made);
    CHECK(second.pair.secret_half == first.pair.secret_half);
    CHECK(second.pair.public_half == first.pair.public_half);
    CHECK(grader::read_public_key(folder / "signing.pub", KeyUse::signing) == first.pair.public_half);
}

TEST_CASE("the two keys of a folder are different ones, and neither file is taken for the other's",
          "[appeal]") {
    appeals::need_crypto();
    const TemporaryDirectory folder;
    const grader::OwnKey signing = own_key(folder.path(), KeyUse::signing);
    const grader::OwnKey instructor = own_key(folder.path(), KeyUse::instructor);
    CHECK(signing.pair.secret_half != instructor.pair.secret_half);
    CHECK(is_refused(
        [&] { (void)grader::read_public_key(folder.path() / "signing.pub", KeyUse::instructor); }));
    CHECK(is_refused([&] { (void)grader::read_public_key(folder.path() / "signing.key", KeyUse::signing); }));
    fs::rename(folder.path() / "signing.key", folder.path() / "instructor.key");
    CHECK(is_refused([&] { (void)find_key(folder.path(), KeyUse::instructor); }));
}

TEST_CASE("a key that others can read or change is refused, and the message says what to do", "[appeal]") {
    appeals::need_crypto();
    const TemporaryDirectory folder;
    (void)own_key(folder.path(), KeyUse::instructor);
    const fs::path file = folder.path() / "instructor.key";
    for (const mode_t mode : {0640U, 0604U, 0620U, 0602U, 0666U}) {
        REQUIRE(::chmod(file.c_str(), mode) == 0);
        CHECK_THROWS_MATCHES(own_key(folder.path(), KeyUse::instructor), grader::EnvironmentError,
                             MessageMatches(ContainsSubstring("chmod 600 " + file.string())));
    }
    REQUIRE(::chmod(file.c_str(), 0400) == 0);
    CHECK_NOTHROW(own_key(folder.path(), KeyUse::instructor));
}

TEST_CASE("what is no key is refused", "[appeal]") {
    appeals::need_crypto();
    const TemporaryDirectory folder;
    const fs::path file = folder.path() / "signing.key";
    for (const std::string& text :
         {std::string(), std::string("kernelsmith-signing-secret \n"),
          std::string("kernelsmith-signing-secret AAAA\n"), std::string("kernelsmith-signing-secret !!!!\n"),
          std::string(100'000, 'x')}) {
        harness::write(file, text);
        REQUIRE(::chmod(file.c_str(), 0600) == 0);
        CHECK(is_refused([&] { (void)own_key(folder.path(), KeyUse::signing); }));
    }
    CHECK(is_refused([&] { (void)grader::read_public_key(folder.path() / "none.pub", KeyUse::signing); }));
    CHECK(is_refused([&] { (void)grader::read_public_key("/dev/zero", KeyUse::signing); }));
    CHECK(is_refused([&] { (void)own_key("/proc/nowhere", KeyUse::instructor); }));
}

TEST_CASE("a folder without a key has none, and looking for it makes none", "[appeal]") {
    const TemporaryDirectory folder;
    CHECK_FALSE(find_key(folder.path(), KeyUse::instructor).has_value());
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("who makes a key at the same moment gets the same one", "[appeal]") {
    appeals::need_crypto();
    const TemporaryDirectory folder;
    std::vector<grader::OwnKey> keys(8);
    {
        std::vector<std::jthread> threads;
        for (grader::OwnKey& key : keys)
            threads.emplace_back([&] { key = own_key(folder.path(), KeyUse::signing); });
    }
    int made = 0;
    for (const grader::OwnKey& key : keys) {
        made += key.made ? 1 : 0;
        CHECK(key.pair.secret_half == keys.front().pair.secret_half);
    }
    CHECK(made == 1);
    // And nothing is left of the others'.
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}
