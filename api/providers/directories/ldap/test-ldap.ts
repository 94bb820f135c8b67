import type { Egress } from '../../../core/egress/gate.ts';
import { SourceError, type SourceProblem } from '../contract.ts';
import { anything, filterOf } from './filters.ts';
import { groupBaseOf } from './groups/read-groups.ts';
import { masked } from './masked.ts';
import { openLdap } from './reader.ts';
import type { LdapSource } from './source.ts';

/** What a person sees of an entry: its fields, with personal values masked. */
export type MaskedPerson = Record<string, string>;

export interface Tested {
  problem: SourceProblem | null;
  people: MaskedPerson[];
}

const shownPeople = 5;
const withinMs = 15_000;

/** Tries the settings of a directory, and tells the first thing that is wrong. */
export async function testLdap(source: LdapSource, egress: Egress): Promise<Tested> {
  try {
    return await tried(source, egress);
  } catch (error) {
    if (error instanceof SourceError) return { problem: error.problem, people: [] };
    throw error;
  }
}

async function tried(source: LdapSource, egress: Egress): Promise<Tested> {
  const reader = await openLdap(source, egress, AbortSignal.timeout(withinMs));
  try {
    // A part of the directory that is missing is another fault than one that has nobody.
    for (const base of new Set([source.baseDn, ...(source.groupUse === 'None' ? [] : [groupBaseOf(source)])])) {
      const found = await reader.connection.search({ base, scope: 'base', filter: anything, attributes: ['1.1'] });
      if (found.length === 0) throw new SourceError({ code: 'ldap-no-base', params: { base }, field: 'baseDn' });
    }
    // The people come without their groups, so nothing else reads it here.
    if (source.groupUse !== 'None') filterOf(source.groupFilter || reader.template.groupFilter, 'groupFilter');
    const people = await reader.first(shownPeople);
    if (people.length === 0)
      throw new SourceError({
        code: 'ldap-nobody',
        params: { filter: source.filter || reader.template.filter, base: source.baseDn },
        field: 'filter',
      });
    return { problem: null, people: people.map(masked) };
  } finally {
    await reader.close();
  }
}
