import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stacks } from '@doorwright/programs/stacks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doorwrightHere } from './command.ts';
import { createDoctorWorld, type DoctorWorld } from './doctor-world.ts';

let world: DoctorWorld['world'];
let values: DoctorWorld['values'];
beforeAll(async () => {
  ({ world, values } = await createDoctorWorld());
});
afterAll(() => world.app.stop());

describe('the values', () => {
  test.each(stacks)('come from the file of $title', async ({ env, envFile, kind }) => {
    const folder = mkdtempSync(join(tmpdir(), 'doorwright-doctor-'));
    const { OIDC_ISSUER_URL: issuer, OIDC_CLIENT_ID: clientId, OIDC_REDIRECT_URI: redirectUri } = values;
    const clientSecret = values.OIDC_CLIENT_SECRET;
    writeFileSync(
      join(folder, envFile),
      env({ issuer, clientId, redirectUri, ...(kind === 'web' && { clientSecret }) }),
    );
    const { stdout, stderr } = await doorwrightHere(['doctor', folder], {});
    rmSync(folder, { recursive: true });
    expect(stderr).toMatch(`The values are those of ${envFile}.`);
    // The application is confidential, so a single page has no secret for it.
    expect(stdout).toMatch(kind === 'web' ? 'No fault is found.' : 'The application is confidential');
  });

  test.each([
    ['pom.xml', ['values-quoted']],
    ['package.json', []],
  ])('have quotes beside %s', async (file, codes) => {
    const folder = mkdtempSync(join(tmpdir(), 'doorwright-doctor-'));
    writeFileSync(join(folder, file), '{"groupId": "org.springframework.boot"}');
    const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(join(folder, '.env'), lines.join(''));
    const { stdout, code } = await doorwrightHere(['doctor', folder, '-o', 'json'], {});
    rmSync(folder, { recursive: true });
    const { findings } = JSON.parse(stdout) as { findings: { code: string; fault: string; isWarning?: true }[] };
    const faults = findings.filter(({ isWarning }) => !isWarning);
    expect(faults.map((each) => each.code)).toEqual(codes);
    expect(code).toBe(codes.length);
    for (const { fault } of faults) expect(fault).toContain('OIDC_ISSUER_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET');
  });

  test('are never printed with the secret', async () => {
    const { stdout, stderr } = await doorwrightHere(['doctor', tmpdir()], {
      ...values,
      OIDC_CLIENT_SECRET: 'very-secret',
    });
    expect(stdout).toMatch('Fault: The client secret is not that of the application.');
    expect(stdout).toMatch('1 fault');
    expect(stdout + stderr).not.toMatch('very-secret');
  });
});
