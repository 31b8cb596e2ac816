#include "runtime/runtime.h"

#include <utility>

#include "checks/global_shadow.h"
#include "loading/registry.h"
#include "order/work_order.h"
#include "protocol/errors.h"
#include "runtime/arrays.h"
#include "runtime/calls.h"
#include "runtime/device_options.h"
#include "runtime/explain_address.h"
#include "runtime/graph_table.h"
#include "runtime/launches.h"
#include "runtime/memory.h"
#include "runtime/order_check.h"
#include "runtime/pools.h"
#include "runtime/printed_text.h"
#include "runtime/program_report.h"
#include "runtime/streams.h"
#include "runtime/work_queue.h"

namespace simulator::runtime {

namespace {

Runtime* instance = nullptr;

std::unique_ptr<order::WorkOrder> work_order_of(const Settings& settings, const DeviceMemory& memory,
                                                Findings& findings) {
    if (!settings.check.order) {
        return nullptr;
    }
    return std::make_unique<order::WorkOrder>(memory, findings, [&memory](Address address) {
        return explain_address(memory, address);
    });
}

} // namespace

/// Each part follows the parts that it uses.
struct Runtime::Parts {
    Parts(Runtime& runtime, const Environment& environment)
        : calls(runtime), memory(runtime.device.memory_bytes, environment),
          registry(runtime.device, runtime.settings.check.init),
          order_check(runtime, work_order_of(runtime.settings, memory.device, report.findings)),
          launches(runtime.settings, runtime.device, memory.device, shadow, report.findings,
                   order_check.work_order()),
          queue(runtime) {
        options.reset(memory.heap.limit());
    }

    Calls calls;
    ProgramReport report;
    PrintedText printed_text;
    ErrorState errors;
    Memory memory;
    GlobalShadow shadow{memory.device};
    Registry registry;
    OrderCheck order_check;
    Launches launches;
    Streams streams;
    GraphTable graphs;
    Pools pools;
    Arrays arrays;
    DeviceOptions options;
    WorkQueue queue; ///< last, because its work uses all other parts
};

Runtime& Runtime::get() { return *instance; }

Runtime& Runtime::start(const Settings& chosen, const Environment& environment) {
    instance = new Runtime(chosen, environment);
    return *instance;
}

Runtime::Runtime(Settings chosen, Environment environment)
    : settings(std::move(chosen)), device(device_of(settings)), environment_(std::move(environment)),
      parts_(std::make_unique<Parts>(*this, environment_)) {}

Runtime::~Runtime() = default;

Calls& Runtime::calls() { return parts_->calls; }
WorkQueue& Runtime::queue() { return parts_->queue; }
Streams& Runtime::streams() { return parts_->streams; }
GraphTable& Runtime::graphs() { return parts_->graphs; }
Memory& Runtime::memory() { return parts_->memory; }
const Memory& Runtime::memory() const { return parts_->memory; }
Pools& Runtime::pools() { return parts_->pools; }
Arrays& Runtime::arrays() { return parts_->arrays; }
DeviceOptions& Runtime::options() { return parts_->options; }
Registry& Runtime::registry() { return parts_->registry; }
Launches& Runtime::launches() { return parts_->launches; }
GlobalShadow& Runtime::shadow() { return parts_->shadow; }
OrderCheck& Runtime::order_check() { return parts_->order_check; }
ProgramReport& Runtime::report() { return parts_->report; }
const ProgramReport& Runtime::report() const { return parts_->report; }
PrintedText& Runtime::printed_text() { return parts_->printed_text; }
ErrorState& Runtime::errors() { return parts_->errors; }

void Runtime::reset(const void* caller) {
    calls().when_idle([site = calls().site_of("cudaDeviceReset", caller)](Runtime& idle) {
        for (const Allocation* allocation : idle.memory().device.live()) {
            release(idle, allocation->begin, site);
        }
        idle.memory().heap.clear();
        idle.launches().grid_workspace = nullptr;
    });
    calls().deliver_output_and_fault();
    memory().advice.clear();
    registry().unload();
    streams().clear();
    graphs().clear();
    arrays().clear();
    pools().reset();
    options().reset(memory().heap.limit());
    errors().reset();
}

} // namespace simulator::runtime
