import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { nora, realm, secrets, storedPassword } from '../keycloak/real-realm.ts';

const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');

/** Writes the realm of the real Keycloak as its export does: with keys, and with digests instead of passwords. */
export async function writeExport(folder: string): Promise<string> {
  const key = await generateCert({
    ...{ name: 'acme', owner: 'acme', cryptoAlgorithm: 'RS256', bitSize: 2048, expireInYears: 10, now: new Date() },
  });
  const config = { privateKey: [bare(key.privateKey)], certificate: [bare(key.certificate)], priority: ['100'] };
  const [, ...others] = nora.credentials;
  const otto = {
    ...{ id: '5b1d7c52-0000-4000-8000-000000000001', username: 'otto', email: 'otto@example.com', emailVerified: true },
    ...{ firstName: 'Otto', lastName: 'Normal', enabled: true, credentials: [await storedPassword(secrets.password)] },
  };
  const users = [
    {
      ...nora,
      id: '5b1d7c52-0000-4000-8000-000000000000',
      credentials: [await storedPassword(secrets.ofNora), ...others],
    },
    otto,
    { ...otto, id: '5b1d7c52-0000-4000-8000-000000000002', username: 'blocked', email: '', enabled: false },
  ];
  const components = {
    'org.keycloak.keys.KeyProvider': [{ name: 'rsa-generated', providerId: 'rsa-generated', config }],
  };
  const path = join(folder, 'acme-realm.json');
  writeFileSync(path, JSON.stringify({ ...realm, components, users }));
  return path;
}
