/** Whether what was found out at a time may still be said. Nothing is from a time to come: the clock was put back, and its age is not known. */
export function isFresh(at: number, forMs: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < forMs;
}
