#include "simulated.h"

#include <fmt/core.h>

#include "finding_messages/access_messages.h"
#include "finding_messages/memory_messages.h"
#include "grading/messages/message.h"
#include "harness.h"
#include "message/message_json.h"

namespace simulated {

using nlohmann::json;

json nothing() {
    return {{"format", 1},
            {"device", "h200"},
            {"program", "runner"},
            {"launches", json::array()},
            {"findings", json::array()}};
}

json launch(const std::string& kernel, double sectors, double bytes, double occupancy) {
    const json counters = {
        {"smsp__inst_executed.sum", sectors},
        {"smsp__thread_inst_executed.sum", 32 * sectors},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", bytes / 128},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 0},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", sectors},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 0},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", 0},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", 0},
        {"kernelsmith__requests_again_mem_global_op_ld.sum", 0},
        {"kernelsmith__sectors_again_mem_global_op_ld.sum", 0},
        {"kernelsmith__bytes_distinct_again_mem_global_op_ld.sum", 0},
        // Results of an instrumented course are written without a store, so that ratios stay simple.
        {"kernelsmith__threads_mem_global_op_atomic.sum", 64},
        {"kernelsmith__bytes_distinct_mem_global_op_ld.sum", bytes},
        {"kernelsmith__bytes_distinct_mem_global_op_st.sum", 0}};
    return {{"kernel", kernel},
            {"mangled", kernel},
            {"grid", {2, 1, 1}},
            {"block", {256, 1, 1}},
            {"dynamic_shared", 0},
            {"status", "ok"},
            {"registers", 38},
            {"static_shared", 0},
            {"local_bytes", 0},
            {"spill_bytes", 0},
            {"occupancy",
             {{"theoretical", occupancy},
              {"achieved", occupancy},
              {"limiter", "registers"},
              {"blocks_per_sm", 6}}},
            {"counters", counters},
            {"lines", json::array({{{"file", "/course/labs/01_scale/student.cu"},
                                    {"line", 9},
                                    {"counters", counters},
                                    {"memory_operations", {"ld_global", "st_global"}}}})}};
}

json good_counts() {
    json report = nothing();
    report["launches"].push_back(launch("scale_all", 4, 128, 0.75));
    return report;
}

json modelled(double ms) {
    json report = good_counts();
    // The modelled case is larger, and its results must be written, too.
    report["launches"].front()["counters"]["kernelsmith__threads_mem_global_op_atomic.sum"] = 1 << 20;
    report["launches"].front()["time"] = {{"ms", ms},
                                          {"limiter", "dram"},
                                          {"terms",
                                           {{"sm", 0.5 * ms}, {"dram", 0.95 * ms}, {"launch", 0.001}}},
                                          {"suggestions", json::array()}};
    return report;
}

json finding(const std::string& kind, int line, bool failure) {
    using namespace kernelsmith;
    const Message past_the_end(access_messages::past_the_end,
                               {{"access", Message(access_messages::writes, {{"bytes", 4}})}});
    const Message call(memory_messages::call, {{"function", "cudaMalloc"}, {"number", 2}});
    const Message behind_the_second_buffer(
        memory_messages::bytes_after,
        {{"bytes", 0}, {"memory", Message(memory_messages::allocation, {{"bytes", 20}, {"call", call}})}});
    json report = nothing();
    report["findings"].push_back({{"kind", kind},
                                  {"failure", failure},
                                  {"kernel", "scale_all"},
                                  {"function", ""},
                                  {"file", "/course/student.cu"},
                                  {"line", line},
                                  {"instruction", "st.global.f32"},
                                  {"block", {0, 0, 0}},
                                  {"thread", {5, 0, 0}},
                                  {"address", "0x7f0000000014"},
                                  {"what", past_the_end},
                                  {"where", behind_the_second_buffer},
                                  {"other", nullptr},
                                  {"advice", grader::verbatim("Compare the index with n before you write.")},
                                  {"count", 3}});
    return report;
}

std::filesystem::path instrumented_course(const std::string& name) {
    const std::filesystem::path course = harness::copy_of_course(name);
    const std::filesystem::path manifest = course / "labs/01_scale/lab.toml";
    harness::write(manifest, harness::read(manifest) + R"(
[[clean]]
name = "five"
sizes = { n = 5 }

[[counted]]
name = "a block"
sizes = { n = 256 }

[[gate]]
counter = "sectors_per_128_bytes"
max = 4.1
margin = 0.02
weight = 3
slide = "one-pass"
text = "Let neighbours take neighbours."

[[gate]]
counter = "occupancy"
min = 0.75
margin = 0
slide = "one-pass"
text = "There is room for more warps."

[[hint]]
step = "clean"
text = "Which element is the last?"

[[hint]]
step = "technique"
text = "Who takes which element?"
)");
    return course;
}

std::string solution(const std::string& found, const std::string& counted, int passes,
                     const std::string& when_called) {
    return fmt::format(R"(#include "{}/../stand_in.h"
#include "lab.h"
extern "C" void scale(const ScaleArgs& args) {{
    {}
    tell(R"json({})json", R"json({})json");
    for (int pass = 0; pass < {}; ++pass, clobber())
        for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}}
)",
                       FIXTURE_STUDENTS, when_called, found, counted, passes);
}

} // namespace simulated
