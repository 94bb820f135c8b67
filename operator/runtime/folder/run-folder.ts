import { systemClock } from '../clock.ts';
import { assemble, layGround, type MachineryOptions } from '../machinery.ts';
import type { Log } from '../observe/log.ts';
import type { Redactor } from '../observe/redact.ts';
import type { Validate } from './folder-documents.ts';
import { complaintsOf, type FolderReport, FolderReporter, summaryOf } from './folder-report.ts';
import { FolderSource } from './folder-source.ts';
import { FolderTerminal } from './folder-terminal.ts';

export interface FolderOperatorOptions extends MachineryOptions {
  /** The folder of manifests. */
  dir: string;
  /** The folder of generated Secrets. */
  secretsDir: string;
  validate: Validate;
  /** Receives lines for a person, instead of a log. */
  terminal?: ((line: string) => void) | undefined;
  /** Receives the state of the folder after each change. */
  onReport?: (report: FolderReport) => void;
}

/** Runs the operator on a folder, without a lease and a port. */
export async function runFolder({ dir, secretsDir, validate, terminal, onReport, ...options }: FolderOperatorOptions) {
  const plain = layGround();
  const { redactor } = plain;
  const screen = terminal && new FolderTerminal((line) => terminal(redactor.redact(line)));
  const ground = { ...plain, log: screen?.log ?? plain.log };
  const show = screen ? (report: FolderReport) => screen.show(report) : inLog(ground.log);
  const source = new FolderSource({
    dir,
    secretsDir,
    validate,
    clock: systemClock,
    log: ground.log,
    onChange: () => reporter.changed(),
  });
  const reporter = new FolderReporter(
    systemClock,
    () => redacted(source.report(), redactor),
    (report) => {
      show(report);
      onReport?.(report);
    },
  );
  const { start, stop } = assemble(ground, source, options);
  await start();
  ground.log.info({ dir }, 'Started');
  return {
    async stop(): Promise<void> {
      reporter.stop();
      await stop();
      await source.close();
    },
  };
}

/** Logs each complaint once while it lasts. */
function inLog(log: Log): (report: FolderReport) => void {
  let known = new Set<string>();
  return (report) => {
    const complaints = complaintsOf(report);
    log.info({ objects: report.rows.length }, summaryOf(report));
    for (const complaint of complaints) if (!known.has(complaint)) log.error({}, complaint);
    known = new Set(complaints);
  };
}

/** Reports may quote values of the folder. */
function redacted({ dir, rows, problems }: FolderReport, redactor: Redactor): FolderReport {
  const clean = <T extends { message: string }>(each: T): T => ({ ...each, message: redactor.redact(each.message) });
  return { dir, rows: rows.map(clean), problems: problems.map(clean) };
}
