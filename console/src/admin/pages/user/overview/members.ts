import type { Kind } from '@doorwright/crds';
import { CallError } from '../../../../shared/exchange.ts';
import { readObject } from '../../../editor/read-object.ts';
import { call } from '../../../http/call.ts';

/** How often a change begins again, because somebody else changed the object between its read and its write. */
const mostTries = 4;

const isStale = (error: unknown) => error instanceof CallError && error.code === 'stale';

/**
 * Changes the users of a role or group as an edit of its page does: with its version, so that no change of somebody else is lost. A
 * declared one refuses, and says which resource manages it.
 */
export async function changeMembers(
  kind: Kind,
  id: string,
  changed: (users: readonly string[]) => readonly string[],
): Promise<void> {
  const [owner = '', key = ''] = id.split('/');
  for (let tried = 1; ; tried += 1) {
    const object = await readObject(kind, { owner, key }, {});
    const before = object.users as readonly string[];
    const users = changed(before);
    if (users.length === before.length) return;
    try {
      await call(`update-${kind.name}`, { query: { id }, body: { version: object.version, users } });
      return;
    } catch (error) {
      if (!isStale(error) || tried === mostTries) throw error;
    }
  }
}

export const withMember = (user: string) => (users: readonly string[]) => [...new Set([...users, user])];

export const withoutMember = (user: string) => (users: readonly string[]) => users.filter((each) => each !== user);
