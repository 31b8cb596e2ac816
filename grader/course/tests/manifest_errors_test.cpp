#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/core.h>

#include "course/manifest.h"
#include "testing/manifest_files.h"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;

namespace {

/// A mistake in the good manifest, and the expected error. The error must name the line of @p marked, a text
/// of the good manifest that the mistake leaves in place or replaces.
struct Mistake {
    std::string piece;
    std::string other;
    std::string marked;
    std::string complaint;
};

} // namespace

TEST_CASE("a valid manifest is read without errors", "[manifest]") {
    CHECK(manifest_errors_in(good_manifest).empty());
}

TEST_CASE("an error in a manifest is reported with its file and line and key", "[manifest]") {
    const Mistake mistake = GENERATE(values<Mistake>({
        {"format = 1", "format = 2", "format = 1", "format: expected 1, the only known format"},
        {"format = 1", "format = \"1\"", "format = 1", "format: expected an integer, found a string"},
        {"title = \"Tiles in shared memory\"", "titel = \"Tiles\"", "title",
         "titel: unknown key; known here: alternative, "},
        {"title = \"Tiles in shared memory\"", "titel = \"Tiles\"", "format", "title: missing"},
        {"idea = \"Load once, use many times.\"", "idea = \"\"", "idea", "idea: must not be empty"},
        {"id = \"04_shared_tiling\"", "id = \"4 tiling\"", "id =", "id: expected two digits and a name"},
        {"needs = [\"01_coalescing\", ", "needs = [1, ", "needs",
         "needs: expected an array of strings, found an integer in it"},
        {"needs = [\"01_coalescing\", \"03_reduction\"]", "needs = \"01_coalescing\"", "needs",
         "needs: expected an array of strings, found a string"},
        {"entry = \"multiply\"", "entry = \"matrix::multiply\"", "entry",
         "entry: expected the name of a function"},

        {"\"cublas\", ", "\"cuBLAS\", ", "libraries = [\"cublas",
         "forbid.libraries: unknown library 'cuBLAS'; the libraries are cub, cublas, cudnn, "},
        {"\"cublas\", ", "\"cutlass\", ", "libraries = [\"cublas", "forbid.libraries: has 'cutlass' twice"},
        {"[\"cublas\", \"cutlass\"]", "[]", "libraries = [\"cublas",
         "forbid.libraries: expected at least one library"},
        {"message = \"Write the product yourself.\"", "", "[forbid]", "forbid.message: missing"},
        {"message =", "why = 1\nmessage =", "message =",
         "forbid.why: unknown key; known here: libraries, message"},

        {"wall_s = 10", "wall_s = -1", "wall_s", "limits.wall_s: must be more than 0"},
        {"wall_s = 10", "wall_s = nan", "wall_s", "limits.wall_s: expected a finite number"},
        {"memory_mb = 2048", "memory_mb = 2048.5", "memory_mb",
         "limits.memory_mb: expected an integer, found a number with a fraction"},
        {"output_kb = 64", "output_kb = -64", "output_kb", "limits.output_kb: must not be negative"},
        {"output_kb = 64", "", "[limits]", "limits.output_kb: missing"},
        {"output_kb = 64", "output_kb = 64\ncpu_s = 3", "\n[score]",
         "limits.cpu_s: unknown key; known here: memory_mb, output_kb, wall_s"},
        {"correct = 40", "correct = -40", "correct = 40", "score.correct: must not be negative"},

        {"reference = \"h200\"", "reference = \"h100\"", "reference",
         "speed.reference: there is no [speed.h100] with its thresholds"},
        {"budget_s = 5", "budget_s = 0", "budget_s", "speed.budget_s: must be more than 0"},
        {"budget_s = 5", "budget = 5", "budget_s", "speed.budget: unknown key"},
        {"pass = 6", "pass = 10", "pass = 6", "speed.h200.pass: is more than full"},
        {"pass = 3\nfull = 4", "pass = 1\nfull = 1.02", "full = 4", "speed.t4.full: must be more than 1.02"},
        {"full = 9.5\n", "", "[speed.h200]", "speed.h200.full: missing"},
        {"budget_s = 5", "budget_s = 5\nknown = \"9_nowhere.cu\"", "[speed]",
         "speed: known = '9_nowhere.cu' is neither a rung's file nor baseline.cu"},
        {"pass = 6", "known = 2\npass = 6", "[speed]",
         "speed: [speed.h200] has known = 2, and no rung is known"},
        {"pass = 6", "known = 6.5\npass = 6", "pass = 6", "speed.h200.known: is more than pass"},

        {"name = \"prime\"", "name = \"empty\"", "name = \"prime\"",
         "case[1].name: 'empty' is taken by case[0]"},
        {"height = 2048\nwidth", "height = \"tall\"\nwidth", "height = 2048\nwidth",
         "case[2].sizes.height: expected an integer or a table, found a string"},
        {"height = 0, ", "height = -1, ", "sizes = { height = 0",
         "case[0].sizes.height: must not be negative"},
        {"min = 1000, max = 1100", "min = 1000, max = 900", "height = 997",
         "case[1].sizes.width.min: is more than max"},
        {"max = 1100 }", "max = 1100, step = 2 }", "height = 997", "case[1].sizes.width.step: unknown key"},
        {"max = 1100 }", "max = 1010, multiple = 512 }", "height = 997",
         "case[1].sizes.width.multiple: the range from min to max contains no multiple of 512"},
        {"multiple = 32", "multiple = 0", "multiple = 32",
         "case[2].sizes.width.multiple: must be more than 0"},
        {"height = 997, width", "heigth = 997, width", "height = 997",
         "case[1].sizes: has other names than those of case[0]"},
        {"sizes = { height = 2048, width = 2048 }", "sizes = {}", "sizes = { height = 2048",
         "timed[0].sizes: must not be empty"},
        {"sizes = { height = 2048, width = 2048 }", "", "[[timed]]", "timed[0].sizes: missing"},
        {"height = 64", "heigth = 64", "[case.small]", "case[2].small: has other names than sizes"},
        {"sizes = { height = 33, width = 35 }", "sizes = { height = 33 }", "sizes = { height = 33",
         "clean[0].sizes: has other names than those of case[0]"},
        {"name = \"square_256\"", "name = \"square_256\"\nweight = 2", "sizes = { height = 256",
         "counted[0].weight: unknown key; known here: name, secret, sizes"},
        {"[[counted]]\nname = \"square_256\"\nsizes = { height = 256, width = 256 }\n", "#\n#\n#\n",
         "[[gate]]", "gate: [[counted]] cases and [[gate]] bounds need each other"},
        {"weight = 2", "weight = -2", "weight = 2", "case[1].weight: must not be negative"},

        {"[[timed]]\nname = \"square_2048\"\nsizes = { height = 2048, width = 2048 }", "", "format",
         "timed: [[timed]] cases and [speed] need each other"},
        {"sizes = { height = 186, width = 2048 }", "sizes = { height = 186 }", "sizes = { height = 186",
         "modelled.sizes: has other names than those of case[0]"},
        {"parts = 11", "parts = 0", "parts = 11", "modelled.parts: must be more than 0"},
        {"[[timed]]", "[timed]", "[[timed]]", "timed: expected tables, each under [[timed]], found a table"},

        {"id = \"task_2\"", "id = \"task_1\"", "id = \"task_2\"", "task[1].id: 'task_1' is taken by task[0]"},
        {"file = \"2_tile32.cu\"", "file = \"1_tile16.cu\"", "file = \"2_tile32.cu\"",
         "rung[1].file: '1_tile16.cu' is taken by rung[0]"},
        {"file = \"2_tile32.cu\"", "file = \"../2_tile32.cu\"", "file = \"2_tile32.cu\"",
         "rung[1].file: expected the name of a .cu file without a folder"},
        {"expect = \"fails:fast\" #", "expect = \"fails:clean\" #", "expect = \"fails:fast\" #",
         "alternative[0].expect: an alternative passes, or fails:fast"},
        {"expect = \"fails:fast\"", "expect = \"fails:quick\"", "expect = \"fails:fast\"",
         "rung[0].expect: expected 'pass' or 'fails:STEP' with a STEP of builds, runs, correct, clean, "
         "technique, "
         "fast, found 'fails:quick'"},
        {"expect = \"pass\"", "expect = \"passes\"", "expect = \"pass\"",
         "rung[1].expect: expected 'pass' or 'fails:STEP'"},
        {"applies = []", "", "[[rung]]", "rung[0].applies: missing; it may be empty"},
        {"\"shared_tile\"", "\"tile\"", "applies = [\"shared_tile\"",
         "rung[1].applies: no suggestion has the name 'tile'; there are sectors, shared_tile, "},
        {"\"shared_tile\"", "\"work_per_thread\"", "applies = [\"shared_tile\"",
         "rung[1].applies: has 'work_per_thread' twice"},
        {"applies = []", "applies = \"sectors\"", "applies = []",
         "rung[0].applies: expected an array of strings"},
        {"file = \"2_tile32.cu\"", "file = \"2_tile32.patch\"", "file = \"2_tile32.cu\"",
         "rung[1].file: expected the name of a .cu file without a folder, found '2_tile32.patch'"},
        {"file = \"endless.patch\"", "file = \"endless.diff\"", "file = \"endless.patch\"",
         "wrong[1].file: expected the name of a .cu or .patch file without a folder, found 'endless.diff'"},
        {"file = \"endless.patch\"", "file = \"old/endless.patch\"", "file = \"endless.patch\"",
         "wrong[1].file: expected the name of a .cu or .patch file without a folder"},
        {"message = \"timed_out seconds=10\"", "message = \"\"", "message = \"timed_out",
         "wrong[1].message: must not be empty"},
        {"message = \"timed_out seconds=10\"", "message = \"it did not come back\"", "message = \"timed_out",
         "wrong[1].message: \"it did not come back\" is not KIND NAME=VALUE..., with & for both and | for "
         "one of two"},
        {"task = \"task_1\"", "task = \"task_7\"", "task = \"task_1\"",
         "wrong[0].task: no [[task]] has the id 'task_7'"},
        {"step = \"correct\"", "step = \"right\"", "step = \"correct\"",
         "hint[0].step: 'right' is not a step"},
        {"when = \"differ\"", "when = \"\"", "when = \"differ\"", "hint[0].when: must not be empty"},
        {"when = \"differ\"", "when = \"differ &\"", "when = \"differ\"",
         "hint[0].when: \"differ &\" is not KIND NAME=VALUE..., with & for both and | for one of two"},
        {"max = 4.1", "max = true", "max = 4.1", "gate[0].max: expected a number, found a truth value"},
        {"sectors_per_request", "sectors_per_requst", "counter",
         "gate[0].counter: unknown counter 'sectors_per_requst'; the counters are instructions, "},
        {"weight = 3", "weight = 0", "weight = 3", "gate[0].weight: must be more than 0"},
        {"margin = 0.02", "margin = -1", "margin", "gate[0].margin: must not be negative"},
        {"text = \"There are too few warps.\"", "", "[[gate]]\ncounter = \"occupancy\"",
         "gate[1].text: missing"},
        {"max = 4.1", "", "counter", "gate[0].counter: has neither min nor max"},
        {"max = 4.1", "max = 4.1\nmin = 5", "margin = 0.02", "gate[0].min: is more than max"},
        {"counter = \"occupancy\"\nmin = 0.5", "counter = \"sectors_per_request\"\nmax = 5",
         "counter = \"occupancy\"",
         "gate[1].counter: has a tighter gate above; the widest bound must be first"},
        {"rung = \"2_tile32\"", "rung = \"3_more\"", "rung = \"2_tile32\"",
         "sweep.rung: no [[rung]] is called '3_more'"},
        {"[\"height\", \"width\"]", "[\"height\", \"depth\"]", "together",
         "sweep.together.N: no timed case has the size 'depth'"},
        {"checked = false", "checked = 0", "checked", "peer[1].checked: expected true or false"},
        {"file = \"copy.cu\"", "file = \"library.cu\"", "file = \"copy.cu\"",
         "peer[1].file: 'library.cu' is taken by peer[0]"},
    }));
    const std::string complaints = manifest_errors_in(broken_manifest(mistake.piece, mistake.other));
    INFO("instead of: " << mistake.piece << "\nthere stands: " << mistake.other);
    CHECK_THAT(complaints, ContainsSubstring(
                               fmt::format("/lab.toml:{}: {}", line_of(mistake.marked), mistake.complaint)));
}

TEST_CASE("invalid TOML is reported with its line", "[manifest]") {
    CHECK_THAT(manifest_errors_in(broken_manifest("title = \"Tiles", "title = Tiles")),
               ContainsSubstring("/lab.toml:3: "));
}

TEST_CASE("a missing manifest is reported with its path", "[manifest]") {
    CHECK_THROWS_WITH(grader::read_manifest("/nowhere/lab.toml"),
                      EndsWith("/nowhere/lab.toml: there is no such file"));
}

TEST_CASE("at least one case of a step must have a weight", "[manifest]") {
    std::string text = broken_manifest("weight = 2", "weight = 0");
    text.replace(text.find("[case.sizes]"), 12, "weight = 0\n[case.sizes]");
    CHECK_THAT(manifest_errors_in(text), ContainsSubstring("case: at least one weight must be more than 0"));
}

TEST_CASE("several mistakes are reported at once in the file's order", "[manifest]") {
    std::string text = broken_manifest("step = \"correct\"", "step = \"right\"");
    text.replace(text.find("wall_s = 10"), 11, "wall_s = -1");
    text.replace(text.find("idea = "), 4, "eyed");
    const std::string complaints = manifest_errors_in(text);
    const std::size_t missing = complaints.find("idea: missing");
    const std::size_t unknown = complaints.find("eyed: unknown key");
    const std::size_t negative = complaints.find("limits.wall_s: must be");
    const std::size_t step = complaints.find("hint[0].step: 'right'");
    CHECK(missing < unknown);
    CHECK(unknown < negative);
    CHECK(negative < step);
    CHECK(step != std::string::npos);
    CHECK(std::count(complaints.begin(), complaints.end(), '\n') == 3);
}

TEST_CASE("an empty file lacks everything that a lab needs", "[manifest]") {
    const std::string complaints = manifest_errors_in("");
    for (const char* key : {"format", "id", "title", "idea", "entry", "limits"})
        CHECK_THAT(complaints, ContainsSubstring(fmt::format("lab.toml:1: {}: missing", key)));
    CHECK_THAT(complaints, ContainsSubstring("lab.toml:1: case: expected at least one [[case]]"));
}
