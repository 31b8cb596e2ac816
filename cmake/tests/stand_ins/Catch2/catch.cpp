bool passed = false;
