import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '@doorwright/api/db/knex.ts';
import { loopback, startReceiver } from '../api/webhooks/receiver.ts';
import { add } from '../harness/world.ts';
import { cpuSeconds } from './cpu.ts';
import { startServer } from './server.ts';
import { countStatements } from './statements.ts';

/** One webhook during a burst of events about different objects: how fast they arrive, and what each costs. */
const { values: options } = parseArgs({
  allowPositionals: true,
  options: { events: { type: 'string', default: '2000' }, statements: { type: 'boolean', default: false } },
});
const events = Number(options.events);

const server = await startServer({ settings: loopback });
const db = connect(server.databaseUrl, { pool: 2 });
const statements = await countStatements(db);
const receiver = await startReceiver();
const { root, processes } = server;

const cpu = () => [cpuSeconds(processes.server), cpuSeconds(processes.postgres)] as const;

/** Adds roles from 16 callers at once, and waits until `arrived` says that all deliveries are through. */
async function burst(prefix: string, arrived: () => number) {
  await statements.reset();
  const [server0, postgres0] = cpu();
  const begun = performance.now();
  let next = 0;
  const write = async () => {
    for (let index = next++; index < events; index = next++)
      await add(root, 'role', { owner: 'built-in', name: `${prefix}-${index}` });
  };
  await Promise.all(Array.from({ length: 16 }, write));
  const written = performance.now() - begun;
  while (arrived() < events) await pause(20);
  const whole = performance.now() - begun;
  const [server1, postgres1] = cpu();
  return {
    ...{ written, whole, count: (await statements.count()) / events },
    server: ((server1 - server0) * 1000) / events,
    postgres: ((postgres1 - postgres0) * 1000) / events,
  };
}

const shown = (value: number) => value.toFixed(1);

try {
  await burst('warm', () => events);
  const alone = await burst('alone', () => events);
  const hook = { owner: 'admin', name: 'hook', organization: 'built-in', url: receiver.url, events: ['add-role'] };
  await add(root, 'webhook', hook);
  const told = await burst('told', () => new Set(receiver.taken.map(({ id }) => id)).size);
  const perSecond = (events * 1000) / told.whole;
  console.log(
    `writing ${events} roles: ${shown(alone.written / 1000)} s alone, ${shown(told.written / 1000)} s with a webhook`,
  );
  console.log(`all have arrived after ${shown(told.whole / 1000)} s: ${shown(perSecond)} a second`);
  console.log(
    `a delivery costs ${shown(told.server - alone.server)} + ${shown(told.postgres - alone.postgres)} ms of CPU and ${shown(told.count - alone.count)} statements`,
  );
  if (receiver.calls.length > events) console.log(`${receiver.calls.length - events} calls came twice`);
  if (options.statements) for (const line of await statements.list()) console.log(line);
} finally {
  await receiver.stop();
  await db.destroy();
  await server.stop();
}
