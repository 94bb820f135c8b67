import { expect, test } from 'vitest';
import { type Convertible, converted, newer, older } from './conversion.ts';
import type { Stored } from './stored-objects.ts';

const reasons = [undefined, '', 'Under audit', 'Größe: 😀 "quoted"\n'];
const switches = [undefined, true, false];

test('an apply of only a status stays without a spec', () => {
  const object: Convertible & { status: object } = {
    apiVersion: older,
    metadata: {},
    status: { observedGeneration: 1 },
  };
  expect(converted(object, newer)).toEqual({ ...object, apiVersion: newer });
});

test('a conversion to the older version and back loses nothing, and the other way round', () => {
  const object = (apiVersion: string, deletionProtection: unknown, annotations?: Record<string, string>): Stored => ({
    apiVersion,
    kind: 'Cert',
    metadata: { name: 'any', uid: 'u', ...(annotations && { annotations }) },
    spec: { type: 'x509', ...(deletionProtection !== undefined && { deletionProtection }) },
  });
  const thereAndBack = (each: Stored, via: string) => converted(converted(each, via), each.apiVersion);
  for (const annotations of [undefined, { team: 'shop' }])
    for (const enabled of switches) {
      for (const reason of reasons) {
        const protection = { ...(enabled !== undefined && { enabled }), ...(reason !== undefined && { reason }) };
        const isSaid = Object.keys(protection).length > 0;
        const each = object(newer, isSaid ? protection : undefined, annotations);
        expect(thereAndBack(each, older)).toEqual(each);
      }
      const each = object(older, enabled, annotations);
      expect(thereAndBack(each, newer)).toEqual(each);
    }
});
