#include "device/link.h"

#include <algorithm>
#include <cstring>

#include "protocol/pointers.h"
#include "protocol/turns.h"

namespace simulator::device {

using protocol::Desk;
using protocol::number_of;
using protocol::Wish;
using runtime::RowTransfer;

namespace {

/// Rows of a size that a desk has room for.
void copy_rows(std::byte* to, std::size_t to_pitch, const std::byte* from, std::size_t from_pitch,
               std::size_t width, std::size_t count) {
    for (std::size_t row = 0; row < count; ++row) {
        std::memcpy(to + row * to_pitch, from + row * from_pitch, width);
    }
}

} // namespace

/// Has the program act, and waits until it has. False when it has ended.
bool Link::wish(Wish what) {
    if (ended_) {
        return false;
    }
    desk_.wish = what;
    protocol::hand_over(desk_.turn, Desk::of_program, desk_.program_sleeps);
    return protocol::wait_for_turn(desk_.turn, Desk::of_device, desk_.device_sleeps,
                                   [this] { return !ended_.load(); });
}

/// False when @p move has been for one piece.
template <class Move> bool Link::in_pieces(const RowTransfer& rows, Move move) {
    const std::size_t width = std::min(rows.width, Desk::capacity);
    const std::size_t most_rows = width == 0 ? 0 : Desk::capacity / width;
    for (std::size_t column = 0; column < rows.width; column += width) {
        const std::size_t piece = std::min(width, rows.width - column);
        for (std::size_t row = 0; row < rows.count; row += most_rows) {
            const std::size_t count = std::min(most_rows, rows.count - row);
            desk_.address = number_of(rows.there) + row * rows.program_pitch + column;
            desk_.pitch = rows.program_pitch;
            desk_.width = piece;
            desk_.count = count;
            if (!move(rows.here + row * rows.device_pitch + column, piece, count)) {
                return false;
            }
        }
    }
    return true;
}

bool Link::read(const RowTransfer& rows) {
    return in_pieces(rows, [&](std::byte* here, std::size_t width, std::size_t count) {
        if (!wish(Wish::read)) {
            return false;
        }
        copy_rows(here, rows.device_pitch, desk_.data.data(), width, width, count);
        return true;
    });
}

void Link::write(const RowTransfer& rows) {
    in_pieces(rows, [&](const std::byte* here, std::size_t width, std::size_t count) {
        copy_rows(desk_.data.data(), width, here, rows.device_pitch, width, count);
        return wish(Wish::write);
    });
}

void Link::print(std::string_view text) {
    while (!text.empty()) {
        const std::string_view piece = text.substr(0, Desk::capacity);
        std::memcpy(desk_.data.data(), piece.data(), piece.size());
        desk_.bytes = static_cast<std::uint32_t>(piece.size());
        if (!wish(Wish::print)) {
            return;
        }
        text.remove_prefix(piece.size());
    }
}

void Link::flush() { wish(Wish::flush); }

void Link::call(cudaHostFn_t function, void* data) {
    desk_.address = number_of(function);
    desk_.argument = number_of(data);
    wish(Wish::call_function);
}

void Link::call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status, void* data) {
    desk_.address = number_of(callback);
    desk_.argument = number_of(data);
    desk_.stream = number_of(stream);
    desk_.status = status;
    wish(Wish::call_callback);
}

void Link::ask_about_pages(Wish what, std::uint64_t address, std::uint64_t shared, std::size_t bytes) {
    desk_.address = address;
    desk_.argument = shared;
    desk_.width = bytes;
    desk_.status = 0;
    wish(what);
}

void Link::set_host_access(std::uint64_t address, std::size_t bytes, HostAccess access) {
    const Wish what = access == HostAccess::all    ? Wish::open
                      : access == HostAccess::read ? Wish::open_for_reading
                                                   : Wish::close;
    ask_about_pages(what, address, 0, bytes);
}

bool Link::share(std::uint64_t address, std::uint64_t shared, std::size_t bytes) {
    ask_about_pages(Wish::share, address, shared, bytes);
    return desk_.status != 0;
}

void Link::unshare(std::uint64_t address, std::size_t bytes) {
    ask_about_pages(Wish::unshare, address, 0, bytes);
}

void Link::answer(std::int32_t status, std::span<const std::byte> bytes) {
    std::memcpy(desk_.data.data(), bytes.data(), std::min(bytes.size(), Desk::capacity));
    desk_.bytes = static_cast<std::uint32_t>(std::min(bytes.size(), Desk::capacity));
    desk_.status = status;
    desk_.wish = Wish::take_answer;
    protocol::hand_over(desk_.turn, Desk::of_program, desk_.program_sleeps);
}

} // namespace simulator::device
