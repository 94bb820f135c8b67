import type { Provider } from 'oidc-provider';
import type { Db } from '../../db/knex.ts';
import { insideOf } from '../patches/inside.ts';
import { writeGathered } from '../store/writes.ts';

/** What a grant gives, and using up what it is given for, is one statement, made before the answer goes out. */
export function gatherGrants(provider: Provider, { db }: { db: Db }): void {
  const handlers = insideOf(provider).grantTypeHandlers;
  for (const [name, handle] of handlers)
    handlers.set(name, async (ctx) => {
      await handle(ctx);
      await writeGathered(db);
    });
}
