import { Queue, type QueueKey } from '@doorwright/operator/runtime/pace/queue.ts';
import { Workers } from '@doorwright/operator/runtime/pace/workers.ts';
import { describe, expect, test } from 'vitest';
import { FakeClock, settled } from '../world/fake-clock.ts';

const key = (namespace: string, name: string): QueueKey => ({ kind: 'Application', namespace, name });

function aQueue(random = 0.5) {
  const clock = new FakeClock();
  return { clock, queue: new Queue({ clock, random: () => random }) };
}

const onFailed = (_key: QueueKey, error: unknown) => {
  throw error;
};

const namesOf = (queue: Queue) => {
  const names: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    names.push(`${next.key.namespace}/${next.key.name}`);
    queue.done(next.key);
  }
  return names;
};

describe('One object, one worker', () => {
  test('an object that is added twice has one pass', () => {
    const { queue } = aQueue();
    queue.add(key('a', 'x'), 'spec');
    queue.add(key('a', 'x'), 'sweep');
    expect(namesOf(queue)).toEqual(['a/x']);
  });

  test('an object that changes during its pass gets another pass afterwards, and no second worker', () => {
    const { queue } = aQueue();
    queue.add(key('a', 'x'), 'spec');
    const first = queue.take();
    queue.add(key('a', 'x'), 'sweep');
    queue.add(key('a', 'x'), 'spec');
    expect(queue.take()).toBeUndefined();
    queue.done(first?.key as QueueKey);
    expect(queue.take()).toMatchObject({ lane: 'spec', key: { name: 'x' } });
    expect(queue.take()).toBeUndefined();
  });
});

describe('Lanes and turns', () => {
  test('a changed spec comes before a dependency, a retry and a sweep', () => {
    const { queue } = aQueue();
    for (const lane of ['sweep', 'retry', 'dependency', 'spec'] as const) queue.add(key('a', lane), lane);
    expect(namesOf(queue)).toEqual(['a/spec', 'a/dependency', 'a/retry', 'a/sweep']);
  });

  test('an object waiting to be swept moves up when its spec changes', () => {
    const { queue } = aQueue();
    queue.add(key('a', 'first'), 'sweep');
    queue.add(key('a', 'second'), 'sweep');
    queue.add(key('a', 'second'), 'spec');
    expect(namesOf(queue)).toEqual(['a/second', 'a/first']);
  });

  test('17.1 a namespace that edits all the time cannot delay the end of its permissions', async () => {
    const { clock, queue } = aQueue();
    queue.add(key('a', 'loses'), 'dependency');
    await clock.advance(5_000);
    for (const name of ['1', '2', '3']) queue.add(key('a', name), 'spec');
    queue.add(key('a', 'follows'), 'dependency');
    expect(namesOf(queue)).toEqual(['a/loses', 'a/1', 'a/2', 'a/3', 'a/follows']);
  });

  test('namespaces take turns within a lane', () => {
    const { queue } = aQueue();
    for (const name of ['1', '2', '3']) queue.add(key('a', name), 'spec');
    queue.add(key('b', '1'), 'spec');
    queue.add(key('c', '1'), 'spec');
    expect(namesOf(queue)).toEqual(['a/1', 'b/1', 'c/1', 'a/2', 'a/3']);
  });

  test('a namespace has at most four workers while another waits, and otherwise all', () => {
    const { queue } = aQueue();
    for (let i = 0; i < 20; i++) queue.add(key('a', `${i}`), 'spec');
    const alone = Array.from({ length: 16 }, () => queue.take());
    expect(alone.every(Boolean)).toBe(true);
    for (const taken of alone) queue.done(taken?.key as QueueKey);

    for (let i = 20; i < 40; i++) queue.add(key('a', `${i}`), 'spec');
    for (let i = 0; i < 20; i++) queue.add(key('b', `${i}`), 'spec');
    const shared = Array.from({ length: 16 }, () => queue.take()?.key.namespace);
    expect(shared.filter((namespace) => namespace === 'a')).toHaveLength(4);
    expect(shared.filter((namespace) => namespace === 'b')).toHaveLength(4);
  });

  test('T16 in small: a good object starts within two passes of another tenant’s 5,000 broken objects', async () => {
    const { clock, queue } = aQueue();
    const startedAfter: Record<string, number> = {};
    const begin = clock.now();
    const workers = new Workers({
      queue,
      clock,
      work: (next) =>
        new Promise((resolve) => {
          startedAfter[next.namespace] = clock.now() - begin;
          clock.after(100, resolve); // every broken object costs its worker 100 ms
        }),
      onFailed,
    });
    for (let i = 0; i < 5000; i++) queue.add(key('flood', `${i}`), 'spec');
    workers.start();
    queue.add(key('quiet', 'good'), 'spec');
    await clock.advance(250);
    expect(startedAfter.quiet).toBeLessThanOrEqual(200);
    expect(workers.active).toBe(16);
  });
});

describe('Retries', () => {
  test('delays double from one second to five minutes, and begin again after success', async () => {
    const { clock, queue } = aQueue();
    const delays: number[] = [];
    for (let i = 0; i < 11; i++) {
      queue.retry(key('a', 'x'));
      delays.push(clock.nextIn as number);
      await clock.advance(clock.nextIn as number);
      queue.done(queue.take()?.key as QueueKey);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((seconds) => seconds * 1000));
    queue.forget(key('a', 'x'));
    queue.retry(key('a', 'x'));
    expect(clock.nextIn).toBe(1000);
  });

  test('delays vary by a fifth, so that many failures do not return together', () => {
    for (const [random, delay] of [
      [0, 800],
      [0.999999, 1200],
    ] as const) {
      const { clock, queue } = aQueue(random);
      queue.retry(key('a', 'x'));
      expect(clock.nextIn).toBeCloseTo(delay, 0);
    }
  });

  test('a delay from the other side is followed', async () => {
    const { clock, queue } = aQueue();
    queue.retry(key('a', 'x'), 17_000);
    await clock.advance(16_999);
    expect(queue.take()).toBeUndefined();
    await clock.advance(1);
    expect(queue.take()).toMatchObject({ lane: 'retry' });
  });

  test('a change does not wait for the retry, and replaces it', async () => {
    const { clock, queue } = aQueue();
    queue.retry(key('a', 'x'));
    queue.add(key('a', 'x'), 'spec');
    queue.done(queue.take()?.key as QueueKey);
    await clock.advance(10_000);
    expect(queue.take()).toBeUndefined();
  });

  test('a deleted object leaves no timer behind', () => {
    const { clock, queue } = aQueue();
    queue.retry(key('a', 'x'));
    queue.drop(key('a', 'x'));
    expect(clock.pending).toBe(0);
  });

  test('delays end when their common cause ends', () => {
    const { queue } = aQueue();
    for (let i = 0; i < 100; i++) queue.retry(key('a', `${i}`));
    queue.expedite();
    expect(namesOf(queue)).toHaveLength(100);
  });
});

test('draining finishes running passes and starts no other', async () => {
  const { clock, queue } = aQueue();
  const finish = new Map<string, () => void>();
  const workers = new Workers({
    queue,
    clock,
    workers: 1,
    work: ({ name }) => new Promise((resolve) => finish.set(name, resolve)),
    onFailed,
  });
  queue.add(key('a', 'under-way'), 'spec');
  workers.start();
  queue.add(key('a', 'too-late'), 'spec');
  const drained = workers.drain(20_000);
  finish.get('under-way')?.();
  expect(await drained).toBe(true);
  await settled();
  expect([...finish.keys()]).toEqual(['under-way']);
});

test('35.0 a pass that throws frees its worker, and its object and all others are worked on', async () => {
  const { clock, queue } = aQueue();
  const worked: string[] = [];
  const failed: string[] = [];
  const workers = new Workers({
    queue,
    clock,
    workers: 1,
    work: async ({ name }) => {
      worked.push(name);
      if (worked.length === 1) throw new Error('a mistake in the work');
    },
    onFailed: (each) => {
      failed.push(each.name);
      queue.retry(each);
    },
  });
  queue.add(key('a', 'bad'), 'spec');
  queue.add(key('b', 'good'), 'spec');
  workers.start();
  await clock.advance(2000);
  expect(worked).toEqual(['bad', 'good', 'bad']);
  expect(failed).toEqual(['bad']);
  expect(workers.active).toBe(0);
});

test('draining does not wait for a hanging pass', async () => {
  const { clock, queue } = aQueue();
  const workers = new Workers({ queue, clock, work: () => new Promise(() => {}), onFailed });
  queue.add(key('a', 'stuck'), 'spec');
  workers.start();
  const drained = workers.drain(20_000);
  await clock.advance(20_000);
  expect(await drained).toBe(false);
});
