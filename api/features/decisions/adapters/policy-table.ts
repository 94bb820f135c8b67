import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { PolicyModel } from '../../../kinds/model/policy-model.ts';

/** A row `g`: a role, and its domain in models with domains. */
export interface Link {
  role: string;
  domain: string;
}

/** The policies of a table for one model. */
export interface PolicyTable {
  model: PolicyModel;
  /** By the fields of the model's equalities, in the order of its pins. */
  policies: ReadonlyMap<string, string[][]>;
  /** The rows `g`: the roles of each name. */
  links: ReadonlyMap<string, readonly Link[]>;
}

/** A row of the table: ptype, then v0 to v5; NULL is empty. */
export type TableRow = readonly string[];

export const keyOf = (values: readonly string[]): string => JSON.stringify(values);

/** In the order of the model's fields, followed by the effect: an empty one allows, as in casbin. */
function policyOf({ policyFields, hasEffect }: PolicyModel, [, ...values]: TableRow): string[] {
  const effect = (hasEffect && values[policyFields.length]) || 'allow';
  return [...policyFields.map((_, index) => values[index] ?? ''), effect];
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** Other requests take their turn between two parts of a long table. */
const rowsAtOnce = 2_000;

export async function policyTable(model: PolicyModel, rows: readonly TableRow[]): Promise<PolicyTable> {
  const columns = [...model.pins.keys()].map((field) => model.policyFields.indexOf(field));
  const policies = new Map<string, string[][]>();
  const links = new Map<string, Link[]>();
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await yieldToOthers();
    const [type, name, role, domain] = row;
    if (type === 'p') {
      const policy = policyOf(model, row);
      // The effect has no column and stands last.
      addTo(policies, keyOf(columns.map((column) => String(policy.at(column)))), policy);
    }
    if (type === 'g' && role) addTo(links, String(name), { role, domain: String(domain ?? '') });
  }
  return { model, policies, links };
}
