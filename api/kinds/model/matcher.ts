import type { FieldProblem } from '../../core/errors.ts';

/** A node of casbin's parser, with the members of the allowed node types. */
export interface Expression {
  type: string;
  operator?: string;
  name?: string;
  raw?: string;
  value?: unknown;
  left?: Expression;
  right?: Expression;
  argument?: Expression;
  callee?: Expression;
  arguments?: Expression[];
}

/** A condition on one field of every matching policy. */
export interface Equality {
  /** The request field that it equals. */
  field: string;
  /** It may also be a role of that request field. */
  isLink: boolean;
}

/** By policy field: `p_sub` → `r_sub`. */
export type Equalities = ReadonlyMap<string, Equality>;

/** Functions without patterns that can take long: keyMatch compares the text before a star. */
const functions: Readonly<Record<string, number>> = { keyMatch: 2 };
const operators = ['&&', '||', '==', '!='];
const mostNodes = 200;

interface Refused {
  code: FieldProblem['code'];
  params?: Record<string, string | number>;
}

const childrenOf = ({ left, right, argument, arguments: given = [] }: Expression) =>
  [left, right, argument, ...given].filter((each) => each !== undefined);

const isPlain = ({ type, value }: Expression) =>
  type === 'Literal' && ['string', 'number', 'boolean'].includes(typeof value);

/** Says whether a matcher may contain this node, without its children. casbin evaluates everything that passes here (S6). */
function isAllowed(node: Expression, names: ReadonlySet<string>, callable: typeof functions): boolean {
  const { type, operator = '', name = '', callee, arguments: given = [] } = node;
  if (type === 'BinaryExpression' || type === 'LogicalExpression') return operators.includes(operator);
  if (type === 'UnaryExpression') return operator === '!';
  if (type === 'Identifier') return names.has(name);
  if (type === 'CallExpression')
    return (
      callee?.type === 'Identifier' &&
      names.has(`${callee.name}()`) &&
      given.length === callable[callee.name ?? ''] &&
      given.every((each) => each.type === 'Identifier' || isPlain(each))
    );
  return isPlain(node);
}

const described = ({ type, operator, callee, name, raw }: Expression) =>
  (operator ?? callee?.name ?? name ?? raw ?? type).slice(0, 50);

/** A matcher of this many nodes costs one comparison for each policy, a longer one costs more. */
const nodesOfOne = 50;
/** A call of `g` or `keyMatch` takes as long as a few comparisons. */
const nodesOfCall = 6;

/** The cost of comparing one policy by this matcher, counted in comparisons by a usual matcher. */
export function costOf(root: Expression): number {
  const waiting = [root];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += node.type === 'CallExpression' ? nodesOfCall : 1;
    waiting.push(...childrenOf(node));
  }
  return Math.max(1, Math.ceil(count / nodesOfOne));
}

/** The first part of a matcher that is not allowed. `linkedBy` is the number of arguments of `g`, or 0 without roles. */
export function forbiddenPart(root: Expression, fields: readonly string[], linkedBy: number): Refused | undefined {
  const callable = { ...functions, ...(linkedBy > 0 && { g: linkedBy }) };
  const names = new Set([...fields, ...Object.keys(callable).map((name) => `${name}()`)]);
  const waiting = [root];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += 1;
    if (count > mostNodes) return { code: 'matcher-too-long' };
    if (!isAllowed(node, names, callable)) return { code: 'matcher-part', params: { part: described(node) } };
    waiting.push(...childrenOf(node));
  }
  return undefined;
}

/** Reads `r.sub == p.sub` or `g(r.sub, p.sub)`; in `g`, a name is also linked to itself. */
function equalityOf(node: Expression): [string, Equality] | undefined {
  const { type, operator, callee, left, right, arguments: given = [] } = node;
  const isLink = type === 'CallExpression' && callee?.name === 'g';
  const isEqual = type === 'BinaryExpression' && operator === '==';
  const [one = '', other = ''] = (isEqual ? [left, right] : isLink ? given : []).map((each) => each?.name ?? '');
  if (isLink) return one === 'r_sub' && other.startsWith('p_') ? [other, { field: one, isLink }] : undefined;
  if (one.startsWith('r_') && other.startsWith('p_')) return [other, { field: one, isLink }];
  return one.startsWith('p_') && other.startsWith('r_') ? [one, { field: other, isLink }] : undefined;
}

/** The equalities that every match fulfils. As an index, they leave only few policies to compare. */
export function equalitiesOf(root: Expression): Equalities {
  if (root.operator === '&&' && root.left && root.right)
    return new Map([...equalitiesOf(root.right), ...equalitiesOf(root.left)]);
  const pin = equalityOf(root);
  return new Map(pin && [pin]);
}
