import type { RowAction, RowState } from '@doorwright/crds/options/sync.ts';

/** Numbers of people: read from the source, by action, unchanged, and by what became of their rows. */
export type Count = 'read' | 'unchanged' | RowAction | Exclude<RowState, 'planned'>;
export type Counts = Record<Count, number>;

const none: Counts = {
  ...{ read: 0, unchanged: 0, add: 0, link: 0, change: 0, disable: 0, purge: 0, refuse: 0 },
  ...{ done: 0, failed: 0, undone: 0, kept: 0 },
};

export const noCounts = (): Counts => ({ ...none });

/** Maps of the model have texts. */
export const textsOf = (counts: Counts): Record<string, string> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));

export const countsOf = (texts: Readonly<Record<string, string>>): Counts => ({
  ...none,
  ...(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)])) as Partial<Counts>),
});
