// Limits how many tests run at once. Swift Testing begins all tests at once by default: the steps of each then
// wait behind those of a thousand others, for longer than the time limits that some of them test. Swift Testing
// reads this variable when the test program starts, so it is set before `main`.

#include <stdlib.h>

__attribute__((constructor)) static void limitTestWidth(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
