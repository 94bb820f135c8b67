import { linkedProviders, linkFieldOf, linkPrefixOf } from '@doorwright/crds/providers/links.ts';
import type { Loss } from '../contract.ts';
import type { ExportedUser } from './contract.ts';

export const textOf = ({ fields }: ExportedUser, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

export const isOn = ({ fields }: ExportedUser, name: string): boolean => fields[name] === true;

const linkPrefixes = linkedProviders.map(linkPrefixOf);

/** The properties that an administrator gave the user, without those of links. */
export const propertiesOf = ({ fields }: ExportedUser): Record<string, string> =>
  Object.fromEntries(
    Object.entries((fields.properties ?? {}) as Record<string, unknown>)
      .filter(([name]) => !linkPrefixes.some((prefix) => name.startsWith(prefix)))
      .map(([name, value]) => [name, String(value)]),
  );

export const lossOf = (user: ExportedUser, lost: string, why: string): Loss => ({
  ...{ from: `user "${textOf(user, 'name')}"`, lost, why },
});

/** Proofs that no other product takes: they are bound to this one, or to a registration at a third one. */
export function* lostProofs(user: ExportedUser): Iterable<Loss> {
  const linked = linkedProviders.filter((type) => textOf(user, linkFieldOf(type)));
  if (linked.length > 0)
    yield lossOf(user, `links to ${linked.join(', ')}`, 'the file has no providers; the user links the accounts again');
  if (user.stays.includes('passkeys'))
    yield lossOf(user, 'passkeys', 'they are bound to this address; the user adds them again');
  if (user.stays.includes('recoveryCodes'))
    yield lossOf(user, 'recovery codes', 'only digests with a key of this server are stored; the user gets new ones');
}
