import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/models/artifact.ts';
import type { Client, Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { queueNotices, type SignOutNotice, signOutNotice } from '../accounts/sign-out-notices.ts';
import type { Db } from '../db/knex.ts';
import { EgressError } from '../egress/failure.ts';
import { Refusal } from '../http/errors.ts';
import type { Authority } from './authority.ts';
import type { ProtocolDeps } from './deps.ts';

interface ToldClient extends Client {
  /** Signs a logout token and posts it. */
  tell: (sub: string, sid: string) => Promise<void>;
  backchannelLogout: (sub: string, sid: string) => Promise<void>;
}

/** The library tells applications while the user waits; here they are told afterwards, until they have heard. */
export function tellLater({ Client }: Provider, { db, now }: Pick<ProtocolDeps, 'db' | 'now'>): void {
  const model = Client.prototype as unknown as ToldClient;
  model.tell = model.backchannelLogout;
  model.backchannelLogout = function (this: ToldClient, sub, sid) {
    return queueNotices(db, [{ clientId: this.clientId, sub, sid }], now());
  };
}

interface Deps {
  db: Db;
  log: Logger;
  now: () => Date;
  authority: Pick<Authority, 'providerFor'>;
}

const table = tableName(artifact);
const lookEveryMs = 1_000;
/** Who did not hear is told again after this long; so is who was being told when a replica ended. */
const againAfterMs = 60_000;
const atOnce = 20;

/** Takes notices that no other replica has in hand, for as long as telling them can take. */
async function claim(db: Db, now: Date): Promise<{ name: string; payload: string }[]> {
  const due = db(table)
    .where({ grant_id: signOutNotice, model: signOutNotice })
    .where('expire_time', '>', now)
    .where((each) =>
      each.whereNull('consumed_time').orWhere('consumed_time', '<=', new Date(now.getTime() - againAfterMs)),
    )
    .select('name')
    .limit(atOnce)
    .forUpdate()
    .skipLocked();
  return db(table)
    .where('owner', 'admin')
    .whereIn('name', due)
    .update({ consumed_time: now })
    .returning(['name', 'payload']);
}

/** Without addresses, whose queries may hold what only the application may know. */
const reasonOf = (error: unknown) =>
  error instanceof EgressError || error instanceof Refusal
    ? error.message
    : `status ${(error as { response?: Response }).response?.status ?? 'none'}`;

async function tell({ db, log, authority }: Deps, { name, payload }: { name: string; payload: string }): Promise<void> {
  const { clientId, sub, sid } = JSON.parse(payload) as SignOutNotice;
  try {
    const provider = await authority.providerFor(clientId);
    const client = (await provider.Client.find(clientId)) as ToldClient | undefined;
    if (client?.backchannelLogoutUri) await client.tell(sub, sid);
    await db(table).where({ owner: 'admin', name }).delete();
  } catch (error) {
    log.warn({ client: clientId, reason: reasonOf(error) }, 'An application could not be told of a sign-out');
  }
}

/** Tells applications of sessions that have ended, beside the requests; each replica takes its share. */
export function startTellingSignOuts(deps: Deps): { stop: () => Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  async function look(): Promise<void> {
    try {
      const notices = await claim(deps.db, deps.now());
      await Promise.all(notices.map((notice) => tell(deps, notice)));
    } catch (err) {
      if (!isStopped) deps.log.error({ err }, 'Sign-outs could not be looked for');
    }
    if (!isStopped) timer = setTimeout(start, lookEveryMs).unref();
  }
  let looking = Promise.resolve();
  const start = () => {
    looking = look();
  };
  timer = setTimeout(start, lookEveryMs).unref();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
