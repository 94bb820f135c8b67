import { afterEach, beforeAll, expect } from 'vitest';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { createDatabase } from '../../../harness/database/database.ts';
import { authorityFile, pairFor, storedIds } from './shipping-world.ts';
import { type SyslogServer, startSyslog as startWith } from './syslog-server.ts';

export const waiting = { timeout: 40_000, interval: 100 };

/** Syslog servers with one certificate, and servers that send to them. Everything that is `started` ends with its test. */
export function syslogWorld() {
  let pair: Awaited<ReturnType<typeof pairFor>>;
  let caFile: string;
  beforeAll(async () => {
    pair = await pairFor('localhost');
    caFile = await authorityFile(pair);
  });

  const running: { stop: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of running.splice(0).reverse()) await each.stop();
  });
  const started = async <T extends { stop: () => Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
    const each = await starting;
    running.push(each);
    return each;
  };

  return {
    started,
    startSyslog: (port = 0) => startWith(pair, port),
    settingsFor: ({ port }: Pick<SyslogServer, 'port'>, host = 'localhost', ca = caFile) => ({
      DOORWRIGHT_RECORDS_SYSLOG: `${host}:${port}`,
      DOORWRIGHT_RECORDS_SYSLOG_CA_FILE: ca,
    }),
    arrived: (server: SyslogServer, app: TestApp) =>
      expect.poll(async () => server.ids().length >= (await storedIds(app)).length, waiting).toBe(true),
    /** A database that lasts longer than each of its servers, and a server that writes and sends nothing. */
    async aDatabase(): Promise<{ url: string; writer: TestApp }> {
      const { url, drop } = await createDatabase();
      running.push({ stop: drop });
      return { url, writer: await started(startApp({ databaseUrl: url, isDeaf: true })) };
    },
  };
}
