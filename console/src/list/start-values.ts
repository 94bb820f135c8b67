import type { Kind } from '@doorwright/crds';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

const randomText = (length: number) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join('');

interface Owners {
  /** The owner of a new object, if neither the model nor the page determines it. */
  home: string;
  /** The name of the user who adds it. */
  caller: string;
  organization?: string | undefined;
}

/**
 * The object that the Add button sends: the model's start values, with one random suffix in all names. The server chooses no name, so
 * that a retry after a lost answer does not create a second object.
 */
export function startValues(kind: Kind, { home, caller, organization }: Owners): Record<string, unknown> {
  const suffix = randomText(6);
  const isAtHome = (organization ?? kind.starts?.organization ?? home) === home;
  const fill = (value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll('{random}', suffix).replaceAll('{caller}', isAtHome ? caller : '')
      : value;
  const starts = Object.entries(kind.starts ?? {}).map(([name, value]) => [name, fill(value)]);
  return {
    owner: kind.owner === 'admin' ? 'admin' : home,
    // An id is unique in the installation, a name in its organization.
    [kind.key]: kind.key === 'id' ? randomText(30) : `${kind.name}_${suffix}`,
    ...Object.fromEntries(starts),
    ...(organization && { [kind.owner === 'admin' ? 'organization' : 'owner']: organization }),
  };
}
