#include "course/course.h"
