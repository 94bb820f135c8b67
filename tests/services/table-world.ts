import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import { startApp } from '../harness/app.ts';
import { add, password } from '../harness/world.ts';
import { type StandIn, startStandIns } from './stand-ins/stand-in.ts';
import type { Row } from './table.ts';
import { servicesSettings } from './world.ts';

/** The words for a row: its type, and its variant. */
export const titleOf = ({ type, variant }: Row): string => [type, variant].filter(Boolean).join(' ');

export const providerOf = (row: Row): string => titleOf(row).toLowerCase().replaceAll(' ', '-');

/** A server with a provider for each row, the application shop of acme, and its user alice. */
export async function startTable(rows: readonly Row[], others: readonly StandIn[] = [], now?: () => Date) {
  const standIns = await startStandIns([...rows.map(({ standIn }) => standIn), ...others]);
  const app = await startApp({ settings: servicesSettings, reroute: standIns.reroute, ...(now && { now }) });
  const root = await app.admin();
  for (const row of rows) {
    const { clientId, clientSecret } = row.standIn;
    const registration = { category: 'OAuth', type: row.type, clientId, clientSecret };
    const stored = await add(root, 'provider', { name: providerOf(row), ...registration, ...row.fields });
    row.standIn.redirectUris.push(`${app.url}${callbackPathOf(stored)}`);
  }
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'user', { owner: 'acme', name: 'alice', displayName: 'Alice', password });
  await add(root, 'application', {
    name: 'shop',
    organization: 'acme',
    cert: 'cert-built-in',
    enableSignUp: true,
    providers: rows.map((row) => ({ name: providerOf(row) })),
  });
  return {
    ...{ app, root, standIns },
    user: async (name: string) => (await app.store('user').find(app.db, 'acme', name)) as Record<string, unknown>,
    async stop() {
      await app.stop();
      standIns.stop();
    },
  };
}

export type Table = Awaited<ReturnType<typeof startTable>>;
