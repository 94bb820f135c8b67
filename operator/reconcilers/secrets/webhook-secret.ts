import { randomBytes } from 'node:crypto';
import type { ObjectName, Secret } from '../../runtime/kubernetes-object.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import type { Finish } from '../core/finish.ts';
import { hasRotateRequest, madeForAnnotation, rotateRequest } from '../core/requests.ts';
import { type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { deleteAfterAnnotation, formerSecrets } from './former-secrets.ts';
import { readOwnSecret, textOf, writeOwnSecret } from './owned-secret.ts';
import { issuedAnnotation } from './rotation.ts';

const presentKey = 'WEBHOOK_SECRET';
/** The next key is stored here first, so that a crash loses neither of the two. */
const nextKey = 'WEBHOOK_SECRET_NEXT';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The Secret for the generated key of a webhook; undefined if its resource wants none. */
export function webhookSecretName(object: Declared): ObjectName | undefined {
  const { secretName } = object.spec as { secretName?: string };
  return secretName && !isObserved(object) ? { namespace: object.metadata.namespace, name: secretName } : undefined;
}

/** The api replaces the key at once, and the former one signs for a day. A third one would end the first too early. */
const isOverlapping = ({ status }: Declared, now: number) => Date.parse(String(status?.previousSecretUntil)) > now;

const isAskedFor = (object: Declared, secret: Secret) =>
  hasRotateRequest(object) && secret.metadata.annotations?.[madeForAnnotation] !== rotateRequest(object);

/** Our Secret, or the one of the former name, which a renamed Secret continues. */
async function readSecrets(services: Services, object: Declared, name: ObjectName, signal: AbortSignal) {
  const own = await readOwnSecret(services, object, name, signal);
  return { own, present: own ?? (await formerSecrets(services, object, [name.name], signal))[0] };
}

/** The generated key. The Secret in the cluster decides, so a rebuilt database gets the same key. */
export async function generatedSecret(
  services: Services,
  object: Declared,
  { now, signal }: Pass<Declared>,
): Promise<string | undefined> {
  const name = webhookSecretName(object);
  if (!name) return undefined;
  const { own, present } = await readSecrets(services, object, name, signal);
  const current = textOf(present, presentKey);
  let next = textOf(present, nextKey);
  if (present && current && !next && isAskedFor(object, present) && !isOverlapping(object, now)) {
    next = newSecret();
    const annotations = { ...issued(present, now), [madeForAnnotation]: rotateRequest(object) };
    await writeOwnSecret(
      services,
      object,
      name,
      { own, values: { [presentKey]: current, [nextKey]: next }, annotations },
      signal,
    );
  }
  const value = next ?? current ?? services.memory.made(object.metadata.uid, presentKey, newSecret);
  services.redactor.remember(
    object.metadata.uid,
    [current, value].filter((each) => each !== undefined),
  );
  return value;
}

const issued = (secret: Secret | undefined, now: number) => ({
  [issuedAnnotation]: secret?.metadata.annotations?.[issuedAnnotation] ?? new Date(now).toISOString(),
});

/** The api has the key now, so the Secret says the same. */
export async function keepGeneratedSecret(
  services: Services,
  object: Declared,
  { secret, previousUntil }: { secret: string; previousUntil: string | undefined },
  { now, signal }: Pass<Declared>,
): Promise<Finish> {
  const name = webhookSecretName(object);
  if (!name) return {};
  const { own, present } = await readSecrets(services, object, name, signal);
  const isNext = textOf(present, nextKey) === secret;
  const isNew = textOf(present, presentKey) !== secret;
  const madeFor = isNew && !isNext ? rotateRequest(object) : present?.metadata.annotations?.[madeForAnnotation];
  if (isNew || textOf(own, nextKey) || own?.metadata.annotations?.[deleteAfterAnnotation] || !own) {
    const annotations = { ...issued(isNew ? undefined : present, now), [madeForAnnotation]: madeFor };
    await writeOwnSecret(services, object, name, { own, values: { [presentKey]: secret }, annotations }, signal);
  }
  services.memory.handedOver(object.metadata.uid);
  const until = Date.parse(previousUntil ?? '');
  // The request came while two keys signed.
  const isWaiting = hasRotateRequest(object) && madeFor !== rotateRequest(object);
  const note = 'Made a new key of the signatures; the one before signs too for a day';
  return {
    details: [
      until > now
        ? { ...issuedDetail, reason: 'Rotating', message: `Two keys sign until ${new Date(until).toISOString()}` }
        : { ...issuedDetail, reason: 'Issued', message: `Secret ${name.name} contains the key of the signatures` },
    ],
    facts: madeFor ? { lastHandledRotateAt: madeFor } : {},
    ...(isNext && { events: [{ type: 'Normal', reason: 'Rotated', action: 'Rotate', note }] }),
    ...(until > now ? { afterMs: Math.max(1000, until - now) } : isWaiting && { afterMs: 1000 }),
  };
}

const issuedDetail = { type: 'CredentialsReady', status: 'True' } as const;
