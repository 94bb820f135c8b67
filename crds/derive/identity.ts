import type { Constraint } from '../constraint.ts';
import type { Kind } from '../define.ts';

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
  message: 'spec.name cannot be changed: delete the resource and make one of the new name',
};

const fitsLabel: Constraint = {
  member,
  rule: "(self.metadata.name.size() <= 63 && !self.metadata.name.contains('.')) || has(self.spec.name)",
  message: 'set spec.name to a name of at most 63 characters without dots, because metadata.name is none',
  holds: ({ metadata, spec }: Named) =>
    spec.name !== undefined || (metadata.name.length <= 63 && !metadata.name.includes('.')),
};

const label = '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$';

/** `provider_captcha_default` can be referred to and taken over; what is new gets a name that fits everywhere. */
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

/** What holds for the resource as a whole: the name of its object is fixed, fits, and is not the platform's own. */
export function identityConstraints(kind: Kind): Constraint[] {
  const names = reservedNames(kind);
  return [keepsName, fitsLabel, ...(names.length > 0 ? [reserved(names)] : [])];
}

/** What holds for `spec.name` where it is given. */
export function givenNameConstraints(kind: Kind): Constraint[] {
  const names = reservedNames(kind);
  return [isLabelIfNew, ...(names.length > 0 ? [reservedIfGiven(names)] : [])];
}

/** A member that has been given keeps its value; one that is required has been given. */
export const keeps = (member: string, isRequired: boolean): Constraint => ({
  rule: `${isRequired ? '' : `!has(oldSelf.${member}) || has(self.${member}) && `}self.${member} == oldSelf.${member}`,
  message: `${member} cannot be changed once it is set: delete the resource and make it anew`,
  member,
});
