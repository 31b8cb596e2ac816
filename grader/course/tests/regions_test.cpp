#include "course/regions.h"

#include <string>

#include <catch2/catch_test_macros.hpp>

#include "testing/harness.h"

using grader::RegionedSource;
using grader::split_regions;

TEST_CASE("a source is split into its TODO regions and the lines outside", "[regions]") {
    const RegionedSource source = split_regions("#include \"lab.h\"\n"
                                                "// TODO(1): a constant. (about 1 line)\n"
                                                "constexpr int block = 1;\n"
                                                "// END TODO(1)\n"
                                                "void f() {\n"
                                                "    // TODO(2): the loop, and what\n"
                                                "    // it needs. (about 12 lines)\n"
                                                "\n"
                                                "    // END TODO(2)\n"
                                                "}\n");
    CHECK(source.errors.empty());
    REQUIRE(source.regions.size() == 2);
    CHECK(source.regions[0].number == 1);
    CHECK(source.regions[0].line == 2);
    CHECK(source.regions[0].about_lines == 1);
    CHECK(source.regions[0].lines == std::vector<std::string>{"constexpr int block = 1;"});
    CHECK(source.regions[1].number == 2);
    CHECK(source.regions[1].line == 6);
    CHECK(source.regions[1].about_lines == 12);
    CHECK(source.outside.find("constexpr") == std::string::npos);
    CHECK(source.outside.find("void f() {\n") != std::string::npos);
    CHECK(source.outside.find("// END TODO(2)\n}\n") != std::string::npos);
}

TEST_CASE("code is counted, comments and placeholders are not", "[regions]") {
    const RegionedSource source = split_regions("// TODO(1): one\n"
                                                "\n"
                                                "   // a thought\n"
                                                "return 0; // replace\n"
                                                "// END TODO(1)\n"
                                                "// TODO(2): two\n"
                                                "   // a thought\n"
                                                "   int a = 1;\n"
                                                "\treturn a; // a\n"
                                                "// END TODO(2)\n");
    REQUIRE(source.regions.size() == 2);
    CHECK(source.regions[0].code_lines() == 0);
    CHECK(source.regions[0].about_lines == 0);
    CHECK(source.regions[1].code_lines() == 2);
    CHECK(grader::count_started_regions(source) == 1);
}

TEST_CASE("markers that do not match are reported with their line", "[regions]") {
    CHECK(split_regions("int a;\n// END TODO(1)\n").errors ==
          std::vector<std::string>{"line 2: END TODO(1) without a start"});
    CHECK(split_regions("// TODO(1): a\n// END TODO(2)\n").errors ==
          std::vector<std::string>{"line 2: END TODO(2) closes another region"});
    CHECK(split_regions("// TODO(1): a\n// TODO(2): b\n// END TODO(2)\n").errors ==
          std::vector<std::string>{"line 2: a TODO region inside another"});
    CHECK(split_regions("// TODO(3): a\nint a;\n").errors == std::vector<std::string>{"TODO(3) has no end"});
    CHECK(split_regions("").errors.empty());
}

TEST_CASE("no source text of a student stops the parser of regions", "[regions]") {
    CHECK_NOTHROW(
        split_regions("// TODO(99999999999999999999): too large\n// END TODO(99999999999999999999)\n"));
    CHECK_NOTHROW(split_regions("// TODO(1): (about 99999999999999999999 lines)\n// END TODO(1)\n"));
    CHECK_NOTHROW(split_regions("// TODO(1): " + std::string(200'000, 'x') + "\n// END TODO(1)\n"));
    const RegionedSource windows = split_regions("// TODO(1): a\r\nint a;\r\n// END TODO(1)\r\n");
    CHECK(windows.errors.empty());
    CHECK(grader::count_started_regions(windows) == 1);
}

TEST_CASE("the fixture skeleton has no started region and its solution has all", "[regions]") {
    const std::filesystem::path course = FIXTURE_COURSE;
    const RegionedSource skeleton = split_regions(harness::read(course / "labs/01_scale/student.cu"));
    const RegionedSource solution = split_regions(harness::read(course / "labs/01_scale/solution.cu"));
    CHECK(skeleton.errors.empty());
    CHECK(skeleton.regions.size() == 2);
    CHECK(grader::count_started_regions(skeleton) == 0);
    CHECK(grader::count_started_regions(solution) == 2);
    CHECK(skeleton.outside == solution.outside);
}

TEST_CASE("a launch counts as the student's if it is in a region or the file has no regions", "[regions]") {
    const std::string launch = "    scale<<<grid, block>>>(args);\n";
    const auto own = [](const std::string& source) { return grader::has_own_launch(split_regions(source)); };
    CHECK(own(launch));
    CHECK(own("// TODO(1): a\n" + launch + "// END TODO(1)\n"));
    CHECK_FALSE(own("// TODO(1): a\nint a;\n// END TODO(1)\n" + launch));
    CHECK_FALSE(own("// TODO(1): a\n// as in scale<<<grid, block>>>(args)\n// END TODO(1)\n" + launch));
}

TEST_CASE("placeholders are found by line and unfinished tasks by number", "[regions]") {
    const RegionedSource source = split_regions("int a;\n"
                                                "// TODO(3): c\nint c; // replace\n// END TODO(3)\n"
                                                "// TODO(1): b\nint b;\n// END TODO(1)\n"
                                                "// TODO(2): d\n// END TODO(2)\n");
    REQUIRE(grader::placeholder_at(source, 3) != nullptr);
    CHECK(grader::placeholder_at(source, 3)->number == 3);
    for (const std::size_t line : {0, 1, 2, 4, 6, 8, 9, 100})
        CHECK(grader::placeholder_at(source, line) == nullptr);
    CHECK(grader::unfinished_todos(source, 3) == "TODO(2) and TODO(3)");
    CHECK(grader::unfinished_todos(source, 2) == "TODO(2)");
    CHECK(grader::unfinished_todos(source, 1).empty());
}
