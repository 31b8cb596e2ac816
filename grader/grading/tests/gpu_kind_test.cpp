// The kinds of GPUs, from names and properties as CUDA reports them.

#include <string>

#include <catch2/catch_test_macros.hpp>

#include "grading/backend/gpu_kind.h"

using grader::gpu_kind;

TEST_CASE("the GPUs that were measured are known by name, multiprocessors and bandwidth", "[gpu]") {
    CHECK(gpu_kind({"NVIDIA H200", 132, 4917}) == "h200");
    CHECK(gpu_kind({"NVIDIA H200 NVL", 132, 4917}) == "h200");
    CHECK(gpu_kind({"NVIDIA H100 80GB HBM3", 132, 3352}) == "h100");
    CHECK(gpu_kind({"NVIDIA H100 80GB HBM3", 132, 3350}) == "h100");
}

TEST_CASE("GPUs of one family with different memory or SMs are different kinds", "[gpu]") {
    CHECK(gpu_kind({"NVIDIA H100 PCIe", 114, 2039}) == "h100_pcie_114sm_2039gb_s");
    CHECK(gpu_kind({"NVIDIA H100 NVL", 132, 3938}) == "h100_nvl_132sm_3938gb_s");
    CHECK(gpu_kind({"NVIDIA GH200 480GB", 132, 4023}) == "gh200_480gb_132sm_4023gb_s");
    CHECK(gpu_kind({"NVIDIA GH200 144G HBM3e", 132, 4917}) == "gh200_144g_hbm3e_132sm_4917gb_s");
    CHECK(gpu_kind({"NVIDIA H800", 132, 3352}) == "h800_132sm_3352gb_s");
    CHECK(gpu_kind({"NVIDIA A100-SXM4-40GB", 108, 1555}) == "a100_sxm4_40gb_108sm_1555gb_s");
    CHECK(gpu_kind({"NVIDIA A100-SXM4-80GB", 108, 2039}) == "a100_sxm4_80gb_108sm_2039gb_s");
    CHECK(gpu_kind({"NVIDIA GeForce RTX 4090 Laptop GPU", 76, 576}) == "rtx_4090_laptop_gpu_76sm_576gb_s");
    CHECK(gpu_kind({"NVIDIA GeForce RTX 4090", 128, 1008}) == "rtx_4090_128sm_1008gb_s");
}

TEST_CASE("a slice is of another kind than the whole GPU", "[gpu]") {
    CHECK(gpu_kind({"NVIDIA H100 80GB HBM3 MIG 1g.10gb", 16, 419}) ==
          "h100_80gb_hbm3_mig_1g_10gb_16sm_419gb_s");
    // The largest MIG slice has all of the memory, and its properties are close to those of a whole GPU.
    CHECK(gpu_kind({"NVIDIA H200 MIG 7g.141gb", 132, 4917}) == "h200_mig_7g_141gb_132sm_4917gb_s");
}

TEST_CASE("a GPU whose bandwidth is not reported is not taken for a measured one", "[gpu]") {
    CHECK(gpu_kind({"NVIDIA H100 80GB HBM3", 132, 0}) == "h100_80gb_hbm3_132sm_0gb_s");
    CHECK(gpu_kind({"a host", 0, 0}) == "a_host");
}
