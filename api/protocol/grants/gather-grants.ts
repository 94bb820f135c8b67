import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
// @ts-expect-error: the library has no types for its inside
import insideOf from 'oidc-provider/lib/helpers/weak_cache.js';
import type { Db } from '../../db/knex.ts';
import { writeGathered } from '../store/writes.ts';

type Handle = (ctx: KoaContextWithOIDC) => Promise<void>;

/** What a grant gives, and using up what it is given for, is one statement, made before the answer goes out. */
export function gatherGrants(provider: Provider, { db }: { db: Db }): void {
  const handlers: Map<string, Handle> = insideOf(provider).grantTypeHandlers;
  for (const [name, handle] of handlers)
    handlers.set(name, async (ctx) => {
      await handle(ctx);
      await writeGathered(db);
    });
}
