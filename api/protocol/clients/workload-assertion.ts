import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Request } from 'express';
import type { Provider } from 'oidc-provider';
import { clusterTokenCheck } from '../../core/cluster/cluster-token.ts';
import { Refusal } from '../../core/errors.ts';
import type { ProtocolDeps } from '../deps.ts';
import { judgeSecrets } from '../patches/client-secrets.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Requests whose assertion was verified, with their client. Only this file writes here. */
const proven = new WeakMap<IncomingMessage, string>();

/** The library knows clients with secrets only. This secret has no owner, and is never compared for a workload. */
export const workloadMetadata = {
  client_secret: randomBytes(32).toString('base64url'),
  token_endpoint_auth_method: 'client_secret_post',
} as const;

interface KnownClients {
  application: (clientId: string) => Promise<Application | undefined>;
}

const serviceAccountOf = ({ workload }: Application) => `system:serviceaccount:${workload.replace('/', ':')}`;

/**
 * A workload proves itself by the token for our issuer that Kubernetes projects into its pod. The library expects
 * assertions that clients issue themselves. So this file verifies the token, and a secret takes its place. A token may
 * be used again until it expires, because kubelets project one token for an hour.
 */
export const createWorkloadProof = ({ config, now }: ProtocolDeps, clients: KnownClients) => {
  const subjectOf = clusterTokenCheck(config);
  return async (req: Request): Promise<void> => {
    const { client_id, client_assertion, client_assertion_type, ...others } = req.body ?? {};
    if (typeof client_id !== 'string' || typeof client_assertion !== 'string') return;
    const application = await clients.application(client_id);
    if (application?.clientType !== 'workload' || others.client_secret || req.headers.authorization) return;
    const wanted = { audience: config.DOORWRIGHT_ORIGIN, now: now() };
    const subject = await subjectOf(client_assertion, wanted).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'operator-unknown') return undefined;
      throw error;
    });
    if (client_assertion_type === assertionType && subject === serviceAccountOf(application))
      proven.set(req, client_id);
    req.body = { ...others, client_id, client_secret: workloadMetadata.client_secret };
  };
};

/** No secret proves a workload, and no assertion proves another client. */
export function admitWorkloads(provider: Provider): void {
  judgeSecrets(provider, async (client, _shown, { ctx, compare }) => {
    if ((client.application as Application).clientType !== 'workload') return compare();
    return ctx !== undefined && proven.get(ctx.req) === client.clientId;
  });
}
