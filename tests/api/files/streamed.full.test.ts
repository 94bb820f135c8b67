import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { peakGrowthMiB } from '../../harness/peak.ts';
import { type ApiProcess, chartFlags, startProcess } from '../../harness/process.ts';
import { add } from '../../harness/world.ts';
import { send } from './world.ts';

const mebibytes = 31;
const content = randomBytes(mebibytes * 2 ** 20);
let database: Awaited<ReturnType<typeof createDatabase>>;
let server: ApiProcess;
let root: Client;
const taken: string[] = [];
/** It takes objects and keeps none of them. */
const bucket = createServer(async (req, res) => {
  let length = 0;
  for await (const chunk of req) length += (chunk as Buffer).length;
  taken.push(`${req.headers['content-length']} announced, ${length} sent`);
  res.end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => void bucket.listen(0, '127.0.0.1', resolve));
  const { port } = bucket.address() as { port: number };
  database = await createDatabase();
  server = await startProcess(database.url, { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' }, chartFlags);
  root = createClient(server.url);
  const body = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin' };
  await root.post('login', { ...body, password: adminPassword });
  const s3 = { category: 'Storage', type: 'AWS S3', clientId: 'key', clientSecret: 'secret', bucket: 'files' };
  await add(root, 'provider', { ...s3, name: 's3', endpoint: `http://127.0.0.1:${port}` });
  await add(root, 'provider', { category: 'Storage', type: 'Local File System', name: 'disk' });
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await database?.drop();
  bucket.close();
});

const upload = async (provider: string) =>
  (await send(root, { path: `resource/built-in/admin/${randomUUID()}.bin`, content, query: { provider } })).body;

test.each(['disk', 's3'])(
  'large files reach %s in pieces: the api holds less than the files that it passes on',
  async (provider) => {
    taken.length = 0;
    // The first upload loads the code for uploads.
    expect(await upload(provider)).toMatchObject({ status: 'ok' });
    const growth = await peakGrowthMiB(Number(server.child.pid), async () => {
      for (const each of await Promise.all([upload(provider), upload(provider)]))
        expect(each).toMatchObject({ status: 'ok' });
    });
    console.log(`two files of ${mebibytes} MiB to ${provider}: ${growth.toFixed(0)} MiB more`);
    // Held whole, each would be in memory twice: as it arrived, and joined.
    expect(growth).toBeLessThan(2 * mebibytes);
    const whole = content.length;
    if (provider === 's3') expect(taken).toEqual(Array(3).fill(`${whole} announced, ${whole} sent`));
  },
);
