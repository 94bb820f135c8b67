import type { Kind } from '../define.ts';

interface Named {
  metadata: { name: string; namespace?: string | undefined };
  spec: { name?: string | undefined };
}

/** The longest `metadata.name` that fits into an ID beside the longest namespace. */
export const longestBesideNamespace = 36;

/**
 * The name or ID of the object that a resource declares. IDs have to be unique among all organizations, so the namespace is a part of them. It
 * contains no dot, so two resources never share an ID.
 */
export const objectKey = ({ key }: Pick<Kind, 'key'>, { metadata: { name, namespace }, spec }: Named): string =>
  spec.name ?? (key === 'id' ? `${namespace}.${name}` : name);
