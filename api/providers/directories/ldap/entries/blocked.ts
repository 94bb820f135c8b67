import { numberOf, textOf, type Values } from './values.ts';

/** Attributes that say whether an account may be used. Each product has its own, and entries have few of them. */
export const blockingAttributes = [
  ...['userAccountControl', 'msDS-User-Account-Control-Computed', 'accountExpires', 'lockoutTime'],
  ...['nsAccountLock', 'krbPrincipalExpiration', 'shadowExpire', 'pwdAccountLockedTime'],
] as const;

const disabledBit = 2n;
const lockedBit = 16n;
const filetimeEpochMs = 11_644_473_600_000n;
const dayMs = 86_400_000;

/** Reads `20261129120000Z` and `20261129120000.0+0100`. Undefined if it is no time. */
export function timeOf(text: string): number | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d{4})$/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute = '00', second = '00', zone = 'Z'] = found;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time) ? undefined : time;
}

/** Tells whether the directory disabled, locked or ended the account. */
export function isBlocked(values: Values, now: number): boolean {
  const control = numberOf(values, 'userAccountControl') ?? 0n;
  if (control & disabledBit) return true;
  // lockoutTime stays after the lock ended. The computed attribute knows, where the server has it.
  const computed = numberOf(values, 'msDS-User-Account-Control-Computed');
  if (computed === undefined ? (numberOf(values, 'lockoutTime') ?? 0n) > 0n : (computed & lockedBit) > 0n) return true;
  // Zero and the largest number mean never.
  const expires = numberOf(values, 'accountExpires') ?? 0n;
  if (expires > 0n && expires < 0x7fff_ffff_ffff_ffffn && expires / 10_000n - filetimeEpochMs <= BigInt(now))
    return true;

  if (/^true$/i.test(textOf(values, 'nsAccountLock'))) return true;
  if ((timeOf(textOf(values, 'krbPrincipalExpiration')) ?? Number.POSITIVE_INFINITY) <= now) return true;
  const lastDay = numberOf(values, 'shadowExpire') ?? -1n;
  if (lastDay >= 0n && Number(lastDay) * dayMs <= now) return true;
  return textOf(values, 'pwdAccountLockedTime') !== '';
}
