#include "runtime/capture.h"

#include <algorithm>
#include <utility>

#include "protocol/errors.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

namespace {

thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

[[noreturn]] void invalidate(Capture& capture, cudaError_t error) {
    capture.valid = false;
    throw ApiError(error);
}

/// Returns whether every captured stream has been joined to the origin at the end.
bool is_joined(const Capture& capture) {
    NodeSet waited_for = capture.streams.at(capture.origin);
    // Dependencies have lower numbers.
    for (std::size_t node = capture.graph.nodes.size(); node-- > 0;) {
        if (waited_for.contains(node)) {
            waited_for.insert(capture.graph.nodes[node]->dependencies.begin(),
                              capture.graph.nodes[node]->dependencies.end());
        }
    }
    return std::ranges::all_of(capture.streams, [&](const auto& stream) {
        return std::ranges::includes(waited_for, stream.second);
    });
}

} // namespace

void Captures::begin(cudaStream_t stream, cudaStreamCaptureMode mode, bool blocking) {
    require(!is_legacy(stream), cudaErrorStreamCaptureUnsupported);
    require(of(stream) == nullptr, cudaErrorIllegalState);
    Capture capture{.id = ++last_id_, .origin = stream, .mode = mode, .thread = std::this_thread::get_id()};
    capture.streams[stream] = {};
    captures_.push_back({std::move(capture), blocking});
}

Graph Captures::end(cudaStream_t stream) {
    Capture* found = of(stream);
    require(found != nullptr, cudaErrorIllegalState);
    if (found->origin != stream) {
        invalidate(*found, cudaErrorStreamCaptureUnmatched);
    }
    Capture ended = *found;
    std::erase_if(captures_, [&](const Entry& entry) { return entry.capture.id == ended.id; });
    require(ended.mode == cudaStreamCaptureModeRelaxed || ended.thread == std::this_thread::get_id(),
            cudaErrorStreamCaptureWrongThread);
    require(ended.valid, cudaErrorStreamCaptureInvalidated);
    require(is_joined(ended), cudaErrorStreamCaptureUnjoined);
    return std::move(ended.graph);
}

Capture* Captures::of(cudaStream_t stream) {
    const auto found = std::ranges::find_if(captures_, [&](const Entry& entry) {
        return entry.capture.streams.contains(stream);
    });
    return found == captures_.end() ? nullptr : &found->capture;
}

Capture* Captures::with_id(unsigned long long id) {
    const auto found =
        std::ranges::find_if(captures_, [&](const Entry& entry) { return entry.capture.id == id; });
    return found == captures_.end() ? nullptr : &found->capture;
}

void Captures::add(Capture& capture, cudaStream_t stream, GraphNode node) {
    require(capture.valid, cudaErrorStreamCaptureInvalidated);
    NodeSet& last = capture.streams.at(stream);
    const std::size_t number = capture.graph.nodes.size();
    node.dependencies = last;
    capture.graph.nodes.push_back(std::make_shared<GraphNode>(std::move(node)));
    last = {number};
}

void Captures::wait(cudaStream_t stream, const std::optional<CapturePoint>& event, bool recorded_outside) {
    Capture* const own = of(stream);
    Capture* const theirs = event ? with_id(event->capture) : nullptr;
    require(!event || theirs != nullptr, cudaErrorCapturedEvent);
    for (const Capture* one : {own, theirs}) {
        require(one == nullptr || one->valid, cudaErrorStreamCaptureInvalidated);
    }
    if (own != nullptr && theirs == nullptr && recorded_outside) {
        invalidate(*own, cudaErrorStreamCaptureIsolation);
    }
    if (theirs == nullptr) {
        return;
    }
    if (is_legacy(stream)) {
        invalidate(*theirs, cudaErrorStreamCaptureImplicit);
    }
    if (own != nullptr && own != theirs) {
        own->valid = false;
        invalidate(*theirs, cudaErrorStreamCaptureMerge);
    }
    theirs->streams[stream].insert(event->dependencies.begin(), event->dependencies.end());
}

template <class Predicate> void Captures::forbid(cudaError_t error, bool disturbed, Predicate is_concerned) {
    bool forbidden = false;
    for (Entry& entry : captures_) {
        if (is_concerned(entry)) {
            forbidden = true;
            entry.capture.valid = entry.capture.valid && !disturbed;
        }
    }
    require(!forbidden, error);
}

void Captures::invalidate_capture_of(cudaStream_t stream) {
    if (Capture* capture = of(stream)) {
        capture->valid = false;
    }
}

void Captures::forbid_in(cudaStream_t stream) {
    if (Capture* capture = of(stream)) {
        invalidate(*capture, cudaErrorStreamCaptureUnsupported);
    }
}

void Captures::forbid_legacy(bool disturbed) {
    forbid(cudaErrorStreamCaptureImplicit, disturbed, [](const Entry& entry) { return entry.blocking; });
}

void Captures::forbid_unsafe() {
    if (mode_of_thread == cudaStreamCaptureModeRelaxed) {
        return;
    }
    forbid(cudaErrorStreamCaptureUnsupported, true, [](const Entry& entry) {
        const bool own = entry.capture.thread == std::this_thread::get_id();
        return own ? entry.capture.mode != cudaStreamCaptureModeRelaxed
                   : mode_of_thread == cudaStreamCaptureModeGlobal &&
                         entry.capture.mode == cudaStreamCaptureModeGlobal;
    });
}

void Captures::forbid_all() {
    forbid(cudaErrorStreamCaptureUnsupported, true, [](const Entry&) { return true; });
}

void Captures::forbid_captured(const std::optional<CapturePoint>& event) {
    if (!event) {
        return;
    }
    if (Capture* capture = with_id(event->capture)) {
        capture->valid = false;
    }
    throw ApiError(cudaErrorCapturedEvent);
}

void Captures::forget(cudaStream_t stream) {
    std::erase_if(captures_, [&](const Entry& entry) { return entry.capture.streams.contains(stream); });
}

cudaStreamCaptureMode Captures::exchange_mode(cudaStreamCaptureMode mode) {
    return std::exchange(mode_of_thread, mode);
}

} // namespace simulator::runtime
