import { randomBytes } from 'node:crypto';
import type { DeclaredScimToken } from '@doorwright/crds/declared/scim-tokens.ts';
import { organization } from '@doorwright/crds/kinds/organization.ts';
import type { ObjectName, Secret } from '../../runtime/kubernetes-object.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { idAsItself } from '../core/api-id.ts';
import type { Finish } from '../core/finish.ts';
import { hasRotateRequest, madeForAnnotation, rotateRequest } from '../core/requests.ts';
import { apiName, type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { formerSecrets, leaveFormerSecrets } from './former-secrets.ts';
import { readOwnSecret, textOf, writeOwnSecret } from './owned-secret.ts';
import { issuedAnnotation } from './rotation.ts';

const presentKey = 'SCIM_TOKEN';
/** The next token is stored here first, so that a crash loses neither of the two. */
const nextKey = 'SCIM_TOKEN_NEXT';
const urlKey = 'SCIM_URL';

const hour = 3_600_000;
const usualOverlapHours = 24;

const newToken = () => `dw_scim_${randomBytes(32).toString('base64url')}`;

/** The declared tokens of an organization that is not only observed. */
export const scimTokensOf = (object: Declared): readonly DeclaredScimToken[] =>
  isObserved(object) ? [] : ((object.spec as { scimTokens?: DeclaredScimToken[] }).scimTokens ?? []);

type State = { name: string; previousUntil?: string };
const reported = ({ status }: Declared) => (status?.scimTokens as State[] | undefined) ?? [];

const idOf = (object: Declared, services: Services) => idAsItself({ kind: organization }, object, services);

interface Kept {
  state: State;
  isRotated: boolean;
  afterMs?: number;
}

/** Makes the token of the Secret work in the api, and rotates it if it is due. The Secret decides, so a rebuilt database gets the same token. */
async function keep(
  services: Services,
  object: Declared,
  { name, secretName, rotation }: DeclaredScimToken,
  { now, signal }: Pass<Declared>,
): Promise<Kept> {
  const { api, redactor } = services;
  const at: ObjectName = { namespace: object.metadata.namespace, name: secretName };
  const own = await readOwnSecret(services, object, at, signal);
  const overlapMs = (rotation?.overlapHours ?? usualOverlapHours) * hour;
  const dueAt = rotation ? issuedAt(own, now) + rotation.intervalDays * 24 * hour : Number.POSITIVE_INFINITY;
  const before = reported(object).find((each) => each.name === name)?.previousUntil;
  const isOverlapping = Date.parse(before ?? '') > now;
  const isDue = own !== undefined && !isOverlapping && (now >= dueAt || isAskedFor(object, own));
  const present = textOf(own, presentKey) ?? newToken();
  const next = textOf(own, nextKey) ?? (isDue ? newToken() : undefined);
  redactor.remember(object.metadata.uid, next ? [present, next] : [present]);

  const values = { [urlKey]: await addressOf(services, object, signal), [presentKey]: present };
  const madeFor = isDue ? rotateRequest(object) : own?.metadata.annotations?.[madeForAnnotation];
  const annotations = { [issuedAnnotation]: new Date(issuedAt(own, now)).toISOString(), [madeForAnnotation]: madeFor };
  const write = (values: Readonly<Record<string, string>>, more = {}) =>
    writeOwnSecret(services, object, at, { own, values, annotations: { ...annotations, ...more } }, signal);
  if (!holds(own, values, next)) await write({ ...values, ...(next && { [nextKey]: next }) });
  const wanted = { token: next ?? present, overlapSeconds: overlapMs / 1000 };
  const { items } = await api.keepScimToken(idOf(object, services), name, wanted, signal);
  if (next) await write({ ...values, [presentKey]: next }, { [issuedAnnotation]: new Date(now).toISOString() });
  const until = items.find((each) => each.name === name && each.state === 'previous')?.notAfter;
  const waits = [
    ...(until ? [Date.parse(until) - now] : []),
    ...(rotation ? [next ? rotation.intervalDays * 24 * hour : dueAt - now] : []),
  ];
  return {
    state: { name, ...(until && { previousUntil: until }) },
    isRotated: next !== undefined,
    ...(waits.length > 0 && { afterMs: Math.max(1000, Math.min(...waits)) }),
  };
}

const issuedAt = (secret: Secret | undefined, now: number) =>
  Date.parse(secret?.metadata.annotations?.[issuedAnnotation] ?? '') || now;

const isAskedFor = (object: Declared, secret: Secret) =>
  hasRotateRequest(object) && secret.metadata.annotations?.[madeForAnnotation] !== rotateRequest(object);

/** The Secret has these values, with the next token if there is one. */
const holds = (secret: Secret | undefined, values: Readonly<Record<string, string>>, next: string | undefined) =>
  Object.entries(values).every(([key, value]) => textOf(secret, key) === value) && textOf(secret, nextKey) === next;

async function addressOf({ discovery }: Services, object: Declared, signal: AbortSignal): Promise<string> {
  const { issuer } = await discovery(signal);
  return `${issuer.replace(/\/$/, '')}/scim/v2/${encodeURIComponent(apiName(object))}`;
}

/** The work for the tokens of an organization, after the api has it. */
export async function keepScimTokens(services: Services, object: Declared, pass: Pass<Declared>): Promise<Finish> {
  const { signal } = pass;
  const declared = scimTokensOf(object);
  const names = declared.map(({ name }) => name);
  const dropped = reported(object).filter(({ name }) => !names.includes(name));
  for (const { name } of dropped) await services.api.endScimToken(idOf(object, services), name, signal);
  const kept: Kept[] = [];
  for (const each of declared) kept.push(await keep(services, object, each, pass));
  const isHandled = hasRotateRequest(object) && kept.every(({ isRotated }) => isRotated);
  const times = kept.flatMap(({ afterMs }) => (afterMs === undefined ? [] : [afterMs]));
  const rotated = kept.filter(({ isRotated }) => isRotated).map(({ state }) => state.name);
  const note = `Made new tokens for SCIM: ${rotated.join(', ')}; those before work for a while`;
  return {
    facts: {
      scimTokens: kept.length > 0 ? kept.map(({ state }) => state) : undefined,
      ...(isHandled && { lastHandledRotateAt: rotateRequest(object) }),
    },
    ...(rotated.length > 0 && { events: [{ type: 'Normal', reason: 'Rotated', action: 'Rotate', note }] }),
    ...(times.length > 0 && { afterMs: Math.min(...times) }),
  };
}

/** Secrets of tokens that are declared no more stay for a day. Their tokens have ended. */
export async function leaveFormerTokens(services: Services, object: Declared, pass: Pass<Declared>): Promise<Finish> {
  const names = scimTokensOf(object).map(({ secretName }) => secretName);
  if (names.length === 0 && (await formerSecrets(services, object, names, pass.signal)).length === 0) return {};
  return leaveFormerSecrets(services, object, { names, hours: usualOverlapHours }, pass);
}
