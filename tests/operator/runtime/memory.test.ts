import { NarrowedTokens } from '@doorwright/operator/api/narrowed-tokens.ts';
import { Memory } from '@doorwright/operator/reconcilers/core/memory.ts';
import { Compactor } from '@doorwright/operator/runtime/cluster/compact.ts';
import { onlyIdentity } from '@doorwright/operator/runtime/cluster/only-identity.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { Redactor } from '@doorwright/operator/runtime/observe/redact.ts';
import { Store } from '@doorwright/operator/runtime/store.ts';
import { expect, test } from 'vitest';

const condition = { type: 'Ready', status: 'True', reason: 'Reconciled', message: 'Everything is as declared' };
const anObject = (name: string, more: object = {}): KubernetesObject =>
  // As from the wire, objects share nothing.
  structuredClone({
    apiVersion: 'doorwright.dev/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: 'team', resourceVersion: name, finalizers: ['doorwright.dev/api-object'] },
    spec: { organizationRef: { name: 'team' }, displayName: name },
    status: { conditions: [condition], ...more },
  });
const conditionsOf = ({ status }: KubernetesObject) => (status as { conditions: unknown[] }).conditions;

test('equal parts of objects are kept once, and every object keeps its content', () => {
  const compactor = new Compactor();
  const [one, other] = [compactor.compact(anObject('one')), compactor.compact(anObject('other'))];
  expect([one, other]).toEqual([anObject('one'), anObject('other')]);
  expect(conditionsOf(other)).toBe(conditionsOf(one));
  expect(other.metadata.finalizers).toBe(one.metadata.finalizers);
  expect(() => conditionsOf(one).push(condition)).toThrow(TypeError);
});

test('a text that looks like a shared part stays a text', () => {
  const compactor = new Compactor();
  const { status } = compactor.compact(anObject('one', { note: JSON.stringify([condition]) }));
  expect(status).toEqual({ conditions: [condition], note: JSON.stringify([condition]) });
});

test('20,000 objects without equal parts do not fill the memory of parts', () => {
  const compactor = new Compactor();
  for (let index = 0; index < 20_000; index++) compactor.compact(anObject(`${index}`, { clientId: `id-${index}` }));
  expect(compactor.known).toBeLessThan(10_000);
});

test('of a foreign Secret, only name and version are kept', () => {
  const metadata = { name: 'theirs', namespace: 'team', resourceVersion: '1', uid: 'u', creationTimestamp: 'then' };
  const theirs = { labels: { app: 'x' }, annotations: { note: 'y' } };
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x', uid: 'z' };
  const kept = { name: 'theirs', namespace: 'team', resourceVersion: '1' };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { ...metadata, ...theirs, ownerReferences: [owner] } };
  expect(onlyIdentity(secret).metadata).toEqual(kept);
  const ours = { ...owner, apiVersion: 'doorwright.dev/v1alpha1' };
  const more = { labels: { ...theirs.labels, 'doorwright.dev/managed': 'true' }, ownerReferences: [owner, ours] };
  expect(onlyIdentity({ ...secret, metadata: { ...metadata, ...more } }).metadata).toEqual({
    ...{ ...kept, creationTimestamp: 'then' },
    ...{ labels: { 'doorwright.dev/managed': 'true' }, ownerReferences: [ours] },
  });
});

test('an index finds one object, several, and none after deletions', () => {
  const store = new Store({ indexes: { kind: ({ kind }) => [kind] } });
  const names = () => store.byIndex('kind', 'Application').map(({ metadata }) => metadata.name);
  store.put(anObject('one'));
  expect(names()).toEqual(['one']);
  store.put({ ...anObject('one'), metadata: { ...anObject('one').metadata, resourceVersion: 'later' } });
  store.put(anObject('other'));
  expect(names()).toEqual(['one', 'other']);
  store.remove({ namespace: 'team', name: 'one' });
  expect(names()).toEqual(['other']);
  store.remove({ namespace: 'team', name: 'other' });
  expect(names()).toEqual([]);
});

test('only the last values of a changing secret are remembered', () => {
  const redactor = new Redactor();
  for (let index = 0; index < 5000; index++) redactor.remember('hourly', [`value-${index}-secret`]);
  expect(redactor.redact('value-4999-secret value-4980-secret')).toBe('(redacted) (redacted)');
  expect(redactor.redact('value-4000-secret')).toBe('value-4000-secret');
});

test('a waiting entry is forgotten after 10,000 newer ones, and begins anew', () => {
  const memory = new Memory();
  memory.firstSeen('first', 1);
  for (let index = 0; index < 9_000; index++) memory.firstSeen(`key-${index}`, 2);
  expect(memory.firstSeen('first', 3)).toBe(1);
  for (let index = 0; index < 10_000; index++) memory.firstSeen(`later-${index}`, 4);
  expect(memory.firstSeen('first', 5)).toBe(5);
});

test('tokens are kept for requested organizations only', async () => {
  const asked: string[] = [];
  const tokens = new NarrowedTokens(async (organization) => {
    asked.push(organization);
    return { token: organization, expiresIn: 300 };
  });
  await tokens.of('first');
  await tokens.of('first');
  expect(asked).toEqual(['first']);
  for (let index = 0; index < 5_000; index++) await tokens.of(`other-${index}`);
  await tokens.of('first');
  expect(asked.filter((each) => each === 'first')).toHaveLength(2);
});
