import { expect, test } from 'vitest';
import { sharesOfLonger } from '../../harness/times.ts';
import { startTenants } from '../../harness/world.ts';

test('S14 the answers about a user of another organization and about a missing one take one time', async () => {
  const { app, root, globex } = await startTenants();
  const hidden = { isProfilePublic: false };
  expect((await root.post('update-organization', hidden, { query: { id: 'admin/acme' } })).body.status).toBe('ok');
  const cases = ['acme/alice', 'acme/nobody'].map((id) => () => globex.user.get('get-user', { id }));
  const { shares, text } = await sharesOfLonger(cases, 200);
  for (const share of shares) expect(Math.abs(share - 0.5), text).toBeLessThan(0.2);
  await app.stop();
});
