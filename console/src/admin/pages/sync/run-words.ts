import type { RunState } from '@doorwright/crds/options/sync.ts';
import { hasText, type Translate } from '../../words/translate.ts';
import { foundCounts, type Run, rowActions } from './runs.ts';

export const runTones = {
  ...({ reading: 'info', planned: 'info', waiting: 'warning', held: 'warning', applying: 'info' } as const),
  ...({ done: 'success', degraded: 'warning', failed: 'danger' } as const),
  ...({ replaced: 'info', undoing: 'info', undone: 'info' } as const),
} satisfies Record<RunState, string>;

const minute = 60;

/** `3.2 sec`, and `4 min` from two minutes on. */
export function tookText({ createdTime, endTime }: Run, language: string): string {
  if (!endTime) return '–';
  const seconds = Math.max(0, Date.parse(endTime) - Date.parse(createdTime)) / 1000;
  const [value, unit] = seconds < 2 * minute ? [seconds, 'second'] : [seconds / minute, 'minute'];
  return value.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
}

/** `Add: 3 · Block: 15`: what a run does, without what it does to nobody. */
export function countsText({ counts }: Run, t: Translate, language: string): string {
  const told = rowActions.filter((name) => counts[name] > 0);
  const shown = told.length > 0 ? told : foundCounts.slice(0, 1);
  return shown.map((name) => `${t(`counts.${name}`)}: ${counts[name].toLocaleString(language)}`).join(' · ');
}

/** The label of a user's field. A group of the source has none. */
export const fieldLabel = (field: string, t: Translate): string =>
  hasText(`fields.${field}`, 'user') ? t(`user:fields.${field}`) : field;

/** A value of a field in one line. */
export function valueText(value: unknown, t: Translate): string {
  if (value === undefined || value === null || value === '') return t('common:empty');
  if (typeof value === 'boolean') return t(value ? 'common:on' : 'common:off');
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join(', ') || t('common:empty');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
