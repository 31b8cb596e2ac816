#include <catch2/catch_test_macros.hpp>

#include "grading/inspect/best_values.h"

TEST_CASE("the best values of a line are computed from its bytes and requests", "[explain]") {
    const grader::Counts best = grader::best_values({
        {"kernelsmith__bytes_distinct_mem_global_op_ld.sum", 136},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 2},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 64},
        {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", 32},
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", 32},
        {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", 31},
        {"smsp__thread_inst_executed_per_inst_executed.ratio", 8},
        {"smsp__inst_executed.sum", 1000},
    });
    CHECK(best == grader::Counts{
                      {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 5},
                      {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", 2.5},
                      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", 1},
                      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", 0},
                      {"smsp__thread_inst_executed_per_inst_executed.ratio", 32},
                  });
    CHECK(grader::best_values({}).empty());
}
