extern bool passed;
void the_test();

int main() {
    the_test();
    return passed ? 0 : 1;
}
