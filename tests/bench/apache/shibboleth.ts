import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import type { Server } from '../server.ts';
import { createSite, modules } from './httpd.ts';

/** The package's own configuration, with its addresses, its keys and our metadata filled in. */
async function configure(folder: string, url: string, entityId: string): Promise<string> {
  const key = { key: join(folder, 'sp-key.pem'), certificate: join(folder, 'sp-cert.pem') };
  const subject = ['-days', '30', '-subj', '/CN=sp.example'];
  const pair = ['-keyout', key.key, '-out', key.certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:3072', '-nodes', ...pair, ...subject], { stdio: 'ignore' });
  const usual = await readFile('/etc/shibboleth/shibboleth2.xml', 'utf8');
  const ours = `<MetadataProvider type="XML" validate="true" path="${folder}/idp.xml"/><AttributeExtractor`;
  const config = usual
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<MetadataProvider[\s\S]*?\/>/g, '')
    .replace('https://sp.example.org/shibboleth', `${url}/shibboleth`)
    .replace('handlerSSL="true" cookieProps="https"', 'handlerSSL="false" cookieProps="http"')
    .replace(/<SSO [^>]*>/, `<SSO entityID="${entityId}">`)
    .replace('<AttributeExtractor', ours)
    .replaceAll(/sp-(signing|encrypt)-key\.pem/g, key.key)
    .replaceAll(/sp-(signing|encrypt)-cert\.pem/g, key.certificate)
    .replace('<ApplicationDefaults', `<UnixListener address="${folder}/shibd.sock"/><ApplicationDefaults`);
  const file = join(folder, 'shibboleth2.xml');
  await writeFile(file, config);
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  return file;
}

/** The Shibboleth SP: each side reads the other's metadata, and nothing else is set. */
export async function tryShibboleth(server: Server, browser: Browser): Promise<void> {
  const site = await createSite();
  const { root, url } = server;
  const application = { name: 'shib', organization: 'acme', cert: 'cert-built-in', enablePassword: true };
  try {
    await root.post('add-application', application);
    const { text: metadata } = await root.get('saml/metadata', { application: 'admin/shib' });
    const entityId = /entityID="([^"]+)/.exec(metadata)?.[1] ?? '';
    await writeFile(join(site.folder, 'idp.xml'), metadata);
    const config = await configure(site.folder, site.url, entityId);
    site.run('/usr/sbin/shibd', ['-F', '-f', '-c', config, '-p', join(site.folder, 'shibd.pid')]);
    await site.start([
      ...[`LoadModule mod_shib ${modules}/mod_shib.so`, `ShibConfig ${config}`],
      ...['<Location /Shibboleth.sso>', 'SetHandler shib', 'AuthType None', 'Require all granted', '</Location>'],
      ...['<Location /secure>', 'AuthType shibboleth', 'ShibRequestSetting requireSession 1', 'Require shib-session'],
      '</Location>',
    ]);
    const own = await (await fetch(`${site.url}/Shibboleth.sso/Metadata`)).text();
    const { body } = await root.post('read-saml-service-provider', { metadata: own });
    if (!body.data?.encryptionCertificate) throw new Error(`its metadata cannot be read: ${body.msg}`);
    await root.post('update-application', { samlServiceProviders: [body.data] }, { query: { id: 'admin/shib' } });
    const { page, context } = await browser.visit(url);
    await page.goto(`${site.url}/secure/`);
    await signIn(page, 'alice', password);
    await page.getByText('For users only').waitFor();
    await page.goto(`${site.url}/Shibboleth.sso/Session`);
    const session = await page.locator('body').innerText();
    for (const fact of [entityId, 'ac:classes:PasswordProtectedTransport'])
      if (!session.includes(fact)) throw new Error(`its session does not have ${fact}`);
    await page.goto(`${site.url}/Shibboleth.sso/Logout`);
    await page.getByText('Logout completed successfully').waitFor();
    await page.goto(`${url}/account`);
    await page.waitForURL('**/login**');
    await context.close();
  } finally {
    await site.stop();
  }
}
