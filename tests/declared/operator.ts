import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import { testKey } from '../harness/database/template.ts';

export interface Told {
  status: number;
  // Tests read answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test asserts
  body: any;
  text: string;
}

export interface Declaration {
  uid: string;
  namespace?: string;
  name?: string;
  cluster?: string;
  generation?: number;
  fields?: Record<string, unknown>;
  adoption?: 'Fail' | 'IfIdentical' | 'Adopt';
  dryRun?: boolean;
  ifMatch?: string;
}

/** The token of an operator beside an api of tests. */
export const operatorToken = localToken(createSecretBox([testKey]));

/** A plain client of the declared surface. */
export function createOperator(url: string, token = operatorToken) {
  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Told> {
    const response = await fetch(`${url}/declared/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text), text };
  }

  const put = (path: string, declaration: Declaration): Promise<Told> => {
    const { uid, namespace = 'shop', name = path.split('/')[2] ?? '', cluster = 'test', generation = 1 } = declaration;
    const { fields = {}, adoption = 'Fail', dryRun = false, ifMatch } = declaration;
    const origin = { cluster, namespace, name, uid, generation };
    return ask(
      'PUT',
      path,
      { origin, fields, policies: { adoption }, dryRun },
      {
        'Idempotency-Key': uid,
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
    );
  };

  return {
    ask,
    put,
    get: (path: string) => ask('GET', path),
    post: (path: string, body?: unknown) => ask('POST', path, body),
    remove: (path: string, uid: string, policy: string) =>
      ask('DELETE', `${path}?policy=${policy}`, undefined, { 'Idempotency-Key': uid }),
  };
}

export type Operator = ReturnType<typeof createOperator>;
