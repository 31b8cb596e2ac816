#include "memory/registered_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <cstring>

namespace {

using simulator::Address;
using simulator::PageMapping;
using simulator::RegisteredPages;

constexpr std::uint64_t page = 4096;

/// A file of pages, like that of a device process.
class PagesBench {
public:
    PagesBench() : file_(memfd_create("pages", MFD_CLOEXEC)), pages(file_) {
        REQUIRE(ftruncate(file_, static_cast<off_t>(simulator::shared_file_bytes())) == 0);
    }
    PagesBench(const PagesBench&) = delete;
    PagesBench& operator=(const PagesBench&) = delete;
    ~PagesBench() { close(file_); }

private:
    int file_;

public:
    RegisteredPages pages;
};

TEST_CASE("a page of several registered ranges is shared only once", "[memory]") {
    PagesBench bench;
    const Address begin = 7 * page;
    const auto first = bench.pages.add(begin + 100, 2 * page);
    REQUIRE(first.size() == 1);
    CHECK(first[0].program_address == begin);
    CHECK(first[0].bytes == 3 * page);
    // The last page is shared already, two more are not.
    const auto second = bench.pages.add(begin + 2 * page + 200, 2 * page);
    REQUIRE(second.size() == 1);
    CHECK(second[0].program_address == begin + 3 * page);
    CHECK(second[0].bytes == 2 * page);

    const auto gone = bench.pages.remove(begin + 100, 2 * page);
    REQUIRE(gone.size() == 1);
    CHECK(gone[0].bytes == 2 * page);
    CHECK(bench.pages.remove(begin + 2 * page + 200, 2 * page)[0].bytes == 3 * page);
}

TEST_CASE("a registered range is contiguous even if its pages were shared one by one", "[memory]") {
    PagesBench bench;
    const Address begin = 7 * page;
    bench.pages.add(begin + page, page);
    bench.pages.add(begin, page);
    bench.pages.add(begin, 2 * page);
    std::byte* const one = bench.pages.view(begin + page, page);
    std::byte* const all = bench.pages.view(begin + 10, 2 * page - 20);
    REQUIRE(one != nullptr);
    REQUIRE(all != nullptr);
    std::memset(one, 5, page);
    CHECK(all[page - 11] == std::byte{0});
    CHECK(all[page - 10] == std::byte{5});
    RegisteredPages::close_view(one, page);
    RegisteredPages::close_view(all, 2 * page - 20);
}

} // namespace
