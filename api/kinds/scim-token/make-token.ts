import { randomBytes, randomUUID } from 'node:crypto';
import type { ScimToken } from '@doorwright/crds/kinds/scim-token.ts';
import { administers, type Caller, isImpersonated, nameOf, platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../core/objects/rules/organization-named.ts';
import { digestOf } from '../token/digest-of.ts';

/** Scanners of leaked secrets find a token by its beginning. */
const start = 'dw_scim_';

/** The token as administrators see it. Its text is shown once. */
export type ShownToken = Omit<ScimToken, 'digest' | 'version'>;

export function shownToken({ digest: _digest, version: _version, ...shown }: ScimToken): ShownToken {
  return shown;
}

/**
 * People make tokens: a program could outlive its secret by one (S18), and so could a session with a master password (S17). No token provisions
 * the platform.
 */
export function refuseMaker(caller: Caller, organization: string): void {
  if (!administers(caller, organization)) throw new Refusal('unauthorized');
  if (isImpersonated(caller)) throw new Refusal('impersonated');
  if (caller.type !== 'user' || organization === platform) throw new Refusal('unauthorized');
}

interface Wanted {
  owner: string;
  displayName: string;
  expireTime: string;
}

/** Stores a new token as a digest, with a record. */
export async function makeToken(
  work: Work,
  context: RequestContext,
  { owner, displayName, expireTime }: Wanted,
): Promise<{ token: string; made: ShownToken }> {
  const { sql, store, now, caller } = work;
  if (!(await organizationNamed(owner, work))) throw new Refusal('not-found', { kind: 'Organization', id: owner });
  const token = start + randomBytes(32).toString('base64url');
  const made = await store('scim-token').insert(sql, {
    ...{ owner, id: randomUUID(), createdTime: now.toISOString(), version: 1, lastUsedTime: '' },
    ...{ displayName, expireTime, declaredName: '', digest: digestOf(token), maker: nameOf(caller) },
  });
  await record(work, context, { organization: owner, object: `scim-token ${owner}/${displayName}` });
  return { token, made: shownToken(made as unknown as ScimToken) };
}
