#include "notes.h"
