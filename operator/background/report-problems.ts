import { setTimeout as pause } from 'node:timers/promises';
import type { DeclaredCaller } from '../api/declared-caller.ts';
import type { Controller } from '../runtime/controller.ts';
import { rowOf } from '../runtime/folder/folder-report.ts';

const lookMs = 10_000;
/** The report is repeated at this interval, so that the api can see whether the operator still runs. */
const aliveMs = 60_000;
const mostResources = 500;
const mostLetters = 2000;

/** The custom resources of a cluster that are not Ready, or whose objects differ. */
export function problemsIn({ kinds }: Pick<Controller, 'kinds'>) {
  const rows = [...kinds.all()].flatMap(({ store }) => [...store.values()].map((object) => rowOf(object, nowhere)));
  const sick = rows.filter(({ ready, drift }) => ready !== 'True' || drift > 0).slice(0, mostResources);
  return sick.map((row) => ({ ...row, message: row.message.slice(0, mostLetters) }));
}

const nowhere = { file: '', line: 0 };

interface Options {
  caller: Pick<DeclaredCaller, 'send'>;
  controller: Pick<Controller, 'kinds'>;
  cluster: () => Promise<string>;
  signal: AbortSignal;
}

/**
 * Tells the api which resources of the cluster need somebody, for the notifications of administrators. kubectl shows the others. A
 * report that fails is sent again at the next check.
 */
export async function reportProblems({ caller, controller, cluster, signal }: Options): Promise<void> {
  let told = { text: '', at: Number.NEGATIVE_INFINITY };
  while (!signal.aborted) {
    const resources = problemsIn(controller);
    const text = JSON.stringify(resources);
    if (text !== told.text || performance.now() - told.at >= aliveMs) {
      const send = async () => {
        const body = { cluster: await cluster(), resources };
        await caller.send({ method: 'PUT', path: '/manifests', route: '/manifests', body, signal });
        told = { text, at: performance.now() };
      };
      await send().catch(() => {});
    }
    await pause(lookMs, undefined, { signal }).catch(() => {});
  }
}
