/** Postgres stores every text except one with this character or with half a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Tells whether the database can store all texts of a body. It uses a queue instead of recursion, so depth does
 * not matter.
 */
export function isStorable(body: unknown): boolean {
  const waiting = [body];
  for (const value of waiting) {
    if (typeof value === 'string' && !isStorableText(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) waiting.push(key, member);
  }
  return true;
}
