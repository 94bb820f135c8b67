/** `node process.ts <kubeconfig>` is a whole operator of widgets. */
import { guardProcess } from '@doorwright/operator/runtime/observe/guard.ts';
import { runOperator } from '@doorwright/operator/runtime/run-operator.ts';
import { KubeConfig } from '@kubernetes/client-node';
import { widgetReconciler } from '../world/widgets.ts';

const kubeConfig = new KubeConfig();
kubeConfig.loadFromFile(process.argv[2] ?? '');
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());

process.exitCode = await runOperator({
  cluster: kubeConfig,
  reconcilers: () => [
    widgetReconciler(async ({ spec }) => {
      // A slow pass, as with a slow API.
      if (spec.color === 'slowly') await new Promise((resolve) => setTimeout(resolve, 1500));
      return { details: [], facts: { painted: spec.color } };
    }).reconciler,
  ],
  lease: 'doorwright-operator',
  namespace: 'default',
  tombstones: [],
  health: { port: 0, host: '127.0.0.1' },
  guard: guardProcess,
  signal: ending.signal,
});
if (process.exitCode !== 0) process.exit();
