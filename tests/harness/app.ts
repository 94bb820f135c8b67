import { createServer } from 'node:http';
import type { Ticker } from '@doorwright/api/background/ticks.ts';
import { type Config, readConfig } from '@doorwright/api/core/config.ts';
import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { namedTargets } from '@doorwright/api/features/record-shipping/target.ts';
import type { Route } from '@doorwright/api/http/route.ts';
import { createApp, routesOf, startBackground } from '@doorwright/api/process/app.ts';
import { createLog } from '@doorwright/api/process/observe/log.ts';
import { createMetrics } from '@doorwright/api/process/observe/metrics.ts';
import { createServices, type Services } from '@doorwright/api/process/services.ts';
import { ownSignIn, type SignInDescriptions } from '@doorwright/api/signin/pipeline/parts.ts';
import type { Registry } from '@doorwright/crds';
import { answerCheckOf } from './answers.ts';
import { type Client, createClient } from './client.ts';
import { createDatabase } from './database/database.ts';
import { adminPassword, testKey, registry as usual } from './database/template.ts';

export interface TestApp {
  url: string;
  databaseUrl: string;
  db: Db;
  store: Services['store'];
  routes: Route[];
  /** The text that the port of the metrics answers with. */
  metrics: () => Promise<string>;
  /** The log lines of the server. */
  logged: string[];
  /** A new client with these headers. */
  client: (headers?: Record<string, string>) => Client;
  /** A client without credentials. */
  anonymous: Client;
  /** A client signed in as built-in/admin. */
  admin: () => Promise<Client>;
  /** A client that signs in with its organization, name and password. */
  signedIn: (organization: string, username: string, password: string) => Promise<Client>;
  stop: () => Promise<void>;
}

interface Options {
  /** Joins the database of another app, as a second replica does. */
  databaseUrl?: string;
  settings?: Record<string, string>;
  registry?: Registry;
  /** Methods, steps and targets of sign-in in place of the usual ones. */
  signIn?: Partial<SignInDescriptions>;
  now?: () => Date;
  /** A replica that gets no notifications from others and runs no jobs. */
  isDeaf?: boolean;
  /** Another address for requests of the server, where a test answers for a service. */
  reroute?: (url: URL) => URL;
  /** The ticks of periodic jobs, in place of those of the clock. */
  ticker?: Ticker;
}

/** A server of the current code on a real port, with its own database. */
export async function startApp({
  databaseUrl,
  settings = {},
  registry = usual,
  signIn = {},
  now = () => new Date(),
  isDeaf = false,
  reroute,
  ticker,
}: Options = {}): Promise<TestApp> {
  const own = databaseUrl ? undefined : await createDatabase();
  const address = databaseUrl ?? (own?.url as string);
  const db = connect(address);
  const box = createSecretBox([testKey]);
  const logged: string[] = [];
  // On a busy machine, the usual five seconds would end a connection just when its client sends a request.
  const server = createServer({ keepAliveTimeout: 60_000 });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const config: Config = readConfig({ PORT: String(port), DOORWRIGHT_ORIGIN: url, DATABASE_URL: address, ...settings });
  const log = createLog(config, { write: (line: string) => void logged.push(line) });
  const metrics = createMetrics({ db, shipsTo: namedTargets(config) });
  const services = createServices({
    config,
    registry,
    signIn: { ...ownSignIn, ...signIn },
    db,
    box,
    log,
    metrics,
    now,
    ...(reroute && { reroute }),
    ...(ticker && { ticker }),
  });
  server.on('request', createApp(services));
  const background = isDeaf ? undefined : startBackground(services);

  // Every answer to a test is checked against the server's OpenAPI document.
  const isUsual = registry === usual && Object.keys(signIn).length === 0;
  const check = await answerCheckOf(url, isUsual ? settings : undefined);
  const client = (headers: Record<string, string> = {}) => createClient(url, headers, check);
  const signedIn = async (organization: string, username: string, password: string) => {
    const browser = client();
    const answer = await browser.post('login', {
      type: 'login',
      application: 'app-built-in',
      organization,
      username,
      password,
    });
    if (answer.body.status !== 'ok') throw new Error(`could not sign in: ${answer.body.msg} ${logged.at(-1) ?? ''}`);
    // A page asks again for the password where the server wants it fresh, and then repeats the call.
    const post: Client['post'] = async (...asked) => {
      const first = await browser.post(...asked);
      if (first.body.code !== 'proof-required') return first;
      await browser.post('prove-again', { password });
      return browser.post(...asked);
    };
    return { ...browser, post };
  };
  return {
    url,
    databaseUrl: address,
    db,
    store: services.store,
    routes: routesOf(services),
    metrics: metrics.text,
    logged,
    client,
    anonymous: client(),
    signedIn,
    admin: () => signedIn('built-in', 'admin', adminPassword),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await background?.stop();
      await db.destroy();
      await own?.drop();
    },
  };
}
