import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { ensurePrograms } from '../control-plane/build.ts';
import { LeftOut } from '../runner/left-out.ts';
import type { ClusterAccess } from './cluster.ts';
import { kubectlFor } from './kubectl.ts';

/**
 * The cluster that test files share. Each uses its own namespaces and CRDs. DOORWRIGHT_TEST_KUBECONFIG names another cluster.
 * KUBECONFIG does not, because nobody wants tests to run on the cluster that they work with.
 */
export async function sharedCluster(): Promise<ClusterAccess> {
  const { kubectl } = await ensurePrograms('kubectl');
  const kubeconfig = process.env.DOORWRIGHT_TEST_KUBECONFIG || (await askFor(inject('sharedCluster')));
  return { kubeconfig, kubectl: kubectlFor(kubectl, { KUBECONFIG: kubeconfig }) };
}

async function askFor(socketPath: string): Promise<string> {
  const [response] = await once(get({ socketPath }), 'response');
  const answer = await text(response);
  if (response.statusCode === 501) throw new LeftOut(answer);
  if (response.statusCode !== 200) throw new Error(answer);
  return answer;
}
