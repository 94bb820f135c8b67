import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { clusterHookTimeout } from '../harness/cluster/cluster.ts';
import { ensureControlPlane, ensurePrograms } from '../harness/control-plane/build.ts';
import { ofPlatform, startWorld } from '../operator/world/declared-world.ts';
import { problemOf } from './world/bash.ts';
import { pages, scriptOf } from './world/pages.ts';

const tried = pages.filter((page) => scriptOf(page, 'cluster'));

/** The namespaces that a page has from its earlier steps, which need a registry. */
const given = ['doorwright', 'acme'];

test.each(tried.map((page) => [page.file, page] as const))(
  'the commands of %s run in a cluster',
  async (_file, page) => {
    const world = await startWorld(ofPlatform(...given, 'shop'));
    await world.namespace(...given);
    const { KUBECONFIG = '', DOORWRIGHT_API_URL = '' } = world.settings;
    const { kubectl } = await ensureControlPlane({ controllerManager: false });
    const { helm } = await ensurePrograms('helm');
    const script = scriptOf(page, 'cluster').replaceAll('https://id.example.com', world.app.url);
    try {
      const path = [dirname(kubectl), dirname(helm), process.env.PATH].join(':');
      expect(await problemOf(script, { PATH: path, KUBECONFIG, DOORWRIGHT_API_URL, CHART: resolve('helm') })).toBe('');
    } finally {
      await world.stop();
    }
  },
  clusterHookTimeout,
);
