import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import type { Finish } from '../core/finish.ts';
import type { Declared } from '../core/resource.ts';
import type { Fields } from './desired-fields.ts';
import type { WriteResult } from './write-fields.ts';

type Facts = NonNullable<Finish['facts']>;

/** Permissions that a resource no longer has. */
export interface Lost {
  /** A referenced resource does not permit it. */
  isDenied: boolean;
  /** Its organization does not permit it. */
  isOutside: boolean;
  /** The resources of that organization. */
  organizations: readonly Declared[];
  /** One of them speaks for it. Otherwise its resource is gone. */
  isHeard: boolean;
}

const saysDisable = ({ spec }: Declared): boolean => spec.revocation === 'Disable';

/** The stricter value holds, of the application or its organization. If the organization's resource is gone, its last value holds. */
export const applicationStops = (object: Declared, { isDenied, isOutside, organizations, isHeard }: Lost): boolean =>
  (isDenied && saysDisable(object)) ||
  organizations.some(saysDisable) ||
  (isOutside && !isHeard && object.status?.organizationRevocation === 'Disable');

/** What the organization's resource says, for the time when it is gone. A namespace may delete its own organizations freely. */
export function rememberedRevocation({ metadata }: Declared, organizations: readonly Declared[]): Facts {
  if (organizations.length === 0) return {};
  const others = organizations.filter((each) => each.metadata.namespace !== metadata.namespace);
  return { organizationRevocation: others.some(saysDisable) ? 'Disable' : undefined };
}

/** The time is in the status because the spec may change while nobody may act on it. */
const isSwitchedOff = ({ status }: Declared): boolean => status?.switchedOffTime !== undefined;

export interface Switch {
  fields: Fields;
  /** Reports the result of the write. */
  finish(written: WriteResult): Finish;
}

export function switchOff({ declared }: DeclaredKind, { kind, status }: Declared, now: number): Switch {
  const { switchedOffTime = new Date(now).toISOString() } = status ?? {};
  return {
    fields: { ...declared.stopped },
    finish: (written) =>
      written.isOurs
        ? { facts: { switchedOffTime }, ...event(kind, written, 'Warning', 'ReferenceDenied', 'Switched off', denied) }
        : {},
  };
}

/** `revocation` no longer says Disable, although the permission is still withdrawn. */
export const switchOnAgain = (object: Declared): Switch | undefined =>
  isSwitchedOff(object)
    ? {
        fields: { isEnabled: object.spec.isEnabled !== false },
        finish: (written) => ({
          facts: { switchedOffTime: undefined },
          ...event(object.kind, written, 'Normal', 'Updated', 'Switched on', frozen),
        }),
      }
    : undefined;

/** Permitted again: without `isEnabled` in the spec, the application runs. */
export const switchedOn = (object: Declared): Fields =>
  isSwitchedOff(object) && object.spec.isEnabled === undefined ? { isEnabled: true } : {};

/** The next pass releases a field that the spec does not have. */
export const afterSwitchingOn = (object: Declared): Finish =>
  isSwitchedOff(object) ? { facts: { switchedOffTime: undefined }, afterMs: 1000 } : {};

const denied = 'a resource that it refers to does not allow it any more';
const frozen = 'its revocation does not say Disable any more';

function event(
  kind: string,
  { id, hasChanged }: WriteResult,
  type: 'Normal' | 'Warning',
  reason: string,
  verb: string,
  why: string,
): Finish {
  if (!hasChanged) return {};
  return { events: [{ type, reason, action: 'Reconcile', note: `${verb} ${kind.toLowerCase()} ${id}: ${why}` }] };
}
