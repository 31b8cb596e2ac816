unsigned common_version(void);

unsigned common_version(void) { return 10203; }
