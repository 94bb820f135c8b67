import { kinds } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { languages } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import { languageNames } from '@doorwright/locales/languages.ts';
import { expect, test } from 'vitest';

/** Fields whose values are names, for example of algorithms and formats. They are the same in every language. */
const technical = new Set([
  ...['organization.passwordType', 'application.tokenFormat', 'provider.type', 'provider.subType'],
  ...['cert.scope', 'cert.type', 'cert.cryptoAlgorithm', 'webhook.method', 'webhook.contentType'],
  ...['syncer.type', 'syncer.databaseType', 'product.currency', 'payment.currency'],
  ...['provider.requestBinding', 'provider.nameIdFormat'],
  ...['application.samlServiceProviders.nameIdFormat', 'application.samlAttributes.nameFormat'],
  'application.samlServiceProviders.sloBinding',
  ...['syncer.sslMode', 'syncer.keycloakReading', 'ldap.directoryType'],
  ...['ldap.attributes.field', 'syncer.tableColumns.casdoorName'],
  ...['adapter.databaseType', 'adapter.sslMode', 'plan.currency', 'record.protocol'],
]);
/** Names of protocols, in fields whose other choices have texts. */
const protocols = new Set(['OAuth', 'SAML']);
const isLanguage = (value: string) => Object.hasOwn(languageNames, value);

interface Choice {
  at: string;
  value: string;
}

const choicesOf = ({ name, schema, items = [] }: FieldDescription, path: string): Choice[] => [
  ...[...(schema.enum ?? []), ...(schema.items?.enum ?? [])].map((value) => ({ at: `${path}.${name}`, value })),
  ...items.flatMap((item) => choicesOf(item, `${path}.${name}`)),
];

const choices = kinds
  .filter((kind) => !kind.internal)
  .flatMap((kind) => fieldsOf(kind).flatMap((field) => choicesOf(field, kind.name)))
  .filter(({ at, value }) => value !== '' && !technical.has(at) && !protocols.has(value) && !isLanguage(value));

test.each(languages)('every choice has a text in %s, unless it is a name', async (language) => {
  const words = await loadCatalogue(language, 'choices');
  expect(choices.filter(({ value }) => !Object.hasOwn(words, value))).toEqual([]);
});

test.each(languages)('every unit of the model has a word in %s', async (language) => {
  const { units } = (await loadCatalogue(language, 'console')) as unknown as { units: Record<string, string> };
  const used = new Set(kinds.flatMap((kind) => fieldsOf(kind).flatMap(({ unit }) => unit ?? [])));
  expect(Object.keys(units).sort()).toEqual([...used].sort());
});

test('every text belongs to a choice of the model', async () => {
  const known = new Set(
    kinds.flatMap((kind) => fieldsOf(kind).flatMap((field) => choicesOf(field, kind.name))).map(({ value }) => value),
  );
  expect(Object.keys(await loadCatalogue('en', 'choices')).filter((word) => !known.has(word))).toEqual([]);
});
