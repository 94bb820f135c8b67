/**
 * Fills the chart's empty Secret before the first pod of the api reads it: `first-start.ts <secret> <key>…`.
 * Existing values stay. If replicas start together, only one can write a given version.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const folder = process.env.DOORWRIGHT_CLUSTER_CREDENTIALS || '/var/run/secrets/kubernetes.io/serviceaccount';
const credential = (name: string) => readFileSync(join(folder, name), 'utf8').trim();

const makers: Record<string, () => string> = {
  'secret-key': () => randomBytes(32).toString('base64'),
  'admin-password': () => randomBytes(15).toString('base64url'),
};

interface Secret {
  metadata: { resourceVersion: string };
  data?: Record<string, string>;
}

async function call(method: 'GET' | 'PATCH', path: string, body?: object): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
  const headers = {
    authorization: `Bearer ${credential('token')}`,
    ...(body && { 'content-type': 'application/merge-patch+json' }),
  };
  const options = { host, port, path, method, headers, ca: credential('ca.crt'), timeout: 10_000 };
  const outgoing = request(options, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  });
  outgoing.once('timeout', () => outgoing.destroy(new Error('The API server did not answer within 10 s.')));
  outgoing.once('error', reject);
  outgoing.end(body && JSON.stringify(body));
  return promise;
}

const encoded = (value: string) => Buffer.from(value).toString('base64');

/** Returns true if all keys exist, and false if another pod was faster and the Secret must be read again. */
async function fill(path: string, keys: readonly string[]): Promise<boolean> {
  const { status, body } = await call('GET', path);
  if (status !== 200) throw new Error(`The Secret cannot be read (${status}): ${JSON.parse(body).message}`);
  const { metadata, data = {} } = JSON.parse(body) as Secret;
  const missing = keys.filter((key) => !data[key]);
  if (missing.length === 0) return true;
  const made = Object.fromEntries(missing.map((key) => [key, encoded((makers[key] as () => string)())]));
  // With this version, a second writer gets a conflict and cannot replace the first one's key.
  const written = await call('PATCH', path, {
    metadata: { resourceVersion: metadata.resourceVersion },
    data: made,
  });
  if (written.status === 409) return false;
  if (written.status !== 200) throw new Error(`The Secret cannot be filled (${written.status}).`);
  console.log(`Made ${missing.join(' and ')}.`);
  return true;
}

const [secret, ...keys] = process.argv.slice(2);
const unknown = keys.find((key) => !(key in makers));
try {
  if (!secret || keys.length === 0) throw new Error('Usage: first-start.ts <secret> <key>…');
  if (unknown) throw new Error(`${unknown} is not a key that is made at the first start.`);
  const path = `/api/v1/namespaces/${credential('namespace')}/secrets/${secret}`;
  while (!(await fill(path, keys)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
