import { isDeepStrictEqual } from 'node:util';

/** What a field of a type holds when it holds nothing. */
export const emptyOf = {
  array: [],
  object: {},
  boolean: false,
  integer: 0,
  number: 0,
  string: '',
  moment: '',
} as const;

/** Equal as values: the order of an object's members says nothing, and the database does not keep it. */
export const isSame = isDeepStrictEqual;
