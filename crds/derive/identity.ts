import type { Constraint } from '../constraint.ts';
import type { Kind } from '../define.ts';
import { longestBesideNamespace } from './object-key.ts';

interface Given {
  name?: string;
  managementPolicy?: string;
  adoptionPolicy?: string;
}

interface Named {
  metadata: { name: string };
  spec: Given;
}

const nameIn = (object: string) => `(has(${object}.spec.name) ? ${object}.spec.name : ${object}.metadata.name)`;

const member = 'spec.name';

const keepsName: Constraint = {
  member,
  rule: `${nameIn('self')} == ${nameIn('oldSelf')}`,
  message: 'spec.name cannot be changed: delete the resource and create one with the new name',
};

const longestLabel = 63;

const fits = (longest: number): Constraint => ({
  member,
  rule: `(self.metadata.name.size() <= ${longest} && !self.metadata.name.contains('.')) || has(self.spec.name)`,
  message: 'set spec.name to a name of at most 63 characters without dots, because metadata.name does not fit',
  holds: ({ metadata, spec }: Named) =>
    spec.name !== undefined || (metadata.name.length <= longest && !metadata.name.includes('.')),
});

const label = '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$';

/** Older names such as `provider_captcha_default` can be referred to and adopted. New names fit Kubernetes too. */
const isLabelIfNew: Constraint = {
  member: 'name',
  rule: `!has(self.name) || self.name.matches('${label}') || self.managementPolicy == 'Observe' || self.adoptionPolicy != 'Fail'`,
  message:
    'spec.name must be a DNS label; an object that is there under another name can be declared with managementPolicy: Observe, or with adoptionPolicy: IfIdentical or Adopt',
  holds: ({ name, managementPolicy, adoptionPolicy = 'Fail' }: Given) =>
    name === undefined || new RegExp(label).test(name) || managementPolicy === 'Observe' || adoptionPolicy !== 'Fail',
};

const reservedNames = ({ builtIn = [] }: Kind) => builtIn.map((id) => id.slice(id.indexOf('/') + 1));

const amongReserved = (names: readonly string[]) => `in [${names.map((name) => `'${name}'`).join(', ')}]`;

const keptByPlatform = (names: readonly string[]) =>
  `the platform keeps ${names.join(', ')} itself: declare it with managementPolicy: Observe`;

const reserved = (names: readonly string[]): Constraint => ({
  member,
  rule: `!(self.metadata.name ${amongReserved(names)}) || has(self.spec.name) || self.spec.managementPolicy == 'Observe'`,
  message: keptByPlatform(names),
  holds: ({ metadata, spec }: Named) =>
    !names.includes(metadata.name) || spec.name !== undefined || spec.managementPolicy === 'Observe',
});

const reservedIfGiven = (names: readonly string[]): Constraint => ({
  member: 'name',
  rule: `!has(self.name) || !(self.name ${amongReserved(names)}) || self.managementPolicy == 'Observe'`,
  message: keptByPlatform(names),
  holds: ({ name = '', managementPolicy }: Given) => !names.includes(name) || managementPolicy === 'Observe',
});

/** Rules for the whole resource: the object's name never changes, has a valid form, and is not one of the platform's own. */
export function identityConstraints(kind: Kind): Constraint[] {
  const names = reservedNames(kind);
  const longest = kind.key === 'id' ? longestBesideNamespace : longestLabel;
  return [keepsName, fits(longest), ...(names.length > 0 ? [reserved(names)] : [])];
}

/** Rules for `spec.name`, if present. */
export function givenNameConstraints(kind: Kind): Constraint[] {
  const names = reservedNames(kind);
  return [isLabelIfNew, ...(names.length > 0 ? [reservedIfGiven(names)] : [])];
}

/** A member keeps its first value. A required member always has one. */
export const keeps = (member: string, isRequired: boolean): Constraint => ({
  rule: `${isRequired ? '' : `!has(oldSelf.${member}) || has(self.${member}) && `}self.${member} == oldSelf.${member}`,
  message: `${member} cannot be changed once it is set: delete the resource and create it again`,
  member,
});
