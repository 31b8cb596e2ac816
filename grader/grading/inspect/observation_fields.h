#pragma once

/// @file
/// The fields of accesses and of counter descriptions, in the simulator's report and in an explanation of a
/// source.

#include "grading/inspect/observation.h"
#include "message/message_json.h"
#include "record/json_fields.h"

namespace grader {

/// A message whose texts are truncated as in a grade.
struct BoundedMessage {
    template <class Json> static Json written(const Message& message) { return message; }
    static void read(const nlohmann::json& json, Message& message);
};

} // namespace grader

template <> struct kernelsmith::Fields<grader::ObservedAccess> {
    using Access = grader::ObservedAccess;
    static constexpr auto list =
        std::tuple(field("file", &Access::file), field("line", &Access::line),
                   field("instruction", &Access::instruction), field("op", &Access::op),
                   field("space", &Access::space), field("kind", &Access::kind),
                   field("bytes", &Access::bytes), field("block", &Access::block),
                   field("warp", &Access::warp), field("execution", &Access::execution),
                   field("order", &Access::order), field<grader::BoundedMessage>("buffer", &Access::buffer),
                   field("buffer_bytes", &Access::buffer_bytes), field("buffer_at", &Access::buffer_at),
                   field("misaligned", &Access::misaligned), field("sectors", &Access::sectors),
                   field("wavefronts", &Access::wavefronts),
                   field("wavefronts_ideal", &Access::wavefronts_ideal), field("lanes", &Access::lanes));
};

template <> struct kernelsmith::Fields<grader::CounterDescription> {
    using Counter = grader::CounterDescription;
    static constexpr auto list = std::tuple(field("name", &Counter::name), field("unit", &Counter::unit),
                                            field("meaning", &Counter::meaning));
};
