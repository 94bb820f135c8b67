import type { Provider } from 'oidc-provider';
import type { Db } from '../../db/knex.ts';
import { wrapGrants } from '../patches/grant-handlers.ts';
import { writeGathered } from '../store/writes.ts';

/** One statement writes all that a grant gives, and uses up the code or refresh token. It runs before the answer. */
export function gatherGrants(provider: Provider, { db }: { db: Db }): void {
  wrapGrants(provider, (handle) => async (ctx) => {
    await handle(ctx);
    await writeGathered(db);
  });
}
