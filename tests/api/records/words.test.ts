import { shopActions } from '@doorwright/api/features/commerce/context.ts';
import { kinds } from '@doorwright/crds';
import { auditedActions } from '@doorwright/crds/options/record-actions.ts';
import words from '@doorwright/locales/en/record-words.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

test('the actions that auditors choose from are actions of the api', () => {
  const paths = new Set(app.routes.map(({ path }) => path.slice('/api/'.length)));
  const ofProtocols = ['login/oauth/access_token'];
  expect(auditedActions.filter((action) => !paths.has(action) && !ofProtocols.includes(action))).toEqual([]);
});

const writes = kinds.flatMap(({ name }) => ['add', 'update', 'delete'].map((verb) => `${verb}-${name}`));
/** Requests that only read leave a record when they are refused. */
const reads = /^(get|check|preview)-/;

test('the list of records has words for each action of the api', () => {
  const actions = app.routes
    // Messages of protocols have records with an action of their own.
    .filter(({ method, fromOtherSites, textBody }) => method === 'POST' && !fromOtherSites && !textBody)
    .map(({ path }) => path.slice('/api/'.length).replaceAll(/\W+/g, '-'))
    .filter((action) => !writes.includes(action) && !reads.test(action));
  expect(actions.filter((action) => !(action in words.actions))).toEqual([]);
});

test('the list of records has words for what the shop does by itself', () => {
  expect(shopActions.filter((action) => !(action in words.actions))).toEqual([]);
});
