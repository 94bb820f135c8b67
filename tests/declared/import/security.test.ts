import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';
import { digests, imported, object, organization, outcomes, person, problemsOf, rowCounts, send } from './world.ts';

let app: TestApp;
let operator: Operator;
beforeAll(async () => {
  // Jobs of the background would change the counts of rows.
  app = await startApp({ isDeaf: true });
  operator = createOperator(app.url);
  await imported(operator, organization('acme'));
});
afterAll(() => app.stop());

describe('S65 an import', () => {
  test('S65 makes no global administrator, and nothing of their organization', async () => {
    const before = await rowCounts(app);
    const results = await imported(
      operator,
      organization('built-in', { displayName: 'Mine' }),
      person('root', { owner: 'built-in', isAdmin: true }),
      ...['group', 'role', 'model', 'permission'].map((kind) =>
        object(kind as never, { owner: 'built-in', name: 'mine' }),
      ),
      object('application', { name: 'mine', organization: 'built-in' }),
    );
    expect(outcomes(results)).toEqual(Array(7).fill('refused'));
    expect(results.flatMap(problemsOf).every((problem) => problem.endsWith(' reserved'))).toBe(true);
    expect(await rowCounts(app)).toEqual(before);
    const [result] = await imported(operator, person('king', { isGlobalAdmin: true, isAdmin: true }));
    expect(problemsOf(result as never)).toEqual(['isGlobalAdmin not-imported']);
    expect(await app.db('users').where({ name: 'king' }).select('is_admin', 'is_global_admin')).toEqual([
      { is_admin: true, is_global_admin: false },
    ]);
  });

  test('S65 neither compares nor exports a global administrator, whose secrets would open the platform', async () => {
    const root = await app.admin();
    const password = 'correct-horse-battery';
    await add(root, 'user', { owner: 'acme', name: 'grace', displayName: 'Grace', password, isGlobalAdmin: true });
    const { id } = await app.db('users').where({ name: 'grace' }).first('id');
    const guess = (text: string) => ({ digest: { passwordType: 'plain', password: text } });
    const results = await imported(
      operator,
      person('grace', { id }, guess(password)),
      person('grace', { id }, guess('another-guess-of-hers')),
      person('grace', {}, guess(password)),
    );
    for (const result of results)
      expect([result.outcome, ...problemsOf(result)]).toEqual(['refused', 'isGlobalAdmin right-not-held']);
    expect((await operator.get('users/acme')).text).not.toContain('grace');
  });

  test('S65 touches no object that every installation has', async () => {
    const own = await generateCert({
      ...{ name: 'x', owner: 'x', cryptoAlgorithm: 'RS256', bitSize: 2048, expireInYears: 1, now: new Date() },
    });
    const stored = () =>
      Promise.all(['applications', 'certs', 'cert_keys', 'organizations'].map((table) => app.db(table)));
    const before = await stored();
    const results = await imported(
      operator,
      object('application', { name: 'app-built-in', organization: 'acme', redirectUris: ['https://evil.example/'] }),
      object(
        'cert',
        { name: 'cert-built-in', ...own },
        {
          formerKeys: [{ kid: 'mine', cryptoAlgorithm: 'RS256', certificate: own.certificate }],
        },
      ),
    );
    expect(outcomes(results)).toEqual(['refused', 'refused']);
    expect(await stored()).toEqual(before);
  });

  test('S65 takes no application of another organization', async () => {
    await imported(operator, organization('globex'), object('application', { name: 'theirs', organization: 'globex' }));
    const [result] = await imported(operator, object('application', { name: 'theirs', organization: 'acme' }));
    expect(result).toMatchObject({ outcome: 'refused', problems: [{ field: 'name', code: 'taken' }] });
  });

  test('S65 takes no name by which services of CAS know an application of another organization', async () => {
    const known = (organizationName: string) =>
      object('application', {
        ...{ name: 'known', organization: organizationName },
        casServices: ['https://wiki.example/*'],
      });
    expect(outcomes(await imported(operator, organization('wiki'), known('wiki')))).toEqual(['added', 'added']);
    const root = await app.admin();
    await root.post('delete-application', { owner: 'admin', name: 'known' });
    expect((await imported(operator, known('acme'))).map(problemsOf)).toEqual([['name name-held']]);
    expect(outcomes(await imported(operator, known('wiki')))).toEqual(['added']);
  });

  test('S65 registers no redirect address that add-application refuses', async () => {
    const addresses = [
      'https://*.shop.example/',
      'http://shop.example/',
      'javascript:alert(1)',
      'https://me@shop.example/',
    ];
    const [result] = await imported(
      operator,
      object('application', { name: 'open', organization: 'acme', redirectUris: addresses }),
    );
    expect(problemsOf(result as never)).toHaveLength(addresses.length);
    expect(await app.db('applications').where({ name: 'open' }).pluck('redirect_uris')).toEqual([[]]);
  });

  test('S65 makes no client that administers, unless the file asks for it, and no secret that is easy to guess', async () => {
    const [result] = await imported(
      operator,
      object('application', { name: 'modest', organization: 'acme', clientSecret: 'aaaaaaaaaaaaaaaaaaaa' }),
    );
    expect(problemsOf(result as never)).toEqual(['clientSecret easily-guessed']);
    const [row] = await app.db('applications').where({ name: 'modest' });
    expect(row.api_access).toBe('read-account');
  });

  test('S65 stores no digest that costs too much, and at most four costs of an organization', async () => {
    const argon2 = (memory: number) =>
      `$argon2id$v=19$m=${memory},t=2,p=1$LjDRi/YxQm6fP95Q4FKRVQ$tA5nbom/9tsNKWOwBAmDuRflQt5ucRY1eeO9YGvvR80`;
    const costly = [
      { passwordType: 'argon2id', password: argon2(262_144) },
      { passwordType: 'bcrypt', password: `$2b$14$${'a'.repeat(53)}` },
      { passwordType: 'pbkdf2', password: `$pbkdf2-sha512$i=9999999$c2FsdA==$${'A'.repeat(86)}==` },
      { passwordType: 'bcrypt', password: 'no digest' },
    ];
    await imported(operator, organization('costs'));
    const results = await imported(
      operator,
      ...costly.map((digest, at) => person(`costly-${at}`, { owner: 'costs' }, { digest })),
    );
    expect(results.map(problemsOf)).toEqual(Array(4).fill(['digest password-no-digest']));
    const many = [8192, 9216, 10_240, 11_264, 12_288].map((memory, at) =>
      person(`many-${at}`, { owner: 'costs' }, { digest: { passwordType: 'argon2id', password: argon2(memory) } }),
    );
    const problems = (await imported(operator, ...many)).map(problemsOf);
    expect(problems.filter((each) => each.includes('digest password-costs-many'))).toHaveLength(2);
    const stored = await app.db('users').where({ owner: 'costs' }).whereNot('password', '').count();
    expect(stored).toEqual([{ count: 3 }]);
  });

  test('S65 takes no key that is weak or not its own', async () => {
    const at = { name: 'x', owner: 'x', cryptoAlgorithm: 'RS256', expireInYears: 1, now: new Date() } as const;
    const weak = await generateCert({ ...at, bitSize: 1024 });
    const [one, other] = [await generateCert({ ...at, bitSize: 2048 }), await generateCert({ ...at, bitSize: 2048 })];
    const results = await imported(
      operator,
      object('cert', { name: 'weak', ...weak }),
      object('cert', { name: 'mixed', certificate: one.certificate, privateKey: other.privateKey }),
      organization('weak-saml', {}, { samlKey: weak }),
      object(
        'cert',
        { name: 'with-weak', cryptoAlgorithm: 'ES256' },
        {
          formerKeys: [{ kid: 'weak-kid', cryptoAlgorithm: 'RS256', certificate: weak.certificate }],
        },
      ),
    );
    expect(results.flatMap(problemsOf)).toEqual([
      'privateKey key-too-short',
      'privateKey not-key-of-certificate',
      'samlKey.privateKey key-too-short',
      'formerKeys[0].certificate key-too-short',
    ]);
    expect(await app.db('cert_keys').where({ name: 'weak-kid' })).toEqual([]);
    expect(await app.db('saml_keys').where({ organization: 'weak-saml' })).toEqual([]);
  });

  test('S65 reads no field that only the server sets', async () => {
    const hidden = {
      ...{ passwordSalt: 'mine', secondFactors: ['totp'], hash: 'x', ldap: 'cn=x', createdIp: '192.0.2.1', ranked: 1 },
      webauthnCredentials: [{ ID: 'x' }],
    };
    const [result] = await imported(
      operator,
      person('sly', hidden, { samlKey: { certificate: 'x', privateKey: 'x' } }),
    );
    expect(result?.outcome).toBe('added');
    expect(problemsOf(result as never).toSorted()).toEqual(
      [...Object.keys(hidden), 'samlKey'].map((field) => `${field} not-imported`).toSorted(),
    );
    const [row] = await app.db('users').where({ name: 'sly' });
    expect(row).toMatchObject({ password_salt: '', second_factors: [], hash: '', ldap: '', created_ip: '' });
  });

  test('S65 holds a provider to the rules of add-provider', async () => {
    const results = await imported(
      operator,
      object('provider', { name: 'odd', category: 'SMS', type: 'GitHub' }),
      object('provider', { name: 'far', category: 'OAuth', type: 'GitHub', endpoint: `https://${'x'.repeat(1000)}` }),
      object('provider', { name: 'masked', category: 'OAuth', type: 'GitHub', clientSecret: '***' }),
    );
    expect(outcomes(results)).toEqual(['refused', 'added', 'added']);
    expect(results.map(problemsOf)).toEqual([
      ['type not-one-of-for'],
      ['endpoint too-long'],
      ['clientSecret mask-unmatched'],
    ]);
  });

  test('S65 needs the full token of the operator, and so does the export of users', async () => {
    for (const narrowing of [
      { organization: 'acme' },
      { tenant: { cluster: 'test', namespace: 'shop', makesOrganizations: true } },
    ]) {
      const { token } = (await operator.post('token', narrowing)).body;
      const narrow = createOperator(app.url, token);
      expect(await send(narrow, [organization('taken-over')])).toMatchObject({
        status: 403,
        body: { code: 'Forbidden' },
      });
      expect(await narrow.get('users/acme')).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
    }
    expect(await createOperator(app.url, 'wrong').get('users/acme')).toMatchObject({ status: 401 });
    expect(await operator.get('users/built-in')).toMatchObject({ status: 403 });
    expect(await app.db('organizations').where({ name: 'taken-over' })).toEqual([]);
  });

  test('S65 tells no secret, neither in the answer nor in a record or the log', async () => {
    const secrets = [
      'weak-secret-1',
      'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      'otter-otter',
      String(digests.argon2id?.password),
    ];
    const [clientSecret, totp, code, password] = secrets as [string, string, string, string];
    const answer = await send(operator, [
      object('application', { name: 'quiet', organization: 'acme', clientSecret }),
      person('quiet', { email: 'x' }, { totp, recoveryCodes: [code], digest: { passwordType: 'argon2id', password } }),
      person('loud', {}, { digest: { passwordType: 'bcrypt', password } }),
    ]);
    expect(answer.status).toBe(200);
    const told = [answer.text, JSON.stringify(await app.db('records')), app.logged.join()].join();
    for (const secret of secrets) expect(told).not.toContain(secret);
  });
});
