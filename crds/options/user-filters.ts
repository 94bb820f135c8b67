import type { ListFilter } from '../list-filter.ts';

/** What administrators look for among many users. */
export const userFilters: readonly ListFilter[] = [
  {
    name: 'blocked',
    title: 'Blocked',
    about: 'Only users whom an administrator has blocked.',
    where: { field: 'isForbidden', is: true },
  },
  {
    name: 'locked',
    title: 'Locked',
    about: 'Only users who may not try a password, a code or a second factor for a while, after too many wrong ones.',
    where: { rows: 'guess-counts', id: 'account', until: 'lockedUntilTime' },
  },
  {
    name: 'neverSignedIn',
    title: 'Never signed in',
    about: 'Only users who have never signed in.',
    where: { never: 'lastSigninTime' },
  },
  {
    name: 'noSecondFactor',
    title: 'No second factor',
    about: 'Only users without a second factor. Recovery codes alone are none.',
    where: { field: 'secondFactors', onlyOf: ['recovery'] },
  },
  {
    name: 'notSignedInSince',
    title: 'Not signed in since',
    about:
      'Only users who have not signed in since this time (RFC 3339). Users who never did count from their creation.',
    where: { before: ['lastSigninTime', 'createdTime'] },
  },
];
