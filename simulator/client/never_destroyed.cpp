// This library destroys nothing when a process ends, because its report is written after everything else: the
// compiler's requests to destroy static objects end in this stub. Only the shared library contains it, and no
// other can see it.

// Hidden here too: not every linker hides a symbol by the version script alone if the C library has it as
// well.
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }
