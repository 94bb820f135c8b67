import type { FieldProblem } from '../http/errors.ts';

/** A node as casbin's parser makes it; only the kinds that are allowed are told apart. */
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

/** Fields of policies that a matching one has equal to a field of the request: `p_sub` → `r_sub`. */
export type Pins = ReadonlyMap<string, string>;

/** None of them works on a pattern that could take long: keyMatch compares up to a star. */
const functions: Readonly<Record<string, number>> = { keyMatch: 2, g: 2 };
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

/** May a matcher hold this, whatever stands within it? Everything is evaluated that is not refused here (S6). */
function isAllowed(node: Expression, names: ReadonlySet<string>): boolean {
  const { type, operator = '', name = '', callee, arguments: given = [] } = node;
  if (type === 'BinaryExpression' || type === 'LogicalExpression') return operators.includes(operator);
  if (type === 'UnaryExpression') return operator === '!';
  if (type === 'Identifier') return names.has(name);
  if (type === 'CallExpression')
    return (
      callee?.type === 'Identifier' &&
      names.has(`${callee.name}()`) &&
      given.length === functions[callee.name ?? ''] &&
      given.every((each) => each.type === 'Identifier' || isPlain(each))
    );
  return isPlain(node);
}

const described = ({ type, operator, callee, name, raw }: Expression) =>
  (operator ?? callee?.name ?? name ?? raw ?? type).slice(0, 50);

/** What a matcher may not hold, of those that know these fields of requests and policies. */
export function refusedIn(root: Expression, fields: readonly string[], hasRoles: boolean): Refused | undefined {
  const callable = Object.keys(functions).filter((name) => name !== 'g' || hasRoles);
  const names = new Set([...fields, ...callable.map((name) => `${name}()`)]);
  const waiting = [root];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += 1;
    if (count > mostNodes) return { code: 'matcher-too-long' };
    if (!isAllowed(node, names)) return { code: 'matcher-part', params: { part: described(node) } };
    waiting.push(...childrenOf(node));
  }
  return undefined;
}

/** `r.sub == p.sub` or `g(r.sub, p.sub)`: a user is linked to himself, and his roles' policies are read as his. */
function pinOf({
  type,
  operator,
  callee,
  left,
  right,
  arguments: given = [],
}: Expression): [string, string] | undefined {
  const isEqual = type === 'BinaryExpression' && operator === '==';
  const isLink = type === 'CallExpression' && callee?.name === 'g';
  const [one = '', other = ''] = (isEqual ? [left, right] : isLink ? given : []).map((each) => each?.name ?? '');
  if (isLink) return one === 'r_sub' && other === 'p_sub' ? [other, one] : undefined;
  if (one.startsWith('r_') && other.startsWith('p_')) return [other, one];
  return one.startsWith('p_') && other.startsWith('r_') ? [one, other] : undefined;
}

/** What every policy that matches has in common with the request, so that only few need to be compared. */
export function pinsOf(root: Expression): Pins {
  if (root.operator === '&&' && root.left && root.right) return new Map([...pinsOf(root.right), ...pinsOf(root.left)]);
  const pin = pinOf(root);
  return new Map(pin && [pin]);
}
