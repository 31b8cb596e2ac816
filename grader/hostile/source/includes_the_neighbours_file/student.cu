#include "../../zz_honest/01_scale/student.cu"
