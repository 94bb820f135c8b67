import { z } from 'zod';
import { cryptoAlgorithms } from './crypto-algorithms.ts';

/** The kinds that an import makes, in the order in which they refer to each other. */
export const importedKinds = [
  'organization',
  'cert',
  'provider',
  'group',
  'role',
  'model',
  'application',
  'user',
  'permission',
] as const;
export type ImportedKind = (typeof importedKinds)[number];

/** Fields that only the server sets, and that another product knows. Every kind also has `createdTime`. */
export const alsoImported: Partial<Record<ImportedKind, readonly string[]>> = {
  user: ['emailVerified', 'phoneVerified', 'lastSigninTime'],
};

/** Fields that requests may set, and an import may not: a right over all organizations, and values that belong to other rows of ours. */
export const notImported: Partial<Record<ImportedKind, readonly string[]>> = {
  user: ['isGlobalAdmin', 'passwordSalt', 'isDefaultAvatar', 'webauthnCredentials'],
};

/** Fields without which an object would mean something else. A wrong value refuses the object. */
export const neededToImport: Partial<Record<ImportedKind, readonly string[]>> = {
  cert: ['certificate', 'privateKey'],
  permission: ['model'],
};

/** The most objects of one request. */
export const importBatch = 500;

const name = z.string().min(1).max(100);
const pem = z.string().min(1).max(100_000);

/** A stored password of another product, in a form that this one verifies. */
const digest = z.strictObject({
  passwordType: z.string().min(1).max(20),
  /** A digest with a salt of 64 bytes has more characters than the password of a form. */
  password: z.string().min(1).max(600),
  passwordSalt: z.string().max(200).default(''),
});

/** A former key, which still verifies the tokens that it signed. */
const formerKey = z.strictObject({
  kid: z.string().min(1).max(100),
  cryptoAlgorithm: z.enum(cryptoAlgorithms),
  certificate: pem,
});

/** The most passkeys of a user in an import. */
export const mostPasskeys = 50;

/** A passkey of another product. It works where the server has the domain that it was made for. */
const passkey = z.strictObject({
  /** The ID of the credential, in base64url. */
  id: z.string().min(1).max(1400),
  /** The public key (COSE), in base64url. */
  publicKey: z.string().min(1).max(4000),
  counter: z.int().min(0).max(4_294_967_295).default(0),
  /** The model of the authenticator, as a UUID. */
  aaguid: z.string().max(36).default(''),
  /** The name under which the authenticator knows the user. */
  handle: z.string().min(1).max(300),
  transports: z.array(z.string().min(1).max(50)).max(10).default([]),
  label: z.string().max(100).default(''),
});

/** An object of another product, in the words of the model. */
export const importedObject = z.strictObject({
  kind: z.enum(importedKinds),
  /** Its place in the source, for people: `clients "shop"`. */
  from: z.string().min(1).max(300),
  /** The fields of the kind, with `owner` and `name`. */
  fields: z.record(z.string(), z.unknown()),
  /** Of a user. */
  digest: digest.optional(),
  /** The secret of a user's app with codes, in base32: SHA-1, six digits, thirty seconds. */
  totp: z
    .string()
    .regex(/^[A-Z2-7]{8,500}$/)
    .optional(),
  /** Recovery codes of a user, as they typed them. */
  recoveryCodes: z.array(z.string().min(4).max(100)).max(20).optional(),
  /** Recovery codes that the source kept as SHA-512 of the code without hyphens, in base64. */
  recoveryDigests: z.array(z.string().length(88)).max(20).optional(),
  passkeys: z.array(passkey).max(mostPasskeys).optional(),
  /** Names of the groups and roles of a user. They are in the same organization. */
  groups: z.array(name).max(1000).optional(),
  roles: z.array(name).max(1000).optional(),
  /** Of a cert. */
  formerKeys: z.array(formerKey).max(20).optional(),
  /** The pair with which the organization signs SAML. */
  samlKey: z.strictObject({ certificate: pem, privateKey: pem }).optional(),
});
export type ImportedObject = z.input<typeof importedObject>;
export type ImportedPasskey = z.input<typeof passkey>;

/** What an object of one kind brings beside its fields. */
export const importExtras = [
  ...(['digest', 'totp', 'recoveryCodes', 'recoveryDigests', 'passkeys', 'groups', 'roles'] as const).map(
    (name) => ({ name, kind: 'user' }) as const,
  ),
  { name: 'formerKeys', kind: 'cert' },
  { name: 'samlKey', kind: 'organization' },
] as const;

export const importRequest = z.strictObject({
  /** Computes the answer, and writes nothing. */
  plan: z.boolean().default(false),
  objects: z.array(importedObject).min(1).max(importBatch),
});

export type ImportRequest = Omit<z.output<typeof importRequest>, 'objects'> & { objects: ImportedObject[] };

/** `same`: it was there with these values. `kept`: it was there with others, and stays as it is. */
export const importOutcomes = ['added', 'same', 'kept', 'refused'] as const;

/** A field, or the whole object if `field` is empty, with the reason in words. */
export interface ImportProblem {
  field: string;
  code: string;
  message: string;
}

export interface ImportResult {
  outcome: (typeof importOutcomes)[number];
  /** Values that the object was made without, or why it was refused. */
  problems: ImportProblem[];
  /** Fields with other values here, of an object that is kept. */
  differs: string[];
}

/** A user as another product can take them. `fields` and the rest have the form of an import. */
export interface ExportedUser {
  fields: Record<string, unknown>;
  digest?: z.output<typeof digest>;
  totp?: string;
  groups: string[];
  roles: string[];
  /** The user has them, and they cannot leave: only digests with our key are stored, or they work at this site alone. */
  stays: ('recoveryCodes' | 'passkeys')[];
}

export interface ExportedUsers {
  items: ExportedUser[];
  /** The next cursor; null at the end. */
  next: string | null;
}

/** The answer has a result for each object, in their order. */
export interface ImportAnswer {
  results: ImportResult[];
}
