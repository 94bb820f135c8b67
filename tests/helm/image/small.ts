import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '@doorwright/api/db/embedded.ts';
import { parse } from 'yaml';
import { freePort } from '../../harness/cluster/ports.ts';
import { testKey } from '../../harness/database/template.ts';
import { makeQuickFolder } from '../../harness/quick-folder.ts';
import type { Built } from './buildah.ts';
import type { Container } from './container.ts';
import { type Service, startService } from './docker.ts';
import { openNetwork } from './network.ts';
import { bring, openService } from './service.ts';

export interface Small {
  /** The api’s address on this machine, which is the origin. */
  url: string;
  /** Starts a service of compose.yaml, or one that says the same. */
  start(name: string, service: Service): Promise<Container>;
  /** The services of compose.yaml, with the values of its `.env`. */
  services: Record<'api' | 'operator', Service>;
  databaseUrl: string;
  stop(): Promise<void>;
}

const textOf = (file: string, values: Record<string, string>) =>
  readFileSync(file, 'utf8').replace(
    /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
    (_, name: string, other = '') => values[name] ?? other,
  );

/** What docker gives to containers without a cluster: a network with a Postgres in it, and volumes. */
export async function openSmall(folder: string, image: Built): Promise<Small> {
  mkdirSync(folder, { mode: 0o711 });
  const data = makeQuickFolder('database');
  chmodSync(data.dir, 0o755);
  const postgres = await startEmbedded(data.dir);
  const { port: databasePort, password } = new URL(postgres.url);
  const socket = join(folder, 'database.sock');
  const brought = await bring(socket, Number(databasePort));
  const network = await openNetwork(join(folder, 'n'), [8000], [{ names: ['database'], port: 5432, socket }]);
  const port = await freePort();
  const endpoint = { isReady: () => true, socketOf: network.socketOf };
  const published = await openService(8000, () => [endpoint], { host: '127.0.0.1', port });
  const url = `http://localhost:${port}`;
  const values = {
    DATABASE_PASSWORD: password,
    ADMIN_PASSWORD: 'the-first-password',
    SECRET_KEY: testKey.toString('base64'),
    DOORWRIGHT_ORIGIN: url,
  };
  const { services } = parse(textOf('compose.yaml', values)) as Pick<Small, 'services'>;
  const started: Container[] = [];
  return {
    url,
    services,
    databaseUrl: `postgres://doorwright:${password}@database:5432/doorwright`,
    async start(name, service) {
      const container = await startService(folder, name, service, image, network);
      started.push(container);
      return container;
    },
    async stop() {
      await Promise.all(started.map((each) => each.signal('KILL')));
      await Promise.all(started.map((each) => each.ended));
      network.stop();
      published.stop();
      brought.stop();
      await postgres.stop();
      await data.remove();
    },
  };
}

/** Asks as the image’s HEALTHCHECK does, until it is healthy. */
export async function healthy(container: Container, image: Built): Promise<void> {
  const [, ...check] = image.config.Healthcheck.Test;
  let end: number | undefined;
  void container.ended.then((code) => (end = code));
  for (;;) {
    if (
      await container.exec(check).then(
        () => true,
        () => false,
      )
    )
      return;
    if (end !== undefined) throw new Error(`It ended with ${end}: ${container.output()}`);
  }
}
