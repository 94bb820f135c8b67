import { addAbortListener } from 'node:events';
import type { Entry, Filter } from 'ldapts';
import type { Egress } from '../../../core/egress/gate.ts';
import { type Page, type Person, type Reader, type Reading, SourceError } from '../contract.ts';
import { idFilter } from './entries/ids.ts';
import { mappingOf, personAttributes, personOf } from './entries/person.ts';
import { both, filterOf, oneOf } from './filters.ts';
import { type Membership, membershipOf } from './groups/membership.ts';
import { groupBaseOf, readGroups } from './groups/read-groups.ts';
import { filterSince, positionOf } from './position.ts';
import { readRoot, templateOf } from './root-entry.ts';
import type { LdapSource } from './source.ts';
import type { Template } from './templates.ts';
import { connectAsAdmin, type LdapConnection } from './wire/connect.ts';
import { limits } from './wire/limits.ts';

/** Keys in one question. */
const keysAtOnce = 50;

const binary = ['objectGUID', 'objectSid'];

export interface LdapReader extends Reader {
  readonly template: Template;
  readonly connection: LdapConnection;
  /** The first entries that are people. */
  first(count: number): Promise<Person[]>;
}

/** Opens a directory for reading. The signal ends the connection at any time. */
export async function openLdap(
  source: LdapSource,
  egress: Egress,
  signal: AbortSignal = new AbortController().signal,
): Promise<LdapReader> {
  const connection = await connectAsAdmin(source, egress, signal);
  try {
    return await readerOf(source, connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function readerOf(source: LdapSource, connection: LdapConnection): Promise<LdapReader> {
  const startedAt = Date.now();
  const root = await readRoot(connection, source);
  const template = templateOf(source, root);
  const mapping = mappingOf(source, template);
  const attributes = personAttributes(mapping, template);
  const people = filterOf(source.filter || template.filter, 'filter');
  const question = (filter: Filter) => ({ base: source.baseDn, filter, attributes, binary });

  let membership: Promise<Membership | undefined> | undefined;
  const memberships = () => {
    membership ??=
      source.groupUse === 'None'
        ? Promise.resolve(undefined)
        : readGroups(source, template, connection).then((found) => membershipOf(found, template));
    return membership;
  };

  function shown(entries: readonly Entry[], known: Membership | undefined): Page {
    const reading = { source, template, mapping, now: Date.now() };
    return {
      people: entries.map((entry) => ({
        ...personOf(entry, reading),
        ...(known && { groups: known.namesOf(entry) }),
      })),
    };
  }

  /** A change of a group changes people whose entries stay the same. Who left it is not written anywhere. */
  async function haveGroupsChanged(changed: Filter): Promise<boolean> {
    if (source.groupUse === 'None') return false;
    const groups = filterOf(source.groupFilter || template.groupFilter, 'groupFilter');
    const filter = both(groups, changed);
    return (await connection.search({ base: groupBaseOf(source), filter, attributes: ['1.1'], atMost: 1 })).length > 0;
  }

  async function filtersOf({ since, keys }: Reading): Promise<Filter[]> {
    if (keys) {
      const batches: Filter[] = [];
      for (let at = 0; at < keys.length; at += keysAtOnce)
        batches.push(both(people, oneOf(keys.slice(at, at + keysAtOnce).map((key) => idFilter(template, key)))));
      return batches;
    }
    const changed = since === undefined ? undefined : filterSince(since, source, template, root);
    return [changed && !(await haveGroupsChanged(changed)) ? both(people, changed) : people];
  }

  async function* peopleOf(reading: Reading): AsyncGenerator<Page> {
    const known = await memberships();
    let count = 0;
    for (const filter of await filtersOf(reading))
      for await (const entries of connection.pages(question(filter))) {
        count += entries.length;
        if (count > limits.people) throw new SourceError({ code: 'ldap-endless', params: { max: limits.people } });
        // A server that does not know pages sends all at once.
        for (let at = 0; at < entries.length; at += limits.pageSize)
          yield shown(entries.slice(at, at + limits.pageSize), known);
      }
  }

  return {
    template,
    connection,
    groups: async () => (await memberships())?.groups ?? [],
    async *people(reading) {
      const aborting = addAbortListener(reading.signal, connection.abort);
      try {
        yield* peopleOf(reading);
      } catch (error) {
        // The end of this process is no fault of the directory.
        reading.signal.throwIfAborted();
        throw error;
      } finally {
        aborting[Symbol.dispose]();
      }
    },
    async first(count) {
      const found = await connection.search({ ...question(people), atMost: count });
      return [...shown(found.slice(0, count), undefined).people];
    },
    position: async () => positionOf(source, template, root, startedAt),
    close: () => connection.close(),
  };
}
