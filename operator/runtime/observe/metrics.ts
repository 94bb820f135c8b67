import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const passBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Metrics = ReturnType<typeof createMetrics>;

/** Uses the names of controller-runtime, so that dashboards for Go operators work. Labels never contain object names. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const measure: (() => void)[] = [];
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <T extends string>(name: string, help: string, labelNames: readonly T[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <T extends string>(name: string, help: string, labelNames: readonly T[]) =>
    new Histogram({ name, help, labelNames, registers, buckets: passBuckets });
  return {
    registry,
    /** For gauges that are measured at each scrape. */
    onScrape: (read: () => void) => void measure.push(read),
    reconciles: counter('controller_runtime_reconcile_total', 'Passes by result', ['controller', 'result']),
    reconcileErrors: counter('controller_runtime_reconcile_errors_total', 'Passes that failed', ['controller']),
    terminalErrors: counter(
      'controller_runtime_terminal_reconcile_errors_total',
      'Passes that failed for good until something changes',
      ['controller'],
    ),
    reconcileSeconds: histogram('controller_runtime_reconcile_time_seconds', 'Length of a pass', ['controller']),
    activeWorkers: gauge('controller_runtime_active_workers', 'Passes under way', ['controller']),
    queueDepth: new Gauge({
      name: 'workqueue_depth',
      help: 'Objects waiting',
      labelNames: ['name'],
      registers,
      collect: () => {
        for (const read of measure) read();
      },
    }),
    queueAdds: counter('workqueue_adds_total', 'Objects that were put in the queue', ['name']),
    queueRetries: counter('workqueue_retries_total', 'Objects that were put back after a failure', ['name']),
    queueSeconds: histogram('workqueue_queue_duration_seconds', 'Waiting before a pass', ['name']),
    workSeconds: histogram('workqueue_work_duration_seconds', 'Length of a pass', ['name']),
    longestWork: gauge('workqueue_longest_running_processor_seconds', 'Oldest pass under way', ['name']),
    escapedErrors: counter('doorwright_operator_escaped_errors_total', 'Errors that left every handler', ['origin']),
    restRequests: counter('rest_client_requests_total', 'Calls to the Kubernetes API', ['code', 'method', 'host']),
    isLeader: gauge('leader_election_master_status', '1 on the replica that holds the lease', ['name']),
    objects: gauge('doorwright_objects', 'Declared objects by the status of Ready', ['kind', 'ready']),
    drift: counter('doorwright_drift_total', 'Differences found between spec and API', ['kind', 'result']),
    driftAge: gauge('doorwright_drift_age_seconds', 'Since when the oldest difference has been seen', ['kind']),
    secretAge: gauge('doorwright_secret_age_seconds_max', 'Age of the oldest Secret that was issued', ['kind']),
    timeToReady: histogram('doorwright_time_to_ready_seconds', 'From creation to first Ready', ['kind']),
    apiRequests: counter('doorwright_api_requests_total', 'Calls to the identity API', ['method', 'route', 'code']),
    circuitOpen: gauge('doorwright_api_circuit_state', '1 while the identity API is known to be away', []),
    tombstones: gauge('doorwright_tombstones', 'Objects still to be released in the identity API', []),
    watchAge: gauge('doorwright_watch_age_seconds', 'Since the watch last said anything', ['kind']),
    paused: gauge('doorwright_paused', 'Objects that are paused', ['kind']),
  };
}
