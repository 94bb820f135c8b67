/** `npm run bench` measures lists and sign-ins among many users. A name after `--` selects another subject. */
const [subject = 'users'] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const subjects = {
  users: () => import('./users.ts'),
  memory: () => import('./memory.ts'),
  tokens: () => import('./tokens.ts'),
  saml: () => import('./saml.ts'),
  cas: () => import('./cas.ts'),
  'sign-in-page': () => import('./sign-in-page.ts'),
  decisions: () => import('./decisions.ts'),
  operator: () => import('./operator/main.ts'),
  writes: () => import('./writes.ts'),
  console: () => import('./console.ts'),
  search: () => import('./search.ts'),
  keycloak: () => import('./keycloak/main.ts'),
  azurite: () => import('./azurite.ts'),
  records: () => import('./records.ts'),
  webhooks: () => import('./webhooks.ts'),
  sync: () => import('./sync.ts'),
  captcha: () => import('./captcha.ts'),
  apache: () => import('./apache/main.ts'),
};

const run = subjects[subject as keyof typeof subjects];
if (run) await run();
else {
  console.error(`There is nothing to measure called «${subject}»; there are ${Object.keys(subjects).join(' and ')}.`);
  process.exitCode = 2;
}

export {};
