import { Refusal } from '../../core/errors.ts';
import { type HasRole, type PolicyModel, permissionModel } from '../../kinds/model/policy-model.ts';
import type { EffectiveRoles, EffectiveRolesOf } from './effective-roles.ts';
import { type Fields, fieldsOf, verdictOf } from './evaluate.ts';
import type { Policies, Policy } from './policy.ts';

/**
 * The most policies that one call may compare by a usual matcher. Comparing blocks the process, and a model without equalities
 * compares all of them. A longer matcher counts several times.
 */
const mostCompared = 10_000;

/** Counts the comparisons of one call. */
export function createComparisonBudget() {
  let left = mostCompared;
  return (count: number, { cost }: Pick<PolicyModel, 'cost'> = { cost: 1 }): void => {
    left -= count * cost;
    if (left < 0) throw new Refusal('too-many-policies', { max: mostCompared });
  };
}

export type SpendComparisons = ReturnType<typeof createComparisonBudget>;

interface Question {
  fields: Fields;
  effectiveRoles: EffectiveRoles;
}

/** The request field that equals this policy field in every match. Only subjects have roles in permissions. */
function askedBy({ pins }: PolicyModel, field: string): string | undefined {
  const pin = pins.get(field);
  return pin && (!pin.isLink || field === 'p_sub') ? pin.field : undefined;
}

/** The wanted value if it is in the list. Without a wanted value, all of them. */
const chosen = (all: Iterable<string>, wanted: string | undefined, has: (wanted: string) => boolean) =>
  wanted === undefined ? [...all] : has(wanted) ? [wanted] : [];

/** The organization of an id `owner/name`, which is the domain in casbin. */
const ownerOf = (id: string) => id.slice(0, id.indexOf('/'));

/** The policies of a permission, as rows for casbin. */
function rowsOf(
  policy: Policy,
  model: PolicyModel,
  { fields, effectiveRoles }: Question,
  spend: SpendComparisons,
): string[][] {
  const { id, users, roles, resources, actions, effect } = policy;
  const wanted = (field: string) => fields[askedBy(model, field) ?? ''];
  const user = String(fields.r_sub);
  const objects = chosen(resources, wanted('p_obj'), (object) => resources.has(object));
  const acts = chosen(actions, wanted('p_act'), (action) => actions.has(action));
  // First, because a permission may have many more users.
  if (objects.length === 0 || acts.length === 0) return [];
  // A policy for a role of the user is also one for the user, even if the model has no roles.
  const hasRole = [...effectiveRoles.roles].some((role) => roles.has(role));
  const named = [...(wanted('p_sub') === undefined ? [...users, ...roles] : []), ...(hasRole ? [user] : [])];
  const isNamed = (subject: string) => users.has(subject) || roles.has(subject) || (hasRole && subject === user);
  const subjects = chosen(new Set(named), wanted('p_sub'), isNamed);
  spend(subjects.length * objects.length * acts.length, model);
  const row = (values: Readonly<Record<string, string>>) => [
    ...model.policyFields.map((field) => values[field] ?? ''),
    effect,
  ];
  const common = { p_permission: id, p_dom: ownerOf(id) };
  return subjects.flatMap((p_sub) =>
    objects.flatMap((p_obj) => acts.map((p_act) => row({ ...common, p_sub, p_obj, p_act }))),
  );
}

/** The policies of the user and their roles, if the model compares subjects. Otherwise all policies. */
function relevantPolicies({ all, bySubject }: Policies, model: PolicyModel, { fields, effectiveRoles }: Question) {
  if (askedBy(model, 'p_sub') !== 'r_sub') return all;
  const found = [String(fields.r_sub), ...effectiveRoles.roles].flatMap((id) => bySubject.get(id) ?? []);
  return [...new Set(found)];
}

function verdictOn(policies: Policies, model: PolicyModel, question: Question, spend: SpendComparisons) {
  const { fields, effectiveRoles } = question;
  const rows = relevantPolicies(policies, model, question).flatMap((policy) => rowsOf(policy, model, question, spend));
  const hasRole: HasRole = (one, other, domain) =>
    one === other ||
    (one === fields.r_sub && effectiveRoles.roles.has(other) && (domain === undefined || domain === ownerOf(other)));
  return verdictOf(model, rows, fields, hasRole);
}

/** Permissions store their actions in lower case. */
function questionOf(model: PolicyModel, request: readonly string[], effectiveRoles: EffectiveRoles): Question {
  const fields = fieldsOf(model, request);
  return { fields: fields.r_act ? { ...fields, r_act: fields.r_act.toLowerCase() } : fields, effectiveRoles };
}

/** The only decision on permissions: at least one policy allows, and none denies. */
export async function decideByPermissions(
  policies: readonly Policies[],
  request: readonly string[],
  { effectiveRolesOf, spend }: { effectiveRolesOf: EffectiveRolesOf; spend: SpendComparisons },
): Promise<boolean> {
  const effectiveRoles = await effectiveRolesOf(String(request[0]));
  const models = await Promise.all(policies.map(({ modelText }) => permissionModel(modelText)));
  const verdicts = models.map((model, index) => {
    const question = questionOf(model, request, effectiveRoles);
    return effectiveRoles.isActive ? verdictOn(policies[index] as Policies, model, question, spend) : undefined;
  });
  return verdicts.includes('allow') && !verdicts.includes('deny');
}
