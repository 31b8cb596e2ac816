#include "grading/measure/recorded_call.h"

#include "base/secrets.h"
#include "grading/measure/pool.h"
#include "grading/verify/case_run.h"
#include "grading/verify/fresh_runner.h"
#include "grading/verify/guard_bands.h"
#include "grading/verify/problem_module.h"

namespace grader {

RecordedCall record_call(const Backend& backend, const Build& build, const kernelsmith::Sizes& sizes,
                         std::uint64_t seed) {
    const kernelsmith::Problem& problem = load_problem(build.lab.module);
    const kernelsmith::Layout layout = problem.layout(sizes);
    const Pool pool(problem, layout, {sizes, seed, 0});
    Secrets secrets;
    const std::unique_ptr<RunnerClient> runner =
        fresh_runner(backend, build, {pool.descriptor(), pool.bytes()});
    runner->pool();
    runner->load(build.object, build.lab.manifest.entry);
    runner->allocate(layout, make_guards(layout, secrets));
    const Preparation preparation{make_poison(secrets.next()), pool.at(0, 0), true};
    const auto call = [&] {
        runner->prepare(preparation);
        return runner->call().ms;
    };
    RecordedCall recorded;
    (void)call();
    recorded.bare_ms = call();
    runner->record(true);
    recorded.recorded_ms = call();
    recorded.operations = runner->operations();
    return recorded;
}

} // namespace grader
