import { allGranted, leftBehind } from '@doorwright/crds/derive/granted.ts';
import type { ApiId, Told } from '../../api/declared-api.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { idWithin, memoryKey, tenantId } from '../core/api-id.ts';
import type { Finish } from '../core/finish.ts';
import { lateReader } from '../core/memory.ts';
import { isPlatform } from '../core/namespace-rights.ts';
import { apiName, type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { isRightful, isRuling, rulersOfClaim } from '../references/owners.ts';
import { type ResolvedReference, resolveReferences } from '../references/references.ts';
import type { Fields } from './desired-fields.ts';
import type { Rules } from './rules.ts';
import { type Switch, switchOff, switchOnAgain } from './switch-off.ts';
import { writeAlone } from './write-fields.ts';

const organizationKind = 'Organization';

interface Situation {
  object: Declared;
  references: readonly ResolvedReference[];
  /** Of a tenant's object, as the API has it. The spec may name another organization by now. */
  told: Told | undefined;
}

/**
 * Takes away what others no longer let a resource have. It runs wherever a pass stops early, because a tenant can stop its own passes: by a
 * missing Secret, a spec that the API refuses, a pause, or a deletion that is held back.
 */
export async function withdraw(
  rules: Rules,
  { object, now }: Pick<Pass<Declared>, 'object' | 'now'>,
  services: Services,
  { onlyTakes = false } = {},
): Promise<Finish> {
  const isTenant = !isPlatform(services.standing, object.metadata.namespace);
  // Nothing of the platform's is written while it is paused, or while it only looks.
  if (!isTenant && (onlyTakes || isObserved(object) || object.status?.externalId === undefined)) return {};
  if (isTenant && !rules.leave && !rules.stops && allGranted(rules.kind).length === 0) return {};
  const signal = AbortSignal.timeout(15_000);
  const references = resolveReferences(rules.kind, object, services.controller);
  const id = isTenant ? tenantId(rules, object, services) : idWithin(rules, object, services);
  const told = isTenant ? await readOwn(rules, id, object, { services, signal }) : undefined;
  if (isTenant && !told) return {};
  const situation = { object, references, told };
  const toggle = switchOf(rules, situation, services, { now, mayStart: !onlyTakes && !isObserved(object) });
  const fields: Fields = {
    ...(told ? beyondGrants(rules, situation, told, services) : withoutGrants(references)),
    ...(isTenant && rules.leave?.(object, services)),
    ...(toggle && { isEnabled: toggle.isEnabled }),
  };
  const isAlready = told && Object.entries(fields).every(([field, value]) => isSame(told.object[field], value));
  const written =
    isAlready || Object.keys(fields).length === 0
      ? { id: `${id.owner}/${id.name}`, isOurs: true, hasChanged: false }
      : await writeAlone(id, object, fields, { signal }, services);
  return toggle?.finish(written) ?? {};
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** As it was when the last pass that stopped early read it, while there is no news of it. */
async function readOwn(
  { kind }: Rules,
  id: ApiId,
  { metadata }: Declared,
  { services: { api, memory }, signal }: { services: Services; signal: AbortSignal },
): Promise<Told | undefined> {
  const key = memoryKey(id);
  const reader = lateReader(metadata.uid);
  const known = memory.settledAs(key, reader);
  if (known) return known.told;
  const news = memory.newsOf(key);
  const told = await api.read(id, signal);
  // Another resource of the namespace made it: that one is asked about its own grants.
  if (told?.origin?.name !== metadata.name) return undefined;
  const fields = ['organization', 'isEnabled', ...Object.keys(leftBehind(kind))];
  const object = Object.fromEntries(fields.map((field) => [field, told.object[field]]));
  memory.look(key, reader, { fingerprint: '', etag: told.etag, told: { ...told, object } }, news);
  return told;
}

/** The reference to the organization that the object is in, if that organization permits the resource now. */
function giverOf({ object, references, told }: Situation, { controller: { kinds } }: Services) {
  return references.find((reference) => {
    const referent = kinds.get(reference) as Declared | undefined;
    if (!referent || reference.kind !== organizationKind || reference.isWeak) return false;
    const isIt = told === undefined || apiName(referent) === told.object.organization;
    const isOpen =
      reference.finding === 'Resolved' ||
      (reference.finding === 'NotReady' && !isObserved(referent) && isRuling(referent) && isRightful(referent, kinds));
    return isIt && isOpen && referent.metadata.uid !== object.metadata.uid;
  });
}

/** Choices in the API that are wider than the granted ones. What a spec asks for is granted together, or not at all. */
function beyondGrants(rules: Rules, situation: Situation, told: Told, services: Services): Fields {
  const { namespace } = situation.object.metadata;
  const giver = giverOf(situation, services);
  // Its own namespace holds all rights over the organization.
  if (giver?.namespace === namespace) return {};
  const { spec } = situation.object;
  return Object.fromEntries(
    allGranted(rules.kind).flatMap(({ member, choices }) => {
      const granted = giver ? (spec[member] ?? choices[0]) : choices[0];
      return choices.indexOf(told.object[member]) > choices.indexOf(granted) ? [[member, granted]] : [];
    }),
  );
}

/** The same for a resource of the platform, whose object is as its spec says. */
const withoutGrants = (references: readonly ResolvedReference[]): Fields =>
  Object.fromEntries(
    references
      .filter(({ isDenied }) => isDenied)
      .flatMap(({ asks }) => asks.map(({ member, choices: [narrowest] }) => [member, narrowest])),
  );

/** Resources of the organization that the object is in: those that the spec names, and the one that declares it. */
function organizationsOf({ references, told }: Situation, { controller: { kinds } }: Services): Declared[] {
  const named = references
    .filter(({ kind, isWeak }) => kind === organizationKind && !isWeak)
    .flatMap((reference) => (kinds.get(reference) as Declared | undefined) ?? []);
  if (!told) return named;
  const name = String(told.object.organization);
  const claim = memoryKey({ kind: 'organization', owner: 'admin', name });
  return [...named.filter((each) => apiName(each) === name), ...rulersOfClaim(claim, kinds)];
}

/** Whether the object is to be switched off, or on again. */
function switchOf(
  { kind, stops }: Rules,
  situation: Situation,
  services: Services,
  { now, mayStart }: { now: number; mayStart: boolean },
): Switch | undefined {
  if (!stops || kind.tenant !== 'organization') return undefined;
  const { object, references, told } = situation;
  const isDenied = references.some((reference) => reference.isDenied);
  const isOutside = told
    ? giverOf(situation, services) === undefined
    : references.some((reference) => reference.isDenied && reference.kind === organizationKind);
  const organizations = isOutside ? organizationsOf(situation, services) : [];
  if (stops(object, { isDenied, isOutside, organizations })) return switchOff(object, now);
  return mayStart && isDenied ? switchOnAgain(object) : undefined;
}
