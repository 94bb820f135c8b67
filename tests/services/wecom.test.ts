import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWeCom } from './stand-ins/wecom.ts';
import { startTable, type Table } from './table-world.ts';
import { browserAt, login, visitService } from './world.ts';

const company = createWeCom('ww-one');
const other = createWeCom('ww-two');
const row = { type: 'WeCom', label: 'WeCom', become: () => undefined };
const internal = { subType: 'Internal', appId: '1000002' };
let table: Table;
beforeAll(async () => {
  table = await startTable([
    { ...row, variant: 'one', standIn: company, fields: internal },
    { ...row, variant: 'two', standIn: other, fields: internal },
    { ...row, variant: 'none', standIn: createWeCom('ww-4'), fields: { subType: 'Internal' } },
  ]);
});
afterAll(() => table?.stop());

async function signInWith(provider: string) {
  const browser = browserAt(table.app);
  return (await login(browser, provider, await visitService(table, browser, { provider }))).body;
}

test('S30 a member of another company with the same id is somebody else', async () => {
  company.user = { userid: 'zhangsan', name: 'zhangsan', avatar: '' };
  other.user = { userid: 'zhangsan', name: 'zhangsan', avatar: '' };
  expect((await signInWith('wecom-one')).data).toBe('acme/zhangsan');
  expect((await signInWith('wecom-two')).data).toMatch(/^acme\/zhangsan_[0-9a-f]{4}$/);
});

test('somebody outside of the company is refused', async () => {
  company.user = { userid: '', name: '', avatar: '', isStranger: true };
  expect(await signInWith('wecom-one')).toMatchObject({
    code: 'sign-in-service-failed',
    msg: expect.stringContaining('not an internal user'),
  });
});

test('an application of a company needs its agent id', async () => {
  const begin = (provider: string) =>
    browserAt(table.app).post('begin-provider-request', { application: 'shop', provider });
  expect((await begin('wecom-none')).body).toMatchObject({ code: 'missing-parameter' });
});
