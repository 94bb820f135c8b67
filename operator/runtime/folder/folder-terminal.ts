import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../observe/log.ts';
import { complaintsOf, type FolderReport, summaryOf } from './folder-report.ts';

/** Reasons of events about actions, not about waiting. */
const deeds = new Set(['Created', 'Adopted', 'Updated', 'DriftRepaired', 'Rotated', 'Deleted', 'Orphaned']);

const mostComplaints = 20;

/** Lines for a person at a terminal: the result of the folder, then changes and failures. */
export class FolderTerminal {
  readonly log: Log;
  readonly #write: (line: string) => void;
  #shown: readonly string[] = [];

  constructor(write: (line: string) => void) {
    this.#write = write;
    const log: Log = {
      info: (fields, message) => {
        // The first report covers everything before it.
        if (this.#shown.length > 0 && 'reason' in fields && deeds.has(String(fields.reason))) write(message);
      },
      warn() {},
      error(fields, message) {
        const { error } = fields as { error?: Error };
        write(error ? `${message}: ${error.message}` : message);
      },
      child: () => log,
    };
    this.log = log;
  }

  show(report: FolderReport): void {
    const complaints = complaintsOf(report);
    const rest = complaints.length - mostComplaints;
    const lines = [
      summaryOf(report),
      ...complaints.slice(0, mostComplaints).map((line) => `  ${line}`),
      ...(rest > 0 ? [`  … and ${rest} more`] : []),
    ];
    if (isDeepStrictEqual(lines, this.#shown)) return;
    this.#shown = lines;
    for (const line of lines) this.#write(line);
  }
}
