#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "base/descriptor.h"
#include "grading/processes/process.h"
#include "grading/processes/process_tree.h"

namespace {

using grader::Descriptor;

/// Returns a memory file of @p bytes bytes.
Descriptor memory_file(std::size_t bytes) {
    Descriptor file(::memfd_create("test", MFD_CLOEXEC));
    REQUIRE(grader::write_all(file, std::string(bytes, 'x')));
    return file;
}

} // namespace

TEST_CASE("a memory file counts once however often it is open and whether or not it is mapped", "[process]") {
    constexpr std::size_t bytes = 32 << 20;
    const Descriptor file = memory_file(bytes);
    const Descriptor again(::dup(file.get()));
    const std::vector<pid_t> own = {::getpid()};
    const auto size_of = [&] {
        struct stat status {};
        REQUIRE(::fstat(file.get(), &status) == 0);
        return grader::MemoryFiles{{{status.st_dev, status.st_ino}, bytes / 1024}};
    };
    CHECK(grader::memory_files(own) == size_of());
    CHECK(grader::unmapped_kb(size_of(), own) == bytes / 1024);
    void* const half = ::mmap(nullptr, bytes / 2, PROT_READ, MAP_SHARED | MAP_POPULATE, file.get(), 0);
    REQUIRE(half != MAP_FAILED);
    CHECK(grader::unmapped_kb(size_of(), own) == bytes / 2 / 1024);
    ::munmap(half, bytes / 2);
}

TEST_CASE("a process that fills unmapped memory files is stopped", "[process]") {
    const Descriptor large = memory_file(64 << 20);
    grader::ProcessSpec spec{.argv = {"/bin/sleep", "1000"}};
    spec.inherited = {large.get()};
    spec.memory_limit_mb = 40;
    const grader::ProcessResult finished = grader::run_process(spec, 60);
    CHECK(finished.end.out_of_memory);
    CHECK_FALSE(finished.timed_out);
}
