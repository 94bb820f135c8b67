import type { Kind } from '@doorwright/crds';
import { type Caller, organizationOf } from '../../callers.ts';
import { Refusal } from '../../errors.ts';

export interface Id {
  owner: string;
  key: string;
}

/**
 * Reads `owner/name`. The first slash separates them, because names of files may contain slashes. The id alone
 * names a directory.
 */
export function parseId(kind: Kind, text: string | undefined, owner = ''): Id {
  if (!text) throw new Refusal('missing-parameter', { name: 'id' });
  const slash = text.indexOf('/');
  if (slash < 0 && kind.key === 'id') return { owner, key: text };
  if (slash < 1 || slash === text.length - 1) throw new Refusal('bad-id', { id: text.slice(0, 200) });
  return { owner: text.slice(0, slash), key: text.slice(slash + 1) };
}

/** The id in the body of a deletion. */
export function idInBody(kind: Kind, body: Record<string, unknown>): Id {
  const owner = body.owner ?? (kind.owner === 'admin' ? 'admin' : undefined);
  const key = body[kind.key];
  if (typeof key !== 'string' || !key) throw new Refusal('missing-parameter', { name: kind.key });
  if (typeof owner !== 'string' || !owner) throw new Refusal('missing-parameter', { name: 'owner' });
  return { owner, key };
}

/**
 * Corrects the owner that Casdoor's libraries send. For objects of `admin` they send their own organization. For
 * objects of organizations they send `admin`, which no organization can be called; an application's own
 * organization is meant.
 */
export function correctOwner(kind: Kind, caller: Caller, owner: string): string {
  const own = organizationOf(caller);
  if (kind.owner === 'admin') return owner === own ? kind.owner : owner;
  return owner === 'admin' && own && caller.type === 'application' ? own : owner;
}

export const idText = ({ owner, key }: Id) => `${owner}/${key}`;
