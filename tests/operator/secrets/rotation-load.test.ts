import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, size } from '../../harness/database/size.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';
import { events } from '../world/resources.ts';
import { type Credentials, credentialsIn, signIn } from '../world/sign-in-of-clients.ts';

const rounds = size(1, 5);
const rotation = { intervalDays: 30, overlapHours: 1, quietHours: 1, maxOverlapHours: 4 };
const hour = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.apply(
    a('Organization', 'acme', { displayName: 'Acme' }),
    a('Application', 'shop', {
      organizationRef: { name: 'acme' },
      generate: true,
      grantTypes: ['client_credentials'],
      credentials: { rotation },
    }),
  );
  await world.ready('application', 'shop');
}, clusterHookTimeout);
afterAll(() => world?.stop());

const inSecret = async () => credentialsIn(await world.secret('shop-oidc'));
const annotate = (what: string, annotation: string) =>
  world.kubectl(['annotate', what, `doorwright.dev/${annotation}`, '--overwrite']);
const becomes = (reason: string) =>
  eventually(async () => (await world.condition('application', 'shop', 'CredentialsReady'))?.reason === reason);
const anHourAgo = () => new Date(Date.now() - hour - 60_000);

/** A pod that signs in repeatedly with the values that it once read. */
function aConsumer() {
  const answers = new Map<number, number>();
  let known: Credentials;
  let isRunning = true;
  const run = async () => {
    while (isRunning) {
      const { status } = await signIn(world.app.url, known);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  let running = Promise.resolve();
  const reads = async () => {
    known = await inSecret();
  };
  return {
    answers,
    reads,
    async start() {
      await reads();
      running = run();
    },
    async stop() {
      isRunning = false;
      await running;
    },
  };
}

const total = (consumers: readonly ReturnType<typeof aConsumer>[], counts: (status: number) => boolean) =>
  consumers.flatMap(({ answers }) => [...answers]).reduce((sum, [status, n]) => sum + (counts(status) ? n : 0), 0);

test(
  `T12${inSmall}: through ${rounds} changes of the secret under load, with consumers that switch late, nobody is refused`,
  async () => {
    const consumers = Array.from({ length: size(6, 30) }, aConsumer);
    const [prompt, late] = [consumers.filter((_, index) => index % 2), consumers.filter((_, index) => index % 2 === 0)];
    const switchOver = (which: typeof consumers) => Promise.all(which.map(({ reads }) => reads()));
    const signedIn = () => total(consumers, () => true);
    /** The next step happens under load. */
    const loaded = async () => {
      const before = consumers.map((each) => total([each], () => true));
      await eventually(() => consumers.every((each, index) => total([each], () => true) > (before[index] ?? 0) + 1));
    };
    const start = performance.now();
    await Promise.all(consumers.map((each) => each.start()));
    try {
      for (let round = 0; round < rounds; round++) {
        const before = await inSecret();
        await loaded();
        await annotate('application.doorwright.dev/shop', `rotate-at=round-${round}`);
        await eventually(async () => (await inSecret()).clientSecret !== before.clientSecret);
        await becomes('Rotating');
        await switchOver(prompt);
        await loaded();
        // The overlap ends while half of them use the older one.
        await annotate('secret/shop-oidc', `issued-at=${anHourAgo().toISOString()}`);
        await becomes('WaitingForConsumers');
        await loaded();
        await switchOver(late);
        await loaded();
        // An hour without its use.
        await world.app.db('client_secrets').whereNotNull('not_after').update({ last_used_time: anHourAgo() });
        await annotate('application.doorwright.dev/shop', `reconcile-at=round-${round}`);
        await becomes('Issued');
        expect((await signIn(world.app.url, before)).status).toBe(401);
        await loaded();
      }
    } finally {
      await Promise.all(consumers.map((each) => each.stop()));
    }
    const refused = total(consumers, (status) => status !== 200);
    const seconds = (performance.now() - start) / 1000;
    console.log(
      `T12${inSmall}: ${signedIn()} sign-ins of ${consumers.length} consumers in ${seconds.toFixed(1)} s over ${rounds} rotations, ${refused} refused`,
    );
    expect(refused).toBe(0);
  },
  size(150_000, 600_000),
);

test('a consumer that never switches to the new secret is reported, and cut off at the latest time with an event', async () => {
  const before = await inSecret();
  expect((await signIn(world.app.url, before)).status).toBe(200);
  await annotate('application.doorwright.dev/shop', 'rotate-at=again');
  await eventually(async () => (await inSecret()).clientSecret !== before.clientSecret);
  expect((await signIn(world.app.url, before)).status).toBe(200);
  await annotate('secret/shop-oidc', `issued-at=${anHourAgo().toISOString()}`);
  await becomes('WaitingForConsumers');
  // What four hours do.
  const over = new Date(Date.now() - 5 * hour);
  await world.app.db('client_secrets').whereNotNull('not_after').update({ not_after: over });
  await annotate('secret/shop-oidc', `issued-at=${over.toISOString()}`);
  await becomes('Issued');
  expect((await signIn(world.app.url, before)).status).toBe(401);
  await eventually(async () => JSON.stringify(await world.reader.list(events)).includes('has ended at its latest'));
});
