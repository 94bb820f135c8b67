/** The columns of Casdoor 2022's sheets, in order. A sheet without known titles is read by position. */
export const userColumns = [
  'owner',
  'name',
  'createdTime',
  'updatedTime',
  'id',
  'type',
  'password',
  'passwordSalt',
  'displayName',
  'firstName',
  'lastName',
  'avatar',
  'email',
  'phone',
  'location',
  'address',
  'affiliation',
  'title',
  'idCardType',
  'idCard',
  'homepage',
  'bio',
  'tag',
  'region',
  'language',
  'gender',
  'birthday',
  'education',
  'score',
  'karma',
  'ranking',
  'isOnline',
  'isAdmin',
  'isGlobalAdmin',
  'isForbidden',
  'isDeleted',
  'signupApplication',
  'createdIp',
  'lastSigninTime',
  'lastSigninIp',
] as const;

/** Our own columns: the type of the passwords if they are digests, and whether users must choose a new one. */
const ownColumns = ['passwordType', 'mustChangePassword'] as const;

export type UserColumn = (typeof userColumns | typeof ownColumns)[number];

const known: readonly UserColumn[] = [...userColumns, ...ownColumns];

const plain = (title: unknown) =>
  String(title ?? '')
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase();
const byTitle = new Map(known.map((name) => [name.toLowerCase(), name]));

/** The field of each column, from the first row of a sheet. */
export function columnsOf(header: readonly unknown[]): (UserColumn | undefined)[] {
  const named = header.map((title) => byTitle.get(plain(title)));
  return named.includes('owner') && named.includes('name') ? named : [...userColumns];
}

/** The rows without the cells that no field takes, so that fewer cells are copied between threads. */
export function ofKnownColumns<Cell>(rows: readonly (readonly Cell[])[]): (Cell | null)[][] {
  const columns = columnsOf(rows[0] ?? []);
  return rows.map((row) => row.slice(0, columns.length).map((cell, at) => (columns[at] ? cell : null)));
}
