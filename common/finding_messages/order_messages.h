#pragma once

/// @file
/// Kinds of messages about work of streams and of the host on the same memory, in no order.

#include "message/message.h"

namespace kernelsmith::order_messages {

/// The stream 0.
inline constexpr MessageKind default_stream{"default_stream"};
/// `cudaStreamPerThread`.
inline constexpr MessageKind default_stream_of_thread{"default_stream_of_thread"};
/// `id`, as `cudaStreamGetId` gives it.
inline constexpr MessageKind numbered_stream{"numbered_stream"};
/// A graph that was launched in `stream`.
inline constexpr MessageKind graph_in_stream{"graph_in_stream"};

/// A launch of `kernel`.
inline constexpr MessageKind kernel_work{"kernel_work"};
/// A copy.
inline constexpr MessageKind copy_work{"copy_work"};
/// A memset.
inline constexpr MessageKind memset_work{"memset_work"};
/// A call of `function` that allocates or frees in a stream.
inline constexpr MessageKind call_work{"call_work"};
/// Work of which no more is known.
inline constexpr MessageKind unknown_work{"unknown_work"};

/// What work does with memory.
inline constexpr MessageKind reads_memory{"reads_memory"};
/// The same.
inline constexpr MessageKind writes_memory{"writes_memory"};
/// The same.
inline constexpr MessageKind allocates_memory{"allocates_memory"};
/// The same.
inline constexpr MessageKind frees_memory{"frees_memory"};
/// `work` in `stream`, and what it `does` with memory.
inline constexpr MessageKind use_in_stream{"use_in_stream"};

/// `use` and `other`, both use_in_stream.
inline constexpr MessageKind unordered_streams{"unordered_streams"};
/// What the host `does` with memory before `use` is done.
inline constexpr MessageKind host_has_not_waited{"host_has_not_waited"};
/// The other `work`, in `function`, where no line is known.
inline constexpr MessageKind work_in_function{"work_in_function"};

// Advice.

/// For unordered_streams, where both are nodes of a graph.
inline constexpr MessageKind add_graph_dependency{"add_graph_dependency"};
/// For unordered_streams.
inline constexpr MessageKind order_streams_by_event{"order_streams_by_event"};
/// For host_has_not_waited.
inline constexpr MessageKind wait_before_host_access{"wait_before_host_access"};

} // namespace kernelsmith::order_messages
