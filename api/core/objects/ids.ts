import type { Kind } from '@doorwright/crds';
import { type Caller, organizationOf } from '../callers.ts';
import { Refusal } from '../errors.ts';

export interface Id {
  owner: string;
  key: string;
}

/** Reads `owner/name`. Only the first slash parts: the names of files hold more. Directories are also called by id alone. */
export function parseId(kind: Kind, text: string | undefined, owner = ''): Id {
  if (!text) throw new Refusal('missing-parameter', { name: 'id' });
  const slash = text.indexOf('/');
  if (slash < 0 && kind.key === 'id') return { owner, key: text };
  if (slash < 1 || slash === text.length - 1) throw new Refusal('bad-id', { id: text.slice(0, 200) });
  return { owner: text.slice(0, slash), key: text.slice(slash + 1) };
}

/** The id in a body, as deletions name their object. */
export function idInBody(kind: Kind, body: Record<string, unknown>): Id {
  const owner = body.owner ?? (kind.owner === 'admin' ? 'admin' : undefined);
  const key = body[kind.key];
  if (typeof key !== 'string' || !key) throw new Refusal('missing-parameter', { name: kind.key });
  if (typeof owner !== 'string' || !owner) throw new Refusal('missing-parameter', { name: 'owner' });
  return { owner, key };
}

/**
 * Libraries of Casdoor write their own organization as the owner of what `admin` owns, and `admin`, which no organization can be
 * called, as the owner of what organizations own. An application has one organization, and that is meant.
 */
export function ownerMeant(kind: Kind, caller: Caller, owner: string): string {
  const own = organizationOf(caller);
  if (kind.owner === 'admin') return owner === own ? kind.owner : owner;
  return owner === 'admin' && own && caller.type === 'application' ? own : owner;
}

export const idText = ({ owner, key }: Id) => `${owner}/${key}`;
