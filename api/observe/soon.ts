/** What comes in time, or an error: whoever watches the process does not wait for a database that is away. */
export async function soon<T>(promised: Promise<T>, withinMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('nothing came in time')), withinMs);
  try {
    return await Promise.race([promised, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
