import { randomBytes } from 'node:crypto';
import { ApiRefusal } from '../../api/api-refusal.ts';
import type { Detail } from '../../runtime/conditions.ts';
import type { Secret } from '../../runtime/kubernetes-object.ts';
import { applicationId, memoryKey } from '../core/api-id.ts';
import type { Finish } from '../core/finish.ts';
import { hasRotateRequest, madeForAnnotation, rotateRequest } from '../core/requests.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { clientOf, type Rotation } from './client.ts';
import { textOf } from './owned-secret.ts';
import { isOpen, msUntilOpen } from './rotation-window.ts';

/** The next secret is stored here first, so that a crash loses neither of the two. */
export const nextSecretKey = 'OIDC_CLIENT_SECRET_NEXT';
export const issuedAnnotation = 'doorwright.dev/issued-at';
export const rotatingAnnotation = 'doorwright.dev/rotating';

const hour = 3_600_000;
/** The settings of a rotation that only `rotate-at` requests. */
const usual: Rotation = { overlapHours: 24 };
export const rotationOf = (object: Declared): Rotation => clientOf(object).credentials?.rotation ?? usual;
const longestOf = ({ overlapHours, maxOverlapHours }: Rotation) =>
  maxOverlapHours ?? Math.max(7 * 24, 2 * overlapHours);

/** Makes the next secret the present one in the API, where the former one stays valid. Returns whether the Secret can say so too. */
export async function promote(
  services: Services,
  object: Declared,
  next: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const overlapSeconds = longestOf(rotationOf(object)) * 3600;
    const id = applicationId(object, services);
    await services.api.rotateSecret(id, { secret: next, overlapSeconds }, signal);
    services.memory.unsettle(memoryKey(id));
    return true;
  } catch (error) {
    // A rebuilt database gets the present secret first, and an older rotation ends first.
    if (error instanceof ApiRefusal && ['NotFound', 'NotManaged', 'RotationPending'].includes(error.code)) return false;
    throw error;
  }
}

export interface RotationStep extends Finish {
  next?: string | undefined;
  /** The request for which the next secret is made. */
  madeFor?: string | undefined;
  isRotating: boolean;
  detail?: Detail;
}

interface Now {
  present: Secret | undefined;
  isPromoted: boolean;
  now: number;
  signal: AbortSignal;
}

/** The next step of a rotation: to begin, to wait, or to end the older secret. */
export async function rotationStep(services: Services, object: Declared, at: Now): Promise<RotationStep> {
  const { present, isPromoted, now } = at;
  const waiting = textOf(present, nextSecretKey);
  if (waiting && !isPromoted)
    return { next: waiting, isRotating: true, ...withDetail('Rotating', 'The next secret is ready'), afterMs: 60_000 };
  if (isPromoted) {
    const isShared = longestOf(rotationOf(object)) > 0;
    const note = `Made a new client secret; the one before ${isShared ? 'stays good for a while' : 'has ended'}`;
    const events = [{ type: 'Normal' as const, reason: 'Rotated', action: 'Rotate', note }];
    return { ...(await waitForConsumers(services, object, { ...at, issued: now })), events };
  }
  const issued = Date.parse(present?.metadata.annotations?.[issuedAnnotation] ?? '') || now;
  if (present?.metadata.annotations?.[rotatingAnnotation]) return waitForConsumers(services, object, { ...at, issued });
  return begin(object, { present, issued, now });
}

function begin(
  object: Declared,
  { present, issued, now }: { present: Secret | undefined; issued: number; now: number },
): RotationStep {
  const { intervalDays, window } = rotationOf(object);
  const dueMs = intervalDays === undefined ? Number.POSITIVE_INFINITY : issued + intervalDays * 24 * hour - now;
  const madeFor = rotateRequest(object);
  const isAsked = hasRotateRequest(object) && present?.metadata.annotations?.[madeForAnnotation] !== madeFor;
  const facts = { lastHandledRotateAt: madeFor };
  // The connection Secret of an existing object is restored before the request counts. A new object has a new secret anyway.
  if (!present)
    return isAsked && object.status?.externalId ? { isRotating: false, afterMs: 1000 } : { isRotating: false, facts };
  if (isAsked || (dueMs <= 0 && isOpen(window, now)))
    return {
      next: randomBytes(32).toString('hex'),
      isRotating: true,
      madeFor,
      facts,
      afterMs: 1000,
      ...withDetail('Rotating', 'A rotation has begun'),
    };
  const afterMs = Math.max(dueMs, msUntilOpen(window, now + Math.max(dueMs, 0)));
  return { isRotating: false, facts, ...(Number.isFinite(afterMs) && { afterMs: Math.max(1000, afterMs) }) };
}

/** The older secret ends after the overlap and a quiet time, and by itself at the latest. */
async function waitForConsumers(
  services: Services,
  object: Declared,
  { issued, now, signal }: Now & { issued: number },
): Promise<RotationStep> {
  const { api } = services;
  const id = applicationId(object, services);
  const { overlapHours, quietHours = 1 } = rotationOf(object);
  const { items } = await api.secrets(id, signal);
  const previous = items.find(({ state }) => state === 'previous');
  if (!previous) {
    if (now < issued + longestOf(rotationOf(object)) * hour) return { isRotating: false };
    const note = 'The older client secret has ended at its latest, whether or not it was still in use';
    return { isRotating: false, events: [{ type: 'Warning', reason: 'Rotated', action: 'Rotate', note }] };
  }
  const overlapEnd = issued + overlapHours * hour;
  if (now < overlapEnd) {
    const message = `Two client secrets are good until ${new Date(overlapEnd).toISOString()} at least`;
    return { isRotating: true, ...withDetail('Rotating', message), afterMs: overlapEnd - now };
  }
  const quietAt = previous.lastUsedTime ? Date.parse(previous.lastUsedTime) + quietHours * hour : 0;
  if (now < quietAt) {
    const message = `The older client secret was used at ${previous.lastUsedTime}; it ends at ${previous.notAfter} at the latest`;
    return {
      isRotating: true,
      ...withDetail('WaitingForConsumers', message),
      afterMs: Math.min(quietAt, Date.parse(previous.notAfter)) - now,
    };
  }
  await api.retireSecret(id, previous.id, signal);
  return { isRotating: false };
}

const withDetail = (reason: 'Rotating' | 'WaitingForConsumers', message: string): { detail: Detail } => ({
  detail: { type: 'CredentialsReady', status: 'True', reason, message },
});
