import type { Loss } from '../contract.ts';
import type { ExportedUser } from './contract.ts';
import { type DigestForm, formOf } from './digest-forms.ts';
import { lossOf } from './user-fields.ts';

/** Keycloak writes the data of a credential as texts of JSON. */
const credential = (type: string, secretData: unknown, credentialData: unknown) => ({
  type,
  secretData: JSON.stringify(secretData),
  credentialData: JSON.stringify(credentialData),
});

/** Keycloak's own name for PBKDF2 with SHA-1 has no suffix. */
const pbkdf2Names = { sha1: 'pbkdf2', sha256: 'pbkdf2-sha256', sha512: 'pbkdf2-sha512' };

function passwordCredential(form: DigestForm) {
  const secret = { value: form.hash, salt: form.salt, additionalParameters: {} };
  if (form.type === 'pbkdf2')
    return credential('password', secret, {
      ...{ hashIterations: form.rounds, algorithm: pbkdf2Names[form.algorithm], additionalParameters: {} },
    });
  const hashLength = String(Buffer.from(form.hash, 'base64').length);
  return credential('password', secret, {
    ...{ hashIterations: Number(form.passes), algorithm: 'argon2' },
    additionalParameters: {
      ...{ hashLength: [hashLength], memory: [form.memory], type: [form.variant], version: ['1.3'] },
      parallelism: [form.lanes],
    },
  });
}

const oneTimeCredential = (secret: string) =>
  credential(
    'otp',
    { value: secret },
    { subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1', secretEncoding: 'BASE32' },
  );

/** The credentials of a user as Keycloak imports them. */
export function keycloakCredentials(user: ExportedUser): { credentials: object[]; lost: Loss[] } {
  const { digest, totp } = user;
  const lost: Loss[] = [];
  const credentials: object[] = [];
  const form = digest && formOf(digest);
  if (form) credentials.push(passwordCredential(form));
  else if (digest?.passwordType === 'plain')
    credentials.push({ type: 'password', value: digest.password, temporary: false });
  else if (digest)
    lost.push(
      lossOf(user, `password of type ${digest.passwordType}`, 'Keycloak has no such type; the user sets a new one'),
    );
  if (totp) credentials.push(oneTimeCredential(totp));
  return { credentials, lost };
}
