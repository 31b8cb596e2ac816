#pragma once

/// @file
/// Forward declarations of work and tasks. work_queue.h has the definitions.

#include <functional>
#include <memory>

namespace simulator::runtime {

class Runtime;
class Task;

/// An operation of a stream, executed once or repeatedly. It owns copies of all its inputs from the time of
/// submission.
using Work = std::function<void(Runtime&)>;

/// Shared by the queue, by tasks that depend on the task, by streams and events, and by waiting threads.
using TaskPtr = std::shared_ptr<Task>;

} // namespace simulator::runtime
