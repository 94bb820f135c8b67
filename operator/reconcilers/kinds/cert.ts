import { X509Certificate } from 'node:crypto';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { KeyPair } from '../../api/declared-objects.ts';
import type { Secret } from '../../runtime/kubernetes-object.ts';
import { Blocked, type Pass } from '../../runtime/reconciler.ts';
import { type Finish, together } from '../core/finish.ts';
import { hasRotateRequest, madeForAnnotation, rotateRequest } from '../core/requests.ts';
import { apiName, type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Fields } from '../pass/desired-fields.ts';
import type { Input } from '../pass/gather.ts';
import type { Rules } from '../pass/rules.ts';
import { formerSecrets, leaveFormerSecrets } from '../secrets/former-secrets.ts';
import { managedLabel, ownerReferenceTo, readOwnSecret, textOf } from '../secrets/owned-secret.ts';
import { keepKeyId, kidOf, rollOver } from './cert-rollover.ts';
import { fitsKey } from './fits-key.ts';

interface CertSpec {
  cryptoAlgorithm?: Cert['cryptoAlgorithm'];
  bitSize?: number;
  expireInYears?: number;
  keySecretRef?: { name: string; key: string };
  secretName?: string;
}

const specOf = ({ spec }: Declared) => spec as CertSpec;

/** An annotation of a Secret: the id of its key in the JWKS. */
const keyIdAnnotation = 'doorwright.dev/key-id';

/** The life of a Secret under its former name. */
const graceHours = 24;

const keySecretName = (object: Declared) => ({
  namespace: object.metadata.namespace,
  name: specOf(object).secretName ?? `${object.metadata.name}-key`,
});

const pairOf = (secret: Secret): KeyPair => ({
  privateKey: textOf(secret, 'tls.key') ?? '',
  certificate: textOf(secret, 'tls.crt') ?? '',
});

/** The Secret holds the certificate beside the key, as cert-manager writes both. */
async function broughtPair({ object }: Input, { signal }: Pass<Declared>, { controller }: Services): Promise<KeyPair> {
  const { name, key } = specOf(object).keySecretRef as { name: string; key: string };
  const secret = await controller.secrets.get({ namespace: object.metadata.namespace, name }, signal);
  const certificate = textOf(secret, 'tls.crt');
  const privateKey = textOf(secret, key);
  if (certificate && privateKey) return { certificate, privateKey };
  const message = `Secret ${name} has no certificate under the key tls.crt`;
  throw new Blocked({ type: 'ReferencesResolved', status: 'False', reason: 'SecretKeyMissing', message });
}

/** The Secret is written before the API gets the key, so a crash or a lost database leads to the same key. */
async function madePair({ object }: Input, { signal }: Pass<Declared>, services: Services): Promise<KeyPair> {
  const name = keySecretName(object);
  const own = await readOwnSecret(services, object, name, signal);
  // A renamed Secret keeps its key.
  const present = own ?? (await formerSecrets(services, object, [name.name], signal))[0];
  const rotateFor = hasRotateRequest(object) ? rotateRequest(object) : undefined;
  const { cryptoAlgorithm, bitSize, expireInYears } = specOf(object);
  const isAskedFor = rotateFor !== undefined && present?.metadata.annotations?.[madeForAnnotation] !== rotateFor;
  const isDue = isAskedFor || !fitsKey(present && textOf(present, 'tls.key'), cryptoAlgorithm);
  const known = present && textOf(present, 'tls.key') && !isDue ? pairOf(present) : undefined;
  if (own && known) return known;
  const declaration = { name: apiName(object), cryptoAlgorithm, bitSize, expireInYears };
  const pair = known ?? (await services.api.makeKey(declaration, signal));
  const before = present?.metadata.annotations ?? {};
  const madeFor = rotateFor ?? before[madeForAnnotation];
  const isFirst = object.status?.externalId === undefined;
  const kid = known ? before[keyIdAnnotation] : isFirst ? undefined : kidOf(apiName(object), pair);
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  await services.source.applySecret(
    {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/tls',
      metadata: {
        ...name,
        ...(own?.metadata.uid && { uid: own.metadata.uid }),
        labels: { [managedLabel]: 'true' },
        annotations: {
          ...(madeFor && { [madeForAnnotation]: madeFor }),
          ...(kid && { [keyIdAnnotation]: kid }),
        },
        ownerReferences: [ownerReferenceTo(object)],
      },
      data: { 'tls.key': encoded(pair.privateKey), 'tls.crt': encoded(pair.certificate) },
    },
    signal,
  );
  return pair;
}

async function fields(input: Input, pass: Pass<Declared>, services: Services): Promise<{ fields: Fields }> {
  const { object } = input;
  if (isObserved(object)) return { fields: {} };
  const pair = await (specOf(object).keySecretRef ? broughtPair : madePair)(input, pass, services);
  services.redactor.remember(object.metadata.uid, [pair.privateKey]);
  return { fields: await rollOver(services, object, pair, pass) };
}

async function keptKeyId({ object }: Input, fields: Fields, { signal }: Pass<Declared>, services: Services) {
  const { certificate, privateKey } = fields as Partial<KeyPair>;
  if (!certificate || !privateKey) return;
  const secret = specOf(object).keySecretRef
    ? undefined
    : await readOwnSecret(services, object, keySecretName(object), signal);
  const noted = secret?.metadata.annotations?.[keyIdAnnotation];
  await keepKeyId(services, object, { certificate, privateKey }, { noted, signal });
}

async function reportKeys(
  { input: { object } }: Parameters<NonNullable<Rules['finish']>>[0],
  { signal }: Pass<Declared>,
  { api }: Services,
): Promise<Finish> {
  const { items = [] } = (await api.certKeys(apiName(object), signal)) ?? {};
  const certificate = items[0]?.certificate;
  const isRolling = items.some(({ state }) => state === 'published');
  return {
    details: [
      isRolling
        ? {
            type: 'CredentialsReady',
            status: 'True',
            reason: 'Rotating',
            message: 'A new key is published before it signs',
          }
        : {
            type: 'CredentialsReady',
            status: 'True',
            reason: 'Issued',
            message: 'The API signs with the declared key',
          },
    ],
    facts: {
      lastHandledRotateAt: rotateRequest(object),
      keyIds: items.map(({ kid }) => kid),
      ...(certificate && { notAfter: new Date(new X509Certificate(certificate).validTo).toISOString() }),
    },
    ...(isRolling && { afterMs: 5000 }),
  };
}

export const cert: Omit<Rules, 'kind'> = {
  secrets: (object) => {
    const { namespace, name } = keySecretName(object);
    return specOf(object).keySecretRef ? [] : [`${namespace}/${name}`];
  },
  fields,
  finish: async (...asked) => {
    const [{ input, fields: given }, pass, services] = asked;
    await keptKeyId(input, given, pass, services);
    const { keySecretRef } = specOf(input.object);
    const present = { names: keySecretRef ? [] : [keySecretName(input.object).name], hours: graceHours };
    return together(await reportKeys(...asked), await leaveFormerSecrets(services, input.object, present, pass));
  },
};
