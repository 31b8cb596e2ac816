#include "grading/inspect/operation_launches.h"

#include <deque>
#include <map>
#include <string>

namespace grader {

std::vector<std::vector<std::size_t>> launches_of_operations(const std::vector<Operation>& operations,
                                                             const std::vector<ObservedLaunch>& launches) {
    std::map<std::string, std::deque<std::size_t>> waiting;
    for (std::size_t n = 0; n < launches.size(); ++n) waiting[launches[n].symbol].push_back(n);
    std::vector<std::vector<std::size_t>> by_operation;
    for (const Operation& operation : operations) {
        std::vector<std::size_t>& of_operation = by_operation.emplace_back();
        for (const OperationKernel& kernel : operation.kernels) {
            std::deque<std::size_t>& of_kernel = waiting[kernel.symbol];
            for (std::size_t i = 0; i < kernel.count && !of_kernel.empty(); ++i, of_kernel.pop_front())
                of_operation.push_back(of_kernel.front());
        }
    }
    return by_operation;
}

} // namespace grader
