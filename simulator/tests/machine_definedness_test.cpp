#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "checks/checks.h"
#include "finding_messages/initialization_messages.h"
#include "finding_messages/memory_messages.h"
#include "machine/launch.h"
#include "ptx/parser.h"

// Kernels that use uninitialized registers and local memory. Line numbers are those of `.loc`.

namespace {

using namespace simulator;

namespace initialization_messages = kernelsmith::initialization_messages;
namespace memory_messages = kernelsmith::memory_messages;

using Lines = std::map<std::uint32_t, std::uint64_t>; // line to number of findings

// Returns a kernel around @p body. In it, %lane is the thread index, %p1 is true in the first eight threads,
// and %out is the address of 8 initialized bytes per thread. @p helper is a function that the body may call.
std::string kernel(const std::string& body, const std::string& helper = {}) {
    return ".version 9.0\n.target sm_80\n.address_size 64\n.file 1 \"k.cu\"\n" + helper +
           ".visible .entry k(.param .u64 data) {\n"
           ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>, %lane; .reg .b64 %rd<9>, %out; .reg .f32 "
           "%f<9>;\n"
           ".local .align 16 .b8 array[64];\n"
           "ld.param.u64 %out, [data];\nmov.u32 %lane, %tid.x;\nmad.wide.u32 %out, %lane, 8, %out;\n"
           "setp.lt.u32 %p1, %lane, 8;\n" +
           body + "\nret;\n}\n";
}

std::shared_ptr<const Kernel> decoded(const std::string& text, bool follow = true) {
    const auto module = std::make_shared<ptx::Module>(ptx::parse(text));
    std::uint32_t entry = 0;
    while (!module->functions[entry].entry) ++entry;
    return decode(module, entry, {}, follow);
}

std::vector<Finding> findings_of(const std::string& text) {
    DeviceMemory memory(std::uint64_t{1} << 30);
    GlobalShadow shadow(memory);
    Findings findings;
    Checks checks(memory, shadow, findings, {.memory = true, .race = false, .init = true});
    const Allocation* const data = memory.allocate(256, AllocationOrigin::device, {});
    for (std::size_t n = 0; n < 64; ++n) std::memset(data->host + n * 4, n % 2 == 0 ? 7 : 0, 1);
    shadow.written(data->begin, data->bytes);
    LaunchRequest request;
    request.kernel = decoded(text);
    request.block = {32, 1, 1};
    request.parameters.resize(8);
    std::memcpy(request.parameters.data(), &data->begin, 8);
    MachineSettings settings;
    settings.cores = 1;
    REQUIRE(!Machine(device_named("h200"), memory, settings).launch(request, &checks).fault);
    return findings.all();
}

Lines lines_of(const std::string& body, const std::string& helper = {},
               FindingKind kind = FindingKind::uninitialized) {
    Lines lines;
    for (const Finding& finding : findings_of(kernel(body, helper))) {
        CHECK(finding.kind == kind);
        lines[finding.place.line] += finding.count;
    }
    return lines;
}

// Returns the lines with findings for shuffles from inactive lanes.
Lines absent_in(const std::string& body, const std::string& helper = {}) {
    return lines_of(body, helper, FindingKind::inactive_lane);
}

TEST_CASE("an uninitialized accumulator is reported at the line of its addition", "[machine][unset]") {
    const std::string loop = "mov.u32 %r1, 0;\n"
                             "again:\n"
                             ".loc 1 5 1\nadd.f32 %f1, %f1, 0f3F800000;\n"
                             ".loc 1 4 1\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p2, %r1, 3;\n@%p2 bra again;\n"
                             ".loc 1 6 1\nmul.f32 %f2, %f1, 0f40000000;\nst.global.f32 [%out], %f2;\n";
    const std::vector<Finding> found = findings_of(kernel(loop));
    REQUIRE(found.size() == 1);
    CHECK(found[0].place.line == 5);
    CHECK(found[0].count == 32);
    CHECK(found[0].what.is(initialization_messages::uninitialized_register));
    CHECK(found[0].where == Message(memory_messages::ptx_register, {{"name", "%f1"}}));
    CHECK(lines_of("mov.f32 %f1, 0f00000000;\n" + loop).empty());
}

TEST_CASE("a branch or an address must not depend on an uninitialized value", "[machine][unset]") {
    CHECK(lines_of(".loc 1 7 1\nsetp.eq.u32 %p2, %r1, 3;\n.loc 1 8 1\n@%p2 bra skip;\nskip:") ==
          Lines{{7, 32}});
    CHECK(lines_of(".loc 1 8 1\n@%p2 bra skip;\nskip:") == Lines{{8, 32}});
    CHECK(lines_of(
              "and.b64 %rd1, %rd2, 0;\n.loc 1 9 1\nadd.u64 %rd1, %rd1, %out;\nld.global.u32 %r1, [%rd1];") ==
          Lines{{9, 32}});
    CHECK(lines_of(".loc 1 9 1\nred.global.add.u32 [%out], %r1;") == Lines{{9, 32}});
    CHECK(lines_of(".loc 1 9 1\nvote.sync.any.pred %p3, %p2, -1;") == Lines{{9, 32}});
    CHECK(lines_of(".loc 1 9 1\nbar.sync %r1;").contains(9));
    CHECK(lines_of("@%p1 bra skip;\n.loc 1 9 1\nadd.u32 %r2, %r1, 1;\nst.global.u32 [%out], %r2;\nskip:") ==
          Lines{{9, 24}});
}

TEST_CASE("lanes that have set a register may use it", "[machine][unset]") {
    const std::string use = ".loc 1 9 1\nadd.u32 %r2, %r1, 1;\nst.global.u32 [%out], %r2;";
    CHECK(lines_of("@%p1 mov.u32 %r1, 5;\n" + use) == Lines{{9, 24}});
    CHECK(lines_of("@!%p1 ld.global.u32 %r1, [%out];\n" + use) == Lines{{9, 8}});
    CHECK(
        lines_of("@%p1 mov.u32 %r1, 5;\n@%p1 add.u32 %r2, %r1, 1;\n@%p1 st.global.u32 [%out], %r2;").empty());
    CHECK(lines_of("@%p1 bra skip;\nmov.u32 %r1, 5;\nskip:\n" + use) == Lines{{9, 8}});
}

TEST_CASE("a shuffle passes on that a value is uninitialized", "[machine][unset]") {
    const std::string use = ".loc 1 9 1\nadd.u32 %r2, %r1, 1;\nst.global.u32 [%out], %r2;";
    const std::string set = "@%p1 mov.u32 %r3, 5;\n"; // in the first eight lanes
    CHECK(lines_of(set + "shfl.sync.idx.b32 %r1, %r3, 0, 31, -1;\n" + use).empty());
    CHECK(lines_of(set + "shfl.sync.idx.b32 %r1, %r3, 8, 31, -1;\n" + use) == Lines{{9, 32}});
    CHECK(lines_of(set + "shfl.sync.up.b32 %r1, %r3, 4, 0, -1;\n" + use) == Lines{{9, 20}});
    CHECK(lines_of(set + "shfl.sync.idx.b32 %r1, %r3, 8, 31, -1;\nst.global.u32 [%out], %r1;").empty());
    CHECK(lines_of(set + ".loc 1 7 1\nadd.u32 %r3, %r3, 1;\nshfl.sync.idx.b32 %r1, %r3, 8, 31, -1;\n"
                         "st.global.u32 [%out], %r1;") == Lines{{7, 32}});
    CHECK(lines_of(set + ".loc 1 7 1\nshfl.sync.idx.b32 %r1, %lane, %r3, 31, -1;").contains(7));
}

TEST_CASE("the result of a shuffle from an inactive lane must not be used", "[machine][unset]") {
    const std::string store = "\n.loc 1 9 1\nst.global.u32 [%out], %r1;";
    const std::string few = "@!%p1 bra skip;\n.loc 1 5 1\n"; // the first eight lanes
    const auto shuffle = [&](const std::string& how) {
        return absent_in(few + "shfl.sync." + how + ", 255;" + store + "\nskip:");
    };
    CHECK(shuffle("idx.b32 %r1, %lane, 20, 31") == Lines{{5, 8}});
    CHECK(shuffle("idx.b32 %r1, %lane, 7, 31").empty());
    CHECK(shuffle("down.b32 %r1, %lane, 2, 31") == Lines{{5, 2}});
    CHECK(shuffle("down.b32 %r1, %lane, 2, 6175")
              .empty()); // segments of 8; their last lanes keep their own values
    CHECK(shuffle("up.b32 %r1, %lane, 2, 0").empty());
    CHECK(shuffle("bfly.b32 %r1, %lane, 8, 31") == Lines{{5, 8}});
    CHECK(shuffle("bfly.b32 %r1, %lane, 4, 31").empty());
    const std::vector<Finding> found =
        findings_of(kernel(few + "shfl.sync.idx.b32 %r1, %lane, 20, 31, 255;" + store + "\nskip:"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].what.is(initialization_messages::shuffle_from_inactive_lane));
    CHECK(found[0].where.empty());
}

TEST_CASE("a shuffle from an exited lane is reported at its line", "[machine][unset]") {
    CHECK(absent_in("@!%p1 exit;\n.loc 1 5 1\nshfl.sync.down.b32 %r1, %lane, 1, 31, -1;\n"
                    "st.global.u32 [%out], %r1;") == Lines{{5, 1}});
}

TEST_CASE("an unused shuffle result may come from an inactive lane", "[machine][unset]") {
    // A reduction over the first eight lanes, whose result is in the first one.
    const std::string sum = "@!%p1 bra skip;\nmov.u32 %r1, %lane;\n"
                            ".loc 1 5 1\nshfl.sync.down.b32 %r2, %r1, 4, 31, 255;\nadd.u32 %r1, %r1, %r2;\n"
                            ".loc 1 6 1\nshfl.sync.down.b32 %r2, %r1, 2, 31, 255;\nadd.u32 %r1, %r1, %r2;\n"
                            ".loc 1 7 1\nshfl.sync.down.b32 %r2, %r1, 1, 31, 255;\nadd.u32 %r1, %r1, %r2;\n";
    const std::string first = "setp.eq.u32 %p2, %lane, 0;\n";
    CHECK(absent_in(sum + first + "@%p2 st.global.u32 [%out], %r1;\nskip:").empty());
    CHECK(absent_in(sum + first + "selp.u32 %r1, %r1, 0, %p2;\nst.global.u32 [%out], %r1;\nskip:").empty());
    CHECK(absent_in(sum + "st.global.u32 [%out], %r1;\nskip:") == Lines{{5, 7}});
    // Whether the source is in range is always defined.
    CHECK(absent_in("@!%p1 bra skip;\nshfl.sync.idx.b32 %r1|%p2, %lane, 20, 31, 255;\n@%p2 bra skip;\n"
                    "st.global.u32 [%out], %lane;\nskip:")
              .empty());
}

TEST_CASE("a function may return an uninitialized value that its caller does not use", "[machine][unset]") {
    const std::string helper =
        ".func (.param .b32 result) f(.param .b32 value) {\n.reg .b32 %r<4>;\n"
        "ld.param.u32 %r1, [value];\n.loc 1 20 1\nshfl.sync.down.b32 %r2, %r1, 4, 31, 255;\n"
        "add.u32 %r3, %r1, %r2;\nst.param.u32 [result], %r3;\nret;\n}\n";
    CHECK(absent_in(".param .b32 argument, answer;\n@!%p1 bra skip;\nst.param.u32 [argument], %lane;\n"
                    "call (answer), f, (argument);\nskip:",
                    helper)
              .empty());
}

TEST_CASE("uninitialized values may be copied and stored without a finding", "[machine][unset]") {
    CHECK(lines_of("mov.u32 %r2, %r1;\ncvt.u64.u32 %rd1, %r2;\nst.global.u64 [%out], %rd1;").empty());
    CHECK(lines_of("mov.b64 %rd1, {%r1, %lane};\nst.global.b64 [%out], %rd1;\n"
                   "mov.b64 {%r2, %r3}, %rd1;\nadd.u32 %r3, %r3, 1;\nst.global.b32 [%out], %r3;")
              .empty());
    CHECK(lines_of("shl.b32 %r2, %r1, 8;\nor.b32 %r2, %r2, %lane;\nst.global.v2.b32 [%out], {%r2, %r1};")
              .empty());
    CHECK(lines_of("atom.global.exch.b32 %r2, [%out], %r1;").empty());
    CHECK(
        lines_of(
            "mov.u32 %r2, %r1;\n.loc 1 9 1\nadd.u32 %r2, %r2, 1;\n.loc 1 10 1\nst.global.u32 [%out], %r2;") ==
        Lines{{9, 32}});
}

TEST_CASE("an uninitialized value computed ahead and not selected is not reported", "[machine][unset]") {
    const std::string ahead = "@%p1 mov.u32 %r1, 5;\n.loc 1 9 1\nmul.lo.u32 %r2, %r1, 3;\n.loc 1 10 1\n";
    CHECK(lines_of(ahead + "selp.b32 %r3, %r2, 1, %p1;\nst.global.u32 [%out], %r3;").empty());
    CHECK(lines_of(ahead + "selp.b32 %r3, 1, %r2, %p1;\nst.global.u32 [%out], %r3;") == Lines{{9, 24}});
    CHECK(
        lines_of(ahead + "setp.gt.u32 %p2, %r2, 9;\nselp.b32 %r3, 1, 2, %p2;\nst.global.u32 [%out], %r3;") ==
        Lines{{9, 24}});

    const std::string test = ahead + "setp.gt.u32 %p2, %r2, 9;\nnot.pred %p3, %p1;\n";
    const std::string way = "@%p4 bra skip;\nskip:";
    CHECK(lines_of(test + "and.pred %p4, %p1, %p2;\n" + way).empty());
    CHECK(lines_of(test + "or.pred %p4, %p2, %p3;\n" + way).empty());
    CHECK(lines_of(test + "and.pred %p4, %p3, %p2;\n" + way) == Lines{{9, 24}});
    CHECK(lines_of(test + "or.pred %p4, %p1, %p2;\n" + way) == Lines{{9, 24}});
    CHECK(lines_of(test +
                   "selp.b16 %h1, 1, 0, %p2;\nselp.b16 %h2, 1, 0, %p1;\nand.b16 %h3, %h1, %h2;\n"
                   "setp.ne.b16 %p4, %h3, 0;\n" +
                   way)
              .empty());
}

TEST_CASE("local memory has to be written before its content is used", "[machine][unset]") {
    const std::string load = ".loc 1 9 1\nld.local.v2.u32 {%r1, %r2}, [array+8];\n.loc 1 10 1\n";
    const std::string use = "add.u32 %r3, %r1, %r2;\nst.global.u32 [%out], %r3;\n";
    const std::vector<Finding> found = findings_of(kernel(load + use));
    REQUIRE(found.size() == 1);
    CHECK(found[0].place.line == 9);
    CHECK(found[0].count == 32);
    CHECK(found[0].what.is(initialization_messages::uninitialized_local_variable));
    CHECK(findings_of(kernel("ld.local.u32 %r2, [%r1];"))[0].where ==
          Message(memory_messages::ptx_register, {{"name", "%r1"}}));
    CHECK(lines_of("@%p1 st.local.u32 [array+12], 1;\n" + load + use) == Lines{{9, 24}});
    CHECK(lines_of("st.local.u8 [array+15], 1;\n" + load + use).empty());
    CHECK(lines_of(load + "st.global.v2.u32 [%out], {%r1, %r2};").empty());
    CHECK(lines_of(load + "add.u32 %r3, %r1, %r2;\nsetp.eq.u32 %p2, 0, 0;\nselp.u32 %r3, 1, %r3, %p2;\n"
                          "st.global.u32 [%out], %r3;")
              .empty());
    CHECK(lines_of("mov.u64 %rd1, array;\ncvta.local.u64 %rd1, %rd1;\n.loc 1 9 1\nld.u32 %r1, [%rd1];\n"
                   "ld.u32 %r2, [%out];\n" +
                   use) == Lines{{9, 32}});
}

TEST_CASE("every call begins with unwritten variables and with its arguments", "[machine][unset]") {
    const std::string helper = ".func (.param .b32 result) f(.param .b32 value) {\n"
                               ".reg .b32 %r<4>; .reg .pred %p; .local .b32 kept;\n"
                               "ld.param.u32 %r1, [value];\nsetp.ne.u32 %p, %r1, 0;\n"
                               "@%p st.local.u32 [kept], %r1;\n"
                               ".loc 1 20 1\nld.local.u32 %r2, [kept];\nadd.u32 %r3, %r2, %r1;\n"
                               "st.param.u32 [result], %r3;\nret;\n}\n";
    const std::string prepare = ".param .b32 argument, answer;\n";
    const auto call = [](const std::string& value) {
        return "st.param.u32 [argument], " + value +
               ";\ncall (answer), f, (argument);\nld.param.u32 %r1, [answer];\n"
               "add.u32 %r1, %r1, 1;\nst.global.u32 [%out], %r1;\n";
    };
    CHECK(lines_of(prepare + call("7") + call("9"), helper).empty());
    CHECK(lines_of(prepare + call("7") + call("0"), helper) == Lines{{20, 32}});
    CHECK(lines_of(prepare + "selp.u32 %r2, 0, 7, %p1;\n" + call("7") + call("%r2"), helper) ==
          Lines{{20, 8}});
}

TEST_CASE("definedness is not tracked without uninitialized values or without the check",
          "[machine][unset]") {
    const std::string good = kernel("@%p1 bra skip;\nld.global.u32 %r1, [%out];\nadd.u32 %r2, %r1, 1;\n"
                                    "st.global.u32 [%out], %r2;\nskip:");
    const std::string bad = kernel("add.u32 %r2, %r1, 1;\nst.global.u32 [%out], %r2;");
    CHECK(decoded(good)->shadow_ops.empty());
    CHECK(decoded(good)->code.size() == decoded(good, false)->code.size());
    CHECK(decoded(bad)->shadow_ops.size() == 2);
    CHECK(decoded(bad, false)->shadow_ops.empty());
}

} // namespace
