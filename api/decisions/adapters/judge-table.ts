import { type Fields, fieldsOf, verdictOf } from '../evaluate.ts';
import type { Spend } from '../judge.ts';
import { keyOf, type PolicyTable } from './policy-table.ts';

/** To follow a role costs as much less than to compare a policy. */
const perComparison = 10;

/** Whom a name is linked to, also by way of others, and he himself. What was found out is not found out again. */
function createLinked({ links }: PolicyTable, spend: Spend): (name: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (name) => {
    const found = known.get(name);
    if (found) return found;
    const linked = new Set([name]);
    // A set is walked to its end, also what is added meanwhile.
    for (const each of linked) {
      spend(1 / perComparison);
      for (const role of links.get(each) ?? []) linked.add(role);
    }
    known.set(name, linked);
    return linked;
  };
}

/** The policies that can match: those that have in common with the request what the model asks for. */
function candidates(
  { model, policies }: PolicyTable,
  fields: Fields,
  linkedTo: (name: string) => ReadonlySet<string>,
  spend: Spend,
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

/** The judgement of an adapter's policies, as they are: allowed by one of them and denied by none. */
export function judgeTable(table: PolicyTable, request: readonly string[], spend: Spend): boolean {
  const fields = fieldsOf(table.model, request);
  const linkedTo = createLinked(table, spend);
  const found = candidates(table, fields, linkedTo, spend);
  return verdictOf(table.model, found, fields, (one, other) => linkedTo(one).has(other)) === 'allow';
}
