import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { z } from 'zod';
import { Refusal } from '../../../core/errors.ts';
import { SourceError, type SourceProblem } from '../contract.ts';
import type { DatabaseDeps } from '../database/connect.ts';
import { incomplete } from '../incomplete.ts';

const limits = { timeoutMs: 30_000, maxBytes: 16 * 2 ** 20, redirects: 0 };

/** A token of the admin API. It ends within minutes, so a long reading gets new ones. */
export interface AdminToken {
  current(): Promise<string>;
}

const originOf = ({ host, port, sslMode }: Syncer): string =>
  `${sslMode === 'disable' ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

const atHost = ({ host, port }: Syncer): string => `${host}:${port}`;

const failed = (problem: SourceProblem, cause?: unknown) => new SourceError(problem, cause);

/** Sends a request through the egress gate, and reads the answer. */
async function answerOf<T>(
  syncer: Syncer,
  { egress, signal }: DatabaseDeps,
  { path, schema, init }: { path: string; schema: z.ZodType<T>; init: object },
): Promise<{ status: number; value: T | undefined }> {
  const params = { host: atHost(syncer) };
  const unreachable: SourceProblem = { code: 'keycloak-unreachable', params, field: 'host' };
  try {
    const ca = syncer.caCertificate || undefined;
    const { status, body } = await egress
      .for({ organization: syncer.organization })
      .fetch(`${originOf(syncer)}${path}`, { ...init, ...(signal && { signal }) }, { ...limits, ...(ca && { ca }) });
    if (status >= 400) return { status, value: undefined };
    return { status, value: schema.parse(JSON.parse(body.toString('utf8'))) };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'egress-refused') throw error;
    throw failed(unreachable, error);
  }
}

const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().default(60) });

/** Signs in as a client with a service account. */
export async function signInToAdminApi(syncer: Syncer, deps: DatabaseDeps): Promise<AdminToken> {
  const { user, password, realm, host } = syncer;
  for (const [field, value] of Object.entries({ host, user, realm })) if (!value) throw failed(incomplete(field));
  const path = `/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`;
  async function fresh(): Promise<z.infer<typeof answer>> {
    const basic = Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`).toString('base64');
    const init = {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    };
    const { status, value } = await answerOf(syncer, deps, { path, schema: answer, init });
    if (status === 404) throw failed({ code: 'keycloak-no-realm', params: { realm }, field: 'realm' });
    // A Keycloak that starts, or the proxy of one that is away, judges no secret.
    if (status >= 500) throw failed({ code: 'keycloak-unreachable', params: { host: atHost(syncer) }, field: 'host' });
    if (!value) throw failed({ code: 'keycloak-client-refused', field: 'password' });
    return value;
  }
  let token = await fresh();
  let until = Date.now() + token.expires_in * 500;
  return {
    async current() {
      if (Date.now() > until) {
        token = await fresh();
        until = Date.now() + token.expires_in * 500;
      }
      return token.access_token;
    },
  };
}

interface AdminCall<T> {
  path: string;
  schema: z.ZodType<T>;
  token: AdminToken;
  signal?: AbortSignal | undefined;
}

/** Reads from the admin API of the realm. */
export async function callAdminApi<T>(
  syncer: Syncer,
  deps: DatabaseDeps,
  { path, schema, token, signal }: AdminCall<T>,
): Promise<T> {
  const init = { headers: { authorization: `Bearer ${await token.current()}`, accept: 'application/json' } };
  const whole = `/admin/realms/${encodeURIComponent(syncer.realm)}/${path}`;
  const { status, value } = await answerOf(
    syncer,
    { ...deps, signal: signal ?? deps.signal },
    { path: whole, schema, init },
  );
  if (status === 401 || status === 403) throw failed({ code: 'keycloak-role-missing', field: 'user' });
  if (status === 404) throw failed({ code: 'keycloak-not-found', field: 'realm' });
  if (value === undefined)
    throw failed({ code: 'keycloak-unreachable', params: { host: atHost(syncer) }, field: 'host' });
  return value;
}
