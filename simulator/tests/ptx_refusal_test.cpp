#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "machine/launch.h"
#include "ptx_text.h"

using namespace simulator::ptx;
using Catch::Matchers::ContainsSubstring;
using ptx_text::error_of;
using ptx_text::top;

// An unsupported construct disables only its function, and the kernels that may call that function.

namespace {

const std::string no_such = ".reg .b32 r;\n{ mov.b64 {r, r}, 1; nosuch.f32 r; }\n";
const std::string functions = top +
                              ".file 1 \"student.cu\"\n"
                              ".func good() { ret; }\n"
                              ".func bad() {\n.loc 1 7 1\n" +
                              no_such +
                              "ret;\n}\n"
                              ".func table() { .reg .b64 f; mov.u64 f, bad; ret; }\n"
                              ".global .u64 entries[2] = {good, 0};\n";

/// Returns why the kernel with this body, after these functions, cannot be decoded; empty if it can.
std::string refusal(const std::string& text, const std::string& body) {
    auto module = std::make_shared<Module>(parse(text + ".entry k() {\n" + body + "\nret;\n}\n"));
    const auto kernel = static_cast<std::uint32_t>(module->functions.size() - 1);
    const std::vector<simulator::Address> addresses(module->variables.size(), 0x1000);
    try {
        simulator::decode(module, kernel, addresses);
    } catch (const PtxError& error) {
        return "line " + std::to_string(error.source.line) + ", " + error.function + ": " + error.what();
    }
    return "";
}

const std::string said = "line 7, bad: 'nosuch.f32' is not supported";
const std::string by_pointer = ".reg .b64 f; mov.u64 f, entries; ld.global.u64 f, [f];\n"
                               "prototype: .callprototype _ ();\ncall f, prototype;";

} // namespace

TEST_CASE("a function with an unsupported instruction does not affect the other functions", "[ptx]") {
    const Module module = parse(functions + ".visible .entry k() { call good; ret; }\n");
    REQUIRE(module.functions.size() == 4);
    CHECK_FALSE(module.functions[0].not_understood);
    REQUIRE(module.functions[1].not_understood);
    CHECK(module.functions[1].not_understood->source.line == 7);
    CHECK(module.functions[1].body.empty());
    CHECK(module.functions[1].variables.empty());
    CHECK(module.functions[3].body.size() == 2);
    CHECK_NOTHROW(require_understood(module.functions[3]));
}

TEST_CASE("a kernel is rejected only if it may call an unsupported function", "[ptx]") {
    CHECK(refusal(functions, "call good;").empty());
    CHECK(refusal(functions, "call bad;") == said);
    // Takes an address, and makes no indirect call
    CHECK(refusal(functions, "call good; call table;").empty());
    CHECK(refusal(functions, by_pointer) == said);
    std::string untaken = functions;
    untaken.replace(untaken.find("f, bad"), 6, "f, good");
    CHECK(refusal(untaken, by_pointer).empty());
    CHECK(refusal(untaken, "call bad;") == said);
    CHECK_THAT(refusal(functions, no_such), ContainsSubstring("k: 'nosuch.f32' is not supported"));
}

TEST_CASE("an unsupported launch bound rejects only its kernel", "[ptx]") {
    const Module module = parse(top + ".entry k() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }\n"
                                      ".entry l() .maxntid 64 { ret; }\n");
    REQUIRE(module.functions.size() == 2);
    CHECK(module.functions[0].not_understood->what == "'.explicitcluster' is not supported");
    CHECK(module.functions[1].max_threads == 64);
}

TEST_CASE("a function without its closing brace rejects the whole text", "[ptx]") {
    CHECK_THROWS_AS(parse(top + ".entry k() { nosuch.f32; ret;"), PtxError);
    CHECK_THROWS_AS(parse(top + ".entry k() .nosuch"), PtxError);
}

TEST_CASE("functions whose address is taken are found in code and variables", "[ptx]") {
    const Module module = parse(functions);
    CHECK(module.functions_with_address() == std::vector<bool>{true, true, false});
}
