import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { azureSignature, azureTextToSign } from '../api/files/azure-blob.ts';
import { picture, send } from '../api/files/world.ts';
import { add } from '../harness/world.ts';
import { startServer } from './server.ts';

const version = '3.35.0';
const port = 17_000 + (process.pid % 1000);
const account = 'benchfiles';
const key = randomBytes(64).toString('base64');
const origin = `http://127.0.0.1:${port}`;
const names = ['a picture.png', "a+b (1)~*'!.png", '图.svg'];
const readyWithinMs = 5 * 60_000;

/** Azurite from npm, with everything in memory. */
async function startAzurite() {
  const flags = ['--blobHost', '127.0.0.1', '--blobPort', String(port), '--inMemoryPersistence', '--disableTelemetry'];
  const child = spawn('npx', ['--yes', '--package', `azurite@${version}`, 'azurite-blob', ...flags], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, AZURITE_ACCOUNTS: `${account}:${key}` },
  });
  // npx starts Azurite as its child, so the whole group ends.
  const stop = () => void (child.pid && child.exitCode === null && process.kill(-child.pid));
  const end = Date.now() + readyWithinMs;
  while (!(await fetch(origin).catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > end) {
      stop();
      throw new Error('Azurite was not ready in time');
    }
    await pause(500);
  }
  return stop;
}

/** A container whose blobs everybody may read. */
async function makeContainer(): Promise<void> {
  const headers = {
    'x-ms-date': new Date().toUTCString(),
    'x-ms-version': '2021-12-02',
    'x-ms-blob-public-access': 'blob',
  };
  const path = `/${account}/files?restype=container`;
  const authorization = `SharedKey ${account}:${azureSignature(azureTextToSign({ method: 'PUT', path, headers }, account), key)}`;
  const made = await fetch(`${origin}${path}`, { method: 'PUT', headers: { ...headers, authorization } });
  assert.equal(made.status, 201, await made.text());
}

/** Tries a provider of the type Azure Blob against Azurite itself, and prints a line for each file. */
const stop = await startAzurite();
try {
  await makeContainer();
  const { root, ...server } = await startServer({ settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' } });
  try {
    const own = { clientId: account, clientSecret: key, bucket: 'files', endpoint: `${origin}/${account}` };
    await add(root, 'provider', { name: 'azure', category: 'Storage', type: 'Azure Blob', ...own });
    for (const name of names) {
      const { body } = await send(root, { path: name, query: { provider: 'azure', user: 'admin' } });
      assert.equal(body.status, 'ok', body.msg);
      assert.deepEqual(Buffer.from(await (await fetch(body.data)).arrayBuffer()), picture);
      const removed = await root.post('delete-resource', { owner: 'built-in', name: body.data2 });
      assert.equal(removed.body.data, 'Affected', removed.body.msg);
      assert.equal((await fetch(body.data)).status, 404);
      console.info(`ok      ${name} is stored, read and deleted`);
    }
  } finally {
    await server.stop();
  }
} finally {
  stop();
}
console.info(`${names.length} passed with Azurite ${version}`);
