/** A promise that a test starts now and awaits later. If the test fails before that, a rejection stays without effect. */
export function underWay<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
