#include "grading/channel/operation.h"

#include <nlohmann/json.hpp>

#include "grading/channel/bounded_text.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Names<grader::OperationKind> {
    using Kind = grader::OperationKind;
    static constexpr std::array list = {named(Kind::kernel, "kernel"), named(Kind::copy, "copy"),
                                        named(Kind::memset, "memset"), named(Kind::graph, "graph")};
};

template <> struct kernelsmith::Names<grader::Direction> {
    using Direction = grader::Direction;
    static constexpr std::array list = {named(Direction::to_device, "to_device"),
                                        named(Direction::to_host, "to_host"),
                                        named(Direction::on_device, "on_device"),
                                        named(Direction::on_host, "on_host"),
                                        named(Direction::several, "several")};
};

template <> struct kernelsmith::Fields<grader::OperationKernel> {
    using Kernel = grader::OperationKernel;
    static constexpr auto list =
        std::tuple(field<grader::BoundedText>("kernel", &Kernel::kernel),
                   field<grader::BoundedText>("symbol", &Kernel::symbol), field("count", &Kernel::count));
};

template <> struct kernelsmith::Fields<grader::OperationTransfers> {
    using Moves = grader::OperationTransfers;
    static constexpr auto list =
        std::tuple(field("kind", &Moves::kind), field("direction", &Moves::direction),
                   field("bytes", &Moves::bytes), field("moved_bytes", &Moves::moved_bytes),
                   field("count", &Moves::count));
};

template <> struct kernelsmith::Fields<grader::OperationTime> {
    using Time = grader::OperationTime;
    static constexpr auto list = std::tuple(field("start_ms", &Time::start_ms), field("ms", &Time::ms));
};

template <> struct kernelsmith::Fields<grader::Operation> {
    using Operation = grader::Operation;
    static constexpr auto list =
        std::tuple(field("kind", &Operation::kind), field("kernels", &Operation::kernels),
                   field("direction", &Operation::direction), field("bytes", &Operation::bytes),
                   field("moves", &Operation::transfers), field("time", &Operation::time),
                   field("asked_ms", &Operation::submitted_ms),
                   field("answered_ms", &Operation::returned_ms));
};

template <> struct kernelsmith::Fields<grader::OperationLog> {
    using Log = grader::OperationLog;
    static constexpr auto list = std::tuple(field("operations", &Log::operations),
                                            field("dropped", &Log::dropped), field("ms", &Log::ms));
};

namespace grader {

nlohmann::json to_json(const OperationLog& log) { return log; }

OperationLog read_operations(const nlohmann::json& document) { return document.get<OperationLog>(); }

} // namespace grader
