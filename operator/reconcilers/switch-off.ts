import type { Pass } from '../runtime/reconciler.ts';
import type { Fields } from './desired.ts';
import type { Finish } from './finish.ts';
import type { Input } from './gather.ts';
import type { Declared } from './resource.ts';
import type { Services } from './services.ts';
import { type Alone, writeAlone } from './write-alone.ts';

const application = { kind: { name: 'application' } };

const stopsWhenDenied = ({ spec }: Declared): boolean => spec.revocation === 'Disable';

/** Since when we have it switched off: kept in the status, since a wish may change while nobody may act on it. */
const isSwitchedOff = ({ status }: Declared): boolean => status?.switchedOffTime !== undefined;

/**
 * An application may not refer to its organization, cert or provider any more. `revocation: Disable` switches it off, and everything
 * else of it stays as it is; `Freeze` leaves it as it is, and switches it on again where Disable was said before. Both take away what
 * the organization granted beside its leave.
 */
export async function whenDenied(
  { object, references }: Input,
  pass: Pass<Declared>,
  services: Services,
): Promise<Finish> {
  if (object.status?.externalId === undefined) return {};
  const ended = withoutGrants(references);
  if (stopsWhenDenied(object)) {
    const told = await writeAlone(application, object, { ...ended, isEnabled: false }, pass, services);
    const { switchedOffTime = new Date(pass.now).toISOString() } = object.status;
    if (!told.isOurs) return {};
    return { facts: { switchedOffTime }, ...event(told, 'Warning', 'ReferenceDenied', 'Switched off', notAllowed) };
  }
  if (!isSwitchedOff(object)) {
    if (Object.keys(ended).length > 0) await writeAlone(application, object, ended, pass, services);
    return {};
  }
  const told = await writeAlone(
    application,
    object,
    { ...ended, isEnabled: object.spec.isEnabled !== false },
    pass,
    services,
  );
  return { facts: { switchedOffTime: undefined }, ...event(told, 'Normal', 'Updated', 'Switched on', frozen) };
}

/** The narrowest of each choice that nobody grants any more. */
const withoutGrants = (references: Input['references']): Fields =>
  Object.fromEntries(
    references
      .filter(({ isDenied }) => isDenied)
      .flatMap(({ asks }) => asks.map(({ member, choices: [narrowest] }) => [member, narrowest])),
  );

/** Allowed again, or nothing is referred to that asks for leave: it runs as the spec says, and does where that says nothing. */
export const switchedOn = (object: Declared): Fields =>
  isSwitchedOff(object) && object.spec.isEnabled === undefined ? { isEnabled: true } : {};

/** Told once. A field that the spec does not name is let go of in the pass that follows. */
export const afterSwitchingOn = (object: Declared): Finish =>
  isSwitchedOff(object) ? { facts: { switchedOffTime: undefined }, afterMs: 1000 } : {};

const notAllowed = 'a resource that it refers to does not allow it any more';
const frozen = 'its revocation does not say Disable any more';

function event(
  { id, hasChanged }: Alone,
  type: 'Normal' | 'Warning',
  reason: string,
  verb: string,
  why: string,
): Finish {
  if (!hasChanged) return {};
  return { events: [{ type, reason, action: 'Reconcile', note: `${verb} application ${id}: ${why}` }] };
}
