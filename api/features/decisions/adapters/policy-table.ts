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

export function policyTable(model: PolicyModel, rows: readonly TableRow[]): PolicyTable {
  const columns = [...model.pins.keys()].map((field) => model.policyFields.indexOf(field));
  const policies = rows.filter(([type]) => type === 'p').map((row) => policyOf(model, row));
  const lines = rows.filter(([type, , role]) => type === 'g' && role);
  const linked = Map.groupBy(lines, ([, name]) => String(name));
  return {
    model,
    // The effect has no column and stands last.
    policies: Map.groupBy(policies, (policy) => keyOf(columns.map((column) => String(policy.at(column))))),
    links: new Map(
      [...linked].map(([name, all]) => [
        name,
        all.map(([, , role, domain]) => ({ role: String(role), domain: String(domain ?? '') })),
      ]),
    ),
  };
}
