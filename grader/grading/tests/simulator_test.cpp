// The first lab on the real simulator: the steps that a machine without a GPU can grade, and the counters for
// other machines.

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/format.h>

#include "finding_messages/memory_messages.h"
#include "grading/messages/counts.h"
#include "grading/messages/speed.h"
#include "grading/sentences/sentence.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/unwrapped.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using facts::MatchesPattern;
using grader::Message;
using grader::sentence;
using harness::RunResult;
using nlohmann::json;

const fs::path root = KERNELSMITH_SOURCE_DIR;
const fs::path solutions = root / "solutions/01_occupancy";

RunResult run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), GRADER_BINARY);
    arguments.insert(arguments.end(), {"--backend", "sim", "--course", root.string()});
    return harness::run(arguments);
}

json grade_on_simulator(const fs::path& file, const std::string& device = "h200") {
    const RunResult ran = run({"01", "--file", file.string(), "--report", "json", "--device", device});
    INFO(ran.out << ran.err);
    CHECK(ran.left_behind.empty());
    const harness::Report report(ran.out);
    CHECK(report.document.at("backend") == "sim");
    CHECK_THAT(report.document.at("device").get<std::string>(), ContainsSubstring("(simulated)"));
    return report.lab("01_occupancy");
}

/// Writes a source in a scratch directory that transforms the matrix correctly, after @p statement.
fs::path right_but(const std::string& name, const std::string& statement) {
    const fs::path file = harness::scratch(name) / "student.cu";
    harness::write(file, R"(#include "kernelsmith/check.h"
#include "lab.h"
__global__ void transform_element(float* data, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;
    const std::size_t i = std::size_t(blockIdx.y) * width + column;
    )" + statement + R"(
    data[i] = transformed(data[i], column);
}
extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 grid(groups_of(256, band.width), band.height);
        transform_element<<<grid, 256>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
}
)");
    return file;
}

/// Checks that the step @p fast of a grade was done, with a speedup modelled for @p device.
void check_modelled(const json& lab, const std::string& device) {
    INFO(lab.dump(1));
    CHECK(lab.at("speedup").at("modelled") == device);
    CHECK(lab.at("speedup").at("thresholds_from") == device);
    CHECK(lab.at("speedup").at("low") < lab.at("speedup").at("ratio"));
    CHECK(lab.at("speedup").at("ratio") < lab.at("speedup").at("high"));
    const std::vector<Message> said = facts::of(harness::step(lab, "fast"));
    CHECK_THAT(said.front(),
               MatchesPattern(fmt::format("speedup model={0} | modelled_too_close model={0}", device)));
    CHECK(said.front().number("needed") > 1);
    CHECK_THAT(said, MatchesPattern("time_limit"));
}

/// The output of `grader explain 01` about the time of a file.
struct SaidOfTime {
    std::string text; ///< for people
    json document;    ///< for programs and the page
};

/// Returns the DRAM traffic of a modelled call, in 10^9 bytes per second.
double gb_s_of(const json& call) {
    return call.at("dram_bytes").get<double>() / call.at("ms").get<double>() * 1e-6;
}

SaidOfTime model_of(const fs::path& file) {
    const fs::path report = harness::scratch("model-of") / "explained.json";
    const RunResult ran =
        run({"explain", "01", "--file", file.string(), "--report", "json:" + report.string()});
    INFO(ran.out << ran.err);
    REQUIRE(ran.status == 0);
    const std::size_t begin = ran.out.find("The timed case takes ");
    REQUIRE(begin != std::string::npos);
    return {ran.out.substr(begin), json::parse(harness::read(report)).at("time")};
}

} // namespace

TEST_CASE("a program that follows the model's advice has a different limiter", "[simulator][slow]") {
    const auto [slow, of_slow] = model_of(root / "labs/01_occupancy/baseline.cu");
    const auto [coalesced, of_coalesced] = model_of(solutions / "ladder/1_coalesced.cu");
    for (const auto& [text, document] : {std::pair(slow, of_slow), std::pair(coalesced, of_coalesced)})
        CHECK_THAT(harness::unwrapped(text),
                   ContainsSubstring(document.at("call").at("limited_by").get<std::string>()));
    CHECK(of_slow.at("call").at("limiter") == "l2");
    CHECK(of_coalesced.at("call").at("limiter") == "dram");
    CHECK(of_slow.at("suggestions").at(0).at("what") == "sectors");
    CHECK(of_slow.at("suggestions").at(0).at("line") == 14);
    for (const json& suggestion : of_coalesced.at("suggestions")) CHECK(suggestion.at("what") != "sectors");
    // The lab's own programs are modelled like a student's.
    CHECK(of_slow.at("reference_programs").at(0).at("call") == of_slow.at("call"));
    CHECK(of_coalesced.at("reference_programs") == of_slow.at("reference_programs"));
    const json& roofs = of_coalesced.at("roofs");
    CHECK(roofs.at("dram_gb_s") == 4800);
    CHECK_THAT(roofs.at("operations_g_s").get<double>(), WithinRel(132 * 128 * 1.98));
    // Each element is read and written once, and no program exceeds the roof.
    const json& best = of_coalesced.at("reference_programs").at(1).at("call");
    for (const json& call : {of_slow.at("call"), of_coalesced.at("call"), best}) {
        CHECK_THAT(call.at("dram_bytes").get<double>(), WithinRel(2 * 4 * 16384.0 * 496 * 33, 0.05));
        CHECK(gb_s_of(call) < 4800);
        for (const json& term : call.at("terms")) CHECK(term.at("text") != term.at("name"));
    }
    CHECK(gb_s_of(best) > 0.8 * 4800);
}

TEST_CASE("the solution passes every step, with a modelled speed", "[simulator][slow]") {
    const json lab = grade_on_simulator(solutions / "student.cu");
    INFO(lab.dump(1));
    CHECK(lab.at("verdict") == "pass");
    for (const char* name : {"builds", "runs", "correct", "clean", "technique"})
        CHECK(harness::step(lab, name).at("status") == "pass");
    check_modelled(lab, "h200");
    // If the model's error makes the threshold too close to call, the step passes.
    CHECK(harness::step(lab, "fast").at("status") != "fail");
    CHECK(lab.at("score") == lab.at("max_score"));
    CHECK(lab.at("counters").at("sectors_per_128_bytes") == 4);
    CHECK(lab.at("counters").at("occupancy") == 0.75);
    CHECK(lab.at("counted").at(0).at("name") == "transform_rows<8>");
    CHECK(lab.at("counted").at(0).at("block") == json::array({256, 1, 1}));
    const json again = grade_on_simulator(solutions / "student.cu");
    CHECK(again.at("counters") == lab.at("counters"));
    CHECK(again.at("speedup") == lab.at("speedup"));
}

TEST_CASE("the baseline passes the step clean and fails the step technique", "[simulator][slow]") {
    const json lab = grade_on_simulator(root / "labs/01_occupancy/baseline.cu");
    INFO(lab.dump(1));
    CHECK(lab.at("verdict") == "fail");
    CHECK(harness::step(lab, "clean").at("status") == "pass");
    CHECK(harness::step(lab, "technique").at("status") == "fail");
    CHECK(harness::step(lab, "technique").at("points") == 5);
    const Message missed = facts::message_of(harness::step(lab, "technique"));
    REQUIRE(missed.is(grader::messages::gates));
    const auto& gates = std::get<std::vector<Message>>(*missed.find("all"));
    REQUIRE(gates.size() == 3);
    CHECK_THAT(gates[0],
               MatchesPattern("gate counter=sectors_per_128_bytes shown=32 bounds=\"at most 4.1\""));
    CHECK_THAT(gates[1],
               MatchesPattern(
                   "gate counter=moved_per_needed_byte shown=8 bounds=\"at least 0.9 and at most 1.1\""));
    CHECK_THAT(gates[2], MatchesPattern("gate counter=bytes_in_flight shown=8192 bounds=\"at least 12000\""));
}

TEST_CASE("a program that earlier labs teach is not fast enough on the simulator", "[simulator][slow]") {
    const json lab = grade_on_simulator(solutions / "ladder/2_block_size.cu");
    check_modelled(lab, "h200");
    CHECK(harness::step(lab, "fast").at("status") != "pass");
    // Its speedup is where points begin, within the precision of the model.
    CHECK(harness::step(lab, "fast").at("points") <
          harness::step(lab, "fast").at("max_points").get<double>() / 10);
}

TEST_CASE("a build that executes far more than the baseline is stopped, and is too slow",
          "[simulator][slow]") {
    const fs::path file =
        right_but("executes-too-much", "float x = 0;\n    for (int n = 0; n < 1000; ++n) x = x * x + 0.25f;\n"
                                       "    if (x > 1) data[i] = 0;");
    const json lab = grade_on_simulator(file);
    INFO(lab.dump(1));
    CHECK(harness::step(lab, "correct").at("status") == "pass");
    CHECK(harness::step(lab, "fast").at("status") == "fail");
    CHECK_THAT(facts::message_of(harness::step(lab, "fast")),
               MatchesPattern("too_many_instructions times=8"));
    CHECK(lab.at("speedup").is_null());
}

TEST_CASE("speed is modelled for the GPU that --device names", "[simulator][slow]") {
    for (const char* device : {"t4", "rtx_5090"})
        check_modelled(grade_on_simulator(solutions / "student.cu", device), device);
}

TEST_CASE("the simulator reports the addresses of lanes with their counters", "[simulator][slow]") {
    const auto accesses_of = [](const fs::path& file) {
        const fs::path document = harness::scratch("explained-accesses") / "explained.json";
        const RunResult ran =
            run({"explain", "01", "--file", file.string(), "--report", "json:" + document.string()});
        INFO(ran.out << ran.err);
        CHECK(ran.status == 0);
        return json::parse(harness::read(document)).at("accesses");
    };
    // One column per lane: neighbouring lanes are a row of 1024 floats apart.
    const json apart = accesses_of(root / "labs/01_occupancy/baseline.cu");
    REQUIRE_FALSE(apart.empty());
    for (const json& access : apart) {
        CHECK(access.at("buffer") ==
              sentence({kernelsmith::memory_messages::named_memory, {{"name", "data"}}}));
        CHECK(access.at("buffer_bytes") == 1024 * 512 * 4);
        CHECK(access.at("misaligned") == 0);
        CHECK(access.at("sectors") == 32);
        CHECK(access.at("lanes").at(31).get<int>() - access.at("lanes").at(0).get<int>() == 31 * 4096);
    }
    const json together = accesses_of(solutions / "student.cu");
    REQUIRE_FALSE(together.empty());
    for (const json& access : together) {
        CHECK(access.at("sectors") == 4);
        CHECK(access.at("lanes").at(31).get<int>() - access.at("lanes").at(0).get<int>() == 31 * 4);
    }
    CHECK(together.front().at("block") == json::array({0, 0, 0}));
    CHECK(together.back().at("block") != together.front().at("block"));
}

TEST_CASE("an out-of-bounds read that changes no result fails the step clean", "[simulator][slow]") {
    const json lab = grade_on_simulator(right_but("reads-outside",
                                                  "const bool last = i + 1 == std::size_t(width) * height;\n"
                                                  "    if (last && data[i + 1] == 1e30f) data[i] = 0;"));
    INFO(lab.dump(1));
    CHECK(harness::step(lab, "correct").at("status") == "pass");
    CHECK(harness::step(lab, "clean").at("status") == "fail");
    CHECK_THAT(facts::of(harness::step(lab, "clean")),
               MatchesPattern("finding finding=out_of_bounds place=student.cu:8 line=8 "
                              "source=\"if (last && data[i + 1] == 1e30f) data[i] = 0;\""));
}

TEST_CASE("PTX that ptxas rejects does not build", "[simulator]") {
    const json lab = grade_on_simulator(right_but("too-much-shared", "__shared__ float seen[20000];\n"
                                                                     "    seen[threadIdx.x] = data[i];\n"
                                                                     "    __syncthreads();\n"
                                                                     "    data[i] = seen[threadIdx.x ^ 1];"));
    INFO(lab.dump(1));
    CHECK(lab.at("verdict") == "fail");
    CHECK(harness::step(lab, "builds").at("status") == "fail");
    CHECK_THAT(facts::texts_in(facts::of(harness::step(lab, "builds"))),
               ContainsSubstring("ptxas") && ContainsSubstring("uses too much shared data"));
}

TEST_CASE("a data race that makes a result wrong is reported with its line", "[simulator][slow]") {
    const json lab =
        grade_on_simulator(right_but("wrong-by-a-race", "__shared__ float seen[256];\n"
                                                        "    seen[threadIdx.x] = data[i];\n"
                                                        "    data[i] = seen[(threadIdx.x + 1) % 256];"));
    INFO(lab.dump(1));
    CHECK(harness::step(lab, "correct").at("status") == "fail");
    CHECK_THAT(facts::of(harness::step(lab, "correct")),
               MatchesPattern("simulator_saw & finding finding=shared_race place=student.cu:9 line=9 "
                              "source=\"data[i] = seen[(threadIdx.x + 1) % 256];\""));
    CHECK_THAT(facts::message_of(harness::step(lab, "clean")), MatchesPattern("waits_for step=correct"));
}

TEST_CASE("an endless kernel is stopped and fails the step runs", "[simulator][slow]") {
    const json lab =
        grade_on_simulator(right_but("endless", "for (volatile int k = 0; k >= 0; k = k & 7) {}"));
    INFO(lab.dump(1));
    CHECK(lab.at("verdict") == "fail");
    CHECK(harness::step(lab, "runs").at("status") == "fail");
    for (const char* name : {"correct", "clean", "technique", "fast"})
        CHECK_THAT(facts::message_of(harness::step(lab, name)), MatchesPattern("waits_for step=runs"));
}

TEST_CASE("a refused launch is not counted", "[simulator][slow]") {
    const fs::path file = right_but("decoy", "");
    std::string source = harness::read(file);
    const std::string call = "extern \"C\" void transform(const TransformArgs& args) {\n";
    source.replace(source.find(call), call.size(),
                   "__global__ void decoy() {}\n" + call +
                       "    decoy<<<1, 4096>>>();\n    (void)cudaGetLastError();\n");
    harness::write(file, source);
    const json lab = grade_on_simulator(file);
    INFO(lab.dump(1));
    CHECK(harness::step(lab, "technique").at("status") != "waits");
    REQUIRE(lab.at("counted").size() >= 1);
    for (const json& kernel : lab.at("counted")) CHECK(kernel.at("name") == "transform_element");
}

TEST_CASE("a file is explained line by line", "[simulator]") {
    const RunResult ran = run({"explain", "01", "--file", (root / "labs/01_occupancy/baseline.cu").string()});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, ContainsSubstring("transform_column: 1024 x 1 x 1 blocks of 1 x 512 x 1 threads") &&
                            ContainsSubstring("data[i] = transformed(data[i], column);") &&
                            ContainsSubstring("What costs most:\n  1. ") && ContainsSubstring("\n  3. "));
}

TEST_CASE("local memory counts what ptxas allocates per thread and not arrays in registers",
          "[simulator][slow]") {
    // The registers that ptxas allocates per thread do not depend on how many threads use them, so one thread
    // suffices.
    const std::string kept = "if (i == 0) {\n    float x = data[i], kept[64];\n"
                             "    for (int k = 0; k < 64; ++k) kept[k] = x = x * 1.5f + k;\n";
    const std::string used = "    if (kept[63] == 1e30f) data[i] = 0;\n    }";
    const json registers = grade_on_simulator(right_but("array-in-registers", kept + used));
    CHECK(registers.at("counters").at("local_bytes") < 64);
    const fs::path indexed =
        right_but("array-in-local-memory",
                  kept + "    for (int k = 0; k < height; ++k) kept[k & 63] += 1;\n" + used);
    const json lab = grade_on_simulator(indexed);
    INFO(lab.dump(1));
    CHECK(lab.at("counters").at("local_bytes") >= 256);
    CHECK_THAT(run({"01", "--file", indexed.string()}).out, ContainsSubstring("regs     local    shared"));
}

TEST_CASE("the ladder and the sweep without timing show modelled times and other timed commands are rejected",
          "[simulator][slow]") {
    const RunResult ladder = run({"ladder", "01"}); // its programs take the least time
    INFO(ladder.out << ladder.err);
    CHECK(ladder.status == 0);
    CHECK_THAT(ladder.out, ContainsSubstring("times are modelled for h200, not measured, on ") &&
                               ContainsSubstring("compared with times measured on 16384 x 16384") &&
                               ContainsSubstring("modelled   speedup  measured  speedup  block") &&
                               ContainsSubstring("8_wide_loads") && !ContainsSubstring(", expected"));
    CHECK(run({"ladder", "01", "--record"}).status == 2);
    const RunResult sweep = run({"sweep", "01", "BLOCK=64,128"});
    INFO(sweep.out << sweep.err);
    CHECK(sweep.status == 0);
    CHECK_THAT(sweep.out,
               ContainsSubstring("Here times are modelled for h200, not measured, on ") &&
                   ContainsSubstring(
                       "     BLOCK  modelled   speedup  block  regs   occ   local spilled  kernel\n") &&
                   ContainsSubstring("\n        64 ") && ContainsSubstring("×     64 ") &&
                   ContainsSubstring("\n       128 ") && ContainsSubstring("×    128 "));
    const RunResult sizes = run({"sweep", "01", "width=1024,2048"});
    CHECK(sizes.status == 3);
    CHECK_THAT(sizes.err, ContainsSubstring("Cannot measure a sweep: " +
                                            sentence(grader::messages::not_measured_here)) &&
                              ContainsSubstring("grader explain 01` shows what each line costs"));
}

TEST_CASE("an unknown --device exits with status 2 and lists the available GPUs", "[simulator]") {
    const RunResult ran = run({"01", "--device", "voodoo_2"});
    CHECK(ran.status == 2);
    CHECK_THAT(ran.err,
               ContainsSubstring("--device voodoo_2: unknown GPU. Available: a10, a100, b200, h100"));
}

TEST_CASE("a failed grade shows the kernels of the failing case", "[simulator][slow]") {
    const fs::path file = right_but("kernels-of-a-case", "");
    std::string text = harness::read(file);
    // One case launches an additional kernel, which does nothing.
    const std::string begin = "extern \"C\"";
    text.insert(text.find(begin), "__global__ void idle_kernel(float*) {}\n");
    const std::string launch = "        transform_element<<<";
    text.insert(text.find(launch),
                "        if (band.width == 1020) {\n            idle_kernel<<<1, 32>>>(band.data);\n"
                "            return;\n        }\n");
    harness::write(file, text);
    const json lab = grade_on_simulator(file);
    INFO(lab.dump(1));
    CHECK(harness::step(lab, "correct").at("status") == "fail");
    REQUIRE(lab.at("kernels").size() == 1);
    CHECK(lab.at("kernels")[0].at("name") == "idle_kernel");
    const Message first = facts::message_of(harness::step(lab, "correct")).message("at");
    CHECK(first.is(grader::messages::on_case));
    CHECK(first.text("case") == lab.at("kernels_of").get<std::string>());
}
