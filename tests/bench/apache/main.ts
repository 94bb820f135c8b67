import { existsSync } from 'node:fs';
import { openBrowser } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { startServer } from '../server.ts';
import { modules } from './httpd.ts';
import { tryModAuthCas } from './mod-auth-cas.ts';
import { tryShibboleth } from './shibboleth.ts';

/** Tries our servers of CAS and SAML with the modules of Apache that universities use, and prints a line for each. */
const needed = [`${modules}/mod_auth_cas.so`, `${modules}/mod_shib.so`, '/usr/sbin/shibd'];
const missing = needed.filter((file) => !existsSync(file));
if (missing.length > 0) {
  console.error(
    `${missing.join(' and ')} is missing. On Debian: apt-get install apache2 libapache2-mod-auth-cas libapache2-mod-shib`,
  );
  process.exit(1);
}

const server = await startServer({ settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' } });
const browser = await openBrowser();
await add(server.root, 'organization', { name: 'acme', displayName: 'Acme' });
const alice = { owner: 'acme', name: 'alice', displayName: 'Alice', email: 'alice@acme.example', password };
await add(server.root, 'user', alice);
const parts: Record<string, () => Promise<void>> = {
  'mod_auth_cas signs a user in by serviceValidate, and hears of the sign-out': () =>
    tryModAuthCas(server, browser, false),
  'mod_auth_cas signs a user in by samlValidate, and hears of the sign-out': () => tryModAuthCas(server, browser, true),
  'the Shibboleth SP signs a user in with an encrypted assertion, and signs them out everywhere': () =>
    tryShibboleth(server, browser),
};
let failed = 0;
try {
  for (const [title, run] of Object.entries(parts)) {
    const problem = await run().then(
      () => '',
      (error: Error) => error.message.split('\n')[0],
    );
    if (problem) failed++;
    console.info(`${problem ? 'FAILED' : 'ok    '}  ${title}${problem && `: ${problem}`}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
console.info(`${Object.keys(parts).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
