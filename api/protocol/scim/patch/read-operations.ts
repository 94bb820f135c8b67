import { isObject } from '../document/normalized.ts';
import { wrong } from '../failure.ts';
import type { Op, Operation } from './apply.ts';

const ops: readonly string[] = ['add', 'replace', 'remove'] satisfies Op[];
const most = 1_000;

const memberOf = (object: Record<string, unknown>, name: string) =>
  Object.entries(object).find(([each]) => each.toLowerCase() === name)?.[1];

function operationOf(sent: unknown): Operation {
  const refuse = (detail: string) => wrong('invalidSyntax', detail);
  if (!isObject(sent)) throw refuse('An operation must be an object');
  // Entra writes `Add`, `Replace` and `Remove`.
  const op = String(memberOf(sent, 'op') ?? '').toLowerCase();
  if (!ops.includes(op)) throw refuse('op must be add, replace or remove');
  const path = memberOf(sent, 'path');
  if (path !== undefined && path !== null && typeof path !== 'string') throw refuse('path must be a string');
  const value = memberOf(sent, 'value');
  if (op === 'add' && value === undefined) throw refuse('add needs a value');
  return { op: op as Op, ...(path && { path }), value };
}

/** The operations of the body of a PATCH (RFC 7644, section 3.5.2). */
export function readOperations(body: unknown): Operation[] {
  const sent = isObject(body) ? memberOf(body, 'operations') : undefined;
  if (!Array.isArray(sent) || sent.length === 0) throw wrong('invalidSyntax', 'Operations must be a list');
  if (sent.length > most) throw wrong('invalidSyntax', `More than ${most} operations`);
  return sent.map(operationOf);
}
