import { errors } from 'oidc-provider';
import { isStorable } from '../../http/storable.ts';

/** A claim may be requested by its value, and that may be an object. No client needs more levels than this. */
const deepest = 16;

const membersOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : []);

/** Goes level by level, because a recursion could use up the stack. */
function isShallow(claims: unknown): boolean {
  let level = membersOf(claims);
  for (let depth = 1; depth < deepest && level.length > 0; depth++) level = level.flatMap(membersOf);
  return level.length === 0;
}

/**
 * Judges the parameter `claims`, which is stored with the code. JSON escapes may hold characters that cannot be
 * stored.
 */
export function judgeClaims(_ctx: unknown, claims: unknown): void {
  if (!isShallow(claims)) throw new errors.InvalidRequest('claims are nested too deep');
  if (!isStorable(claims)) throw new errors.InvalidRequest('claims hold a character that no text has');
}
