import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { DeclaredApi, probe } from '../api/declared-api.ts';
import { type Answer, DeclaredCaller } from '../api/declared-caller.ts';
import { createDiscovery } from '../api/discovery.ts';
import { PlanningApi } from '../api/planning-api.ts';
import { setAgeMetrics } from '../background/age-metrics.ts';
import { followChanges } from '../background/follow-changes.ts';
import { OrphanedObjects } from '../background/orphaned-objects.ts';
import { reportProblems } from '../background/report-problems.ts';
import { sweepEtags, sweepOnce } from '../background/sweep-etags.ts';
import { workOffTombstones } from '../background/work-off-tombstones.ts';
import { Memory } from '../reconcilers/core/memory.ts';
import type { NamespaceRights } from '../reconcilers/core/namespace-rights.ts';
import { Tombstones } from '../reconcilers/core/tombstones.ts';
import { reconcilersOf } from '../reconcilers/index.ts';
import type { Machinery, MachineryOptions } from '../runtime/machinery.ts';
import type { Config } from '../settings/config.ts';

/** The reconcilers of our kinds, with their background work. */
export const reconcilersFor =
  (
    {
      apiUrl,
      tokenFile,
      syncPeriodSeconds,
      deletionTimeoutSeconds,
      watchNamespaces,
      dryRun,
      manifests,
    }: Pick<
      Config,
      | 'apiUrl'
      | 'tokenFile'
      | 'syncPeriodSeconds'
      | 'deletionTimeoutSeconds'
      | 'watchNamespaces'
      | 'dryRun'
      | 'manifests'
    >,
    rights: NamespaceRights,
  ): MachineryOptions['reconcilers'] =>
  (machinery: Machinery) => {
    const { controller, log, metrics, whileActing } = machinery;
    const memory = new Memory();
    const options = {
      url: apiUrl,
      tokenFile,
      cluster: () => machinery.source.clusterId(),
      gate: machinery.gateTo(() => probe(apiUrl)),
      onAnswer: (answer: Answer) => metrics.apiRequests.inc(answer),
    };
    const api = dryRun ? new PlanningApi(options, log) : new DeclaredApi(options);
    const shared = { api, memory, controller, log };
    const tombstones = new Tombstones(machinery.source, log);
    const orphanedObjects = new OrphanedObjects({
      ...shared,
      source: machinery.source,
      watchNamespaces,
      tombstones,
      rights,
    });
    const sweeper = { ...shared, orphanedObjects, kinds: kinds.filter(isDeclared), periodSeconds: syncPeriodSeconds };
    whileActing((signal) => followChanges({ ...shared, signal, onReset: () => sweepOnce({ ...sweeper, signal }) }));
    whileActing((signal) => sweepEtags({ ...sweeper, signal }));
    if (!dryRun) whileActing((signal) => workOffTombstones({ ...machinery, api, tombstones, rights, signal }));
    // The operator of a folder reports all of it.
    if (!dryRun && !manifests)
      whileActing((signal) =>
        reportProblems({ caller: new DeclaredCaller(options), controller, cluster: options.cluster, signal }),
      );
    metrics.onScrape(() => setAgeMetrics(controller, metrics, Date.now()));
    const discovery = createDiscovery(apiUrl);
    const deletionTimeoutMs = deletionTimeoutSeconds * 1000;
    return reconcilersOf({
      ...{ ...machinery, api, memory, tombstones, discovery },
      ...{ deletionTimeoutMs, rights },
    });
  };
