import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import { startApp } from '../../harness/app.ts';
import { ensureControlPlane, ensurePrograms } from '../../harness/control-plane/build.ts';
import { adminPassword, testKey } from '../../harness/database/template.ts';
import { ofPlatform, startOperator, startWorld } from '../../operator/world/declared-world.ts';
import { problemOf } from './bash.ts';

/** Runs the commands of a page against an installation of its own, on a folder of manifests. */
export async function problemOnFolder(script: string): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'doorwright-installation-'));
  const manifests = join(data, 'manifests');
  mkdirSync(manifests);
  const app = await startApp({ settings: { DOORWRIGHT_DATA_DIR: data } });
  writeFileSync(join(data, 'operator-token'), localToken(createSecretBox([testKey])));
  const settings = { DOORWRIGHT_API_URL: app.url, DOORWRIGHT_DATA_DIR: data, DOORWRIGHT_MANIFESTS: manifests };
  const operator = script.includes('$MANIFESTS') ? await startOperator(settings) : undefined;
  const { DOORWRIGHT_API_URL, DOORWRIGHT_DATA_DIR } = settings;
  try {
    return await problemOf(script.replaceAll('https://id.example.com', app.url), {
      ...{ DOORWRIGHT_API_URL, DOORWRIGHT_DATA_DIR, DOORWRIGHT_ORIGIN: app.url },
      ...{ ADMIN_PASSWORD: adminPassword, MANIFESTS: manifests },
    });
  } finally {
    await operator?.stop('SIGKILL');
    await app.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** The namespaces that a page has from its earlier steps, which need a registry. */
const given = ['doorwright', 'acme'];

/** The same in a real cluster, with our operator beside it. */
export async function problemInCluster(script: string): Promise<string> {
  const world = await startWorld(ofPlatform(...given, 'shop'));
  const { KUBECONFIG = '', DOORWRIGHT_API_URL = '' } = world.settings;
  try {
    await world.namespace(...given);
    const { kubectl } = await ensureControlPlane({ controllerManager: false });
    const { helm } = await ensurePrograms('helm');
    const path = [dirname(kubectl), dirname(helm), process.env.PATH].join(delimiter);
    const commands = script.replaceAll('https://id.example.com', world.app.url);
    return await problemOf(commands, { PATH: path, KUBECONFIG, DOORWRIGHT_API_URL, CHART: resolve('helm') });
  } finally {
    await world.stop();
  }
}
