#include <catch2/catch_test_macros.hpp>

#include "ptx/source_lines.h"
#include "ptx_text.h"

using namespace simulator::ptx;

TEST_CASE("headers of a toolkit are distinguished from those of a program", "[ptx]") {
    CHECK(is_toolkit_header("/usr/local/cuda/include/cuda_runtime.h"));
    CHECK(is_toolkit_header("/usr/local/cuda-13.0/include/cccl/cub/cub.cuh"));
    CHECK(
        is_toolkit_header("/usr/local/cuda/bin/../targets/x86_64-linux/include/sm_20_atomic_functions.hpp"));
    CHECK(is_toolkit_header("/opt/conda/targets/x86_64-linux/include/a.h"));
    CHECK(is_toolkit_header("/usr/include/c++/12/cmath"));
    CHECK_FALSE(is_toolkit_header("/home/me/cuda_course/include/tile.h"));
    CHECK_FALSE(is_toolkit_header("/home/me/cuda/student.cu"));
    CHECK_FALSE(is_toolkit_header("student.cu"));
    CHECK_FALSE(is_toolkit_header(""));
}

TEST_CASE("inlined toolkit code is attributed to the program line that calls it", "[ptx]") {
    const std::vector<std::string> files = {"", "student.cu", "/usr/local/cuda/include/a.hpp", "tile.h",
                                            "/usr/local/cuda/include/b.hpp"};
    SourceLines lines(files);
    CHECK(lines.line_of({1, 10, 3}, std::nullopt) == SourceLine{1, 10});
    CHECK(lines.line_of({2, 500, 1}, SourcePlace{1, 10, 3}) == SourceLine{1, 10});
    CHECK(lines.line_of({4, 77, 1}, SourcePlace{2, 500, 1}) == SourceLine{1, 10});
    CHECK(lines.line_of({3, 8, 1}, SourcePlace{1, 12, 3}) == SourceLine{3, 8});
    CHECK(lines.line_of({2, 501, 1}, SourcePlace{3, 8, 1}) == SourceLine{3, 8});
    CHECK(lines.line_of({2, 502, 1}, SourcePlace{1, 99, 1}) == SourceLine{1, 99});
    CHECK(lines.line_of({2, 502, 1}, std::nullopt) == SourceLine{2, 502});
    lines.begin_function();
    CHECK(lines.line_of({4, 77, 1}, SourcePlace{2, 500, 1}) == SourceLine{2, 500});
}

TEST_CASE("PTX instructions and parse errors have the source line of the program", "[ptx]") {
    const std::string files = ".file 1 \"student.cu\"\n.file 2 \"/usr/local/cuda/include/a.hpp\"\n";
    const Module module = parse(ptx_text::top +
                                ".entry k() {\n.reg .b32 r;\nmov.u32 r, 1;\n.loc 1 4 2\nmov.u32 r, 2;\n"
                                ".loc 2 90 1, function_name $L, inlined_at 1 4 2\nmov.u32 r, 3;\n"
                                ".loc 2 91 1, function_name $L+20, inlined_at 1 6 2\nret;\n}\n" +
                                files);
    const auto& body = module.functions[0].body;
    CHECK(body[0].source == SourceLine{});
    CHECK(body[1].source == SourceLine{1, 4});
    CHECK(body[2].source == SourceLine{1, 4});
    CHECK(body[3].source == SourceLine{1, 6});
    CHECK(body[3].ptx_line == 12);
    CHECK(module.file_name(body[3].source) == "student.cu");

    try {
        ptx_text::parse_all(".entry broken() {\n.loc 1 7 1\nwmma;\n}\n.file 1 \"student.cu\"\n");
        FAIL("an unknown instruction was accepted");
    } catch (const PtxError& error) {
        CHECK(error.function == "broken");
        CHECK(error.line == 3);
        CHECK(error.source == SourceLine{1, 7});
    }
}
