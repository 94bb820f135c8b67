const nothing = () => new Error('timeout');

/** Returns the result, or fails after the timeout. The work itself goes on, and its late result is ignored. */
export async function withTimeout<T>(promised: Promise<T>, withinMs: number, error: () => Error = nothing): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(error()), withinMs);
  try {
    return await Promise.race([promised, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
