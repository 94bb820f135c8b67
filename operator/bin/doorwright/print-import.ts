import type { ImportReport, NotTaken } from '../../import/import-report.ts';
import { type Screen, table } from './output.ts';

const lines = (entries: readonly NotTaken[]) => entries.map(({ from, what, why }) => `  ${from}: ${what}: ${why}`);

/** Counts go to stdout. Each thing that is not taken goes to stderr, on a line of its own. */
export function printImport(report: ImportReport, isPlan: boolean, { out, note, paint }: Screen): void {
  const { counts, notTaken, kept, administrators } = report;
  const rows = counts.map(({ kind, counts: { added, same, kept: other, refused } }) => [
    kind,
    ...[added, same, other, refused].map(String),
  ]);
  if (rows.length > 0) out(table(['KIND', isPlan ? 'WOULD ADD' : 'ADDED', 'SAME', 'KEPT', 'REFUSED'], rows));
  if (administrators.length > 0)
    note(
      `Administrators of their organization: ${administrators.slice(0, 50).join(', ')}${administrators.length > 50 ? ' …' : ''}`,
    );
  if (kept.length > 0) note([paint('yellow', 'Kept as they are here:'), ...lines(kept)].join('\n'));
  if (notTaken.length > 0) note([paint('yellow', 'Not taken:'), ...lines(notTaken)].join('\n'));
  const added = counts.reduce((sum, each) => sum + each.counts.added, 0);
  out(paint('bold', isPlan ? `Plan: ${added} to add; nothing is changed` : `${added} added`));
}
