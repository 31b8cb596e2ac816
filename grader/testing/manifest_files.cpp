#include "manifest_files.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <catch2/catch_test_macros.hpp>

#include "course/manifest.h"

const std::string good_manifest = R"(format = 1
id = "04_shared_tiling"
title = "Tiles in shared memory"
idea = "Load once, use many times."
needs = ["01_coalescing", "03_reduction"]
entry = "multiply"

[forbid]
libraries = ["cublas", "cutlass"]
message = "Write the product yourself."

[limits]
wall_s = 10
memory_mb = 2048
output_kb = 64

[score]
correct = 40
clean = 10
technique = 20
fast = 30.0

[speed]
reference = "h200"
budget_s = 5
slide = "why-tiles"

[speed.h200]
pass = 6
full = 9.5

[speed.t4]
pass = 3
full = 4

[[case]]
name = "empty"
sizes = { height = 0, width = 0 }
weight = 0

[[case]]
name = "prime"
sizes = { height = 997, width = { min = 1000, max = 1100 } }
weight = 2

[[case]]
name = "large"
[case.sizes]
height = 2048
width = { min = 1000, max = 3000, multiple = 32 }
[case.small]
height = 64
width = { min = 32, max = 96, multiple = 32 }

[[timed]]
name = "square_2048"
sizes = { height = 2048, width = 2048 }

[[clean]]
name = "odd"
sizes = { height = 33, width = 35 }

[[counted]]
name = "square_256"
sizes = { height = 256, width = 256 }

[modelled]
parts = 11
sizes = { height = 186, width = 2048 }

[[measured]]
name = "square_4096"
sizes = { height = 4096, width = 4096 }

[[task]]
id = "task_1"
title = "Load a tile"

[[task]]
id = "task_2"
title = "Use it"

[[rung]]
file = "1_tile16.cu"
title = "A tile of 16 by 16"
expect = "fails:fast"
applies = []

[[rung]]
file = "2_tile32.cu"
title = "A tile of 32 by 32"
expect = "pass"
applies = ["shared_tile", "work_per_thread"]

[[wrong]]
file = "no_barrier.cu"
expect = "fails:correct"
message = "differ buffer=c"
task = "task_1"

[[wrong]]
file = "endless.patch"
expect = "fails:runs"
message = "timed_out seconds=10"

[[alternative]]
file = "groups.cu"
title = "with cooperative groups"
expect = "fails:fast" # by its nature

[[peer]]
file = "library.cu"
title = "the vendor's"
libraries = ["cublas"]

[[peer]]
file = "copy.cu"
title = "a copy"
checked = false

[[hint]]
step = "correct"
when = "differ"
text = "Which barrier keeps the next tile from coming too early?"

[[gate]]
counter = "sectors_per_request"
max = 4.1
margin = 0.02
weight = 3
slide = "sectors"
text = "The lanes' addresses lie apart."

[[gate]]
counter = "occupancy"
min = 0.5
slide = "occupancy"
text = "There are too few warps."

[sweep]
rung = "2_tile32"
together = { N = ["height", "width"] }
)";

std::string broken_manifest(const std::string& piece, const std::string& other) {
    std::string text = good_manifest;
    const std::size_t at = text.find(piece);
    REQUIRE(at != std::string::npos);
    return text.replace(at, piece.size(), other);
}

std::size_t line_of(const std::string& piece) {
    const std::size_t at = good_manifest.find(piece);
    REQUIRE(at != std::string::npos);
    const auto end = good_manifest.begin() + static_cast<std::ptrdiff_t>(at);
    return 1 + static_cast<std::size_t>(std::count(good_manifest.begin(), end, '\n'));
}

ManifestFile::ManifestFile(const std::string& text) {
    std::string pattern = (std::filesystem::temp_directory_path() / "manifest-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    directory_ = pattern;
    std::ofstream(path(), std::ios::binary) << text;
}

ManifestFile::~ManifestFile() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
}

std::string manifest_errors_in(const std::string& text) {
    const ManifestFile file(text);
    try {
        grader::read_manifest(file.path());
    } catch (const grader::ManifestError& error) {
        return error.what();
    }
    return {};
}
