import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '@doorwright/api/db/knex.ts';
import { loopback, startReceiver } from '../api/webhooks/receiver.ts';
import { add } from '../harness/world.ts';
import { cpuSeconds } from './cpu.ts';
import { startServer } from './server.ts';
import { countStatements } from './statements.ts';

/** Writes without and with a webhook, in slices of a burst of events about different objects: what each costs, and how fast all arrive. */
const { values: options } = parseArgs({
  allowPositionals: true,
  options: { events: { type: 'string', default: '2000' }, statements: { type: 'boolean', default: false } },
});
const events = Number(options.events);
const slice = Math.min(events, 1_000);
/** A write with a webhook costs at most this many times a write without. */
const mostTimes = 2;

const server = await startServer({ settings: loopback });
const db = connect(server.databaseUrl, { pool: 2 });
const statements = await countStatements(db);
const receiver = await startReceiver();
const { root, processes } = server;

const cpu = () => [cpuSeconds(processes.server), cpuSeconds(processes.postgres)] as const;

/** Adds roles from 16 callers at once, and waits until `arrived` says that all deliveries are through. */
async function burst(prefix: string, arrived: () => boolean) {
  await statements.reset();
  const [server0, postgres0] = cpu();
  const begun = performance.now();
  let next = 0;
  const write = async () => {
    for (let index = next++; index < slice; index = next++)
      await add(root, 'role', { owner: 'built-in', name: `${prefix}-${index}` });
  };
  await Promise.all(Array.from({ length: 16 }, write));
  while (!arrived()) await pause(20);
  const seconds = (performance.now() - begun) / 1000;
  const [server1, postgres1] = cpu();
  const [api, postgres] = [((server1 - server0) * 1000) / slice, ((postgres1 - postgres0) * 1000) / slice];
  return { seconds, api, postgres, both: api + postgres, statements: (await statements.count()) / slice };
}

type Cost = Awaited<ReturnType<typeof burst>>;
const rounded = (cost: Cost) =>
  Object.fromEntries(Object.entries(cost).map(([what, value]) => [what, Number(value.toFixed(2))]));

try {
  const hook = { owner: 'admin', name: 'hook', organization: 'built-in', url: receiver.url, events: ['add-role'] };
  const set = (isEnabled: boolean) => root.post('update-webhook', { isEnabled }, { query: { id: 'admin/hook' } });
  const arrived = () => new Set(receiver.taken.map(({ id }) => id)).size;
  // The first writes compile the code of both ways.
  await add(root, 'webhook', hook);
  await burst('warm', () => arrived() >= slice);
  await set(false);
  const before = await burst('before', () => true);
  await set(true);
  const told: Cost[] = [];
  for (let after = slice; after <= events; after += slice)
    told.push(await burst(`told-${after}`, () => arrived() >= after + slice));
  if (options.statements) for (const line of await statements.list()) console.log(line);
  await set(false);
  const after = await burst('after', () => true);
  const alone = (before.both + after.both) / 2;
  const row = (cost: Cost) => ({ ...rounded(cost), times: Number((cost.both / alone).toFixed(2)) });
  console.log(
    `a write without a webhook, and with one, by ${slice}: processor milliseconds of the api and of Postgres`,
  );
  console.table({
    'without a webhook, before': row(before),
    ...Object.fromEntries(told.map((cost, at) => [`with one, after ${(at + 1) * slice} events`, row(cost)])),
    'without a webhook, after': row(after),
  });
  if (receiver.calls.length > arrived()) console.log(`${receiver.calls.length - arrived()} calls came twice`);
  if (told.some(({ both }) => both > mostTimes * alone)) {
    console.error(`A write with a webhook costs more than ${mostTimes} times a write without.`);
    process.exitCode = 1;
  }
} finally {
  await receiver.stop();
  await db.destroy();
  await server.stop();
}
