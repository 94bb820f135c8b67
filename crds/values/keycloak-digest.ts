import { z } from 'zod';

/** A stored password in a form that the api verifies. */
export interface KeycloakDigest {
  passwordType: string;
  password: string;
  passwordSalt: string;
}

const parameters = z.record(z.string(), z.array(z.string())).nullish();

const credentialData = z.object({
  hashIterations: z.number().int().positive(),
  algorithm: z.string(),
  additionalParameters: parameters,
});

const secretData = z.object({ value: z.string().min(1), salt: z.string() });

/** Names of Keycloak for PBKDF2, and those of the stored text. */
const pbkdf2: Readonly<Record<string, string>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha1': 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
};

const withoutPadding = (base64: string) => base64.replace(/=+$/, '');

function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return;
  }
}

/**
 * A credential of Keycloak as a digest with its own parameters. Undefined for algorithms of extensions, and for rows
 * of Keycloak before 4, which have no JSON.
 */
export function keycloakDigest(secretText: string, credentialText: string): KeycloakDigest | undefined {
  const secret = read(secretData, secretText);
  const credential = read(credentialData, credentialText);
  if (!secret || !credential) return;
  const { algorithm, hashIterations, additionalParameters } = credential;
  const { value, salt } = secret;
  const hash = pbkdf2[algorithm];
  if (hash)
    return {
      ...{ passwordType: 'pbkdf2', passwordSalt: '' },
      password: `$pbkdf2-${hash}$i=${hashIterations}$${salt}$${value}`,
    };
  if (algorithm !== 'argon2') return;
  const first = (name: string) => additionalParameters?.[name]?.[0] ?? '';
  const variant = /^(id|i|d)$/.test(first('type')) ? first('type') : 'id';
  const costs = `m=${first('memory')},t=${hashIterations},p=${first('parallelism')}`;
  return {
    ...{ passwordType: 'argon2id', passwordSalt: '' },
    password: `$argon2${variant}$v=19$${costs}$${withoutPadding(salt)}$${withoutPadding(value)}`,
  };
}
