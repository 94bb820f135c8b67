import { ApiRefusal } from '@doorwright/operator/api/api-refusal.ts';
import { asPaused, type Condition, type Detail, stamped, withReady } from '@doorwright/operator/runtime/conditions.ts';
import { failureOf } from '@doorwright/operator/runtime/failure.ts';
import { KubernetesError } from '@doorwright/operator/runtime/kubernetes-error.ts';
import { CircuitOpenError } from '@doorwright/operator/runtime/pace/circuit-breaker.ts';
import { ConnectionError } from '@doorwright/operator/runtime/pace/connection-error.ts';
import { reasons } from '@doorwright/operator/runtime/reasons.ts';
import { Blocked } from '@doorwright/operator/runtime/reconciler.ts';
import { statusChange } from '@doorwright/operator/runtime/status.ts';
import { describe, expect, test } from 'vitest';

const inSync: Detail = { type: 'Synced', status: 'True', reason: 'InSync', message: 'As declared' };
const resolved: Detail = { type: 'ReferencesResolved', status: 'True', reason: 'Resolved', message: 'All found' };
const noSecret: Detail = {
  type: 'ReferencesResolved',
  status: 'False',
  reason: 'SecretMissing',
  message: 'No Secret key',
};
const retrying: Detail = { type: 'Reconciling', status: 'True', reason: 'Retrying', message: 'Trying again' };
const refused: Detail = { type: 'Stalled', status: 'True', reason: 'NameConflict', message: 'Taken' };
const drifted: Detail = { type: 'Drifted', status: 'True', reason: 'FieldsDiffer', message: 'Left as it is' };
const held: Detail = { type: 'Held', status: 'True', reason: 'Held', message: 'More than its limits allow' };
const heldRun: Detail = { type: 'Synced', status: 'False', reason: 'Held', message: 'More than its limits allow' };
const notRun: Detail = { type: 'Synced', status: 'Unknown', reason: 'NotRun', message: 'Not yet' };
const progressing: Detail = { type: 'Reconciling', status: 'True', reason: 'Progressing', message: 'Working' };

describe('Ready follows from the other conditions', () => {
  test.each<[string, Detail[], string]>([
    ['nothing blocks', [inSync, resolved], 'True/Reconciled'],
    ['a reference is missing', [noSecret], 'False/SecretMissing'],
    ['a retry is due', [inSync, retrying], 'False/Retrying'],
    ['a person must act, whatever else is true', [noSecret, retrying, refused], 'False/NameConflict'],
    ['drift is merely shown', [inSync, drifted], 'True/Reconciled'],
    ['a run of a source is held', [resolved, heldRun, held], 'True/Reconciled'],
    ['a source has not run', [resolved, notRun], 'True/Reconciled'],
    ['the first look has not ended', [progressing], 'Unknown/Progressing'],
  ])('%s', (_, details, expected) => {
    const [ready] = withReady({ details, ready: 'Reconciled' });
    expect(`${ready?.status}/${ready?.reason}`).toBe(expected);
  });

  test('every object is exactly one of Ready, Stalled and Reconciling', () => {
    const pool = [inSync, resolved, noSecret, retrying, refused, drifted, held, heldRun, progressing];
    for (let mask = 0; mask < 2 ** pool.length; mask++) {
      const details = pool.filter((_, bit) => mask & (1 << bit));
      const conditions = withReady({ details, ready: 'Reconciled' });
      const has = (type: string, status: string) => conditions.some((c) => c.type === type && c.status === status);
      expect(has('Ready', 'True')).toBe(!has('Stalled', 'True') && !has('Reconciling', 'True'));
    }
  });

  test('a paused object keeps its Ready status and says that it is paused', () => {
    const before = withReady({ details: [inSync], ready: 'Reconciled' });
    expect(asPaused(before)[0]).toMatchObject({ type: 'Ready', status: 'True', reason: 'Paused' });
    expect(asPaused([])[0]).toMatchObject({ status: 'Unknown', reason: 'Paused' });
  });

  test('the conditions have the published words', () => {
    expect(reasons).toMatchInlineSnapshot(`
      {
        "CredentialsReady": [
          "Issued",
          "Rotating",
          "WaitingForConsumers",
          "SecretConflict",
        ],
        "Drifted": [
          "FieldsDiffer",
        ],
        "Held": [
          "Held",
          "NotHeld",
        ],
        "Reconciling": [
          "Progressing",
          "Retrying",
          "Deleting",
        ],
        "ReferencesResolved": [
          "Resolved",
          "NotFoundOrNotPermitted",
          "NotReady",
          "SecretMissing",
          "SecretKeyMissing",
        ],
        "Stalled": [
          "InvalidSpec",
          "NameConflict",
          "AdoptionRefused",
          "DeletionProtected",
          "HasDependents",
          "PermissionDenied",
          "SecretDropped",
        ],
        "Synced": [
          "InSync",
          "Applied",
          "DriftRepaired",
          "DriftIgnored",
          "BackendUnavailable",
          "RejectedByApi",
          "Conflict",
          "NotRun",
          "Waiting",
          "Running",
          "Held",
          "Done",
          "Degraded",
          "Failed",
        ],
      }
    `);
  });
});

describe('A status is written only if it changes', () => {
  const noon = Date.UTC(2026, 0, 1, 12);
  const conditions = withReady({ details: [inSync], ready: 'Reconciled' });
  const anObject = (status: unknown, generation = 1) => ({
    apiVersion: 'doorwright.dev/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'team', generation },
    status,
  });
  const first = statusChange(anObject({ observedGeneration: -1 }), { conditions, facts: { clientId: 'x' } }, noon);

  test('equal findings an hour later, in any order, change nothing', () => {
    const shown = { clientId: 'x', observedGeneration: 1, conditions: [...(first?.conditions ?? [])].reverse() };
    const again = statusChange(anObject(shown), { conditions, facts: { clientId: 'x' } }, noon + 3_600_000);
    expect(again).toBeUndefined();
  });

  test('the condition of another controller is ignored', () => {
    const foreign: Condition = { type: 'example.com/Audited', status: 'True', reason: 'Ok', message: '' };
    const shown = { ...first, conditions: [...(first?.conditions ?? []), foreign] };
    expect(statusChange(anObject(shown), { conditions, facts: { clientId: 'x' } }, noon)).toBeUndefined();
  });

  test('a new generation, a changed fact and a removed fact are changes', () => {
    expect(statusChange(anObject(first, 2), { conditions, facts: { clientId: 'x' } }, noon)).toBeDefined();
    expect(statusChange(anObject(first), { conditions, facts: { clientId: 'y' } }, noon)).toBeDefined();
    expect(statusChange(anObject(first), { conditions, facts: { clientId: undefined } }, noon)).not.toHaveProperty(
      'clientId',
    );
  });

  test('the time of a condition changes only with its status', () => {
    const before = stamped([{ ...inSync }], [], { generation: 1, now: noon });
    const [reworded] = stamped([{ ...inSync, reason: 'Applied' }], before, { generation: 2, now: noon + 60_000 });
    const [flipped] = stamped([{ ...inSync, status: 'False' }], before, { generation: 2, now: noon + 60_000 });
    expect(reworded).toMatchObject({ lastTransitionTime: '2026-01-01T12:00:00Z', observedGeneration: 2 });
    expect(flipped).toMatchObject({ lastTransitionTime: '2026-01-01T12:01:00Z' });
  });
});

describe('The meaning of errors', () => {
  test('no connection and "come back later" say nothing about the object', () => {
    const refusedConnection = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    });
    for (const error of [new ConnectionError(new Error('reset')), refusedConnection])
      expect(failureOf(error)).toMatchObject({ cause: 'unavailable', next: 'retry' });
    expect(failureOf(new KubernetesError({ message: 'slow down' }, 429, '7'))).toMatchObject({
      cause: 'unavailable',
      afterMs: 7000,
    });
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    const { afterMs = 0 } = failureOf(new KubernetesError({}, 503, inAMinute));
    expect(afterMs).toBeGreaterThan(55_000);
    expect(afterMs).toBeLessThanOrEqual(60_000);
  });

  test('all failures to answer have the same words in the status', async () => {
    const late = AbortSignal.timeout(0);
    await new Promise((resolve) => late.addEventListener('abort', resolve));
    const refusals = [401, 408, 429, 500, 502, 503, 504].flatMap((status) => [
      new ApiRefusal(status, {}, null),
      new KubernetesError({}, status),
    ]);
    const unavailable = [late.reason, new CircuitOpenError(), new ConnectionError(new Error('reset')), ...refusals];
    const told = unavailable.map((error) => failureOf(error)).map(({ cause, details }) => ({ cause, details }));
    expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(told[0]).toMatchObject({
      cause: 'unavailable',
      details: [{ type: 'Synced', status: 'False', reason: 'BackendUnavailable' }, { type: 'Reconciling' }],
    });
  });

  test('an invalid object waits for another spec', () => {
    for (const status of [400, 422])
      expect(failureOf(new KubernetesError({ message: 'data[client id]: Invalid value' }, status))).toMatchObject({
        cause: 'terminal',
        next: 'settled',
        details: [{ type: 'Stalled', reason: 'InvalidSpec', message: expect.stringContaining('data[client id]') }],
      });
  });

  test('a refusal that only a person can resolve waits for that', () => {
    expect(failureOf(new Blocked(refused))).toMatchObject({ cause: 'terminal', next: 'settled', details: [refused] });
  });

  test('two conflicting writers leave no trace in the status', () => {
    expect(failureOf(new KubernetesError({}, 409))).toEqual({ cause: 'conflict', details: [], next: 'retry' });
  });

  test('equal failures have equal words, so retries write nothing', () => {
    expect(failureOf(new Error('boom'))).toEqual(failureOf(new Error('boom')));
  });
});
