import type { Kind } from '@doorwright/crds';
import { safeParse, type z } from 'zod';
import { isSame } from './empty-value.ts';
import type { Draft, Hooks } from './kind-hooks.ts';

interface Compared {
  before: Draft;
  /** The values as the kind would store them. */
  wanted: Readonly<Record<string, unknown>>;
  names: readonly string[];
}

/** The fields of these names with another stored value. */
export async function differingFields(
  kind: Kind,
  { before, wanted, names }: Compared,
  hooks: Hooks,
): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    // Stored entries may lack newer members, which then have their default.
    const stored = safeParse(kind.schema.shape[name] as z.ZodType, before[name]).data ?? before[name];
    if (isSame(wanted[name], stored)) continue;
    if (!(await hooks.holds?.(name, before[name], wanted[name]))) found.push(name);
  }
  return found;
}
