import { randomUUID } from 'node:crypto';

/**
 * A random UUID that begins with its time (version 7 of RFC 9562). An index of such ids grows at its end. Ids in no order
 * change a page anywhere in the index for each row, and Postgres logs all of that page.
 */
export function timeOrderedId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
