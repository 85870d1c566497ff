// What Swift's Glibc leaves out of the C library.
#include <malloc.h>
