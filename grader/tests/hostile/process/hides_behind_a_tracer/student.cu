// Has itself traced by a process in another session, and ends: only the tracer can see that.
#include <cstdlib>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab.h"

extern "C" void scale(const ScaleArgs&) {
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    const pid_t target = getpid();
    int go[2];
    int attached[2];
    if (pipe(go) != 0 || pipe(attached) != 0) std::abort();
    char word = 'x';
    const pid_t parent_of_tracer = fork();
    if (parent_of_tracer == 0) {
        setsid();
        if (fork() != 0) _exit(0);
        (void)!read(go[0], &word, 1);
        if (ptrace(PTRACE_SEIZE, target, nullptr, nullptr) != 0) _exit(1);
        (void)!write(attached[1], &word, 1);
        while (true) pause();
    }
    // Whatever signal comes while it is traced, that of a dead child too, stops it until the tracer says more.
    waitpid(parent_of_tracer, nullptr, 0);
    (void)!write(go[1], &word, 1);
    close(attached[1]);
    (void)!read(attached[0], &word, 1);
    _exit(3);
}
