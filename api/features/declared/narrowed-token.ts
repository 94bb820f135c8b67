import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Caller, platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { SecretBox } from '../../db/secret-box.ts';

export type OperatorCaller = Extract<Caller, { type: 'operator' }>;

/** The validity of a narrowed token. */
export const narrowedSeconds = 300;
const issuer = 'doorwright';
const audience = 'doorwright-declared';

const keysOf = (box: SecretBox) => box.derived('narrowed operator tokens');

/** The limits of a token: an organization, the objects of one namespace, or both. */
export interface Narrowing {
  organization?: string | undefined;
  tenant?: OperatorCaller['tenant'] | undefined;
}

/** Makes a token for objects of one organization, one tenant, or both. */
export const narrow = (
  box: SecretBox,
  caller: OperatorCaller,
  { organization = platform, tenant }: Narrowing,
  now: Date,
): Promise<string> =>
  new SignJWT({ organization, ...(tenant && { tenant }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(caller.name)
    .setIssuedAt(now)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + narrowedSeconds)
    .sign(keysOf(box)[0] as Buffer);

/** Only our tokens are signed with a symmetric key. */
export function isNarrowed(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === 'HS256';
  } catch {
    return false;
  }
}

interface Proven {
  caller: OperatorCaller;
  until: number;
}

async function prove(box: SecretBox, token: string, now: Date): Promise<Proven> {
  for (const key of keysOf(box)) {
    const options = {
      issuer,
      audience,
      currentDate: now,
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'organization'],
    };
    const { payload } = await jwtVerify(token, key, options).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) return { payload: undefined };
      throw error;
    });
    if (!payload) continue;
    const tenant = payload.tenant as OperatorCaller['tenant'];
    const name = String(payload.sub);
    const caller: OperatorCaller = {
      ...{ type: 'operator', name, organization: String(payload.organization) },
      ...(tenant && { tenant }),
    };
    return { caller, until: Number(payload.exp) * 1000 };
  }
  throw new Refusal('operator-unknown');
}

const proven = new WeakMap<SecretBox, LRUCache<string, Proven>>();
const mostProven = 2_000;

/** A token is verified once and then cached until it ends, because an operator uses it thousands of times. */
export async function narrowedCaller(box: SecretBox, token: string, now: Date): Promise<OperatorCaller> {
  const known = proven.get(box) ?? new LRUCache<string, Proven>({ max: mostProven });
  proven.set(box, known);
  const present = known.get(token);
  if (present && now.getTime() < present.until) return present.caller;
  const found = await prove(box, token, now);
  known.set(token, found);
  return found.caller;
}

/**
 * An application of the platform's organization, or its users, would administer everything. So no resource declares anything in
 * it.
 */
export function refusePlatform(organization: unknown): void {
  if (organization === platform) throw new Refusal('unauthorized');
}

/** Refuses narrowed tokens. */
export function refuseNarrowed({ organization, tenant }: OperatorCaller): void {
  if (organization !== platform || tenant) throw new Refusal('unauthorized');
}
