import { run } from '../../db/sql-parts.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';

/** Says whether there is something to buy for a user, or something that they have bought. Products are for everybody. */
export async function meetsSales(
  { db, store }: Pick<RouteDeps, 'db' | 'store'>,
  { owner, name }: { owner: string; name: string },
): Promise<boolean> {
  const table = (kind: string) => `"${store(kind).table}"`;
  const [found] = await run<{ meets: boolean }>(db, {
    text: `SELECT EXISTS (SELECT FROM ${table('product')} WHERE state = 'Published')
      OR EXISTS (SELECT FROM ${table('pricing')} WHERE owner = ? AND is_enabled)
      OR EXISTS (SELECT FROM ${table('payment')} WHERE organization = ? AND "user" = ?)
      OR EXISTS (SELECT FROM ${table('subscription')} WHERE "user" = ?) AS meets`,
    values: [owner, owner, name, `${owner}/${name}`],
  });
  return found?.meets === true;
}
