#pragma once

/// @file
/// Finds work of different streams, and touches of the host's, that use the same bytes while nothing says which of
/// them comes first.

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "findings/finding.h"
#include "memory/device_memory.h"
#include "order/piece.h"

namespace simulator::order {

/// A piece of work that was done before another one, or before the host's turn, and nothing says that it comes before.
struct Rival {
    PiecePtr piece;          ///< which
    UsedBytes::Disturbed by; ///< what it does
};

/// Something that the host would do with a byte.
struct Touch {
    Address address = 0;                   ///< of the byte
    bool writes = false;                   ///< or only reads
    std::function<CodePlace()> place = {}; ///< in the program
};

/// Knows which pieces of work come behind which. What they use is kept until all that may still come is known to come
/// behind them.
///
/// All threads of the host count as one, which knows what any of them has waited for. Safe to use from several threads;
/// a piece under way belongs to the thread that does it, and one is under way at a time, but for those that poll.
class WorkOrder {
public:
    /// Which memory an address belongs to.
    using Explain = std::function<Message(Address)>;

    /// All that is given has to outlive it.
    WorkOrder(const DeviceMemory& memory, Findings& findings, Explain explain)
        : memory_(memory), findings_(findings), explain_(std::move(explain)) {}

    /// A new piece, behind @p after and all that the host knows of. @p stream: which does it, one of
    /// finding_messages/order_messages.h.
    PiecePtr add(std::span<const PiecePtr> after, Message stream);
    /// Its turn has come.
    void begin(const PiecePtr& piece);
    /// It is done.
    void end(const PiecePtr& piece);

    /// The host has waited for a piece.
    void host_waited_for(const Piece& piece);
    /// The host has waited for all that comes before a piece.
    void host_waited_for_turn_of(const Piece& piece);
    /// The host has waited for all work.
    void host_waited_for_all();
    /// A piece may tell the host through memory that it goes on, and so that all before it is done.
    void speaks_with_host(Piece& piece);
    /// A piece comes behind another one, since the two have talked through memory.
    void put_behind(Piece& piece, const Piece& other);
    /// Other processes may have put all work so far before a piece.
    void put_behind_all(Piece& piece);

    /// A piece under way that is a call of the host's uses bytes; a rival is told.
    void use(Piece& piece, Use use, Address begin, std::uint64_t bytes);
    /// Adds to a finding about a use of a piece under way what is said of a rival.
    void explain(Finding& finding, const Piece& piece, Use use, const Rival& rival) const;

    /// Memory is gone.
    void forget(Address begin, std::uint64_t bytes);

    /// What the host may touch, or no longer, since this was last asked.
    std::vector<HostChange> take_host_changes();
    /// The host was stopped when it touched a byte. False when that has nothing to do with order. A rival is told, and
    /// then the page may be touched.
    bool host_touches(const Touch& touch);

private:
    using Lock = std::lock_guard<std::mutex>;

    /// All that a piece knew when it heard of another one through memory.
    struct Handover {
        Place to;
        Knowledge what;
    };

    static void name_other(Finding& finding, const Rival& rival);
    void learn_from_handovers(Knowledge& knowledge) const;
    void hand_over(Piece& piece, const Knowledge& more);
    void host_learns(const Knowledge& more);
    [[nodiscard]] bool concerns_host(const Piece& piece) const;
    [[nodiscard]] HostAccess left_to_host(const Piece& piece, Address page) const;
    void set_page(Address page, HostAccess access);
    void open_pages();

    const DeviceMemory& memory_;
    Findings& findings_;
    Explain explain_;

    std::mutex mutex_;
    std::vector<std::uint64_t> last_;     ///< positions, by chain
    Knowledge host_;                      ///< what it has waited for
    std::vector<PiecePtr> to_come_;       ///< asked for, not done
    std::vector<PiecePtr> done_;          ///< those that something to come may not be behind
    std::vector<Handover> handovers_;     ///< in this order
    std::map<Address, HostAccess> pages_; ///< that the host must not touch as it likes
    std::vector<HostChange> changes_;     ///< of them
};

} // namespace simulator::order
