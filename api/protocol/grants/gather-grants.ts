import type { Provider } from 'oidc-provider';
import type { Db } from '../../db/knex.ts';
import { wrapGrants } from '../patches/grant-handlers.ts';
import { writeGathered } from '../store/writes.ts';

/** What a grant gives, and using up what it is given for, is one statement, made before the answer goes out. */
export function gatherGrants(provider: Provider, { db }: { db: Db }): void {
  wrapGrants(provider, (handle) => async (ctx) => {
    await handle(ctx);
    await writeGathered(db);
  });
}
