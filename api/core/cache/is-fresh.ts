/**
 * Tells whether a value read at a time is young enough. A time in the future means that the clock was set back:
 * its age is unknown.
 */
export function isFresh(at: number, forMs: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < forMs;
}
