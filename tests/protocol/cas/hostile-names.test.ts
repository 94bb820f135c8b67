import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileTexts, inXml } from '../../harness/hostile-text.ts';
import { type CasWorld, createCasWorld, service } from './cas-world.ts';

let world: CasWorld;
beforeAll(async () => {
  world = await createCasWorld();
  await world.casApplication('wiki');
});
afterAll(() => world?.app.stop());

const columns = { displayName: 'display_name', affiliation: 'affiliation', title: 'title', homepage: 'homepage' };
const fields = Object.keys(columns) as (keyof typeof columns)[];

/** The texts of the elements of a name, as a strict reader finds them. */
function textsIn(xml: string, name: string): string[] {
  const parser = new DOMParser({
    errorHandler: (level, message) => expect.fail(`${level}: ${message}`),
  });
  const found = parser.parseFromString(xml, 'text/xml').getElementsByTagNameNS('*', name);
  return Array.from(found, ({ textContent }) => textContent ?? '');
}

/** xmldom reads the two line separators of XML 1.1 as line breaks. */
const told = (text: string) => inXml(text).replaceAll(/[\u0085\u2028]/g, '\n');

const soap = (ticket: string) =>
  `<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body><samlp:Request xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol" MajorVersion="1" MinorVersion="1" RequestID="_1" IssueInstant="2026-11-27T12:00:00Z"><samlp:AssertionArtifact>${ticket}</samlp:AssertionArtifact></samlp:Request></SOAP-ENV:Body></SOAP-ENV:Envelope>`;

test('S46 names with control characters, quotes and markup stay data in XML, JSON and SAML 1.1, for a random seed', async () => {
  const { seed, text } = hostileTexts();
  const client = world.app.client();
  await world.signIn(client, 'wiki');
  const ticket = async () => {
    const { headers } = await client.get('/cas/acme/wiki/login', { service }, { headers: { Accept: 'text/html' } });
    return new URL(headers.get('location') ?? '').searchParams.get('ticket') ?? '';
  };
  for (let round = 0; round < 30; round++) {
    const texts = fields.map(text);
    const row = Object.fromEntries(fields.map((field, at) => [columns[field], texts[at]]));
    await world.app.db('users').where({ owner: 'acme', name: 'alice' }).update(row);
    const about = `seed ${seed}, round ${round}`;

    const xml = (await world.ask('wiki', 'p3/serviceValidate', { ticket: await ticket(), service })).text;
    expect(textsIn(xml, 'user'), about).toEqual(['alice']);
    expect(
      fields.map((field) => textsIn(xml, field)),
      about,
    ).toEqual(texts.map((each) => [told(each)]));

    const { body } = await world.ask('wiki', 'p3/serviceValidate', { ticket: await ticket(), service, format: 'JSON' });
    const { user, attributes } = (
      body as unknown as {
        serviceResponse: { authenticationSuccess: { user: string; attributes: Record<string, string[]> } };
      }
    ).serviceResponse.authenticationSuccess;
    expect(user, about).toBe('alice');
    expect(
      fields.map((field) => attributes[field]),
      about,
    ).toEqual(texts.map((each) => [each]));

    const options = { headers: { 'Content-Type': 'text/xml' }, query: { TARGET: service } };
    const saml = (await client.post('/cas/acme/wiki/samlValidate', soap(await ticket()), options)).text;
    expect(new Set(textsIn(saml, 'NameIdentifier')), about).toEqual(new Set(['alice']));
    for (const each of texts) expect(textsIn(saml, 'AttributeValue'), about).toContain(told(each));
  }
}, 120_000);

test('S46 markup in a service and a ticket stays data in the answer of a failure', async () => {
  const { seed, text } = hostileTexts();
  for (let round = 0; round < 30; round++) {
    const ticket = `ST-${text()}`;
    const answer = await world.ask('wiki', 'p3/serviceValidate', { ticket, service: `${service}${text()}` });
    const about = `seed ${seed}, round ${round}`;
    expect(textsIn(answer.text, 'authenticationFailure'), about).toHaveLength(1);
    expect(textsIn(answer.text, 'authenticationSuccess'), about).toEqual([]);
    const cas1 = await world.ask('wiki', 'validate', { ticket, service });
    expect(cas1.text, about).toBe('no\n\n');
  }
});
