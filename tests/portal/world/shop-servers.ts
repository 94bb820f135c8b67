import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { type MailServer, startMailServer } from '../mail/mail-server.ts';
import { createShop, portalSettings } from './portal-world.ts';

export interface ShopServers {
  app: TestApp;
  /** Another server on the same database. */
  other: TestApp;
  root: Client;
  mail: MailServer;
  /** Moves the clock of both servers. */
  later: (ms: number) => void;
  stop: () => Promise<void>;
}

/** Two servers on one database with acme's shop, its mail server, and a clock that the test moves. */
export async function startShopServers(shop: Record<string, unknown> = {}): Promise<ShopServers> {
  let time = Date.parse('2026-11-21T12:00:00Z');
  const options = { now: () => new Date(time), settings: portalSettings };
  const mail = await startMailServer();
  const app = await startApp(options);
  const other = await startApp({ ...options, databaseUrl: app.databaseUrl });
  const root = await app.admin();
  await createShop(root, mail, shop);
  return {
    app,
    other,
    root,
    mail,
    later(ms) {
      time += ms;
    },
    async stop() {
      await other.stop();
      await app.stop();
      await mail.stop();
    },
  };
}
