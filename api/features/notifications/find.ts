import { pagePath } from '@doorwright/crds/derive/page-path.ts';
import type { Db } from '../../db/knex.ts';
import { type Found, keyOf, type Notification, type Scope, type SourceDeps, tones } from './notification.ts';
import { sources } from './sources/index.ts';

type Find = (scope: Scope) => Promise<Found[]>;

const finders = new WeakMap<Db, readonly Find[]>();

/** The sources of a database. They are created once, because some have a cache. */
function findersOf(deps: SourceDeps): readonly Find[] {
  const known = finders.get(deps.db) ?? sources.map((source) => source(deps));
  finders.set(deps.db, known);
  return known;
}

/** What each source finds. */
export const foundBySource = (deps: SourceDeps, scope: Scope): Promise<Found[][]> =>
  Promise.all(findersOf(deps).map((find) => find(scope)));

const urgency = ({ tone, since }: Found): [number, string] => [tones.indexOf(tone), since];

/** All notifications of a scope: the dangers first, and of these the newest. */
export async function findNotifications(deps: SourceDeps, scope: Scope): Promise<Notification[]> {
  const found = (await foundBySource(deps, scope)).flat();
  const sorted = found.toSorted((a, b) => {
    const [[toneA, sinceA], [toneB, sinceB]] = [urgency(a), urgency(b)];
    return toneA - toneB || sinceB.localeCompare(sinceA);
  });
  return sorted.map((each) => {
    const { cause: _cause, path, ...told } = each;
    const { kind: named, owner, name } = each.subject;
    const place = () => {
      const kind = deps.registry.named(named);
      return pagePath(kind, { owner, [kind.key]: name });
    };
    return { ...told, key: keyOf(each), path: path ?? place() };
  });
}
