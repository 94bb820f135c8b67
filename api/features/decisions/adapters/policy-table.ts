import type { PolicyModel } from '../policy-model.ts';

/** What a line `g` says: a role, and the domain in which it is held where the model knows of any. */
export interface Link {
  role: string;
  domain: string;
}

/** The policies of a table as one model judges them. */
export interface PolicyTable {
  model: PolicyModel;
  /** By what the model asks them to have in common with the request, in the order of its pins. */
  policies: ReadonlyMap<string, string[][]>;
  /** What the lines `g` say: whom each name is linked to. */
  links: ReadonlyMap<string, readonly Link[]>;
}

/** A row of the table: ptype, then v0 to v5, empty where there is nothing. */
export type TableRow = readonly string[];

export const keyOf = (values: readonly string[]): string => JSON.stringify(values);

/** In the order of the model's fields, with the effect behind them: who says none allows, as with casbin. */
function policyOf({ policyFields, tellsEffect }: PolicyModel, [, ...values]: TableRow): string[] {
  const effect = (tellsEffect && values[policyFields.length]) || 'allow';
  return [...policyFields.map((_, index) => values[index] ?? ''), effect];
}

export function policyTable(model: PolicyModel, rows: readonly TableRow[]): PolicyTable {
  const columns = [...model.pins.keys()].map((field) => model.policyFields.indexOf(field));
  const policies = rows.filter(([type]) => type === 'p').map((row) => policyOf(model, row));
  const lines = rows.filter(([type, , role]) => type === 'g' && role);
  const linked = Map.groupBy(lines, ([, name]) => String(name));
  return {
    model,
    // The effect, of which no field is the column, stands last.
    policies: Map.groupBy(policies, (policy) => keyOf(columns.map((column) => String(policy.at(column))))),
    links: new Map(
      [...linked].map(([name, all]) => [
        name,
        all.map(([, , role, domain]) => ({ role: String(role), domain: String(domain ?? '') })),
      ]),
    ),
  };
}
