#include "@SCRATCH@/canary/notes.txt"
