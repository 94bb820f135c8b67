import { isDeepStrictEqual } from 'node:util';
import type { FieldDescription } from '@doorwright/crds/derive/schema.ts';

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

/** A choice holds nothing only if that is one of its values, and a number only if it may be 0. */
export const canBeEmpty = ({ schema }: FieldDescription): boolean =>
  (!schema.enum || schema.enum.includes('')) && (schema.minimum ?? 0) <= 0;

/** Equal as values: the order of an object's members says nothing, and the database does not keep it. */
export const isSame = isDeepStrictEqual;
