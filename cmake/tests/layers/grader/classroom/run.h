#include "grading/commands/grade.h"
