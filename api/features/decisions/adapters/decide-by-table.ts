import type { SpendComparisons } from '../decide-by-permissions.ts';
import { type Fields, fieldsOf, verdictOf } from '../evaluate.ts';
import { keyOf, type PolicyTable } from './policy-table.ts';

/** Following this many roles costs as much as comparing one policy. */
const perComparison = 10;

type Linked = (name: string, domain?: string) => ReadonlySet<string>;

/** All names that a name is linked to, directly or not, and itself; in one domain, or in any. Results are cached. */
function createLinked({ links }: PolicyTable, spend: SpendComparisons): Linked {
  const known = new Map<string, ReadonlySet<string>>();
  return (name, domain) => {
    const key = JSON.stringify([name, domain]);
    const found = known.get(key);
    if (found) return found;
    const linked = new Set([name]);
    // The iteration includes names that are added meanwhile.
    for (const each of linked) {
      spend(1 / perComparison);
      for (const link of links.get(each) ?? [])
        if (domain === undefined || domain === link.domain) linked.add(link.role);
    }
    known.set(key, linked);
    return linked;
  };
}

/** The policies that fulfil the model's equalities, and so can match. */
function candidates(
  { model, policies }: PolicyTable,
  fields: Fields,
  linkedTo: Linked,
  spend: SpendComparisons,
): string[][] {
  let keys: string[][] = [[]];
  for (const { field, isLink } of model.pins.values()) {
    const value = String(fields[field]);
    const values = isLink ? [...linkedTo(value)] : [value];
    spend((keys.length * values.length) / perComparison);
    keys = keys.flatMap((key) => values.map((each) => [...key, each]));
  }
  const found = keys.flatMap((key) => policies.get(keyOf(key)) ?? []);
  spend(found.length);
  return found;
}

/** Decides by an adapter's policies: at least one allows, and none denies. */
export function decideByTable(table: PolicyTable, request: readonly string[], spend: SpendComparisons): boolean {
  const fields = fieldsOf(table.model, request);
  const linkedTo = createLinked(table, spend);
  const found = candidates(table, fields, linkedTo, spend);
  return verdictOf(table.model, found, fields, (one, other, domain) => linkedTo(one, domain).has(other)) === 'allow';
}
