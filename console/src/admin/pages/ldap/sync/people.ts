import type { Row } from '@doorwright/crds';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

/** A person of a directory. */
export interface Person {
  cn: string;
  uidNumber: string;
  uid: string;
  groupId: string;
  email: string;
  phone: string;
  address: string;
  uuid: string;
}

/** What became of chosen people. */
export interface Synced {
  exist: readonly Person[] | null;
  failed: readonly Person[] | null;
}

/** People without a uuid exist too, in directories of old. */
export const keyOf = ({ uuid, uid, uidNumber, cn }: Person): string => uuid || `${uid} ${uidNumber} ${cn}`;

/** The people of a stored directory. The server takes its masked password from the stored one. */
export const peopleQuery = (directory: Row | undefined) =>
  queryOptions({
    queryKey: ['sync', 'people', directory?.owner, directory?.id],
    queryFn: async ({ signal }) =>
      (await call<{ users: Person[] }>('get-ldap-user', { kind: 'ldap', body: directory, signal })).data.users,
    enabled: directory !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** The uuids of people who are users already. */
export const existingQuery = (owner: string, people: readonly Person[] | undefined) =>
  queryOptions({
    queryKey: ['sync', 'existing', owner, people?.map(keyOf)],
    async queryFn({ signal }) {
      const body = (people ?? []).map(({ uuid }) => uuid).filter(Boolean);
      return new Set((await call<string[] | null>('check-ldap-users-exist', { query: { owner }, body, signal })).data);
    },
    enabled: people !== undefined,
    gcTime: 0,
  });

/** The people who have a text in any column, and the group. */
export const foundIn = (people: readonly Person[], text: string, group: string): readonly Person[] =>
  people.filter(
    (person) =>
      (group === '' || person.groupId === group) &&
      Object.values(person).some((value) => value.toLowerCase().includes(text.toLowerCase())),
  );
