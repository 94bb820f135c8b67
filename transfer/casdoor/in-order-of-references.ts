import type { Original } from './original.ts';

/** Objects of one kind after those that they refer to. A circle stays in the order of its names. */
export function inOrderOfReferences(
  originals: readonly Original[],
  idOf: (original: Original) => string,
  referencesOf: (original: Original) => readonly string[],
): Original[] {
  const byId = new Map(originals.map((original) => [idOf(original), original]));
  const placed = new Set<Original>();
  const place = (original: Original): void => {
    if (placed.has(original)) return;
    placed.add(original);
    before.get(original)?.forEach(place);
    ordered.push(original);
  };
  const before = new Map(
    originals.map((original) => [original, referencesOf(original).flatMap((id) => byId.get(id) ?? [])]),
  );
  const ordered: Original[] = [];
  originals.forEach(place);
  return ordered;
}

export const idOf = (original: Original): string => `${original.text('owner')}/${original.text('name')}`;
