import { randomBytes } from 'node:crypto';
import type { Secret } from '../../runtime/kubernetes-object.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { applicationId } from '../core/api-id.ts';
import type { Finish } from '../core/finish.ts';
import { together } from '../core/finish.ts';
import { madeForAnnotation } from '../core/requests.ts';
import { adoptionOf, type Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Fields } from '../pass/desired-fields.ts';
import type { Input } from '../pass/gather.ts';
import { heardOrganizations } from '../pass/lost-permissions.ts';
import type { Rules } from '../pass/rules.ts';
import { afterSwitchingOn, applicationStops, rememberedRevocation, switchedOn } from '../pass/switch-off.ts';
import { clientOf, connectionSecretName, hasConnectionSecret } from '../secrets/client.ts';
import { connectionSecret, isAsWanted } from '../secrets/connection-secret.ts';
import { formerSecrets, leaveFormerSecrets } from '../secrets/former-secrets.ts';
import { readOwnSecret, textOf } from '../secrets/owned-secret.ts';
import {
  issuedAnnotation,
  nextSecretKey,
  promote,
  type RotationStep,
  rotatingAnnotation,
  rotationOf,
  rotationStep,
} from '../secrets/rotation.ts';

const ownSecret = (object: Declared, services: Services, signal: AbortSignal) =>
  readOwnSecret(services, object, connectionSecretName(object), signal);

/** After a change of `connectionSecret.name`, the Secret of the new name continues the former one. */
const formerSecret = async (object: Declared, services: Services, signal: AbortSignal) =>
  (await formerSecrets(services, object, [connectionSecretName(object).name], signal))[0];

/** The operator makes credentials only for objects that it creates. Other objects keep theirs. */
const isOursToMake = (object: Declared) => adoptionOf(object) === 'Fail' && object.status?.externalId === undefined;

interface Stated {
  fields: Fields;
  initial: readonly string[];
}

/**
 * The Secret in the cluster decides, so a rebuilt database gets the same credentials. Without a Secret, a new object gets new
 * credentials, and `finish` reads those of an existing object from the API.
 */
async function credentials({ object }: Input, { signal }: Pass<Declared>, services: Services): Promise<Stated> {
  if (!hasConnectionSecret(object)) return { fields: {}, initial: [] };
  const secret = (await ownSecret(object, services, signal)) ?? (await formerSecret(object, services, signal));
  const next = textOf(secret, nextSecretKey);
  const make = (key: string, bytes: number) =>
    services.memory.made(object.metadata.uid, key, () => randomBytes(bytes).toString('hex'));
  const made = (key: string, bytes: number) =>
    textOf(secret, key) ?? (isOursToMake(object) ? make(key, bytes) : undefined);
  const { clientId, generate } = clientOf(object);
  const id = clientId ?? made('OIDC_CLIENT_ID', 10);
  if (next) services.redactor.remember(object.metadata.uid, [next]);
  const isPromoted = next !== undefined && (await promote(services, object, next, signal));
  const value = isPromoted ? next : generate ? made('OIDC_CLIENT_SECRET', 32) : undefined;
  if (value) services.redactor.remember(object.metadata.uid, [value]);
  const isMade = {
    clientId: !clientId && !textOf(secret, 'OIDC_CLIENT_ID'),
    clientSecret: !isPromoted && !textOf(secret, 'OIDC_CLIENT_SECRET'),
  };
  return {
    fields: { ...(id && { clientId: id }), ...(value && { clientSecret: value }) },
    initial: (['clientId', 'clientSecret'] as const).filter((field) => isMade[field]),
  };
}

const successorOf = (object: Declared) => ({
  names: hasConnectionSecret(object) ? [connectionSecretName(object).name] : [],
  hours: rotationOf(object).overlapHours,
});

type Context = Parameters<NonNullable<Rules['finish']>>[0];

async function connect(context: Context, { signal, now }: Pass<Declared>, services: Services): Promise<Finish> {
  const { object } = context.input;
  const clientId = String(context.state.object.clientId);
  const discovery = await services.discovery(signal);
  const facts = { issuer: discovery.issuer, clientId };
  if (!hasConnectionSecret(object)) return { facts };
  const own = await ownSecret(object, services, signal);
  const present = own ?? (await formerSecret(object, services, signal));
  const clientSecret = await secretValue(context, services, signal);
  const waiting = textOf(present, nextSecretKey);
  const isPromoted = waiting !== undefined && waiting === clientSecret;
  const rotation: RotationStep = clientSecret
    ? await rotationStep(services, object, { present, isPromoted, now, signal })
    : { isRotating: false };
  const { next, madeFor = present?.metadata.annotations?.[madeForAnnotation], isRotating, detail, ...step } = rotation;
  const issued = isPromoted ? undefined : present?.metadata.annotations?.[issuedAnnotation];
  const wanted = connectionSecret(object, { clientId, clientSecret }, discovery, {
    next,
    annotations: {
      [issuedAnnotation]: issued ?? new Date(now).toISOString(),
      ...(madeFor && { [madeForAnnotation]: madeFor }),
      ...(isRotating && { [rotatingAnnotation]: 'true' }),
    },
  });
  if (!own || !isAsWanted(own, wanted)) await write(services, wanted, own, signal);
  services.memory.handedOver(object.metadata.uid);
  const { name } = wanted.metadata;
  const message = `Secret ${name} contains the connection data`;
  return {
    ...step,
    details: [detail ?? { type: 'CredentialsReady', status: 'True', reason: 'Issued', message }],
    facts: { ...facts, ...(madeFor && { lastHandledRotateAt: madeFor }), ...step.facts, binding: { name } },
  };
}

/** The declared secret, or the one in the API: a lost connection Secret is written again. */
async function secretValue({ input: { object }, fields }: Context, services: Services, signal: AbortSignal) {
  const { api, redactor } = services;
  if (!clientOf(object).generate) return undefined;
  if (typeof fields.clientSecret === 'string') return fields.clientSecret;
  const { secret } = await api.currentSecret(applicationId(object, services), signal);
  redactor.remember(object.metadata.uid, [secret]);
  return secret;
}

/** Overwrites our own Secret, so that changes by hand are reverted. */
async function write({ source }: Services, wanted: Secret, present: Secret | undefined, signal: AbortSignal) {
  const { uid } = present?.metadata ?? {};
  await source.applySecret({ ...wanted, metadata: { ...wanted.metadata, ...(uid && { uid }) } }, signal);
}

export const application: Omit<Rules, 'kind'> = {
  secrets: (object) => {
    const { namespace, name } = connectionSecretName(object);
    return hasConnectionSecret(object) ? [`${namespace}/${name}`] : [];
  },
  stops: applicationStops,
  remembers: rememberedRevocation,
  fields: async (...asked) => {
    const { fields, initial } = await credentials(...asked);
    return { fields: { ...switchedOn(asked[0].object), ...fields }, initial };
  },
  reads: ['clientId'],
  finish: async (...asked) => {
    const [{ input }, pass, services] = asked;
    const { object, references } = input;
    const connected = await connect(...asked);
    const heard = heardOrganizations({ object, references, state: undefined, organization: undefined }, services);
    // The new Secret exists first.
    const left = await leaveFormerSecrets(services, object, successorOf(object), pass);
    return together(connected, left, { facts: rememberedRevocation(object, heard) }, afterSwitchingOn(object));
  },
};
