import { execFileSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Browser, signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import type { Server } from '../server.ts';
import { createSite, modules } from './httpd.ts';

const idOf = (user: string) => Number(execFileSync('id', ['-u', user]));

/** mod_auth_cas with the directives that its README asks for, and one header that shows the user. */
export async function tryModAuthCas(server: Server, browser: Browser, isSaml: boolean): Promise<void> {
  const site = await createSite();
  const name = isSaml ? 'wiki-saml' : 'wiki';
  const cas = `${server.url}/cas/acme/${name}`;
  try {
    await server.root.post('add-application', {
      ...{ name, organization: 'acme', cert: 'cert-built-in', enablePassword: true, enableSigninSession: true },
      casServices: [`${site.url}/*`],
    });
    const cookies = join(site.folder, 'cookies/');
    await mkdir(cookies);
    if (userInfo().uid === 0) await chown(cookies, idOf('www-data'), 0);
    await site.start([
      `LoadModule auth_cas_module ${modules}/mod_auth_cas.so`,
      ...[`CASLoginURL ${cas}/login`, `CASValidateURL ${cas}/${isSaml ? 'samlValidate' : 'serviceValidate'}`],
      ...[`CASCookiePath ${cookies}`, 'CASSSOEnabled On', ...(isSaml ? ['CASValidateSAML On'] : [])],
      ...['<Location /secure>', 'AuthType CAS', 'Require valid-user', 'CASAuthNHeader X-User'],
      ...['Header set X-User "expr=%{REMOTE_USER}"', 'Header set X-Mail "expr=%{HTTP:CAS-email}"', '</Location>'],
    ]);
    const { page, context } = await browser.visit(server.url);
    await page.goto(`${site.url}/secure/`);
    await signIn(page, 'alice', password);
    await page.getByText('For users only').waitFor();
    const { headers, status } = await page.request
      .get(`${site.url}/secure/`, { maxRedirects: 0 })
      .then((answer) => ({ headers: answer.headers(), status: answer.status() }));
    if (status !== 200 || headers['x-user'] !== 'alice') throw new Error(`the user is «${headers['x-user']}»`);
    if (headers['x-mail'] !== 'alice@acme.example') throw new Error(`the attribute is «${headers['x-mail']}»`);
    await page.goto(`${cas}/logout`);
    // The notice of the sign-out is a job.
    for (let tries = 0; ; tries++) {
      const answer = await page.request.get(`${site.url}/secure/`, { maxRedirects: 0 });
      if (answer.status() === 302) break;
      if (tries > 50) throw new Error('the site does not hear of the sign-out');
      await new Promise((go) => setTimeout(go, 200));
    }
    await context.close();
  } finally {
    await site.stop();
  }
}
