import { type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Fields } from '../pass/desired-fields.ts';
import type { Rules } from '../pass/rules.ts';
import { audienceOf, concernedBy, foundBy, wakeThoseWhoWait } from '../references/audience-of.ts';

function planFor(object: Declared, services: Services): Fields {
  const planned = audienceOf(object, services);
  const known = foundBy(services);
  known.set(object.metadata.uid, { ...known.get(object.metadata.uid), planned });
  return { ...planned };
}

/** The rules of a kind with an audience. The audience follows from the resource's consent and from its referrers. */
export const audience: Pick<Rules, 'fields' | 'leave' | 'finish' | 'concernedBy' | 'forget'> = {
  async fields({ object }, _pass, services) {
    // An observed object is compared with its spec only.
    if (isObserved(object)) return { fields: {} };
    return { fields: planFor(object, services) };
  },
  leave: planFor,
  async finish({ input: { object } }, _pass, services) {
    const entry = foundBy(services).get(object.metadata.uid);
    if (!entry) return {};
    const before = { ...entry };
    entry.applied = entry.planned;
    wakeThoseWhoWait(object, before, services);
    const { audience, organizations } = entry.planned;
    return { facts: { audience, organizations: audience === 'named' ? organizations.length : undefined } };
  },
  concernedBy,
  forget: ({ metadata: { uid } }, services) => void foundBy(services).delete(uid),
};
