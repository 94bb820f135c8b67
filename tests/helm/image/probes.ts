import { request } from 'node:http';
import type { ContainerTemplate, Probe } from './template.ts';

export interface Probed {
  isReady(): boolean;
  /** The moments at which so many liveness probes had failed in a row that the kubelet would restart the container. */
  failures: string[];
  stop(): void;
}

const ask = (socketPath: string, { httpGet, timeoutSeconds = 1 }: Probe) =>
  new Promise<boolean>((resolve) => {
    const call = request({ socketPath, path: httpGet.path, timeout: timeoutSeconds * 1000, agent: false }, (answer) => {
      answer.resume();
      resolve((answer.statusCode ?? 0) >= 200 && (answer.statusCode ?? 0) < 400);
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(false));
    call.end();
  });

/** Asks as the kubelet does: the startup probe until it holds, then the two others, each at its own period. */
export function probe(container: ContainerTemplate, socketOf: (port: string) => string): Probed {
  const timers = new Set<NodeJS.Timeout>();
  const failures: string[] = [];
  let isReady = false;
  let isStopped = false;
  const repeat = async (each: Probe, then: (holds: boolean) => boolean): Promise<void> => {
    if (isStopped || !then(await ask(socketOf(each.httpGet.port), each))) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void repeat(each, then);
    }, each.periodSeconds * 1000);
    timers.add(timer);
  };
  const { startupProbe, livenessProbe, readinessProbe } = container;
  let inARow = 0;
  const begin = () => {
    if (readinessProbe)
      void repeat(readinessProbe, (holds) => {
        isReady = holds;
        return true;
      });
    if (livenessProbe)
      void repeat(livenessProbe, (holds) => {
        inARow = holds || isStopped ? 0 : inARow + 1;
        if (inARow === (livenessProbe.failureThreshold ?? 3))
          failures.push(`${container.name} ${livenessProbe.httpGet.path}`);
        return true;
      });
  };
  if (startupProbe)
    void repeat(startupProbe, (holds) => {
      if (holds) begin();
      return !holds;
    });
  else begin();
  return {
    isReady: () => isReady && !isStopped,
    failures,
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
