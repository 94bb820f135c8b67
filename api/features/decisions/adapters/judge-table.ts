import { type Fields, fieldsOf, verdictOf } from '../evaluate.ts';
import type { Spend } from '../judge.ts';
import { keyOf, type PolicyTable } from './policy-table.ts';

/** To follow a role costs as much less than to compare a policy. */
const perComparison = 10;

type Linked = (name: string, domain?: string) => ReadonlySet<string>;

/** Whom a name is linked to, in this domain or in any, also by way of others, and itself. What was found out is not found out again. */
function createLinked({ links }: PolicyTable, spend: Spend): Linked {
  const known = new Map<string, ReadonlySet<string>>();
  return (name, domain) => {
    const key = JSON.stringify([name, domain]);
    const found = known.get(key);
    if (found) return found;
    const linked = new Set([name]);
    // A set is walked to its end, also what is added meanwhile.
    for (const each of linked) {
      spend(1 / perComparison);
      for (const link of links.get(each) ?? [])
        if (domain === undefined || domain === link.domain) linked.add(link.role);
    }
    known.set(key, linked);
    return linked;
  };
}

/** The policies that can match: those that have in common with the request what the model asks for. */
function candidates({ model, policies }: PolicyTable, fields: Fields, linkedTo: Linked, spend: Spend): string[][] {
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
  return verdictOf(table.model, found, fields, (one, other, domain) => linkedTo(one, domain).has(other)) === 'allow';
}
