#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "fat_binary_images.h"
#include "loading/ptxas.h"
#include "loading/resource_cache.h"
#include "loading/resources.h"
#include "program/process.h"
#include "temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace simulator::runtime;
using namespace simulator::tests;

constexpr const char* ptx = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry twice(.param .u64 data)
{
    .shared .align 4 .b8 cells[1200];
    .reg .b64 %rd<3>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [data];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, %tid.x;
    ld.global.u32 %r2, [%rd2];
    st.shared.u32 [cells], %r2;
    bar.sync 0;
    ld.shared.u32 %r3, [cells+4];
    st.global.u32 [%rd2], %r3;
    ret;
}
)";

TEST_CASE("the numbers of ptxas -v are found whatever else it prints", "[runtime]") {
    const ResourceTable table =
        parse_ptxas_output("ptxas info    : 288 bytes gmem\n"
                           "ptxas info    : Compiling entry function 'first' for 'sm_90'\n"
                           "ptxas info    : Function properties for first\n"
                           "    40 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n"
                           "ptxas info    : Used 26 registers, used 1 barriers, 40 bytes cumulative stack "
                           "size, 1200 bytes smem\n"
                           "ptxas info    : Compile time = 37.276 ms\n"
                           "ptxas info    : Function properties for helper\n"
                           "    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
                           "ptxas info    : Compiling entry function 'second' for 'sm_90'\n"
                           "ptxas info    : Function properties for second\n"
                           "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                           "ptxas info    : Used 11 registers, used 0 barriers\n");
    REQUIRE(table.size() == 2);
    CHECK(table.at("first").registers == 26);
    CHECK(table.at("first").local_bytes == 40);
    CHECK(table.at("first").spill_stores == 12);
    CHECK(table.at("first").spill_loads == 16);
    CHECK(table.at("first").static_shared == 1200);
    CHECK(table.at("second").registers == 11);
    CHECK(table.at("second").registers_known);
    CHECK(parse_ptxas_output("ptxas fatal   : nothing of this").empty());
}

TEST_CASE("ptxas and its SASS report the same resources", "[runtime]") {
    const auto ptxas = find_ptxas();
    REQUIRE(ptxas.has_value());
    const ResourceTable told = query_ptxas_resources(*ptxas, ptx, 90, " -maxrregcount=40 ");
    REQUIRE(told.contains("twice"));
    CHECK(told.at("twice").static_shared == 1200);

    const TemporaryFolder folder;
    std::ofstream(folder.path / "a.ptx") << ptx;
    const std::string output = (folder.path / "a.cubin").string();
    const ProcessResult made =
        run_process({ptxas->string(), "-arch=sm_90", (folder.path / "a.ptx").string(), "-o", output});
    REQUIRE(made.status == 0);
    std::ifstream file(output, std::ios::binary);
    const std::string cubin((std::istreambuf_iterator<char>(file)), {});
    const ResourceTable read = read_cubin(bytes_of(cubin));
    REQUIRE(read.contains("twice"));
    CHECK(read.at("twice").registers == told.at("twice").registers);
    CHECK(query_ptxas_resources(*ptxas, "this is no PTX", 90, "").empty());
}

TEST_CASE("resources reported by ptxas are cached between runs", "[runtime]") {
    const TemporaryFolder folder;
    const ResourceCache cache(folder.path);
    const std::string key = ResourceCache::key_of("/bin/true", ptx, 90, "");
    CHECK_FALSE(cache.find(key).has_value());
    ResourceTable table;
    table["twice"] = {
        .registers = 9, .static_shared = 1200, .local_bytes = 8, .spill_stores = 4, .spill_loads = 2};
    cache.store(key, table);
    const auto cached = cache.find(key);
    REQUIRE(cached.has_value());
    CHECK(cached->at("twice").registers == 9);
    CHECK(cached->at("twice").spill_loads == 2);
    CHECK(cached->at("twice").registers_known);

    CHECK(ResourceCache::key_of("/bin/true", ptx, 80, "") != key);
    CHECK(ResourceCache::key_of("/bin/true", ptx, 90, "-maxrregcount=32") != key);
    CHECK(ResourceCache::key_of("/bin/false", ptx, 90, "") != key);

    std::ofstream(folder.path / "resources" / (key + ".json")) << "{ damaged";
    CHECK_FALSE(cache.find(key).has_value());
}

TEST_CASE("a process killed while writing to the cache leaves no entry", "[runtime]") {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path / "resources");
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        // The kernel kills the process in the middle of a larger write.
        const rlimit little{.rlim_cur = 8, .rlim_max = 8};
        const rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
        setrlimit(RLIMIT_CORE, &no_core);
        setrlimit(RLIMIT_FSIZE, &little);
        ResourceTable table;
        table["twice"] = {.registers = 9};
        ResourceCache(folder.path).store("key", table);
        raise(SIGKILL); // in case SIGXFSZ is ignored
    }
    REQUIRE(waitpid(child, nullptr, 0) == child);
    CHECK(std::filesystem::is_empty(folder.path / "resources"));
}

TEST_CASE("a cache that cannot be written stores nothing and reports nothing", "[runtime]") {
    const ResourceCache nowhere("/proc/no such folder");
    nowhere.store("key", {});
    CHECK_FALSE(nowhere.find("key").has_value());
    CHECK_FALSE(ResourceCache({}).find("key").has_value());
}

TEST_CASE("a program with PTX alone still has its number of registers", "[runtime]") {
    const std::string image = container_image({{.architecture = 80, .payload = ptx}});
    const auto entries = read_container(bytes_of(image));
    ModuleResources resources(entries, 90);
    CHECK(resources.of("twice").registers_known);
    CHECK(resources.of("twice").registers > 0);
    CHECK_FALSE(resources.of("nobody").registers_known);
}

} // namespace
