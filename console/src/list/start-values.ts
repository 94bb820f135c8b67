import type { Kind } from '@doorwright/crds';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

const randomText = (length: number) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join('');

interface Owners {
  /** Whose the object is where neither the model nor the place where it is added says so. */
  home: string;
  /** Name of whoever adds it. */
  caller: string;
  organization?: string | undefined;
}

/**
 * What the Add button sends: the model's starts, with one suffix of six characters in all names. Nothing is left for the server to
 * name: sent again because its answer was lost, that would be another object.
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
    // An id is one of a kind everywhere, a name in its organization.
    [kind.key]: kind.key === 'id' ? randomText(30) : `${kind.name}_${suffix}`,
    ...Object.fromEntries(starts),
    ...(organization && { [kind.owner === 'admin' ? 'organization' : 'owner']: organization }),
  };
}
