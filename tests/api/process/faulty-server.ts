/** The server of `api/main.ts`, with a mistake of each sort at an address of its own: `/faults/<sort>`. */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { announceWhenCommitted, onChange } from '@doorwright/api/core/cache/changes.ts';
import { readConfig } from '@doorwright/api/core/config.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { beginEventStream } from '@doorwright/api/http/event-stream.ts';
import { renderErrors } from '@doorwright/api/http/render.ts';
import { createApp, startBackground } from '@doorwright/api/process/app.ts';
import { createGuard } from '@doorwright/api/process/guard.ts';
import { createHttpServer } from '@doorwright/api/process/http-server.ts';
import { createLog } from '@doorwright/api/process/observe/log.ts';
import { createMetrics } from '@doorwright/api/process/observe/metrics.ts';
import { secretKeys } from '@doorwright/api/process/secret-keys.ts';
import { createServices } from '@doorwright/api/process/services.ts';
import { ownSignIn } from '@doorwright/api/signin/pipeline/parts.ts';
import { createRegistry, kinds } from '@doorwright/crds';
import express, { type Request, type RequestHandler, type Response } from 'express';

const config = readConfig(process.env);
const db = connect(config.DATABASE_URL as string);
const log = createLog(config);
const metrics = createMetrics({ db });
const services = createServices({
  ...{ config, db, log, metrics, registry: createRegistry(kinds), signIn: ownSignIn },
  box: createSecretBox(await secretKeys(config)),
  now: () => new Date(),
});

const mistake = (): never => {
  throw new Error('a mistake of the program');
};
const later = async () => {
  await pause(1);
  mistake();
};
/** As an event handler that somebody forgot to await. */
const unawaited = (work: () => Promise<unknown>): void => {
  work();
};

onChange(db, (kind) => {
  if (kind === 'fault') mistake();
});

const faults: Record<string, (req: Request, res: Response) => unknown> = {
  route: mistake,
  'async-route': later,
  promise: () => unawaited(later),
  timer: () => void setTimeout(mistake, 1),
  'async-timer': () => void setTimeout(() => unawaited(later), 1),
  immediate: () => void setImmediate(mistake),
  tick: () => process.nextTick(mistake),
  microtask: () => queueMicrotask(mistake),
  'body-stream': (req) => void req.on('data', mistake),
  'body-end': (req) => void req.resume().on('end', mistake),
  'answer-twice': (_req, res) => {
    res.json({ first: true });
    unawaited(async () => res.json({ second: true }));
  },
  'after-the-head': (_req, res) => {
    res.write('half of an answer');
    setTimeout(mistake, 1);
  },
  'answer-closed': (_req, res) => void res.once('close', mistake).end('whole'),
  'event-stream': (req, res) => {
    beginEventStream({ req, res }, mistake);
    res.end('retry: 1000\n\n');
  },
  'event-timer': (req, res) => {
    beginEventStream({ req, res }, () => undefined);
    setTimeout(mistake, 1);
  },
  notice: () => announceWhenCommitted(db, 'fault'),
  'notice-of-others': () => db.raw("SELECT pg_notify('doorwright_changes', 'fault')"),
  statement: () => unawaited(() => db.raw('SELECT no_such_function()').then()),
  thread: () => new Worker('throw new Error("a mistake of the program")', { eval: true }),
  'no-error': () => unawaited(() => Promise.reject(undefined)),
  provider: async (req, res) => {
    const provider = await services.authority.providerFor(undefined);
    provider.once('server_error', mistake);
    provider.emit('server_error', { req, res }, new Error('a mistake'));
  },
  'async-provider': async () => {
    const provider = await services.authority.providerFor(undefined);
    provider.once('jwks.error', () => unawaited(later));
    provider.emit('jwks.error', {}, new Error('a mistake'));
  },
};

const app = express();
app.get('/escaped', (async (_req, res) => {
  const { values } = (await metrics.figures()).find(({ name }) => name === 'doorwright_escaped_errors_total') ?? {};
  res.json((values ?? []).reduce((sum, { value }) => sum + Number(value), 0));
}) satisfies RequestHandler);
app.post('/middleware', mistake);
app.post('/faults/:sort', (req, res) => faults[String(req.params.sort)]?.(req, res));
app.use(
  ['/faults', '/middleware'],
  renderErrors(log, () => 'en'),
);
app.use(createApp(services));

const guard = createGuard({ log, metrics });
const server = createHttpServer(config, guard.around(app), log);
server.listen(config.PORT, config.HOST, () => process.stdout.write('The faulty server is ready\n'));
guard.start();
const background = startBackground(services);
process.once('SIGTERM', () => {
  server.closeAllConnections();
  background.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
