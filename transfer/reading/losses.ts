import type { Loss } from '../contract.ts';

/** Collects what is lost of one object. */
export interface Losses {
  readonly from: string;
  readonly all: readonly Loss[];
  add(lost: string, why: string): void;
}

export function lossesOf(from: string): Losses {
  const all: Loss[] = [];
  return { from, all, add: (lost, why) => all.push({ from, lost, why }) };
}

/** Values as a text for people: `"a", "b"`. */
export const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ');
