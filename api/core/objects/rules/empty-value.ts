import { isDeepStrictEqual } from 'node:util';
import type { FieldDescription } from '@doorwright/crds/schema/schema.ts';

/** The empty value of each type. */
export const emptyOf = {
  array: [],
  object: {},
  boolean: false,
  integer: 0,
  number: 0,
  string: '',
  moment: '',
} as const;

/** A choice can be empty only if '' is one of its values, a number only if it may be 0. */
export const canBeEmpty = ({ schema }: FieldDescription): boolean =>
  (!schema.enum || schema.enum.includes('')) && (schema.minimum ?? 0) <= 0;

/** Equal by value. The order of members does not matter, because the database does not keep it. */
export const isSame = isDeepStrictEqual;
