import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';

export interface ApiServerSetup {
  dir: string;
  port: number;
  etcdUrl: string;
  auditLog: boolean | 'bodies';
  extraArgs: string[];
}

export interface ApiServerConfig {
  url: string;
  adminToken: string;
  certificateFile: string;
  serviceAccountKeyFile: string;
  auditLogFile: string;
  args: string[];
}

/** The audit log never contains bodies of Secrets. */
const withBodies = [{ group: 'doorwright.dev' }, { group: 'events.k8s.io' }, { group: 'coordination.k8s.io' }];

/** Writes the keys and tokens of one API server and returns the arguments that start and restart it. */
export function configureApiServer({ dir, port, etcdUrl, auditLog, extraArgs }: ApiServerSetup): ApiServerConfig {
  const url = `https://127.0.0.1:${port}`;
  const certificates = join(dir, 'certificates');
  const serviceAccountKeyFile = join(dir, 'service-account.key');
  const tokenFile = join(dir, 'tokens.csv');
  const auditPolicyFile = join(dir, 'audit-policy.json');
  const auditLogFile = join(dir, 'audit.log');
  const adminToken = randomBytes(24).toString('hex');
  const secret = { mode: 0o600 };

  mkdirSync(certificates);
  writeFileSync(tokenFile, `${adminToken},admin,admin,"system:masters"\n`, secret);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(serviceAccountKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), secret);
  const auditPolicy = {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [
      ...(auditLog === 'bodies' ? [{ level: 'RequestResponse', resources: withBodies }] : []),
      { level: 'Metadata' },
    ],
  };
  writeFileSync(auditPolicyFile, JSON.stringify(auditPolicy));

  const args = [
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${port}`,
    // At the first start it signs its own certificate there, for 127.0.0.1 and localhost.
    `--cert-dir=${certificates}`,
    `--etcd-servers=${etcdUrl}`,
    // Without nodes, nothing uses the endpoints of the `kubernetes` service.
    '--endpoint-reconciler-type=none',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--authorization-mode=RBAC',
    '--anonymous-auth=true',
    `--token-auth-file=${tokenFile}`,
    // The server is its own issuer, so that clients reach its discovery document and JWKS over verified TLS.
    `--service-account-issuer=${url}`,
    `--service-account-jwks-uri=${url}/openid/v1/jwks`,
    `--service-account-key-file=${serviceAccountKeyFile}`,
    `--service-account-signing-key-file=${serviceAccountKeyFile}`,
    ...(auditLog ? [`--audit-policy-file=${auditPolicyFile}`, `--audit-log-path=${auditLogFile}`] : []),
    ...extraArgs,
  ];
  const certificateFile = join(certificates, 'apiserver.crt');
  return { url, adminToken, certificateFile, serviceAccountKeyFile, auditLogFile, args };
}

/** Tells whether the server answers `ok` over TLS that is verified against its certificate. */
export async function isReady({ url, certificateFile, adminToken }: ApiServerConfig): Promise<boolean> {
  try {
    const ca = readFileSync(certificateFile);
    return await new Promise<boolean>((resolve, reject) => {
      const options = { ca, agent: false, timeout: 5_000, headers: { authorization: `Bearer ${adminToken}` } };
      const call = request(`${url}/readyz`, options, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      });
      call.once('timeout', () => call.destroy(new Error('readyz did not answer')));
      call.once('error', reject);
      call.end();
    });
  } catch {
    // The server does not listen yet, or its certificate is missing or incomplete.
    return false;
  }
}
