import { desiredOf } from '@doorwright/crds/derive/desired.ts';
import { referencesIn } from '@doorwright/crds/derive/spec-walk.ts';
import { apiName } from '../reconcilers/core/resource.ts';
import type { Fields } from '../reconcilers/pass/desired-fields.ts';
import { askedBy, askedText } from '../reconcilers/references/consent.ts';
import { consents, referrerOf } from './consent.ts';
import { targetOf } from './planned-id.ts';
import type { Manifests, Written } from './read-manifests.ts';

/** The declared fields, as far as files show them. */
export interface PlannedFields {
  fields: Fields;
  /** Fields that name objects of this plan. The api does not know these yet. */
  early: ReadonlySet<string>;
  /** Keys of Secrets without a known value. */
  unknown: string[];
  problem?: string;
}

const notKnown = '\0not known here';

/** A value that is not known, or a list with such a member. */
const isUnknown = (value: unknown): boolean =>
  value === notKnown || (Array.isArray(value) && value.some((entry) => Object.values(entry).includes(notKnown)));

/** `isThere` says whether the api already has the object of a resource. */
export function plannedFieldsOf(
  written: Written,
  manifests: Manifests,
  isThere: (written: Written) => boolean,
): PlannedFields {
  const { kind, resource } = written;
  const { namespace } = resource.metadata;
  const unknown: string[] = [];
  const early = new Set<string>();
  let problem: string | undefined;

  const targets = new Map<string, { target: Written | undefined; isWeak: boolean }>();
  for (const { kind: to, path, reference, weak = false } of referencesIn(kind, resource.spec)) {
    const at = { namespace: reference.namespace ?? namespace, name: reference.name };
    const target = targetOf(written, to, at, manifests);
    const member = path.filter((step) => typeof step === 'string').join('.');
    targets.set(`${member} ${at.namespace}/${at.name}`, { target, isWeak: weak });
    if (!target || weak) continue;
    const asks = askedBy(kind, resource.spec, String(path[0]));
    if (!consents(target, { ...referrerOf(written, manifests), asks }, manifests))
      problem ??= `${to} ${at.namespace}/${at.name} does not allow this resource to refer to it${askedText(asks)}`;
    if (!isThere(target)) early.add(path[0] as string);
  }

  const desired = desiredOf(kind, resource.spec, {
    namespace,
    name: (reference, path) => {
      const at = `${reference.namespace ?? namespace}/${reference.name}`;
      const { target, isWeak } = targets.get(`${path.join('.')} ${at}`) ?? {};
      if (isWeak && (!target || !isThere(target))) return undefined;
      // A resource outside of the folder may be in the cluster. Its object has the same name, unless it says otherwise.
      return target ? apiName(target.resource) : reference.name;
    },
    secret: (reference) => {
      const value = manifests.secret(namespace, reference);
      if (value === undefined) unknown.push(`${reference.name}/${reference.key}`);
      return value ?? notKnown;
    },
  });
  const fields = Object.fromEntries(Object.entries(desired).filter(([, value]) => !isUnknown(value)));
  const earlyFields = Object.keys(fields).filter((field) => early.has(kind.declared.references?.[field] ?? field));
  return { fields, early: new Set(earlyFields), unknown, ...(problem && { problem }) };
}
