import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DeclaredCaller } from '../api/declared-caller.ts';
import type { FolderReport } from '../runtime/folder/folder-report.ts';
import type { Config } from '../settings/config.ts';

/** The report is repeated at this interval, so that the api can see whether the operator still runs. */
const aliveMs = 60_000;
const longestPauseMs = 30_000;
const mostResources = 5000;

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Mistakes come first, because a report has a limit. */
export const bodyOf = ({ dir, rows, problems }: FolderReport) => ({
  cluster: `folder:${resolve(dir)}`,
  resources: [
    ...problems.map(({ file, line, message }) => ({
      ...{ file, line, kind: '', namespace: '', name: '', object: '', drift: 0 },
      ...{ ready: 'False', reason: 'Invalid', message: short(message, 2000) },
    })),
    ...rows.map((row) => ({ ...row, message: short(row.message, 2000) })),
  ].slice(0, mostResources),
});

/** Reports the state of a folder to the api, for the console and `doorwright status`. Only the newest report counts. */
export function reportToApi({ apiUrl, tokenFile }: Pick<Config, 'apiUrl' | 'tokenFile'>, signal: AbortSignal) {
  const caller = new DeclaredCaller({ url: apiUrl, tokenFile });
  let newest: FolderReport | undefined;
  let wake = () => {};

  async function send(): Promise<boolean> {
    if (newest)
      await caller.send({ method: 'PUT', path: '/manifests', route: '/manifests', body: bodyOf(newest), signal });
    return true;
  }

  async function keepTelling(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const woken = new AbortController();
      wake = () => woken.abort();
      // The report itself gives the reason of a failure, on every object.
      const isSent = await send().catch(() => false);
      failures = isSent ? 0 : failures + 1;
      const ms = failures === 0 ? aliveMs : Math.min(1000 * 2 ** (failures - 1), longestPauseMs);
      await pause(ms, undefined, { signal: AbortSignal.any([woken.signal, signal]) }).catch(() => {});
    }
  }

  keepTelling().catch(() => undefined);
  return (report: FolderReport): void => {
    newest = report;
    wake();
  };
}
