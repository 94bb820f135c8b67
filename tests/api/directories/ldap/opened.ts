import { createEgress } from '@doorwright/api/core/egress/gate.ts';
import type { Person, Reading } from '@doorwright/api/providers/directories/contract.ts';
import { openLdap } from '@doorwright/api/providers/directories/ldap/reader.ts';
import type { LdapSource } from '@doorwright/api/providers/directories/ldap/source.ts';
import { onTestFinished } from 'vitest';
import type { Directory } from '../../../harness/slapd/slapd.ts';
import { ldapOf } from './world.ts';

export const egress = createEgress({ allow: [], tenants: new Map([['*', ['127.0.0.0/8', '::1/128']]]) });

/** A source of the organization `acme`. */
export const sourceAt = (directory: Directory, more: Partial<LdapSource> = {}): LdapSource =>
  ({
    ...{ organization: 'acme', filter: '', attributes: [], groupUse: 'Groups', groupBaseDn: '', groupFilter: '' },
    ...ldapOf(directory),
    ...more,
  }) as LdapSource;

export async function open(source: LdapSource) {
  const reader = await openLdap(source, egress);
  onTestFinished(() => reader.close());
  return reader;
}

/** All people of a reading, and the sizes of its pages. */
export async function readAll(
  reader: Awaited<ReturnType<typeof open>>,
  reading: Omit<Reading, 'signal'> = {},
): Promise<{ people: Person[]; pages: number[] }> {
  const people: Person[] = [];
  const pages: number[] = [];
  for await (const page of reader.people({ ...reading, signal: new AbortController().signal })) {
    people.push(...page.people);
    pages.push(page.people.length);
  }
  return { people, pages };
}
