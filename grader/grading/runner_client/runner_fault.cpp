#include "grading/runner_client/runner_fault.h"

#include <map>
#include <string_view>

#include "grading/messages/runs.h"

namespace grader {

Message explain(const RunnerFault& fault, const std::string& entry) {
    static const std::map<std::string_view, MessageKind> kinds = {{"load", messages::cannot_be_loaded},
                                                                  {"tampering", messages::tampering},
                                                                  {"exception", messages::exception},
                                                                  {"unchecked_error",
                                                                   messages::unchecked_error},
                                                                  {"memory", messages::no_memory_left}};
    if (fault.kind == "symbol") return {messages::undefined_entry, {{"entry", entry}}};
    const auto known = kinds.find(fault.kind);
    return {known == kinds.end() ? messages::device_fault : known->second,
            {{"text", fault.message.text("text")},
             {"error", fault.message.text("error")},
             {"why", fault.message.message("why")}}};
}

Message advice_on(const RunnerFault& fault) {
    const bool refused = fault.message.text("call") == "kernel launch" &&
                         fault.message.text("error") == "cudaErrorInvalidValue";
    if (fault.kind == "exception" && refused) return messages::launch_limits;
    return fault.kind == "unchecked_error" ? Message(messages::check_launches) : Message();
}

} // namespace grader
