#include "protocol/handshake.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>

namespace simulator::protocol {

namespace {

// Programs and devices of different builds are not compatible.
constexpr std::uint32_t protocol_version = 1;

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        throw std::system_error(ENAMETOOLONG, std::generic_category(), path);
    }
    path.copy(address.sun_path, path.size());
    return address;
}

const sockaddr* as_sockaddr(const sockaddr_un& address) {
    return reinterpret_cast<const sockaddr*>(&address);
}

int open_socket() { return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0); }

/// A message with one number and control data for two descriptors.
struct HandshakeMessage {
    std::uint32_t number = protocol_version;
    iovec payload{&number, sizeof number};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(2 * sizeof(int))> control{};
    msghdr header{};

    HandshakeMessage() {
        header.msg_iov = &payload;
        header.msg_iovlen = 1;
        header.msg_control = control.data();
        header.msg_controllen = control.size();
    }
};

} // namespace

int listen_at(const std::string& path) {
    const sockaddr_un address = address_of(path);
    const int descriptor = open_socket();
    constexpr int backlog = 64;
    if (descriptor < 0 || bind(descriptor, as_sockaddr(address), sizeof address) != 0 ||
        listen(descriptor, backlog) != 0) {
        throw std::system_error(errno, std::generic_category(), path);
    }
    return descriptor;
}

int connect_to(const std::string& path) {
    const int descriptor = open_socket();
    const sockaddr_un address = address_of(path);
    if (descriptor >= 0 && connect(descriptor, as_sockaddr(address), sizeof address) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

void send_files(int socket, const SharedFiles& files) {
    HandshakeMessage message;
    cmsghdr* const rights = CMSG_FIRSTHDR(&message.header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(2 * sizeof(int));
    const int descriptors[2] = {files.shared, files.pages};
    std::memcpy(CMSG_DATA(rights), descriptors, sizeof descriptors);
    if (sendmsg(socket, &message.header, MSG_NOSIGNAL) < 0) {
        throw std::system_error(errno, std::generic_category(), "sendmsg");
    }
}

SharedFiles receive_files(int socket) {
    HandshakeMessage message;
    ssize_t count = 0;
    do {
        count = recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    const cmsghdr* const rights = CMSG_FIRSTHDR(&message.header);
    if (count != sizeof message.number || message.number != protocol_version || rights == nullptr ||
        rights->cmsg_type != SCM_RIGHTS || rights->cmsg_len != CMSG_LEN(2 * sizeof(int))) {
        return {};
    }
    int descriptors[2];
    std::memcpy(descriptors, CMSG_DATA(rights), sizeof descriptors);
    return {descriptors[0], descriptors[1]};
}

} // namespace simulator::protocol
