import type { PostedTicket } from '@doorwright/crds/kinds/posted-ticket.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { SuiteTicket } from '../../providers/oauth/wecom/message.ts';
import type { AccountDeps } from '../place/deps.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

/** WeCom posts a new ticket every ten minutes, and each lives for thirty. */
const lifetimeMs = 30 * 60_000;

/** Keeps a ticket, encrypted, unless there is a newer one: a message that somebody sends again replaces nothing. */
export async function keepTicket(
  { db, store }: Deps,
  { name }: Provider,
  { ticket, issued }: SuiteTicket,
  now: Date,
): Promise<void> {
  const { table, toRow } = store('posted-ticket');
  const row = toRow({
    ...{ owner: 'admin', name, provider: name, createdTime: now.toISOString(), version: 1 },
    ...{ ticket, issuedTime: issued.toISOString() },
  });
  await db(table).insert(row).onConflict(['owner', 'name']).merge().where(`${table}.issued_time`, '<', issued);
}

/** The ticket of a provider, empty if the service posted none in time. */
export const ticketFor =
  ({ db, store }: Deps, { name }: Pick<Provider, 'name'>, now: Date) =>
  async (): Promise<string> => {
    const found = (await store('posted-ticket').find(db, 'admin', name)) as PostedTicket | undefined;
    return found && now.getTime() - Date.parse(found.issuedTime) < lifetimeMs ? found.ticket : '';
  };
