import { randomBytes, randomUUID } from 'node:crypto';
import { parseNew } from '../core/objects/rules/input.ts';
import type { Work } from '../core/objects/rules/kind-hooks.ts';
import type { Db } from '../db/knex.ts';
import { generateSecret } from '../kinds/application/generated-secrets.ts';
import { generateCert } from '../kinds/cert/keys/generate-cert.ts';
import { checkPassword } from '../kinds/user/new-password.ts';
import { hashPassword } from '../kinds/user/passwords/passwords.ts';

const generatedPassword = () => randomBytes(15).toString('base64url');

/** The objects of a new installation. All keys and passwords are generated here. None is shipped. */
async function builtIns(password: string, now: Date): Promise<[kind: string, object: Record<string, unknown>][]> {
  const createdTime = now.toISOString();
  const cert = await generateCert({
    name: 'cert-built-in',
    owner: 'admin',
    cryptoAlgorithm: 'RS256',
    bitSize: 4096,
    expireInYears: 20,
    now,
  });
  return [
    ['organization', { name: 'built-in', displayName: 'Built-in Organization', isProfilePublic: false }],
    ['cert', { name: 'cert-built-in', displayName: 'Built-in Cert', ...cert }],
    [
      'provider',
      { name: 'provider_captcha_default', displayName: 'Captcha Default', category: 'Captcha', type: 'Default' },
    ],
    [
      'application',
      {
        name: 'app-built-in',
        displayName: 'Doorwright',
        organization: 'built-in',
        cert: 'cert-built-in',
        clientId: randomBytes(10).toString('hex'),
        clientSecret: generateSecret(),
        enablePassword: true,
        enableSignUp: false,
        // The console works with sessions. With more access, this secret would administer the whole platform.
        apiAccess: 'read-account',
        providers: [
          {
            name: 'provider_captcha_default',
            canSignUp: false,
            canSignIn: false,
            canUnlink: false,
            prompted: false,
            alertType: 'None',
          },
        ],
      },
    ],
    [
      'user',
      {
        owner: 'built-in',
        name: 'admin',
        id: randomUUID(),
        displayName: 'Admin',
        isAdmin: true,
        isGlobalAdmin: true,
        ranking: 1,
        signupApplication: 'app-built-in',
        createdTime,
        ...(await hashPassword({ type: 'argon2id', password })),
      },
    ],
  ];
}

/** Any number works if all replicas use the same. */
const lockKey = 7_018_002;

/**
 * Fills an empty database in one transaction. Replicas that start together take turns. Returns the first
 * administrator's password if it was generated. `keep` gets it before the database has it.
 */
export async function seed(
  db: Db,
  work: Omit<Work, 'caller' | 'sql'>,
  { adminPassword, keep }: { adminPassword?: string | undefined; keep?: (password: string) => Promise<void> },
): Promise<{ password?: string }> {
  return db.transaction(async (sql) => {
    await sql.raw('SELECT pg_advisory_xact_lock(?)', [lockKey]);
    if (await work.store('organization').find(sql, 'admin', 'built-in')) return {};
    const password = adminPassword ?? generatedPassword();
    if (!adminPassword) await keep?.(password);
    checkPassword(password, { refuseWeakPasswords: true, passwordLength: 0 });
    for (const [kind, object] of await builtIns(password, work.now)) {
      const fields = parseNew(work.registry.named(kind), object, work.now);
      await work.store(kind).insert(sql, { ...fields, ...object });
    }
    return adminPassword ? {} : { password };
  });
}
