import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Running } from '../../harness/run-program.ts';
import { add } from '../../harness/world.ts';
import { apacheNeeds, createSite, moduleFile, type Site, writableFolder } from './world/apache.ts';
import { createBrowser } from './world/browser.ts';
import { needs } from './world/needs.ts';
import { fileOf, type RecipeWorld, startRecipe } from './world/world.ts';

let world: RecipeWorld;
let site: Site;
let apache: Running;

const start = async (settings: Record<string, string> = {}) => {
  // The folder of the site is known before the world: its address is in the manifest.
  const folder = execFileSync('mktemp', ['-d', '/tmp/doorwright-apache-XXXXXX']).toString().trim();
  site = await createSite(folder);
  world = await startRecipe('apache.yaml', [['https://portal.example.com', site.url]], settings);
};
const stop = async () => {
  await apache?.stop();
  await world?.stop();
  if (site) execFileSync('rm', ['-rf', site.folder]);
};

/** The same promises for each protocol. */
function testSite() {
  test('a person signs in, and Apache knows their name', async () => {
    const { url, status, text, headers } = await createBrowser(world, 'bob').open(`${site.url}/`);
    expect(status, `${url} ${text} ${apache.output()}`).toBe(200);
    expect(url.href).toBe(`${site.url}/`);
    expect(text).toBe('For people');
    expect(headers.get('x-person')).toBe('bob');
  });

  test('the part of the administrators opens to administrators alone', async () => {
    const { url, status, text } = await createBrowser(world, 'alice').open(`${site.url}/admin/`);
    expect(status, `${url} ${text} ${apache.output()}`).toBe(200);
    expect(text).toBe('For administrators');
    const refused = await createBrowser(world, 'bob').open(`${site.url}/admin/`);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain('For administrators');
  });
}

describe('mod_auth_openidc', () => {
  beforeAll(async () => {
    apacheNeeds('libapache2-mod-auth-openidc', 'mod_auth_openidc.so');
    await start();
    const { clientId, clientSecret } = world.connection('portal-openid');
    const conf = fileOf('apache-openid.conf', [
      ['https://portal.example.com', site.url],
      ['https://id.example.com', world.app.url],
      ['your-client-id', clientId],
      ['your-client-secret', clientSecret],
    ]);
    apache = await site.start(`auth_openidc_module ${moduleFile('mod_auth_openidc.so')}`, conf);
  }, 120_000);
  afterAll(stop);
  testSite();

  test('a sign-out ends both sessions, and then the browser is at the site', async () => {
    const browser = createBrowser(world, 'bob');
    await browser.open(`${site.url}/`);
    const leaving = `${site.url}/signed-in?logout=${encodeURIComponent(`${site.url}/`)}`;
    expect(await browser.signOut(leaving)).toBe(`${site.url}/`);
    const onward = await browser.at(site.url).get('/');
    expect(onward.headers.get('location')).toContain('/login/oauth/authorize');
  });
});

describe('the Shibboleth SP', () => {
  let shibd: ReturnType<typeof spawn>;
  beforeAll(async () => {
    apacheNeeds('libapache2-mod-shib', 'mod_shib.so');
    needs({ 'shibboleth-sp-utils': '/usr/sbin/shibd' });
    await start();
    const { folder } = site;
    const pair = (use: string) => ['-keyout', `${folder}/sp-${use}-key.pem`, '-out', `${folder}/sp-${use}-cert.pem`];
    for (const use of ['signing', 'encrypt'])
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:3072',
          '-nodes',
          ...pair(use),
          '-days',
          '30',
          '-subj',
          '/CN=portal.example.com',
        ],
        { stdio: 'ignore' },
      );
    const map = join(folder, 'attribute-map.xml');
    writeFileSync(map, fileOf('apache-attribute-map.xml', []));
    const config = join(folder, 'shibboleth2.xml');
    writeFileSync(
      config,
      fileOf('apache-shibboleth2.xml', [
        ['https://portal.example.com', site.url],
        ['https://id.example.com', world.app.url],
        ['path="attribute-map.xml"', `path="${map}"`],
        ['sp-signing-', `${folder}/sp-signing-`],
        ['sp-encrypt-', `${folder}/sp-encrypt-`],
        ['backingFilePath="', `backingFilePath="${folder}/`],
        ['<ApplicationDefaults', `<UnixListener address="${folder}/shibd.sock"/><ApplicationDefaults`],
        // Without TLS, a browser would not send the cookie.
        ['handlerSSL="true" cookieProps="https"', 'handlerSSL="false" cookieProps="http"'],
      ]),
    );
    execFileSync('chmod', ['-R', 'a+rX', folder]);
    shibd = spawn('/usr/sbin/shibd', ['-F', '-f', '-c', config, '-p', join(folder, 'shibd.pid')], { stdio: 'inherit' });
    apache = await site.start(
      `mod_shib ${moduleFile('mod_shib.so')}`,
      `ShibConfig ${config}\n${fileOf('apache-saml.conf', [])}`,
    );
  }, 120_000);
  afterAll(async () => {
    shibd?.kill('SIGTERM');
    if (shibd) await once(shibd, 'exit');
    await stop();
  });
  testSite();
});

describe('mod_auth_cas', () => {
  beforeAll(async () => {
    apacheNeeds('libapache2-mod-auth-cas', 'mod_auth_cas.so');
    await start({ DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' });
    // CAS tells roles.
    await add(world.root, 'role', {
      owner: 'acme',
      name: 'admins',
      displayName: 'Administrators',
      users: ['acme/alice'],
    });
    const conf = fileOf('apache-cas.conf', [
      ['https://portal.example.com', site.url],
      ['https://id.example.com', world.app.url],
      ['/var/cache/apache2/mod_auth_cas/', writableFolder(join(site.folder, 'cookies/'))],
    ]);
    apache = await site.start(`auth_cas_module ${moduleFile('mod_auth_cas.so')}`, conf);
  }, 120_000);
  afterAll(stop);
  testSite();
});
