#include <catch2/catch_test_macros.hpp>

#include <sstream>
#include <string>

#include "analysis/load_waits.h"
#include "ptx/parser.h"

// Waits of a warp for its loads from global memory. Each line of the kernels begins with a mark of the
// expected result for its instruction: `w`: the warp waits before it; `b`: it overlaps a load; `x`: both;
// `.`: neither. Lines with a label begin with a blank.

namespace {

using namespace simulator;

std::string kernel_around(const std::string& body) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
           ".reg .pred %p<9>; .reg .b32 %r<30>; .reg .f32 %f<30>; .reg .b64 %rd<9>;\n"
           ".shared .align 8 .b8 tile[256];\n" +
           body + "}\n";
}

/// Returns @p marked with the marks that the analysis computes.
std::string marks_found(const std::string& marked) {
    std::string body;
    std::istringstream lines(marked);
    for (std::string line; std::getline(lines, line);) body += line.substr(1) + '\n';
    const ptx::Module module = ptx::parse(kernel_around(body));
    const std::vector<LoadWait> waits = load_waits(module.functions.at(0));
    std::string found;
    std::size_t next = 0;
    lines = std::istringstream(marked);
    for (std::string line; std::getline(lines, line);) {
        char mark = ' ';
        if (line[0] != ' ') {
            const LoadWait& wait = waits.at(next++);
            mark = wait.waits && wait.overlaps_load ? 'x' : wait.waits ? 'w' : wait.overlaps_load ? 'b' : '.';
        }
        found += mark + line.substr(1) + '\n';
    }
    CHECK(next == waits.size());
    return found;
}

void check(const std::string& marked) { CHECK(marks_found(marked) == marked); }

} // namespace

TEST_CASE("A warp waits once for loads whose values are used together", "[simulator][counters]") {
    check("bld.global.f32 %f1, [%rd1];\n"
          "bld.global.f32 %f2, [%rd1+128];\n"
          "wadd.f32 %f3, %f1, %f2;\n"
          ".st.global.f32 [%rd2], %f3;\n"
          "bret;\n");
}

TEST_CASE("A load may move ahead of the use of an earlier load but not ahead of a store",
          "[simulator][counters]") {
    check("bld.global.f32 %f1, [%rd1];\n"
          "wadd.f32 %f1, %f1, %f1;\n"
          "bld.global.f32 %f2, [%rd1+128];\n"
          ".add.f32 %f2, %f2, %f2;\n"
          ".add.f32 %f3, %f1, %f2;\n");
    check("bld.global.f32 %f1, [%rd1];\n"
          "xst.global.f32 [%rd2], %f1;\n"
          "bld.global.f32 %f2, [%rd1+128];\n"
          "wst.global.f32 [%rd2+128], %f2;\n");
    // Read-only loads need not stay after stores.
    check("bld.global.nc.f32 %f1, [%rd1];\n"
          "wst.global.f32 [%rd2], %f1;\n"
          "bld.global.nc.f32 %f2, [%rd1+128];\n"
          ".st.global.f32 [%rd2+128], %f2;\n");
    // Stores to shared memory do not affect loads from global memory.
    check("bld.global.f32 %f1, [%rd1];\n"
          "wst.shared.f32 [tile], %f1;\n"
          "bld.global.f32 %f2, [%rd1+128];\n"
          ".st.shared.f32 [tile+128], %f2;\n");
}

TEST_CASE("A load whose address was loaded waits for it", "[simulator][counters]") {
    check("bld.global.u64 %rd2, [%rd1];\n"
          "xld.global.f32 %f1, [%rd2];\n"
          "wadd.f32 %f2, %f1, %f1;\n");
}

TEST_CASE("Loads of several basic blocks are waited for together", "[simulator][counters]") {
    // Two guarded loads, and two guarded uses.
    check(".@%p1 bra second;\n"
          "bld.global.f32 %f1, [%rd1];\n"
          " second:\n"
          "b@%p2 bra uses;\n"
          "bld.global.f32 %f2, [%rd1+128];\n"
          " uses:\n"
          "b@%p1 bra last;\n"
          "wst.global.f32 [%rd2], %f1;\n"
          " last:\n"
          ".@%p2 bra done;\n"
          ".st.global.f32 [%rd2+128], %f2;\n"
          " done:\n"
          ".ret;\n");
}

TEST_CASE("Moving or widening a loaded value is not a use", "[simulator][counters]") {
    check("bld.global.u8 %r1, [%rd1];\n"
          "bcvt.u32.u8 %r2, %r1;\n"
          "bmov.u32 %r3, %r2;\n"
          "b@%p1 bra done;\n"
          "wadd.u32 %r4, %r3, 1;\n"
          " done:\n"
          ".ret;\n");
}

TEST_CASE("A load for the next step is in flight while the current values are used",
          "[simulator][counters]") {
    check(" again:\n"
          "bld.global.f32 %f1, [%rd1];\n"
          "bld.shared.f32 %f2, [tile];\n"
          "bfma.rn.f32 %f3, %f2, %f2, %f3;\n"
          "bbar.sync 0;\n"
          "wst.shared.f32 [tile], %f1;\n"
          ".bar.sync 0;\n"
          "b@%p1 bra again;\n");
    // Issued, waited for and used, one after the other.
    check(" again:\n"
          "bld.global.f32 %f1, [%rd1];\n"
          "wst.shared.f32 [tile], %f1;\n"
          ".bar.sync 0;\n"
          ".ld.shared.f32 %f2, [tile];\n"
          ".fma.rn.f32 %f3, %f2, %f2, %f3;\n"
          ".bar.sync 0;\n"
          "b@%p1 bra again;\n");
}

TEST_CASE("A load issued on one of two paths is in flight after both", "[simulator][counters]") {
    // The last iteration has no next load.
    check("bld.global.f32 %f1, [%rd1];\n"
          " again:\n"
          "wst.shared.f32 [tile], %f1;\n"
          ".bar.sync 0;\n"
          "b@%p2 bra use;\n"
          "bld.global.f32 %f1, [%rd1];\n"
          " use:\n"
          "bld.shared.f32 %f2, [tile];\n"
          "bfma.rn.f32 %f3, %f2, %f2, %f3;\n"
          "bbar.sync 0;\n"
          "b@%p1 bra again;\n");
    // The use may be skipped as well.
    check(" again:\n"
          ".@%p2 bra use;\n"
          "bld.global.f32 %f1, [%rd1];\n"
          " use:\n"
          "bfma.rn.f32 %f3, %f2, %f2, %f3;\n"
          "b@%p2 bra last;\n"
          "wst.shared.f32 [tile], %f1;\n"
          " last:\n"
          ".fma.rn.f32 %f3, %f2, %f2, %f3;\n"
          ".@%p1 bra again;\n");
}

TEST_CASE("Arithmetic in a loop overlaps with the load before it", "[simulator][counters]") {
    check("bld.global.f32 %f1, [%rd1];\n"
          " again:\n"
          "bfma.rn.f32 %f3, %f2, %f2, %f3;\n"
          "b@%p1 bra again;\n"
          "wadd.f32 %f3, %f3, %f1;\n"
          ".st.global.f32 [%rd2], %f3;\n");
}

TEST_CASE("A warp waits once for a value that a loop uses repeatedly", "[simulator][counters]") {
    check("bld.global.f32 %f1, [%rd1];\n"
          "xmov.u32 %r1, 0;\n"
          " again:\n"
          ".fma.rn.f32 %f3, %f1, %f1, %f3;\n"
          ".add.u32 %r1, %r1, 1;\n"
          ".setp.lt.u32 %p1, %r1, 9;\n"
          ".@%p1 bra again;\n"
          ".st.global.f32 [%rd2], %f3;\n");
}

TEST_CASE("Values of the previous step are used while loads of the next step are in flight",
          "[simulator][counters]") {
    check("bld.global.f32 %f1, [%rd1];\n"
          " again:\n"
          "bld.global.f32 %f2, [%rd1+128];\n"
          "xfma.rn.f32 %f3, %f1, %f1, %f3;\n"
          "bmov.f32 %f1, %f2;\n"
          "b@%p1 bra again;\n"
          "wst.global.f32 [%rd2], %f1;\n");
}

TEST_CASE("Asynchronous copies are waited for at the wait instruction of the program",
          "[simulator][counters]") {
    check("bcp.async.ca.shared.global [tile], [%rd1], 4;\n"
          "bcp.async.commit_group;\n"
          "bfma.rn.f32 %f3, %f2, %f2, %f3;\n"
          "wcp.async.wait_all;\n"
          ".bar.sync 0;\n"
          ".ld.shared.f32 %f1, [tile];\n"
          ".fma.rn.f32 %f3, %f1, %f1, %f3;\n");
}

TEST_CASE("Copies that arrive at an mbarrier are waited for at its test", "[simulator][counters]") {
    const std::string copies = "bcp.async.ca.shared.global [tile], [%rd1], 4;\n";
    const std::string arrives = "bcp.async.mbarrier.arrive.noinc.shared.b64 [tile+128];\n";
    const std::string asks = "mbarrier.test_wait.parity.shared.b64 %p1, [tile+128], 0;\n";
    const std::string goes_on = ".ld.shared.f32 %f1, [tile];\n"
                                ".fma.rn.f32 %f3, %f1, %f1, %f3;\n";
    check(copies + arrives + "w" + asks + goes_on);
    // A barrier at which no copy arrives does not wait for copies.
    check(copies + "b" + asks + "b" + goes_on.substr(1, goes_on.find('\n')) +
          "bfma.rn.f32 %f3, %f1, %f1, %f3;\n");
}
