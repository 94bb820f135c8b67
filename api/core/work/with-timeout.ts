const nothing = () => new Error('nothing came in time');

/** What comes in time, or an error. What is late goes on, and nobody hears of it. */
export async function soon<T>(promised: Promise<T>, withinMs: number, error: () => Error = nothing): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(error()), withinMs);
  try {
    return await Promise.race([promised, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
