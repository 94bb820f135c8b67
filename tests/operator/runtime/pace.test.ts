import { fullJitter } from '@doorwright/operator/runtime/pace/backoff.ts';
import { CircuitBreaker, CircuitOpenError } from '@doorwright/operator/runtime/pace/circuit-breaker.ts';
import { ConnectionError } from '@doorwright/operator/runtime/pace/connection-error.ts';
import { Gate } from '@doorwright/operator/runtime/pace/gate.ts';
import { isDue, Sweep } from '@doorwright/operator/runtime/pace/sweep.ts';
import { TokenBucket } from '@doorwright/operator/runtime/pace/token-bucket.ts';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../world/fake-clock.ts';

test('reconnecting waits a random time up to a limit that doubles from half a second to thirty', () => {
  const limits = Array.from({ length: 9 }, (_, attempt) => fullJitter(attempt, () => 1));
  expect(limits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(fullJitter(8, () => 0)).toBe(0);
});

test('the API gets a burst of at most 200 calls, then 100 a second', async () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket(clock);
  let calls = 0;
  for (let i = 0; i < 1000; i++) void bucket.take().then(() => calls++);
  await clock.advance(0);
  expect(calls).toBe(200);
  await clock.advance(1000);
  expect(calls).toBe(300);
  await clock.advance(7000);
  expect(calls).toBe(1000);
});

test('a caller that stops waiting for the API gets an error', async () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket(clock, { perSecond: 1, burst: 1 });
  await bucket.take();
  const givingUp = new AbortController();
  const waiting = bucket.take(givingUp.signal);
  givingUp.abort(new Error('30 s are over'));
  await expect(waiting).rejects.toThrow('30 s are over');
});

describe('The circuit breaker', () => {
  const refused = () => Promise.reject(new ConnectionError(Object.assign(new Error(), { code: 'ECONNREFUSED' })));

  function aBreaker(probe: () => Promise<unknown>) {
    const clock = new FakeClock();
    const changes: string[] = [];
    const breaker = new CircuitBreaker({ clock, probe, onChange: (state) => changes.push(state) });
    const fail = async (times: number) => {
      for (let i = 0; i < times; i++) await breaker.run(refused).catch(() => {});
    };
    return { clock, changes, breaker, fail };
  }

  test('opens after ten connection errors in a row, and then sends no request', async () => {
    const { breaker, fail } = aBreaker(refused);
    await fail(9);
    expect(breaker.isOpen).toBe(false);
    await fail(1);
    let asked = 0;
    await expect(breaker.run(async () => asked++)).rejects.toThrow(CircuitOpenError);
    expect(asked).toBe(0);
  });

  test('an answer, even an error status, resets the count', async () => {
    const { breaker, fail } = aBreaker(refused);
    await fail(9);
    await breaker.run(() => Promise.reject(new Error('500'))).catch(() => {});
    await fail(9);
    expect(breaker.isOpen).toBe(false);
  });

  test('an aborted call counts neither as an error nor as an answer', async () => {
    const { breaker, fail } = aBreaker(refused);
    await fail(9);
    const impatient = AbortSignal.abort(new Error('30 s are over'));
    await breaker.run(() => Promise.reject(impatient.reason), impatient).catch(() => {});
    await fail(1);
    expect(breaker.isOpen).toBe(true);
  });

  describe('treats answers of a gateway', () => {
    const answered = (status: number) => () => Promise.reject(Object.assign(new Error(), { status }));
    async function ask(breaker: CircuitBreaker, statuses: readonly number[]) {
      for (const status of statuses) await breaker.run(answered(status)).catch(() => {});
    }
    const ten = [502, 503, 504, 502, 503, 504, 502, 503, 504, 502];

    test('as an outage, until the probe succeeds', async () => {
      let isBack = false;
      const { clock, changes, breaker } = aBreaker(() => (isBack ? Promise.resolve() : answered(502)()));
      await ask(breaker, ten.slice(1));
      expect(breaker.isOpen).toBe(false);
      await ask(breaker, [503]);
      await clock.advance(0);
      expect(breaker.isOpen).toBe(true);
      await clock.advance(60_000);
      expect(changes).toEqual(['open']);
      isBack = true;
      await clock.advance(5000);
      expect(changes).toEqual(['open', 'closed']);
    });

    test('as a problem of one object while the probe succeeds, and others go on', async () => {
      let probes = 0;
      const { clock, changes, breaker } = aBreaker(async () => probes++);
      for (let round = 0; round < 3; round++) {
        await ask(breaker, ten);
        await clock.advance(0);
      }
      expect([probes, changes, breaker.isOpen]).toEqual([3, [], false]);
    });

    test.each([429, 500])('but not %i, which the API itself answers', async (status) => {
      let probes = 0;
      const { clock, breaker, fail } = aBreaker(async () => probes++);
      await ask(breaker, Array(30).fill(status));
      await fail(9);
      await ask(breaker, [status]);
      await fail(9);
      await clock.advance(0);
      expect([probes, breaker.isOpen]).toEqual([0, false]);
    });

    test('and does not open if the API answers during the probe', async () => {
      const probe = Promise.withResolvers<void>();
      const { clock, breaker } = aBreaker(() => probe.promise);
      await ask(breaker, ten);
      await breaker.run(() => Promise.resolve());
      probe.reject(new Error('too late'));
      await clock.advance(0);
      expect(breaker.isOpen).toBe(false);
    });
  });

  test('probes every five seconds, and closes with the first answer', async () => {
    let probes = 0;
    const { clock, changes, breaker, fail } = aBreaker(() => (++probes < 3 ? refused() : Promise.resolve()));
    await fail(10);
    await clock.advance(14_999);
    expect([probes, breaker.isOpen]).toEqual([2, true]);
    await clock.advance(1);
    expect([probes, breaker.isOpen, changes]).toEqual([3, false, ['open', 'closed']]);
    expect(clock.pending).toBe(0);
  });

  test.each([
    ['in time', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
    ['for an unknown reason', new Error('unexpected redirect')],
  ])('stays open while the probe gets no answer %s', async (_, reason) => {
    let isBack = false;
    const { clock, changes, breaker, fail } = aBreaker(() => (isBack ? Promise.resolve() : Promise.reject(reason)));
    await fail(10);
    await clock.advance(60_000);
    expect([breaker.isOpen, changes]).toEqual([true, ['open']]);
    isBack = true;
    await clock.advance(5000);
    expect([breaker.isOpen, changes]).toEqual([false, ['open', 'closed']]);
  });

  test('opens after ten timeouts in a row', async () => {
    const { breaker } = aBreaker(refused);
    const silent = () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    for (let i = 0; i < 10; i++) await breaker.run(silent).catch(() => {});
    expect(breaker.isOpen).toBe(true);
  });
});

test('the gate passes calls only while the API is there, and limits their rate', async () => {
  const clock = new FakeClock();
  let away = true;
  const probe = () => (away ? Promise.reject(new ConnectionError(new Error())) : Promise.resolve());
  const gate = new Gate({ clock, probe, perSecond: 10, burst: 10 });
  let calls = 0;
  const call = async () => {
    calls++;
    if (away) throw new ConnectionError(new Error());
  };
  for (let i = 0; i < 50; i++) void gate.pass(call).catch(() => {});
  await clock.advance(4000);
  expect(calls).toBe(10);
  away = false;
  await clock.advance(6000);
  void gate.pass(call);
  await clock.advance(0);
  expect(calls).toBe(11);
});

describe('The sweep', () => {
  const anObject = (uid: string, annotations?: Record<string, string>) => ({
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name: uid, uid, ...(annotations && { annotations }) },
  });
  const objects = Array.from({ length: 3000 }, (_, i) => anObject(`uid-${i}`));

  test('visits each of 3,000 objects once a period, about ten a second, never thirty', async () => {
    const clock = new FakeClock();
    const seen = new Map<string, number>();
    const perTick: number[] = [];
    const sweep = new Sweep({
      clock,
      periodSeconds: 300,
      objects: () => objects,
      onDue: ({ metadata }) => {
        seen.set(metadata.name, (seen.get(metadata.name) ?? 0) + 1);
        perTick[clock.now()] = (perTick[clock.now()] ?? 0) + 1;
      },
    });
    sweep.start();
    await clock.advance(300_000);
    sweep.stop();
    expect(seen.size).toBe(3000);
    expect(new Set(seen.values())).toEqual(new Set([1]));
    expect(Math.max(...Object.values(perTick))).toBeLessThan(30);
  });

  test('an object may have its own period, but not polling', () => {
    const moments = (annotation: string) => {
      const object = anObject('x', { 'doorwright.dev/sync-period': annotation });
      let count = 0;
      for (let t = 0; t < 600; t++)
        if (isDue(object, { from: t * 1000, to: (t + 1) * 1000, periodSeconds: 300 })) count++;
      return count;
    };
    expect([moments('60'), moments('600'), moments('0.001'), moments('soon')]).toEqual([10, 1, 60, 2]);
  });
});
