import { Store } from '@doorwright/operator/runtime/store.ts';
import { expect, test } from 'vitest';

const name = { namespace: 'team', name: 'shop' };
const version = (resourceVersion: string, metadata: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap' },
  metadata: { ...name, resourceVersion, ...metadata },
});

test('a late answer to our own write does not undo newer events, such as a deletion', () => {
  const store = new Store();
  store.put(version('9'));
  store.put(version('11', { deletionTimestamp: '2026-11-21T12:00:00Z' }));
  store.putWritten(version('10'));
  expect(store.get(name)?.metadata).toMatchObject({ resourceVersion: '11', deletionTimestamp: expect.any(String) });
});

test('older events do not count until the watch shows our own write', () => {
  const store = new Store();
  store.put(version('9'));
  store.putWritten(version('11'));
  store.put(version('10'));
  expect(store.get(name)?.metadata.resourceVersion).toBe('11');
  store.put(version('12'));
  expect(store.get(name)?.metadata.resourceVersion).toBe('12');
});
