import { secretsOf } from '@doorwright/crds/derive/paths.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, sampleOf, startTenants } from '../../harness/world.ts';
import { byName, idOf, kinds, stored } from './every-kind.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  ({ app, root } = await startTenants());
});
afterAll(() => app.stop());

describe('S12 secrets out', () => {
  // In the form that secrets of webhooks have.
  const planted = `whsec_${Buffer.from('planted secret text of more than forty chars').toString('base64')}`;
  const withSecrets = kinds.filter((kind) => secretsOf(kind).length > 0 && kind.name !== 'cert');

  test.each(byName(withSecrets))(
    '%s: no answer, list, record or log line contains a secret, and a mask that is sent back keeps it',
    async (_, kind) => {
      const sample = sampleOf(kind, 'acme', 'with-secrets');
      for (const { field, member, list } of secretsOf(kind).filter((path) => !path.digest)) {
        sample[field] = list ? [{ name: 'X-Secret', [member as string]: planted }] : planted;
      }
      const object = await add(root, kind.name, sample);
      const before = await stored(app, kind, object);
      const id = idOf(kind, object);
      const { body } = await root.get(`get-${kind.name}`, { id });
      // Administrators may read an application's secret, which leaves a record.
      if (kind.name !== 'application') expect(JSON.stringify(body)).not.toContain(planted);
      expect(JSON.stringify((await root.get(`get-${kind.plural}`)).body)).not.toContain(planted);
      expect(
        (
          await root.post(
            `update-${kind.name}`,
            { ...object, createdTime: undefined, version: undefined },
            { query: { id } },
          )
        ).body.status,
      ).toBe('ok');
      const after = await stored(app, kind, object);
      for (const { field } of secretsOf(kind)) expect(after?.[field], field).toEqual(before?.[field]);
      const row = await app.db(app.store(kind.name).table).where({ owner: object.owner, [kind.key]: object[kind.key] });
      expect(JSON.stringify(row)).not.toContain(planted);
      expect(JSON.stringify((await root.get('get-records')).body)).not.toContain(planted);
      expect(app.logged.join()).not.toContain(planted);
    },
  );

  // `provider-secrets.test.ts` does the same for providers, whose types decide about the addresses.
  const sending = withSecrets.filter(
    (kind) => !kind.sentTo && secretsOf(kind).some(({ sentTo }) => sentTo({}).length > 0),
  );
  test.each(byName(sending))('%s: a changed address of a secret needs the secret again', async (_, kind) => {
    const secrets = secretsOf(kind).filter(({ sentTo }) => sentTo({}).length > 0);
    const holding = (text: string) =>
      Object.fromEntries(
        secrets.map(({ field, member, list }) => [
          field,
          list ? [{ name: 'X-Secret', [member as string]: text }] : text,
        ]),
      );
    const object = await add(root, kind.name, { ...sampleOf(kind, 'acme', 'sending'), ...holding(planted) });
    const before = await stored(app, kind, object);
    const update = async (body: object) =>
      (await root.post(`update-${kind.name}`, body, { query: { id: idOf(kind, object) } })).body;
    for (const name of new Set(secrets.flatMap(({ sentTo }) => sentTo({})))) {
      const elsewhere = {
        [name]:
          { port: 4444, host: 'evil.example', sslMode: 'disable', encryption: 'None' }[name] ?? 'https://evil.example/',
      };
      for (const kept of [{}, holding('***')]) {
        const answer = await update({ ...kept, ...elsewhere });
        expect(answer).toMatchObject({ code: 'invalid' });
        expect(answer.fields?.[0]?.message).toMatch(
          /^must be entered again, because it would now be sent to another address$/,
        );
      }
      expect(await stored(app, kind, object)).toEqual(before);
      expect(await update({ ...holding(planted), ...elsewhere })).toMatchObject({ status: 'ok' });
      expect((await update({ ...holding(planted), [name]: before?.[name] })).status).toBe('ok');
      Object.assign(before as object, { version: Number(before?.version) + 2 });
    }
  });

  test.each(byName(withSecrets))('%s: a new object cannot have the mask as its secret', async (_, kind) => {
    const sample = sampleOf(kind, 'acme', 'copied');
    for (const { field, member, list } of secretsOf(kind).filter(({ secret }) => secret === 'masked')) {
      const value = list ? [{ name: 'X-Secret', [member as string]: '***' }] : '***';
      const { body } = await root.post(`add-${kind.name}`, { ...sample, [field]: value });
      const at = list ? `${field}[0].${member}` : field;
      expect(body).toMatchObject({ code: 'invalid', fields: [{ field: at }] });
    }
    expect(await stored(app, kind, sample)).toBeUndefined();
  });
});
