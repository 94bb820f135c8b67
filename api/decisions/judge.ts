import { Refusal } from '../http/errors.ts';
import { invalid } from '../resources/input.ts';
import type { Policies, Policy } from './policy.ts';
import { type PolicyModel, policyModel } from './policy-model.ts';
import type { Standing, StandingOf } from './standing.ts';

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

type Spend = ReturnType<typeof createBudget>;

interface Question {
  /** By the names that the model has for them. */
  fields: Readonly<Record<string, string>>;
  standing: Standing;
}

/** Those that are equal to what is asked, or all where the model does not say that they must be. */
const chosen = (all: Iterable<string>, wanted: string | undefined, has: (wanted: string) => boolean) =>
  wanted === undefined ? [...all] : has(wanted) ? [wanted] : [];

/** The policies of a permission, as casbin compares them. */
function rowsOf(policy: Policy, { pins }: PolicyModel, { fields, standing }: Question, spend: Spend): string[][] {
  const { id, users, roles, resources, actions, effect } = policy;
  const wanted = (field: string) => fields[pins.get(field) ?? ''];
  const user = String(fields.r_sub);
  // A policy of a role that he has stands for the user himself too, whether or not the model knows of roles.
  const hasRole = [...standing.roles].some((role) => roles.has(role));
  const named = [...(wanted('p_sub') === undefined ? [...users, ...roles] : []), ...(hasRole ? [user] : [])];
  const isNamed = (subject: string) => users.has(subject) || roles.has(subject) || (hasRole && subject === user);
  const subjects = chosen(new Set(named), wanted('p_sub'), isNamed);
  const objects = chosen(resources, wanted('p_obj'), (object) => resources.has(object));
  const acts = chosen(actions, wanted('p_act'), (action) => actions.has(action));
  spend(subjects.length * objects.length * acts.length);
  return subjects.flatMap((subject) =>
    objects.flatMap((object) => acts.map((action) => [id, subject, object, action, effect])),
  );
}

/** Of many policies those of the user and of his roles, where the model compares users. */
function speaking({ all, speakingOf }: Policies, { pins }: PolicyModel, { fields, standing }: Question) {
  if (pins.get('p_sub') !== 'r_sub') return all;
  const found = [String(fields.r_sub), ...standing.roles].flatMap((id) => speakingOf.get(id) ?? []);
  return [...new Set(found)];
}

function fieldsOf({ requestFields }: PolicyModel, request: readonly string[]): Record<string, string> {
  if (request.length !== requestFields.length) {
    const names = requestFields.map((field) => field.slice('r_'.length)).join(', ');
    throw invalid([{ field: 'request', code: 'request-fields', params: { fields: names } }]);
  }
  const values = requestFields.map((field, index) => {
    const value = String(request[index]);
    return [field, field === 'r_act' ? value.toLowerCase() : value];
  });
  return Object.fromEntries(values);
}

const policyEffect = 4;

/** What policies of one model say: nothing, if none matches. */
function verdictOf(model: PolicyModel, policies: Policies, question: Question, spend: Spend) {
  const rows = speaking(policies, model, question).flatMap((policy) => rowsOf(policy, model, question, spend));
  // Without any policy casbin would compare with empty texts.
  if (rows.length === 0) return;
  const { fields, standing } = question;
  model.use(rows, (one, other) => one === other || (one === fields.r_sub && standing.roles.has(other)));
  const [isAllowed, decisive] = model.enforcer.enforceExSync(...Object.values(fields));
  return isAllowed ? 'allow' : decisive[policyEffect] === 'deny' ? 'deny' : undefined;
}

/** The one judgement of permissions: allowed by one of the policies asked about and denied by none. */
export async function judge(
  policies: readonly Policies[],
  request: readonly string[],
  { standingOf, spend }: { standingOf: StandingOf; spend: Spend },
): Promise<boolean> {
  const standing = await standingOf(String(request[0]));
  const models = await Promise.all(policies.map(({ modelText }) => policyModel(modelText)));
  const verdicts = models.map((model, index) => {
    const question = { fields: fieldsOf(model, request), standing };
    return standing.isLive ? verdictOf(model, policies[index] as Policies, question, spend) : undefined;
  });
  return verdicts.includes('allow') && !verdicts.includes('deny');
}
