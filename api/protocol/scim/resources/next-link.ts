import { isDeepStrictEqual } from 'node:util';
import type { Doc } from '../document/normalized.ts';
import type { States } from './keeper.ts';
import type { Link } from './links.ts';

/** Attributes without a value that mean something: a name for people, which every user has, and the state. */
const keptNulls = new Set(['displayName', 'active']);

/** The link after a change: what the program had sent, with the attributes that it changed. No password stays. */
export function nextLink({ before, after, sent }: States): Link {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const next: Doc = { ...sent, ...Object.fromEntries(changed.map((name) => [name, after[name] ?? null])) };
  const { externalId, password: _password, active, ...others } = next;
  const document = { ...others, ...(active === null && { active }) };
  const filled = Object.entries(document).filter(([name, value]) => value !== null || keptNulls.has(name));
  return { externalId: String(externalId ?? ''), document: Object.fromEntries(filled) };
}

export const isSameLink = (one: Link, other: Link): boolean => isDeepStrictEqual(one, other);
