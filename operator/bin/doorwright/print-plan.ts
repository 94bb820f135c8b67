import type { Planned } from '../../plan/plan.ts';
import type { Screen, Style } from './output.ts';

export interface PlanSummary {
  create: number;
  change: number;
  adopt: number;
  delete: number;
  release: number;
  refused: number;
  unchanged: number;
}

export function summaryOf(items: readonly Planned[]): PlanSummary {
  const fine = items.filter(({ problem }) => !problem);
  const count = (...actions: Planned['action'][]) => fine.filter(({ action }) => actions.includes(action)).length;
  return {
    create: count('create'),
    change: count('change'),
    adopt: count('adopt'),
    delete: count('delete'),
    release: count('release'),
    refused: items.length - fine.length,
    unchanged: count('none', 'observe'),
  };
}

const signs = {
  create: ['+', 'green', 'is created'],
  change: ['~', 'yellow', 'is changed'],
  adopt: ['~', 'yellow', 'is adopted'],
  observe: ['?', 'cyan', 'differs, and is only observed'],
  none: ['=', 'dim', 'is as declared'],
  delete: ['-', 'red', 'is deleted: no manifest names it any more'],
  release: ['-', 'yellow', 'stays, and is no longer declared: no manifest names it any more'],
} as const satisfies Record<Planned['action'], readonly [string, Style, string]>;

const longestValue = 120;
const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
};

/** Lists changes only, and counts objects that are as declared. */
export function printPlan(items: readonly Planned[], summary: PlanSummary, { out, paint }: Screen): void {
  for (const item of items) {
    const { kind, namespace, name, file, line, action, differences, problem, notes } = item;
    const isWorthALook = problem || differences.length > 0 || notes.length > 0 || !['none', 'observe'].includes(action);
    if (!isWorthALook) continue;
    const [sign, style, verb] = signs[action === 'observe' && differences.length === 0 ? 'none' : action];
    const title = `${kind} ${namespace}/${name}`;
    const place = file ? `  ${paint('dim', `${file}:${line}`)}` : '';
    out(
      problem
        ? `${paint('red', `! ${title}`)} ${problem}${place}`
        : `${paint(style, `${sign} ${title}`)} ${verb}${place}`,
    );
    for (const { path, desired, observed, override } of differences) {
      // A new object has no former values.
      if (observed === null && desired === '') continue;
      const before = observed === null ? '' : `${paint('red', shown(observed))} → `;
      const until = override ? ` (not before ${override.until}: ${override.author} has an override)` : '';
      out(`    ${path}: ${before}${paint('green', shown(desired))}${until}`);
    }
    for (const note of notes) out(paint('dim', `    ${note}`));
  }
  const { create, change, adopt, release, refused, unchanged } = summary;
  const parts = [
    [create, 'to create'],
    [change, 'to change'],
    [adopt, 'to adopt'],
    [summary.delete, 'to delete'],
    [release, 'to release'],
    [refused, 'refused'],
    [unchanged, 'as declared'],
  ] as const;
  const state = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  out(paint('bold', `Plan: ${state.join(', ') || 'nothing is declared'}`));
}
