#include "@SCRATCH@/course/solutions/01_scale/student.cu"
