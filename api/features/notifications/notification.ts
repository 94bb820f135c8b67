import { hash } from 'node:crypto';
import type { Registry } from '@doorwright/crds';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Db } from '../../db/knex.ts';

export const tones = ['danger', 'warning'] as const;

/** A problem that a source finds. It is gone as soon as the source no longer finds it. */
export interface Found {
  /** Key of its words in `locales/<language>/notifications.json`: a title, and what to do. */
  code: string;
  tone: (typeof tones)[number];
  /** Values for the words. */
  params: Readonly<Record<string, string | number>>;
  /** Since when it lasts. Empty if nobody knows. */
  since: string;
  /** The object that it is about. */
  subject: { kind: string; owner: string; name: string };
  /** The page of the console, if it is not that of the object. */
  path?: string;
  /** What distinguishes this cause from another one of the same object. A dismissed notification returns with another cause. */
  cause: string;
}

export interface Notification extends Omit<Found, 'cause' | 'path'> {
  key: string;
  path: string;
}

export interface Scope {
  /** Without it, all organizations. */
  organization: string | undefined;
  now: Date;
}

export interface SourceDeps {
  db: Db;
  store: (kind: string) => Store;
  registry: Registry;
}

/** Finds the problems of one sort. It is created once for a database, so it can keep a cache. */
export type Source = (deps: SourceDeps) => (scope: Scope) => Promise<Found[]>;

/** The most problems that one source reports. More of the same sort help nobody. */
export const mostOfSource = 50;

/** A certificate is reported this long before its end. */
export const soonDays = 30;
const dayMs = 86_400_000;

export const keyOf = ({ code, subject: { kind, owner, name }, cause }: Found): string =>
  hash('sha256', JSON.stringify([code, kind, owner, name, cause]), 'base64url').slice(0, 24);

/** The state of something that ends: nothing yet, soon, or already over. The code gets a suffix. */
export function endOf(
  code: string,
  end: string,
  now: Date,
): Pick<Found, 'code' | 'tone' | 'since'> & { count: number } {
  const ms = Date.parse(end);
  const count = Math.ceil((ms - now.getTime()) / dayMs);
  if (count <= 0) return { code: `${code}Ended`, tone: 'danger', since: end, count };
  return { code: `${code}Ends`, tone: 'warning', since: new Date(ms - soonDays * dayMs).toISOString(), count };
}

export const isSoon = (end: string, now: Date): boolean => Date.parse(end) - now.getTime() < soonDays * dayMs;
