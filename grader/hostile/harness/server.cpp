#include "hostile/harness/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>

namespace hostile {

Server::Server() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket_.get(), any, length) != 0 || ::listen(socket_.get(), 8) != 0 ||
        ::getsockname(socket_.get(), any, &length) != 0)
        throw std::runtime_error("no server can be started on this machine");
    port_ = ntohs(address.sin_port);
}

bool Server::was_reached() const {
    pollfd ready{socket_.get(), POLLIN, 0};
    return ::poll(&ready, 1, 0) > 0;
}

} // namespace hostile
