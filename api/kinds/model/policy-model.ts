import { createRequire } from 'node:module';
import type { Enforcer, Model } from 'casbin';
import { LRUCache } from 'lru-cache';
import type { FieldProblem } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import { costOf, type Equalities, type Expression, equalitiesOf, forbiddenPart } from './matcher.ts';

/** With an import, Node does not find the export `parse` of this CommonJS module. */
const require = createRequire(import.meta.url);

/** The model of permissions that name no model. */
const defaultModel = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && r.obj == p.obj && r.act == p.act`;

/** Fields that permissions fill: their id, their organization as domain, and their lists. */
const permissionFields = ['p_permission', 'p_dom', 'p_sub', 'p_obj', 'p_act'];
/** A role belongs to an organization, which a model may call its domain. */
const roleDefinitions = ['_,_', '_,_,_'];
const effectField = 'p_eft';
/** Deny always wins, so both effects have the same result. */
const denyWins = 'some(where (p_eft == allow)) && !some(where (p_eft == deny))';
const effects = ['some(where (p_eft == allow))', denyWins];
const longest = 4_000;
/** Tables of adapters have so many columns. */
const mostFields = 6;
const mostKnown = 200;

/** Tells whether the user has the role. The domain is undefined in models without domains. */
export type HasRole = (user: string, role: string, domain?: string) => boolean;

/** A model that passed all checks. */
export interface PolicyModel {
  enforcer: Enforcer;
  requestFields: string[];
  /** Without the effect, which follows them in every policy. */
  policyFields: string[];
  /** Policies have an effect field; without it they allow. */
  hasEffect: boolean;
  pins: Equalities;
  /** The cost of comparing one policy by its matcher, counted in comparisons by a usual matcher. */
  cost: number;
  /** Gives casbin the policies and roles for the next request. */
  use: (policies: string[][], hasRole: HasRole) => void;
}

const wrong = (code: FieldProblem['code'], params: Record<string, string | number> = {}) =>
  invalid([{ field: 'modelText', code, params }]);

const definition = (section: string, allowed: string) => wrong('model-definition', { section, allowed });

/** casbin is slow with long lines, so comments go first. */
function withoutComments(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[#;].*/, '').trim());
  const bare = lines.filter(Boolean).join('\n');
  if (bare.length > longest) throw wrong('too-long', { max: longest });
  // casbin also replaces `eval` inside of quoted texts, by the content of policies.
  if (/\beval\b/.test(bare)) throw wrong('matcher-part', { part: 'eval' });
  return bare;
}

async function read(text: string): Promise<Model> {
  const { Model } = await import('casbin');
  const model = new Model();
  const bare = withoutComments(text);
  try {
    model.loadModelFromText(bare);
  } catch (cause) {
    throw Object.assign(wrong('model-unreadable'), { cause });
  }
  return model;
}

const areNames = (tokens: readonly string[]) =>
  tokens.length <= mostFields &&
  tokens.every((each) => /^[rp]_\w{1,50}$/.test(each)) &&
  new Set(tokens).size === tokens.length;

function checkDefinitions({ model }: Model) {
  const only = (section: string) => (model.get(section)?.size === 1 ? model.get(section)?.get(section) : undefined);
  const requestFields = only('r')?.tokens ?? [];
  if (!areNames(requestFields) || requestFields[0] !== 'r_sub')
    throw definition('request_definition', 'r = sub, obj, act');
  const policy = only('p');
  const hasEffect = policy?.tokens.at(-1) === effectField;
  const policyFields = policy?.tokens.slice(0, hasEffect ? -1 : undefined) ?? [];
  if (!policy || !areNames(policy.tokens) || policyFields.length === 0 || policyFields.includes(effectField))
    throw definition('policy_definition', 'p = sub, obj, act');
  policy.tokens = [...policyFields, effectField];
  const hasRoles = model.has('g');
  const links = roleDefinitions.indexOf(only('g')?.value.replaceAll(' ', '') ?? '');
  if (hasRoles && links < 0) throw definition('role_definition', 'g = _, _');
  const effect = only('e');
  if (!effect || !effects.includes(effect.value)) throw definition('policy_effect', 'e = some(where (p.eft == allow))');
  effect.value = denyWins;
  return { requestFields, policyFields, hasEffect, linkedBy: hasRoles ? links + 2 : 0 };
}

async function checkMatcher(
  { model }: Model,
  fields: readonly string[],
  linkedBy: number,
): Promise<{ pins: Equalities; cost: number }> {
  const { parse }: typeof import('@casbin/expression-eval') = require('@casbin/expression-eval');
  const { Util } = await import('casbin');
  const matcher = model.get('m')?.size === 1 ? (model.get('m')?.get('m')?.value ?? '') : '';
  let root: Expression;
  try {
    // casbin does this before it evaluates.
    root = parse(Util.bracketCompatible(matcher)) as Expression;
  } catch (cause) {
    throw Object.assign(wrong('model-unreadable'), { cause });
  }
  const refused = forbiddenPart(root, [...fields, effectField], linkedBy);
  if (refused) throw wrong(refused.code, refused.params);
  // Otherwise every policy matches, and one that denies would allow.
  if (!matcher.includes('p_')) throw definition('matchers', 'm = r.sub == p.sub && r.obj == p.obj && r.act == p.act');
  return { pins: equalitiesOf(root), cost: costOf(root) };
}

async function build(text: string): Promise<PolicyModel> {
  const { newEnforcer } = await import('casbin');
  const model = await read(text);
  const { linkedBy, ...definitions } = checkDefinitions(model);
  const matcher = await checkMatcher(model, [...definitions.requestFields, ...definitions.policyFields], linkedBy);
  const enforcer = await newEnforcer(model);
  const policy = model.model.get('p')?.get('p');
  const roles = model.model.get('g')?.get('g');
  return {
    enforcer,
    ...definitions,
    ...matcher,
    use(policies, hasRole) {
      if (policy) policy.policy = policies;
      if (roles) roles.rm = { syncedHasLink: hasRole } as never;
    },
  };
}

const known = new LRUCache<string, Promise<PolicyModel>>({ max: mostKnown });

/** Reads a model once. Refuses text that is no model, or that could do more than compare. */
export function policyModel(text: string): Promise<PolicyModel> {
  const given = text.trim() === '' ? defaultModel : text;
  const found = known.get(given) ?? build(given);
  known.set(given, found);
  found.catch(() => known.delete(given));
  return found;
}

/** Reads a model for permissions, which fill `permissionFields` only. */
export async function permissionModel(text: string): Promise<PolicyModel> {
  const model = await policyModel(text);
  if (!model.policyFields.every((field) => permissionFields.includes(field)))
    throw definition('policy_definition', 'p = sub, obj, act');
  return model;
}
