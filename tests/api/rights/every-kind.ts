import type { Kind } from '@doorwright/crds';
import type { TestApp } from '../../harness/app.ts';
import { registry } from '../../harness/database/template.ts';

/** The kinds that callers can add. */
export const kinds = registry.kinds.filter((kind) => !kind.internal && kind.access?.add);

/** Rows for `test.each`, with the name of the kind for the title. */
export const byName = (list: readonly Kind[]) => list.map((kind) => [kind.kind, kind] as const);

export const idOf = (kind: Kind, object: Record<string, unknown>) => `${object.owner}/${object[kind.key]}`;

export const stored = (app: TestApp, kind: Kind, object: Record<string, unknown>) =>
  app.store(kind.name).find(app.db, String(object.owner), String(object[kind.key]));
