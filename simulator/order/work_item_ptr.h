#pragma once

/// @file
/// Pieces of work by name only, for files that pass them on.

#include <memory>

namespace simulator::order {

class WorkItem;

/// Shared by the order of its stream and by all pieces that come after it.
using WorkItemPtr = std::shared_ptr<WorkItem>;

} // namespace simulator::order
