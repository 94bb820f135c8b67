/** Postgres stores every text but one with this character, or with half of a character. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Can all that a body holds be stored? However deep it is: each list or object waits for its turn. */
export function isStorable(body: unknown): boolean {
  const waiting = [body];
  for (const value of waiting) {
    if (typeof value === 'string' && !isStorableText(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) waiting.push(key, member);
  }
  return true;
}
