import type { Constraint } from '../constraint.ts';
import type { Kind } from '../define.ts';

interface Named {
  metadata: { name: string };
  spec: { name?: string; managementPolicy?: string; adoptionPolicy?: string };
}

const nameIn = (object: string) => `(has(${object}.spec.name) ? ${object}.spec.name : ${object}.metadata.name)`;
const objectName = ({ metadata, spec }: Named) => spec.name ?? metadata.name;

const member = 'spec.name';

const keepsName: Constraint = {
  member,
  rule: `${nameIn('self')} == ${nameIn('oldSelf')}`,
  message: 'spec.name cannot be changed: delete the resource and make one of the new name',
};

const fitsLabel: Constraint = {
  member,
  rule: "has(self.spec.name) || (self.metadata.name.size() <= 63 && !self.metadata.name.contains('.'))",
  message: 'set spec.name to a name of at most 63 characters without dots, because metadata.name is none',
  holds: ({ metadata, spec }: Named) =>
    spec.name !== undefined || (metadata.name.length <= 63 && !metadata.name.includes('.')),
};

const label = '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$';

/** `provider_captcha_default` can be referred to and taken over; what is new gets a name that fits everywhere. */
const isLabelIfNew: Constraint = {
  member,
  rule: `!has(self.spec.name) || self.spec.name.matches('${label}') || self.spec.managementPolicy == 'Observe' || self.spec.adoptionPolicy != 'Fail'`,
  message:
    'spec.name must be a DNS label; an object that is there under another name can be declared with managementPolicy: Observe, or with adoptionPolicy: IfIdentical or Adopt',
  holds: ({ spec: { name, managementPolicy, adoptionPolicy = 'Fail' } }: Named) =>
    name === undefined || new RegExp(label).test(name) || managementPolicy === 'Observe' || adoptionPolicy !== 'Fail',
};

const reserved = (names: readonly string[]): Constraint => ({
  member,
  rule: `!(${nameIn('self')} in [${names.map((name) => `'${name}'`).join(', ')}]) || self.spec.managementPolicy == 'Observe'`,
  message: `the platform keeps ${names.join(', ')} itself: declare it with managementPolicy: Observe`,
  holds: (object: Named) => !names.includes(objectName(object)) || object.spec.managementPolicy === 'Observe',
});

/** What holds for the resource as a whole: the name of its object is fixed, fits, and is not the platform's own. */
export function identityConstraints({ builtIn = [] }: Kind): Constraint[] {
  const names = builtIn.map((id) => id.slice(id.indexOf('/') + 1));
  return [keepsName, fitsLabel, isLabelIfNew, ...(names.length > 0 ? [reserved(names)] : [])];
}

/** A member that has been given keeps its value. */
export const keeps = (member: string): Constraint => ({
  rule: `!has(oldSelf.${member}) || (has(self.${member}) && self.${member} == oldSelf.${member})`,
  message: `${member} cannot be changed once it is set: delete the resource and make it anew`,
  member,
});
