import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTenants } from '../../harness/world.ts';

type World = Awaited<ReturnType<typeof startTenants>>;

let world: World;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world?.app.stop());

test('names of records and ids of requests are UUIDs in the order of time', async () => {
  const requestIds: string[] = [];
  for (let at = 0; at < 5; at++) {
    const { headers } = await world.acme.admin.post('add-role', { owner: 'acme', name: `ordered-${at}` });
    requestIds.push(String(headers.get('X-Request-Id')));
  }
  const { body } = await world.root.get('get-records', { p: 1, pageSize: 5, owner: 'acme', action: 'add-role' });
  const records: { name: string; requestId: string }[] = body.data.reverse();
  expect(records.map(({ requestId }) => requestId)).toEqual(requestIds);
  for (const ids of [requestIds, records.map(({ name }) => name)]) {
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // Two ids of one millisecond have no order.
    const times = ids.map((id) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(new Set(ids).size).toBe(5);
  }
});
