import { isDeepStrictEqual } from 'node:util';
import { kinds } from '@doorwright/crds';
import { referrersFor } from '@doorwright/crds/declared/referrers-for.ts';
import { apiVersion } from '@doorwright/crds/derive/custom-resource.ts';
import { entrySecretKey, entrySecretsOf } from '@doorwright/crds/derive/entry-secrets.ts';
import { checkManifest } from '@doorwright/crds/derive/manifest.ts';
import { objectKey } from '@doorwright/crds/derive/object-key.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { Found } from './gather.ts';
import type { ResourceNames } from './names.ts';

type Values = Record<string, unknown>;

export interface CustomResource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace: string };
  spec: Values;
}

export interface Exported {
  resource: CustomResource;
  /** Keys of Secrets that must exist before the resource manages its object. */
  secrets: string[];
  /** Notes on fields that the resource cannot express. */
  warnings: string[];
}

export interface ExportOptions {
  namespace: string;
  /** Adopts the objects instead of observing them. */
  manage: boolean;
  names: ResourceNames;
}

/** The mask of a stored secret in answers of the api. */
const mask = '***';

const emptyOf = { string: '', moment: '', integer: 0, number: 0, boolean: false, array: [], object: {} } as const;

const isDefault = ({ schema, type }: FieldDescription, value: unknown) =>
  isDeepStrictEqual(value, schema.default ?? emptyOf[type]);

function referring(field: FieldDescription, value: unknown, { declared }: DeclaredKind, names: ResourceNames): unknown {
  const within = (field.items ?? []).flatMap((item) => {
    const as = declared.references?.[`${field.name}.${item.name}`];
    return as && item.refers ? [{ as, member: item.name, kind: item.refers.kind }] : [];
  });
  if (within.length === 0) return value;
  return (value as Values[]).map((entry) =>
    within.reduce((each, { as, member, kind }) => {
      const { [member]: name, ...rest } = each;
      return { [as]: { name: names.of(kind, String(name)) }, ...rest };
    }, entry),
  );
}

/** References to keys of the Secret `name`, in place of the masked secrets of a list's entries. */
function referringToSecrets(
  field: string,
  value: unknown,
  kind: DeclaredKind,
  name: string,
): { value: unknown; keys: string[] } {
  const secrets = entrySecretsOf(kind, field);
  if (secrets.length === 0) return { value, keys: [] };
  const entries = value as Values[];
  const replaced = entries.map((entry, index) =>
    secrets.reduce((each, { member, as }) => {
      const { [member]: _, ...rest } = each;
      return { ...rest, [as]: { name, key: entrySecretKey(field, index) } };
    }, entry),
  );
  return { value: replaced, keys: entries.map((_, index) => entrySecretKey(field, index)) };
}

/** The client authentication of an application, in the words of its resource. */
function clientMembers({ clientType, workload }: Values): Values {
  if (clientType === 'public') return { publicClient: true };
  if (clientType === 'private_key') return { clientAuthentication: { method: 'PrivateKeyJWT' } };
  if (clientType !== 'workload') return { generate: true };
  const [, name = ''] = String(workload).split('/');
  return { clientAuthentication: { method: 'KubernetesServiceAccount', serviceAccountRef: { name } } };
}

const nameOf = ({ kind, state: { object } }: Found, names: ResourceNames): string => {
  const key = String(object[kind.key]);
  return names.of(kind.name, key, String((kind.label && object[kind.label]) || key));
};

function specOf(found: Found, { names }: ExportOptions): { spec: Values; secrets: string[] } {
  const { kind, state } = found;
  const { object } = state;
  const { references = {}, secrets = {}, omits = [], starts = {} } = kind.declared;
  const name = nameOf(found, names);
  const wanted: string[] = [];
  const spec: Values = {};
  // Columns of lists describe an object, so they are exported even with their default. Without a field of `starts`, a new resource
  // would begin with another value.
  const telling = new Set([...(kind.list?.columns ?? []).map(({ field }) => field), ...Object.keys(starts)]);
  for (const field of fieldsOf(kind)) {
    const isDeclarable = field.name in kind.fields || field.name in references;
    const isOwn = isDeclarable && !field.serverSet && !field.computed && !omits.includes(field.name);
    const value = object[field.name];
    if (!isOwn || value === null || value === undefined) continue;
    if (isDefault(field, value) && !(telling.has(field.name) && typeof value === 'string' && value)) continue;
    const secret = secrets[field.name];
    const reference = references[field.name];
    // The application keeps its secret: the operator writes the connection Secret from the api.
    if (secret && kind.name === 'application') continue;
    if (secret) {
      if (field.secret && value !== mask) continue;
      const key = kind.name === 'cert' ? 'tls.key' : field.name;
      spec[secret] = { name, key };
      wanted.push(`${name}: ${key}`);
    } else if (reference && field.refers) {
      const to = field.refers.kind;
      const referenceOf = (name: unknown) => ({ name: names.of(to, String(name)) });
      spec[reference] = Array.isArray(value) ? value.map(referenceOf) : referenceOf(value);
    } else {
      const { value: safe, keys } = referringToSecrets(field.name, value, kind, name);
      spec[field.name] = referring(field, safe, kind, names);
      wanted.push(...keys.map((key) => `${name}: ${key}`));
    }
  }
  const allowedReferrers = kind.audience && referrersFor(object);
  if (allowedReferrers) spec.allowedReferrers = allowedReferrers;
  return { spec: { ...spec, ...(kind.name === 'application' && clientMembers(object)) }, secrets: wanted };
}

/** Objects of the platform, objects with another resource, and certs (their keys cannot be read) are only observed. */
function mustObserve({ kind, state: { object, origin } }: Found): boolean {
  return kind.name === 'cert' || origin !== null || (kind.builtIn ?? []).includes(String(object[kind.key]));
}

/** The custom resource of an object: its values besides defaults, with references instead of names and secrets. */
export function resourceOf(found: Found, options: ExportOptions): Exported | { warnings: string[]; resource?: never } {
  const { kind, state } = found;
  const key = state.object[kind.key];
  const name = nameOf(found, options.names);
  const { spec, secrets } = specOf(found, options);
  const isObserved = !options.manage || mustObserve(found);
  const metadata = { name, namespace: options.namespace };
  const resource: CustomResource = {
    apiVersion,
    kind: kind.kind,
    metadata,
    spec: {
      ...(objectKey(kind, { metadata, spec: {} }) !== key && { name: key }),
      ...(isObserved && { managementPolicy: 'Observe' }),
      ...(state.origin === null && { adoptionPolicy: 'IfIdentical' }),
      ...spec,
    },
  };
  return withoutRefused(resource, secrets);
}

/** Removes members that a custom resource may not have, one by one, and notes each. */
function withoutRefused(
  resource: CustomResource,
  secrets: string[],
): Exported | { warnings: string[]; resource?: never } {
  const title = `${resource.kind} ${resource.metadata.name}`;
  const warnings: string[] = [];
  for (;;) {
    const [problem] = checkManifest(kinds, resource).problems;
    if (!problem) return { resource, secrets, warnings };
    const [top, member] = problem.path;
    if (top !== 'spec' || typeof member !== 'string' || !(member in resource.spec) || member === 'name')
      return { warnings: [`${title} is left out: ${problem.path.join('.')} ${problem.message}`] };
    delete resource.spec[member];
    warnings.push(`${title}: ${member} is left out: ${problem.message}`);
  }
}
