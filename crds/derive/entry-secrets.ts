import type { DeclaredKind } from './is-declared.ts';

/** The secret members of a list's entries: `headers.value` of `headers`, with the names of their references. */
export const entrySecretsOf = ({ declared }: Pick<DeclaredKind, 'declared'>, list: string) =>
  Object.entries(declared.secrets ?? {}).flatMap(([path, as]) => {
    const [field, member] = path.split('.');
    return field === list && member ? [{ member, as }] : [];
  });

/** The key of a Secret for a member of an entry. It contains no name of the entry, because not every name can be a key. */
export const entrySecretKey = (list: string, index: number): string => `${list}-${index + 1}`;
