import { errors } from 'oidc-provider';
import { isStorable } from '../../http/storable.ts';

/** A claim may be asked for by its value, and that may be an object: nobody asks for more than this. */
const deepest = 16;

const membersOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : []);

/** Level by level: what is as deep as a request is long would use up the stack. */
function isShallow(claims: unknown): boolean {
  let level = membersOf(claims);
  for (let depth = 1; depth < deepest && level.length > 0; depth++) level = level.flatMap(membersOf);
  return level.length === 0;
}

/**
 * Judges a list of single claims. It is written down with what is given for it, so that it has to be something that can be:
 * JSON says by escapes what a request may not hold as it is.
 */
export function judgeClaims(_ctx: unknown, claims: unknown): void {
  if (!isShallow(claims)) throw new errors.InvalidRequest('claims are nested too deep');
  if (!isStorable(claims)) throw new errors.InvalidRequest('claims hold a character that no text has');
}
