import type { Answer, Asked, Method } from '../asked.ts';
import { type Doc, isObject } from '../document/normalized.ts';
import { ScimFailure, wrong } from '../failure.ts';
import { mostOperations } from '../limits.ts';
import { refersToUnknown, withIds } from './bulk-ids.ts';

interface Operation {
  method: Method;
  path: string;
  bulkId: string;
  data: unknown;
  version?: string;
}

type Perform = (method: Method, path: string, asked: Asked) => Promise<Answer>;
type Fail = (error: unknown) => { status: number; body: object };

const methods: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

function operationOf(sent: unknown): Operation {
  if (!isObject(sent)) throw wrong('invalidSyntax', 'An operation must be an object');
  const { method, path, bulkId, data, version } = sent;
  const named = String(method ?? '').toUpperCase();
  if (!methods.includes(named)) throw wrong('invalidSyntax', 'method must be POST, PUT, PATCH or DELETE');
  if (typeof path !== 'string' || !/^\/(Users|Groups)(\/[^/?#]+)?$/.test(path))
    throw wrong('invalidPath', 'path must name users or groups');
  if (named === 'POST' && (typeof bulkId !== 'string' || !bulkId)) throw wrong('invalidValue', 'POST needs a bulkId');
  return {
    ...{ method: named as Method, path, data, bulkId: typeof bulkId === 'string' ? bulkId : '' },
    ...(typeof version === 'string' && { version }),
  };
}

/** Several requests in one, each with a transaction of its own (RFC 7644, section 3.7). */
export function createBulk(perform: Perform, fail: Fail) {
  async function resultOf(asked: Asked, operation: Operation, ids: Map<string, string>): Promise<Doc> {
    const { method, path, bulkId, version } = operation;
    const about = { method, ...(bulkId && { bulkId }), ...(version && { version }) };
    // A long bulk request ends with its token, like every other one (S16).
    await asked.stillAllowed();
    try {
      if (refersToUnknown(operation.data, ids)) throw wrong('invalidValue', 'The bulkId names no resource');
      const own = { ...asked, query: {}, body: withIds(operation.data, ids), ifMatch: version };
      const answer = await perform(method, withIds(path, ids) as string, own);
      const id = answer.location?.split('/').at(-1);
      if (bulkId && id) ids.set(bulkId, id);
      return { ...about, location: answer.location, version: answer.version, status: String(answer.status) };
    } catch (error) {
      const { status, body } = fail(error);
      return { ...about, status: String(status), response: body };
    }
  }

  return async (asked: Asked): Promise<Answer> => {
    const { Operations: sent, failOnErrors } = isObject(asked.body) ? asked.body : {};
    if (!Array.isArray(sent)) throw wrong('invalidSyntax', 'Operations must be a list');
    if (sent.length > mostOperations) throw new ScimFailure(413, `More than ${mostOperations} operations`);
    const most = typeof failOnErrors === 'number' && failOnErrors > 0 ? failOnErrors : Number.POSITIVE_INFINITY;
    const waiting = sent.map((each) => operationOf(each));
    const results: Doc[] = [];
    const ids = new Map<string, string>();
    let errors = 0;
    while (waiting.length > 0 && errors < most) {
      // An operation waits for the resources that it names, if a later one makes them.
      const ready = waiting.findIndex(({ data, path }) => !refersToUnknown(data, ids) && !refersToUnknown(path, ids));
      const [next] = waiting.splice(Math.max(0, ready), 1) as [Operation];
      const result = await resultOf(asked, next, ids);
      results.push(result);
      if (Number(result.status) >= 400) errors++;
    }
    return {
      status: 200,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'], Operations: results },
    };
  };
}
