import { Refusal } from '../../core/errors.ts';
import type { Standing, StandingOf } from './effective-roles.ts';
import { type Fields, fieldsOf, verdictOf } from './evaluate.ts';
import type { Policies, Policy } from './policy.ts';
import { type HasRole, type PolicyModel, permissionModel } from './policy-model.ts';

/** Policies that one call may have compared: those that no index finds are all looked at, and nobody else is served meanwhile. */
const mostCompared = 10_000;

/** Counts what one call has had compared. */
export function createBudget() {
  let left = mostCompared;
  return (count: number): void => {
    left -= count;
    if (left < 0) throw new Refusal('too-many-policies', { max: mostCompared });
  };
}

export type Spend = ReturnType<typeof createBudget>;

interface Question {
  fields: Fields;
  standing: Standing;
}

/** The field of the request that this one of a matching policy is equal to. Roles of users alone have policies here. */
function askedBy({ pins }: PolicyModel, field: string): string | undefined {
  const pin = pins.get(field);
  return pin && (!pin.isLink || field === 'p_sub') ? pin.field : undefined;
}

/** Those that are equal to what is asked, or all where the model does not say that they must be. */
const chosen = (all: Iterable<string>, wanted: string | undefined, has: (wanted: string) => boolean) =>
  wanted === undefined ? [...all] : has(wanted) ? [wanted] : [];

/** Permissions and roles are called by owner/name; their organization is what casbin calls a domain. */
const ownerOf = (id: string) => id.slice(0, id.indexOf('/'));

/** The policies of a permission, as casbin compares them. */
function rowsOf(policy: Policy, model: PolicyModel, { fields, standing }: Question, spend: Spend): string[][] {
  const { id, users, roles, resources, actions, effect } = policy;
  const wanted = (field: string) => fields[askedBy(model, field) ?? ''];
  const user = String(fields.r_sub);
  // A policy of a role that he has stands for the user himself too, whether or not the model knows of roles.
  const hasRole = [...standing.roles].some((role) => roles.has(role));
  const named = [...(wanted('p_sub') === undefined ? [...users, ...roles] : []), ...(hasRole ? [user] : [])];
  const isNamed = (subject: string) => users.has(subject) || roles.has(subject) || (hasRole && subject === user);
  const subjects = chosen(new Set(named), wanted('p_sub'), isNamed);
  const objects = chosen(resources, wanted('p_obj'), (object) => resources.has(object));
  const acts = chosen(actions, wanted('p_act'), (action) => actions.has(action));
  spend(subjects.length * objects.length * acts.length);
  const row = (values: Readonly<Record<string, string>>) => [
    ...model.policyFields.map((field) => values[field] ?? ''),
    effect,
  ];
  const common = { p_permission: id, p_dom: ownerOf(id) };
  return subjects.flatMap((p_sub) =>
    objects.flatMap((p_obj) => acts.map((p_act) => row({ ...common, p_sub, p_obj, p_act }))),
  );
}

/** Of many policies those of the user and of his roles, where the model compares users. */
function speaking({ all, speakingOf }: Policies, model: PolicyModel, { fields, standing }: Question) {
  if (askedBy(model, 'p_sub') !== 'r_sub') return all;
  const found = [String(fields.r_sub), ...standing.roles].flatMap((id) => speakingOf.get(id) ?? []);
  return [...new Set(found)];
}

function verdictOn(policies: Policies, model: PolicyModel, question: Question, spend: Spend) {
  const { fields, standing } = question;
  const rows = speaking(policies, model, question).flatMap((policy) => rowsOf(policy, model, question, spend));
  const hasRole: HasRole = (one, other, domain) =>
    one === other ||
    (one === fields.r_sub && standing.roles.has(other) && (domain === undefined || domain === ownerOf(other)));
  return verdictOf(model, rows, fields, hasRole);
}

/** Permissions have their actions in small letters. */
function questionOf(model: PolicyModel, request: readonly string[], standing: Standing): Question {
  const fields = fieldsOf(model, request);
  return { fields: fields.r_act ? { ...fields, r_act: fields.r_act.toLowerCase() } : fields, standing };
}

/** The one judgement of permissions: allowed by one of the policies asked about and denied by none. */
export async function judge(
  policies: readonly Policies[],
  request: readonly string[],
  { standingOf, spend }: { standingOf: StandingOf; spend: Spend },
): Promise<boolean> {
  const standing = await standingOf(String(request[0]));
  const models = await Promise.all(policies.map(({ modelText }) => permissionModel(modelText)));
  const verdicts = models.map((model, index) => {
    const question = questionOf(model, request, standing);
    return standing.isLive ? verdictOn(policies[index] as Policies, model, question, spend) : undefined;
  });
  return verdicts.includes('allow') && !verdicts.includes('deny');
}
