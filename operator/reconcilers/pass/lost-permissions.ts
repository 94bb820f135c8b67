import { allGranted } from '@doorwright/crds/derive/granted.ts';
import type { ObjectState } from '../../api/declared-objects.ts';
import { memoryKey } from '../core/api-id.ts';
import { apiName, type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { isRightful, isRuling, rulersOfClaim } from '../references/owners.ts';
import type { ResolvedReference } from '../references/references.ts';
import type { Fields } from './desired-fields.ts';
import type { Rules } from './rules.ts';
import { type Switch, switchOff, switchOnAgain } from './switch-off.ts';

const organizationKind = 'Organization';

export interface Situation {
  object: Declared;
  references: readonly ResolvedReference[];
  /** A tenant's object as the API has it. The spec may name another organization by now. */
  state: ObjectState | undefined;
  /** The organization of that object. */
  organization: string | undefined;
}

/** The reference to the object's organization, if that organization permits the resource now. */
function giverOf({ object, references, state, organization }: Situation, { controller: { kinds } }: Services) {
  return references.find((reference) => {
    const referent = kinds.get(reference) as Declared | undefined;
    if (!referent || reference.kind !== organizationKind || reference.isWeak) return false;
    const isIt = state === undefined || apiName(referent) === organization;
    const isOpen =
      reference.finding === 'Resolved' ||
      (reference.finding === 'NotReady' && !isObserved(referent) && isRuling(referent) && isRightful(referent, kinds));
    return isIt && isOpen && referent.metadata.uid !== object.metadata.uid;
  });
}

/** Choices in the API that are wider than granted. An organization grants all choices of a spec together, or none. */
export function beyondGrants(rules: Rules, situation: Situation, state: ObjectState, services: Services): Fields {
  const { namespace } = situation.object.metadata;
  const giver = giverOf(situation, services);
  // A namespace holds all rights over its own organizations.
  if (giver?.namespace === namespace) return {};
  const { spec } = situation.object;
  return Object.fromEntries(
    allGranted(rules.kind).flatMap(({ member, choices }) => {
      const granted = giver ? (spec[member] ?? choices[0]) : choices[0];
      return choices.indexOf(state.object[member]) > choices.indexOf(granted) ? [[member, granted]] : [];
    }),
  );
}

/** The same for the platform's resources, whose objects are as their specs say. */
export const withoutGrants = (references: readonly ResolvedReference[]): Fields =>
  Object.fromEntries(
    references
      .filter(({ isDenied }) => isDenied)
      .flatMap(({ asks }) => asks.map(({ member, choices: [narrowest] }) => [member, narrowest])),
  );

/** The resources of the object's organization: the referenced ones and the ruling one. */
function organizationsOf(
  { references, organization: name }: Situation,
  { controller: { kinds } }: Services,
): Declared[] {
  const named = references
    .filter(({ kind, isWeak }) => kind === organizationKind && !isWeak)
    .flatMap((reference) => (kinds.get(reference) as Declared | undefined) ?? []);
  if (name === undefined) return named;
  const claim = memoryKey({ kind: 'organization', owner: 'admin', name });
  return [...named.filter((each) => apiName(each) === name), ...rulersOfClaim(claim, kinds)];
}

/** A forged resource does not speak for the organization. */
const speaks = (organization: Declared, kinds: Services['controller']['kinds']): boolean =>
  isRightful(organization, kinds) && (isObserved(organization) || isRuling(organization));

/** The resources that speak for the object's organization. */
export const heardOrganizations = (situation: Situation, services: Services): Declared[] =>
  organizationsOf(situation, services).filter((each) => speaks(each, services.controller.kinds));

/** The switch of the object, if it has to change. */
export function switchOf(
  { kind, stops }: Rules,
  situation: Situation,
  services: Services,
  { now, mayStart }: { now: number; mayStart: boolean },
): Switch | undefined {
  if (!stops || (kind.tenant !== 'organization' && kind.tenant !== 'owner')) return undefined;
  const { object, references, state } = situation;
  const isDenied = references.some((reference) => reference.isDenied);
  const isOutside = state
    ? giverOf(situation, services) === undefined
    : references.some((reference) => reference.isDenied && reference.kind === organizationKind);
  const organizations = isOutside ? organizationsOf(situation, services) : [];
  const isHeard = organizations.some((each) => speaks(each, services.controller.kinds));
  if (stops(object, { isDenied, isOutside, organizations, isHeard })) return switchOff(kind, object, now);
  // A resource that is gone cannot say Freeze, and its organization may still exist.
  return mayStart && isDenied && (!isOutside || isHeard) ? switchOnAgain(object) : undefined;
}
