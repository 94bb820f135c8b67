import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import type { Config } from './config.ts';
import { DeclaredApi, probe } from './declared-api.ts';
import { createDiscovery } from './discovery.ts';
import { followChanges } from './follow-changes.ts';
import { reconcilersOf } from './reconcilers/index.ts';
import { Memory } from './reconcilers/memory.ts';
import type { Machinery, MachineryOptions } from './runtime/machinery.ts';
import { sweepEtags, sweepOnce } from './sweep-etags.ts';
import { workOffTombstones } from './work-off-tombstones.ts';

/** What the machinery is given to reconcile: our kinds, by way of the declared surface of the API. */
export const reconcilersFor =
  (
    { apiUrl, tokenFile, syncPeriodSeconds }: Pick<Config, 'apiUrl' | 'tokenFile' | 'syncPeriodSeconds'>,
    { tombstones, signal }: { tombstones: string; signal: AbortSignal },
  ): MachineryOptions['reconcilers'] =>
  (machinery: Machinery) => {
    const { controller, log, metrics } = machinery;
    const memory = new Memory();
    const api = new DeclaredApi({
      url: apiUrl,
      tokenFile,
      gate: machinery.gateTo(() => probe(apiUrl)),
      onAnswer: (answer) => metrics.apiRequests.inc(answer),
    });
    const shared = { api, memory, controller, log, signal };
    const sweeper = { ...shared, kinds: kinds.filter(isDeclared), periodSeconds: syncPeriodSeconds };
    void followChanges({ ...shared, onReset: () => sweepOnce(sweeper) });
    void sweepEtags(sweeper);
    void workOffTombstones({ ...machinery, api, namespace: tombstones, signal });
    return reconcilersOf({ ...machinery, api, memory, tombstones, discovery: createDiscovery(apiUrl) });
  };
