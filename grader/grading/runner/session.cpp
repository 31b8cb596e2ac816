#include "grading/runner/session.h"

#include <dlfcn.h>
#include <exception>
#include <string>
#include <unistd.h>

#include "grading/runner/copy_count.h"
#include "grading/runner/launch_log.h"
#include "grading/runner/timeline.h"

namespace runner {
namespace {

using grader::DoorbellState;
using grader::Packet;
using nlohmann::json;

void start_logs() {
    start_launch_log();
    start_copy_count();
    start_timeline();
}

} // namespace

Packet Session::answer(const Packet& request) {
    const json& document = request.document;
    const std::string what = document.at("do");
    if (what == "hello") return {device_->facts()};
    if (what == "bell") return {bell(document)};
    if (what == "memory") return {json{{"free_bytes", device_->free_bytes()}}};
    if (what == "load") return {load(document)};
    if (what == "pool") return {buffers_.pool(document)};
    if (what == "allocate") return buffers_.allocate(request);
    if (what == "attach") return {buffers_.attach(request)};
    if (what == "fill") return {buffers_.fill(request)};
    if (what == "prepare") {
        buffers_.prepare(document);
        return {json::object()};
    }
    if (what == "call") return {call(document)};
    if (what == "attend") return {call_supervisor_.supervise_call(document, doorbell())};
    if (what == "settled") return {call_supervisor_.outputs_settled()};
    if (what == "launches") return {launches()};
    if (what == "record") {
        enable_timeline(document.at("events"));
        return {json::object()};
    }
    if (what == "operations") return {to_json(timeline())};
    if (what == "fetch") return buffers_.fetch(document);
    if (what == "gather") return buffers_.gather(document);
    if (what == "guards") return buffers_.guards();
    if (what == "release") return {buffers_.release()};
    if (what == "ceilings") return {device_->ceilings()};
    throw Fault{"protocol", "unknown request " + what};
}

json Session::bell(const json& request) {
    const int descriptor = request.at("descriptor");
    doorbell_.emplace(descriptor);
    ::close(descriptor);
    return json::object();
}

grader::Doorbell& Session::doorbell() {
    if (!doorbell_) throw Fault{"protocol", "the session has no doorbell"};
    return *doorbell_;
}

json Session::load(const json& request) {
    const std::string path = request.at("path");
    const std::string entry = request.at("entry");
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw Fault{"load", ::dlerror()};
    void* symbol = ::dlsym(library, entry.c_str());
    if (symbol == nullptr) throw Fault{"symbol", entry};
    function_ = reinterpret_cast<void (*)(const void*)>(symbol);
    tamper_detector_.set_student_library(symbol);
    return json::object();
}

void Session::wait_for_go() {
    const Fault given_up{"protocol", "the call was given up"};
    doorbell().set(DoorbellState::armed);
    if (!doorbell().wait_for(DoorbellState::prepared)) throw given_up;
    device_->wake();
    start_logs(); // after the runner's own kernel
    doorbell().set(DoorbellState::awake);
    if (!doorbell().wait_for(DoorbellState::go)) throw given_up;
}

void Session::require_no_tampering() const {
    if (const std::string text = tamper_detector_.find_tampering(); !text.empty())
        throw Fault{"tampering", text};
}

json Session::call(const json& request) {
    if (function_ == nullptr) throw Fault{"protocol", "nothing is loaded"};
    const bool by_bell = request.at("by_bell");
    // A copy from pageable memory may still be in progress after its call has returned, and only streams that
    // synchronize with the default stream wait for it.
    device_->synchronize();
    if (timeline_has_events())
        device_->wake(); // otherwise the first operation would include the context switch of the device
    by_bell ? wait_for_go() : start_logs();
    const double start = device_->clock_ms();
    try {
        for (std::size_t call = 0; call < buffers_.calls(); ++call) function_(buffers_.args(call));
        tamper_detector_.record_call_end();
    } catch (const std::exception& error) {
        tamper_detector_.record_call_end();
        require_no_tampering();
        const FailedCall failed = device_->failed_call(error);
        throw Fault{"exception", error.what(), failed.call, failed.error};
    } catch (...) {
        tamper_detector_.record_call_end();
        require_no_tampering();
        throw Fault{"exception", "something that is not a std::exception"};
    }
    request.at("leave_errors") ? device_->wait_as_caller() : device_->synchronize();
    const double elapsed = device_->clock_ms() - start;
    if (by_bell) doorbell().set(DoorbellState::done);
    stop_timeline();
    stop_launch_log();
    const std::uint64_t copied = stop_copy_count();
    require_no_tampering();
    return {{"ms", elapsed}, {"copied_bytes", copied}};
}

json Session::launches() {
    json log = launch_log();
    log["kept"] = device_->has_kernels();
    return log;
}

} // namespace runner
